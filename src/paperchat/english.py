"""English words, for telling a slip or the two halves of a broken word from a word."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping, Set

from paperchat.memory import give_back_memory

_AMERICAN = (
    (re.compile(r"(?<=[a-z]{2}[^aeiou])is(?=(?:e[drs]?|ers|ing|ations?|able)$)"), "iz"),
    (re.compile(r"(?<=[a-z]l)ys(?=(?:e[drs]?|ers|ing)$)"), "yz"),
    (re.compile(r"(?<=[a-z]{2})our(?=(?:s|ed|ing|al|ally|able|hoods?|ists?|ful|less)?$)"), "or"),
    (re.compile(r"(?<=[a-z][bt])re(?=(?:s|d)?$)"), "er"),
    (re.compile(r"(?<=[a-z]l)ogue(?=s?$)"), "og"),
    (re.compile(r"(?<=(?:def|off|lic|ret))ence(?=s?$)"), "ense"),
    (re.compile(r"ll(?=(?:ed|ing|ers?)$)"), "l"),
    (re.compile(r"(?<=[a-z])(?:ae|oe)(?=[a-z]{3})"), "e"),
)
"""British endings and what they are in American English ("optimiser", "behaviour", "centre")."""

_INFLECTION = re.compile(r"(?:e?s|ed|ers?|ings?|ly|able|ness)$")


def english_words() -> Set[str]:
    """Lower-case words of the list that pyspellchecker brings; read when first asked for."""
    return _counts().keys()


def is_english(word: str) -> bool:
    """Whether a word is English, in American or British spelling.

    The list is American and leaves out many a form: a British word is English as well when the
    word that it is derived from is in the list ("generalisability").
    """
    folded = word.casefold()
    plain = american(folded)
    words = english_words()
    if folded in words or plain in words:
        return True
    stem = _INFLECTION.sub("", plain)
    long = plain != folded and len(stem) > _SHORT_STEM
    return long and (stem in words or f"{stem}e" in words)


def american_text(text: str) -> str:
    """A text in lower case with each of its words as Americans spell it."""
    return _LETTERS.sub(lambda match: american(match[0]), text.casefold())


def american(word: str) -> str:
    """A word in lower case as Americans spell it; two spellings of one word become the same."""
    for ending, instead in _AMERICAN:
        word = ending.sub(instead, word)
    return word


def is_common(word: str) -> bool:
    """Whether an English word belongs to everyday speech: "shape" does, "epoch" does not."""
    return _counts().get(word.casefold(), 0) >= _COMMON


def strangeness(word: str, stem: str) -> float:
    """How little everyday speech has of a word, in [0, 1].

    1 for a word that is not common there, or is none at all; falling with the logarithm of how
    often people say it, to 0.

    Args:
        word: The word.
        stem: Its stem, which may itself be a form of it.
    """
    counts = _counts()
    said = sum(counts.get(form, 0) for form in {word.casefold(), stem})
    if said <= _COMMON:
        return 1.0
    rare = math.log(said / _EACH_TEXT) / math.log(_COMMON / _EACH_TEXT)
    return max(rare, 0.0) ** _FADING


_LETTERS = re.compile(r"[^\W\d_]+")
_SHORT_STEM = 3

_COMMON = 10_000
"""Occurrences in the film subtitles that the list was counted from."""

_EACH_TEXT = 11_000_000
"""A word with so many occurrences stands in every stretch of 150 words, the length of an abstract:
the subtitles have 1.65 billion words."""

_FADING = 3
"""How fast strangeness falls as a word gets common."""


@functools.cache
def _counts() -> Mapping[str, int]:
    from spellchecker import SpellChecker

    counts = dict(SpellChecker(language="en").word_frequency.dictionary)
    give_back_memory()  # the text that they were read from
    return counts
