"""The numbers by which a model is shown papers, and those by which its answer cites them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count

from paperchat.register import Register
from paperchat.types import Paper, Sentence

_MARKER = re.compile(r"\[(\d+)\]")


class Numbering:
    """The numbers of one reply's papers.

    A model is shown every paper under a number, also those that it will not cite. The answer gives
    the next free number to a paper when it first cites it, so that no number of the conversation
    belongs to a paper that the reader never met.

    Attributes:
        papers: What the model is shown: those met before under their numbers, others under those
            that come next, in their order.
    """

    def __init__(self, papers: Sequence[Paper], register: Register) -> None:
        """Number the papers; the register stays as it is."""
        self._taken = len(register)
        free = count(self._taken + 1)
        self.papers = {
            register.number(paper.id) if paper.id in register else next(free): paper
            for paper in papers
        }
        self._new: list[int] = []

    def begin(self) -> None:
        """Forget what was cited: the reply was taken back."""
        self._new = []

    def renumbered(self, sentence: Sentence, cited: Iterable[int]) -> Sentence:
        """A sentence of the model with the answer's numbers.

        Args:
            sentence: Its text and its citations have the numbers that the model was shown.
            cited: The numbers that its text cites, in their order.
        """
        numbers = {number: self.number(number) for number in cited}

        def marker(match: re.Match[str]) -> str:
            return f"[{numbers.get(int(match[1]), match[1])}]"

        citations = tuple(replace(one, number=numbers[one.number]) for one in sentence.citations)
        return replace(sentence, text=_MARKER.sub(marker, sentence.text), citations=citations)

    def keep(self, register: Register) -> None:
        """Enter the papers that were cited first in this reply."""
        for number in self._new:
            register.number(self.papers[number].id)

    def number(self, shown: int) -> int:
        """The answer's number of a paper that it cites, by the one that the model was shown."""
        if shown <= self._taken:
            return shown
        if shown not in self._new:
            self._new.append(shown)
        return self._taken + 1 + self._new.index(shown)
