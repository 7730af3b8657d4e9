"""What one open page remembers: its turns, and which of them the evidence panel shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from paperchat.types import Answer, Overview


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with what has come back for it so far.

    The HTML is kept beside the facts, so that an update during streaming renders one turn only.

    Attributes:
        text: The pieces of the answer that have arrived; the answer's own text once it is there.
        error: One line for the reader; empty while all is well.
    """

    question: str
    question_html: str
    answer_html: str
    text: str = ""
    answer: Answer | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class PageState:
    """The page between two events.

    Attributes:
        shown: The turn in the evidence panel, counted from 1; 0 shows what the panel is for.
        panel_html: The panel as it stands.
        busy: An answer is being made.
    """

    turns: tuple[Turn, ...] = ()
    shown: int = 0
    panel_html: str = ""
    busy: bool = False

    def with_last(self, turn: Turn) -> PageState:
        """The same page with its last turn replaced."""
        return replace(self, turns=(*self.turns[:-1], turn))


@dataclass(frozen=True, slots=True)
class Corpus:
    """What the index holds, or why it cannot be read (`problem`, one line)."""

    overview: Overview
    examples: tuple[str, ...] = ()
    problem: str = ""
