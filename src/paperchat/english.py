"""English words, for telling a slip or the two halves of a broken word from a word."""

from __future__ import annotations

import functools


@functools.cache
def english_words() -> frozenset[str]:
    """Lower-case words of the list that pyspellchecker brings; read when first asked for."""
    from spellchecker import SpellChecker

    return frozenset(SpellChecker(language="en").word_frequency.words())
