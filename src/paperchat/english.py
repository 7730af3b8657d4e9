"""English words, for telling a slip or the two halves of a broken word from a word."""

from __future__ import annotations

import functools
from collections.abc import Mapping


def english_words() -> frozenset[str]:
    """Lower-case words of the list that pyspellchecker brings; read when first asked for."""
    return _words()


def is_common(word: str) -> bool:
    """Whether an English word belongs to everyday speech: "shape" does, "epoch" does not."""
    return _counts().get(word.casefold(), 0) >= _COMMON


_COMMON = 10_000
"""Occurrences in the film subtitles that the list was counted from."""


@functools.cache
def _words() -> frozenset[str]:
    return frozenset(_counts())


@functools.cache
def _counts() -> Mapping[str, int]:
    from spellchecker import SpellChecker

    return dict(SpellChecker(language="en").word_frequency.dictionary)
