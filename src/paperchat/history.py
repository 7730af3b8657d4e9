"""What a conversation has said so far, as plain data: turns, and the numbers of their papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Self, get_args

from paperchat.answers import Answer, Status
from paperchat.errors import FilterError
from paperchat.filters import make_filters
from paperchat.register import Register
from paperchat.types import Citation, Filters, Paper, Quote, QuotedField, Sentence, Support

_ASIDE: Sequence[Status] = ("chat", "unclear", "not_in_corpus")
"""Turns that leave the talk where it was."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with what was answered.

    Attributes:
        question: As asked.
        looked_for: The question without what names its papers: what "and the second one?" asks
            again.
        status: Of the answer.
        text: Of the answer.
        search_query: What was searched.
        sentences: Of the answer, with the spans that they quote.
        subjects: Ids of the papers that the talk is about now: what "it" and "they" mean.
        shown: Ids of the papers beside the answer, in their order: what "the second one" counts.
        page: Of a list of papers, from 1, or of papers that were counted; 0 for any other answer.
        filters: Of the answer: those that "next page" keeps.
    """

    question: str
    looked_for: str
    status: Status
    text: str = ""
    search_query: str = ""
    sentences: tuple[Sentence, ...] = ()
    subjects: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    page: int = 0
    filters: Filters = field(default_factory=Filters)

    @classmethod
    def of(cls, answer: Answer, looked_for: str, asked_of: Sequence[Paper] = ()) -> Self:
        """The turn as the next one needs it; a search's first paper is what the talk is about."""
        about = asked_of or [listed.paper for listed in answer.papers[:1]]
        return cls(
            question=answer.question,
            looked_for=looked_for,
            status=answer.status,
            text=answer.text,
            search_query=answer.search_query,
            sentences=answer.sentences,
            subjects=tuple(paper.id for paper in about),
            shown=tuple(listed.paper.id for listed in answer.papers or answer.nearest),
            filters=answer.filters,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data; no abstracts."""
        plain = asdict(self) | {"filters": self.filters.to_dict()}
        return plain | {name: list(plain[name]) for name in ("sentences", "subjects", "shown")}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """What `to_dict` gave.

        Raises:
            AttributeError, KeyError, TypeError, ValueError, FilterError: It is something else.
        """
        texts = {name: str(record[name]) for name in ("question", "looked_for", "text")}
        return cls(
            **texts,
            status=_one_of(get_args(Status), record["status"]),
            search_query=str(record["search_query"]),
            sentences=tuple(map(sentence_from_dict, record["sentences"])),
            subjects=tuple(map(str, record["subjects"])),
            shown=tuple(map(str, record["shown"])),
            page=int(record.get("page", 0)),
            filters=make_filters(record.get("filters", {})),
        )


@dataclass(slots=True)
class History:
    """Turns in order, and the register of their papers; empty before the first question."""

    register: Register = field(default_factory=Register)
    turns: list[Turn] = field(default_factory=list)

    @property
    def last(self) -> Turn | None:
        """The last turn that was about papers."""
        return next((turn for turn in reversed(self.turns) if turn.subjects), None)

    @property
    def has_subject(self) -> bool:
        """Whether the talk is about papers of its own now, rather than about the collection."""
        said = (turn for turn in reversed(self.turns) if turn.status not in _ASIDE)
        return bool((turn := next(said, None)) and turn.subjects)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: ids, numbers, spans and texts."""
        return {
            "papers": self.register.to_dict(),
            "turns": [turn.to_dict() for turn in self.turns],
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """What `to_dict` gave, also through JSON.

        Raises:
            ValueError: It is no conversation.
        """
        try:
            register = Register.from_dict(record["papers"])
            return cls(register, [Turn.from_dict(turn) for turn in record["turns"]])
        except (AttributeError, FilterError, KeyError, TypeError) as error:
            raise ValueError(
                f"not a stored conversation: {type(error).__name__} {error}"
            ) from error


def sentence_from_dict(record: Mapping[str, Any]) -> Sentence:
    """A sentence of its JSON form.

    Raises:
        KeyError, TypeError, ValueError: It is something else.
    """
    return Sentence(
        str(record["text"]),
        _one_of(get_args(Support), record["support"]),
        tuple(
            Citation(int(citation["number"]), tuple(map(_quote, citation["quotes"])))
            for citation in record["citations"]
        ),
    )


def _quote(record: Mapping[str, Any]) -> Quote:
    field = _one_of(get_args(QuotedField), record["field"])
    return Quote(field, int(record["start"]), int(record["end"]), str(record["text"]))


def _one_of(known: tuple[Any, ...], value: object) -> Any:
    if value not in known:
        raise ValueError(f"not a stored conversation: {value!r} is none of {', '.join(known)}")
    return value
