"""Which papers of a conversation are meant by "[2]", "the second one", "the two", "it"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from paperchat.followups import rules
from paperchat.history import History, Turn
from paperchat.index import Index
from paperchat.questions.question import understand
from paperchat.types import Paper

_I = re.IGNORECASE
_NUMBERS = re.compile(
    r"\[(?P<in>\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]"
    r"|\b(?:papers?|numbers?|nos?\.|refs?\.?|references?|citations?) ?#?(?P<after>\d{1,4}"
    r"(?:(?:,? (?:and|&|with|vs\.?|to) |, ?)(?:paper |number )?#?\d{1,4})*)\b(?![.%-]\d|%|-)"
    r"|(?<!\w)#(?P<hash>\d{1,4})\b"
    r"|(?<=compare )(?P<compared>\d{1,4} (?:and|with|to) \d{1,4})\b",
    _I,
)
_COUNTS = {"two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4, "five": 5, "5": 5}
_SEVERAL = re.compile(r"\b(?:the )?(?P<end>first|last|top) (?P<count>two|2|three|3)\b", _I)
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_ORDINAL = re.compile(
    r"\b(?:the |that |your )(?P<nth>first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|last|former"
    r"|latter)(?:(?: (?:one|paper|article|study|of (?:them|these|those|the (?:two|three))))\b"
    r"(?P<ever> (?:that |which )?(?:you|we) (?:\w+ )?(?:cited|mentioned|named|gave|showed|listed"
    r"|discussed)| (?:in|of) this (?:conversation|chat))?|(?=[\s,]*(?:and\b|vs\b|[?.!’']|$))"
    r"|(?<=former)|(?<=latter))",
    _I,
)
_ALL = re.compile(
    r"\b(?:all|the|these|those) (?P<count>three|3|four|4|five|5)\b(?=\W*$| (?:papers|ones|methods"
    r"|approaches|studies|of (?:them|these|those)|is|are|do|does|did|has|have|was|were|uses?|needs?"
    r"|differ|compare)\b)",
    _I,
)
_REST = re.compile(r"\bthe (?:others|other ones|rest|remaining (?:ones|papers))\b", _I)
_OTHER = re.compile(r"\bthe other (?:one|paper|article|study)\b|\bthe other\b(?=\W*$)", _I)
_PREVIOUS = re.compile(r"\bthe (?:previous|earlier|preceding) (?:one|paper|article|study)\b", _I)

_OFFERS = ("unclear", "not_in_corpus")
"""Turns that answer nothing, and show the nearest papers."""

_A_FEW = 8
"""So many papers of a list can be spoken of together."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """Words of a text, `text[start:end]`, that point at papers of the conversation.

    Attributes:
        papers: The papers; empty when there are none.
        gone: Numbers of papers that were removed from the collection.
    """

    start: int
    end: int
    papers: tuple[Paper, ...]
    gone: tuple[int, ...] = ()


class References:
    """The papers of a conversation as they are now in the index.

    Attributes:
        last: The last turn that was about papers.
    """

    def __init__(self, index: Index, history: History) -> None:
        """Look the papers up; numbers follow those that were merged since."""
        turns = history.turns
        shown = [key for turn in turns for key in (*turn.shown, *turn.subjects)]
        self._papers = index.get([*history.register, *shown])
        history.register.absorb({old: paper.id for old, paper in self._papers.items()})
        self._register = history.register
        self._turns = turns
        self.last = history.last

    @property
    def began(self) -> Turn | None:
        """The turn that brought up what the talk is about."""
        now = self.last.subjects if self.last is not None else ()
        return next((turn for turn in self._turns if set(now) & set(turn.subjects)), None)

    @property
    def subjects(self) -> tuple[Paper, ...]:
        """What the talk is about: "it", "they"."""
        return self._known(self.last.subjects) if self.last is not None else ()

    @property
    def listed(self) -> tuple[Paper, ...]:
        """The papers of a short list, or those that were asked for; empty for any other turn."""
        shown = self._known(self.last.shown) if self.last and _gives_papers(self.last) else ()
        return shown if len(shown) <= _A_FEW else ()

    @property
    def pair(self) -> tuple[Paper, ...]:
        """Those that the talk is about, a short list, or the last two: "the two", "both"."""
        if len(self.subjects) > 1:
            return self.subjects
        if len(self.listed) > 1:
            return self.listed
        shown = self._known(self.last.shown) if self.last is not None else ()
        spoken = self.spoken_of()
        return spoken[-2:] if len(spoken) > 1 and len(shown) != 2 else shown[:2]

    def pointers(self, text: str) -> list[Pointer]:
        """The words of a text that point at papers by number or order, in its order."""
        found = [self._numbered(match) for match in _NUMBERS.finditer(text)]
        rules = (
            (_SEVERAL, self._several),
            (_ORDINAL, self._nth),
            (_REST, lambda _: self._rest()),
            (_OTHER, lambda _: self._other()),
            (_PREVIOUS, lambda _: self.spoken_of()[-2:-1]),
        )
        for pattern, meant in rules:
            found += [Pointer(*match.span(), meant(match)) for match in pattern.finditer(text)]
        every = (Pointer(*one.span(), self._all(one)) for one in _ALL.finditer(text))
        found += [one for one in every if one.papers]  # else a paper's own "three"
        return sorted(found, key=lambda pointer: pointer.start)

    def latest(self) -> tuple[Paper, ...]:
        """The papers met last, latest first."""
        return tuple(reversed(self._known(self._register)))

    def _numbered(self, match: re.Match[str]) -> Pointer:
        numbers = [int(number) for number in re.findall(r"\d+", match[0])]
        ids = {number: self._register.paper_id(number) for number in numbers}
        papers = self._known(key for key in ids.values() if key is not None)
        gone = [n for n, key in ids.items() if key is not None and key not in self._papers]
        if None in ids.values():
            return Pointer(*match.span(), ())
        return Pointer(*match.span(), papers, tuple(gone))

    def _several(self, match: re.Match[str]) -> tuple[Paper, ...]:
        count, papers = _COUNTS[match["count"].casefold()], self._counted()
        if len(papers) < count:
            return ()
        return papers[-count:] if match["end"].casefold() == "last" else papers[:count]

    def _all(self, match: re.Match[str]) -> tuple[Paper, ...]:
        """So many papers that stand together, else the last that were spoken of; none of fewer."""
        count = _COUNTS[match["count"].casefold()]
        for papers in (self.subjects, self._counted(), self.spoken_of()[-count:]):
            if len(papers) == count:
                return papers
        return ()

    def _nth(self, match: re.Match[str]) -> tuple[Paper, ...]:
        word = match["nth"].casefold()
        numbered = self._known(self._register)
        if word in ("former", "latter"):
            return self.pair[:1] if word == "former" else self.pair[-1:]
        counted = numbered if match["ever"] else self._counted()
        if word == "last":
            return counted[-1:]
        at = int(word[0]) - 1 if word[0].isdigit() else _ORDINALS.index(word)
        return counted[at : at + 1] or numbered[at : at + 1]

    def _counted(self) -> tuple[Paper, ...]:
        """The papers that "the second one" counts: the last several that stood together."""
        for turn in reversed(self._turns):
            if turn.status in _OFFERS and turn is not self._turns[-1]:
                continue  # what was offered there was not taken
            if len(turn.subjects) > 1:
                return self._known(turn.subjects)
            if len(turn.shown) > 1:
                return self._known(turn.shown)
        return self._known(self._register)

    def _other(self) -> tuple[Paper, ...]:
        """Of the last pair, the one that the talk is not about now."""
        now = {paper.id for paper in self.subjects}
        together = self._counted()
        for papers in (together if len(together) == 2 else (), self.spoken_of(), together):
            if others := [paper for paper in papers if paper.id not in now]:
                return tuple(others[-1:])
        return ()

    def _rest(self) -> tuple[Paper, ...]:
        """Of papers that stood together, those that the talk is not about now."""
        now = {paper.id for paper in self.subjects}
        return tuple(paper for paper in self._counted() if paper.id not in now)

    def spoken_of(self) -> tuple[Paper, ...]:
        """Papers that the talk was about, each once, the latest last."""
        ids = [key for turn in self._turns for key in turn.subjects]
        latest_last = dict.fromkeys(reversed(ids))
        return self._known(reversed(latest_last))

    def _known(self, ids: Iterable[str]) -> tuple[Paper, ...]:
        found = (self._papers[key] for key in ids if key in self._papers)
        return tuple({paper.id: paper for paper in found}.values())


def _gives_papers(turn: Turn) -> bool:
    """Whether papers were asked for, of which none comes before the others."""
    asked = turn.question
    return bool(turn.page) or (
        understand(asked).wanted == "papers" and not rules.OTHERS.search(asked)
    )
