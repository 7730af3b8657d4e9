"""The words of one abstract, to look for those of a question in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperchat.english import american_text, is_english
from paperchat.index.keyword import KeywordIndex
from paperchat.names import introduced_names, mentions
from paperchat.sentences import sentence_spans
from paperchat.types import Paper

NUMBER = re.compile(
    r"(?<![\w-])\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?"
    r"|thousands?|millions?|billions?|half|twice|thrice|double[sd]?|single)\b",
    re.IGNORECASE,
)


_NEAR = 8
"""A number counts a thing when so few words stand between them."""

_BETWEEN = 4
"""Words that may stand between those of a noun phrase: "ratio of the mask"."""


class AbstractWords:
    """A paper's words, to look for a question's in."""

    def __init__(self, keyword: KeywordIndex, paper: Paper) -> None:
        self.keyword = keyword
        self.whole = f"{paper.title} {paper.abstract} {' '.join(paper.authors)}"
        self.terms = {*keyword.terms(self.whole), *keyword.terms(american_text(self.whole))}
        spans = sentence_spans(paper.abstract)
        self.sentences = [paper.abstract[start:end] for start, end in spans]
        self.runs = [keyword.terms(paper.title), *map(keyword.terms, self.sentences)]
        title = "" if paper.title_is_derived else paper.title
        own = introduced_names(title, paper.abstract)
        self.own = {term for name in own for term in keyword.terms(name)}

    def has(self, words: str) -> bool:
        """Whether all of some words are there, in any form and in either spelling."""
        spelt = (words, american_text(words))
        known = any(self.terms.issuperset(self.keyword.terms(one)) for one in spelt)
        return known or mentions(self.whole, words)

    def counts(self, word: str) -> bool:
        """Whether a number stands near a word."""
        wanted = set(self.keyword.terms(word))
        return any(
            wanted.issubset(self.keyword.terms(near))
            for sentence in self.sentences
            for number in NUMBER.finditer(sentence)
            for near in [_around(sentence, *number.span())]
        )

    def speaking_of(self, word: str) -> list[str]:
        """The sentences that have a word, and those that follow them; all when none has it."""
        wanted = set(self.keyword.terms(word))
        having = [at for at, run in enumerate(self.runs[1:]) if wanted.issubset(run)]
        told = [one for at in having for one in self.sentences[at : at + 2]]
        return told or self.sentences

    def together(self, words: Sequence[str]) -> bool:
        """Whether words stand together, in any order."""
        wanted = set(self.keyword.terms(" ".join(words)))
        return any(
            wanted.issubset(run[at : at + len(wanted) + _BETWEEN])
            for run in self.runs
            for at in range(len(run))
        )

    def names(self, word: str) -> bool:
        """Whether a word belongs to a name that the paper introduces."""
        return self.own.issuperset(self.keyword.terms(word))

    def slip(self, word: str) -> bool:
        """Whether a word is no word at all: what a slip means cannot be looked for."""
        return not self.keyword.knows(word) and not is_english(word)


def _around(sentence: str, start: int, end: int) -> str:
    """A span with the words before and after it."""
    before, after = sentence[:start].split(" "), sentence[end:].split(" ")
    return " ".join([*before[-_NEAR:], sentence[start:end], *after[:_NEAR]])
