"""What a streamed answer is made of, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from paperchat.answers import Answer, AnswerPaper
from paperchat.types import SearchResult, Sentence


@dataclass(frozen=True, slots=True)
class Searching:
    """Event: this is being searched."""

    search_query: str


@dataclass(frozen=True, slots=True)
class Found:
    """Event: these papers were found; the answer is being made from them."""

    papers: tuple[SearchResult, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Event: a piece of the answer's text, never with half a marker.

    Attributes:
        piece: The text.
        sentence: The sentence that it ends with, checked, where a model wrote it.
        papers: Those that the sentence cites.
    """

    piece: str
    sentence: Sentence | None = None
    papers: tuple[AnswerPaper, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """Event, always the last: the whole answer."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Waiting:
    """Event: the model's server is busy; it is asked again in so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Retracted:
    """Event: the pieces so far were thinking aloud, and no part of the answer.

    Some servers give away the end of a model's thinking (`</think>`), but not its begin.
    """


Event = Searching | Found | Waiting | Retracted | Text | Done
