"""Which papers of a conversation are meant by "[2]", "the second one", "the two", "it"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperchat.history import History, Turn
from paperchat.index import Index
from paperchat.types import Paper

_I = re.IGNORECASE
_NUMBER = re.compile(r"\[(\d{1,4})\]|\b(?:papers?|number|no\.|ref(?:erence)?\.?|source|citation) #?(\d{1,4})\b|#(\d{1,4})\b", _I)
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_ORDINAL = re.compile(
    r"\b(?:the |that |your )?(?P<nth>first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|last|former|latter)"
    r"(?: (?:one|paper|work|article|method|approach|study|result|of (?:them|these|those|the two|the three))\b"
    r"(?P<ever> (?:that |which )?(?:you|we) (?:\w+ )?(?:cited|mentioned|named|gave|showed|listed|discussed)"
    r"| (?:in|of) this (?:conversation|chat))?|(?=[\s,]*(?:and|[?.!]|$))|(?<=former)|(?<=latter))",
    _I,
)
_OTHER = re.compile(r"\b(?:the )?other (?:one|paper|work|method|approach|study)\b|\bthe other\b(?=\W*$)", _I)
_PREVIOUS = re.compile(r"\b(?:the )?(?:previous|earlier|preceding) (?:one|paper|work|method)\b", _I)


@dataclass(frozen=True, slots=True)
class Pointer:
    """Words of a text, `text[start:end]`, that point at a paper of the conversation.

    Attributes:
        paper: The paper; None when there is none.
        gone: Its number, when it was removed from the collection.
    """

    start: int
    end: int
    paper: Paper | None
    gone: int | None = None


class References:
    """The papers of a conversation as they are now in the index."""

    def __init__(self, index: Index, history: History) -> None:
        """Look the papers up; numbers follow those that were merged since."""
        turns = history.turns
        shown = [key for turn in turns for key in (*turn.shown, *turn.subjects)]
        self._papers = index.get([*history.register, *shown])
        history.register.absorb({old: paper.id for old, paper in self._papers.items()})
        self._register = history.register
        self._turns = turns

    @property
    def last(self) -> Turn | None:
        """The turn before."""
        return self._turns[-1] if self._turns else None

    @property
    def subjects(self) -> tuple[Paper, ...]:
        """What the talk is about: "it", "they"."""
        for turn in reversed(self._turns):
            if turn.subjects:
                return self._known(turn.subjects)
        return ()

    @property
    def pair(self) -> tuple[Paper, ...]:
        """ "the two", "both": those that the talk is about, or the last two that it was about."""
        if len(self.subjects) > 1:
            return self.subjects
        last = next((turn for turn in reversed(self._turns) if turn.subjects), None)
        if last is not None and len(last.shown) == 2:
            return self._known(last.shown)
        spoken = self._spoken_of()
        if len(spoken) > 1:
            return spoken[-2:]
        return self._known(last.shown)[:2] if last is not None else ()

    def pointers(self, text: str) -> list[Pointer]:
        """The words of a text that point at papers by number or order, in its order."""
        found = []
        for match in _NUMBER.finditer(text):
            number = int(next(group for group in match.groups() if group))
            found.append(self._numbered(match, number))
        for match in _ORDINAL.finditer(text):
            found.append(Pointer(*match.span(), self._nth(match)))
        for match in _OTHER.finditer(text):
            found.append(Pointer(*match.span(), self._other()))
        for match in _PREVIOUS.finditer(text):
            found.append(Pointer(*match.span(), next(iter(self._spoken_of()[-2:-1]), None)))
        return sorted(found, key=lambda pointer: pointer.start)

    def latest(self) -> tuple[Paper, ...]:
        """The papers met last, latest first."""
        return tuple(reversed(self._known(self._register)))

    def _numbered(self, match: re.Match[str], number: int) -> Pointer:
        paper = self._papers.get(self._register.paper_id(number) or "")
        removed = paper is None and number <= len(self._register)
        return Pointer(*match.span(), paper, number if removed else None)

    def _nth(self, match: re.Match[str]) -> Paper | None:
        word = match["nth"].casefold()
        if match["ever"]:
            papers = self._known(self._register)
        else:
            papers = self.pair if word in ("former", "latter") else self._counted()
        if word in ("last", "latter"):
            return papers[-1] if papers else None
        at = next((at for at, name in enumerate(_ORDINALS) if name == word), None)
        if at is None:
            at = 0 if word == "former" else int(word[0]) - 1
        if at < len(papers):
            return papers[at]
        numbered = self._known(self._register)
        return numbered[at] if at < len(numbered) else None

    def _counted(self) -> tuple[Paper, ...]:
        """The papers that "the second one" counts: the last several that stood together."""
        for turn in reversed(self._turns):
            if len(turn.subjects) > 1:
                return self._known(turn.subjects)
            if len(turn.shown) > 1:
                return self._known(turn.shown)
        return self._known(self._register)

    def _other(self) -> Paper | None:
        """Of the last pair, the one that the talk is not about now."""
        now = {paper.id for paper in self.subjects}
        for pair in (self._counted()[:2] if len(self._counted()) == 2 else (), self._spoken_of()):
            others = [paper for paper in pair if paper.id not in now]
            if others:
                return others[-1]
        return next((paper for paper in self._counted() if paper.id not in now), None)

    def _spoken_of(self) -> tuple[Paper, ...]:
        """Papers that the talk was about, each once, the latest last."""
        ids = [key for turn in self._turns for key in turn.subjects]
        latest_last = dict.fromkeys(reversed(ids))
        return self._known(reversed(latest_last))

    def _known(self, ids: Iterable[str]) -> tuple[Paper, ...]:
        found = (self._papers[key] for key in ids if key in self._papers)
        return tuple({paper.id: paper for paper in found}.values())
