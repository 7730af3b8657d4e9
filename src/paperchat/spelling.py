"""Misspelt words of a question → the words that the papers use."""

from __future__ import annotations

import re

from rapidfuzz import process
from rapidfuzz.distance import OSA

from paperchat.english import american, english_words, is_english
from paperchat.index.keyword import KeywordIndex
from paperchat.names import is_coined
from paperchat.questions.question import FRAME

_WORD = re.compile(r"(?<![^\W_])[^\W\d_]{4,}+(?!['’]t\b)(?:-[^\W_]+)*(?![^\W_])")
_LONG = 9
"""From so many letters on a word may differ in two places, below in one."""

_LONG_NAME = 8
"""A coined name of fewer letters is taken as it is: near ones are other names."""


def correct_spelling(keyword: KeywordIndex, text: str) -> str:
    """The text with each misspelt word replaced by the word of the papers that it nearly is.

    A word is misspelt when no paper has it and it is no English word. A letter more, less, other or
    swapped with its neighbour is a slip (optimal string alignment); the first letter is taken as
    right. Of equally near words the most frequent is taken; a word with no near one stays. A
    British or American spelling becomes the papers' spelling of the same word, never another word.
    """
    return _WORD.sub(lambda match: _correct(keyword, match[0]), text)


def _correct(keyword: KeywordIndex, word: str) -> str:
    folded = word.casefold()
    if folded in FRAME or keyword.knows(word):
        return word
    if (same := _respelt(keyword, folded)) is not None:
        return same
    if is_english(folded):
        return word
    named = is_coined(word)
    if named and len(word) < _LONG_NAME:
        return word  # DAPO is another method than DPO, not a slip of it
    slips = 2 if len(folded) >= _LONG else 1
    known = keyword.names(folded[0]) | keyword.spellings(folded[0])
    if named:  # a slip of a name is no English word
        known = {name: papers for name, papers in known.items() if name not in english_words()}
    else:
        known |= dict.fromkeys(FRAME, keyword.count())
    # One call compares them all: a large collection has many thousand words with that letter.
    near = process.extract(folded, list(known), scorer=OSA.distance, score_cutoff=slips, limit=None)
    best = min(((slip, -known[word], word) for word, slip, _ in near), default=None)
    return word if best is None else best[2]


def _respelt(keyword: KeywordIndex, word: str) -> str | None:
    """The papers' spelling of a word that they spell the American or the British way."""
    plain = american(word)
    known = keyword.spellings(word[:3])
    same = [other for other in known if american(other) == plain]
    if same:
        return max(same, key=lambda other: (known[other], other))
    return plain if plain != word and keyword.knows(plain) else None
