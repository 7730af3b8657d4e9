"""What one open page remembers: its turns, and which of them the evidence panel shows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from paperchat import history
from paperchat.answers import Answer, AnswerPaper
from paperchat.filters import Conditions
from paperchat.register import Register
from paperchat.types import Overview, Sentence


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is put to the assistant.

    Attributes:
        question: In words.
        conditions: What the papers must match, beside what the question says itself.
        llm: What writes the answer; None takes the default.
        page: Of a list of papers, from 1.
    """

    question: str
    conditions: Conditions = field(default_factory=Conditions)
    llm: str | None = None
    page: int = 1


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with what has come back for it so far.

    The HTML is kept beside the facts, so that an update during streaming renders one turn only.

    Attributes:
        typed: What the reader sees as the question.
        text: The pieces of the answer that have arrived; the answer's own text once it is there.
        sentences: Those among them that were checked; `papers` are the ones that they cite.
        error: One line for the reader; empty while all is well.
        record: The turn as the conversation remembers it, once it has an answer.
    """

    asked: Asked
    typed: str
    question_html: str
    answer_html: str
    text: str = ""
    answer: Answer | None = None
    error: str = ""
    record: history.Turn | None = None
    sentences: tuple[Sentence, ...] = ()
    papers: tuple[AnswerPaper, ...] = ()


@dataclass(slots=True)
class Run:
    """An answer being made, shared between who makes it and who wants it to end.

    Attributes:
        stopping: Somebody asks for its end; it ends itself, so that its last word is the last.
        clearing: Its end is to be an empty page; `cleared`: that was it.
        ended: It gives nothing more, however that came.
    """

    stopping: bool = False
    clearing: bool = False
    cleared: bool = False
    ended: bool = False


@dataclass(frozen=True, slots=True)
class PageState:
    """The page between two events.

    Attributes:
        register: The numbers of the conversation's papers.
        shown: The turn in the evidence panel, counted from 1; 0 shows what the panel is for.
        panel_html: The panel as it stands.
        run: The answer being made, if one is.
        unread: The browser keeps a conversation that could not be read yet; it is left there.
    """

    turns: tuple[Turn, ...] = ()
    register: Register = field(default_factory=Register)
    shown: int = 0
    panel_html: str = ""
    run: Run | None = None
    unread: bool = False

    @property
    def busy(self) -> bool:
        """An answer is being made."""
        return self.run is not None and not self.run.ended

    @property
    def history(self) -> history.History:
        """The conversation so far, to go on from."""
        return history.History(self.register, [turn.record for turn in self.turns if turn.record])

    @property
    def answers(self) -> list[Answer]:
        """The answers so far, in their order."""
        return [turn.answer for turn in self.turns if turn.answer]

    def without_last(self) -> PageState:
        """The same page before its last turn."""
        return replace(self, turns=self.turns[:-1])

    def with_last(self, turn: Turn) -> PageState:
        """The same page with its last turn replaced."""
        return replace(self, turns=(*self.turns[:-1], turn))


@dataclass(frozen=True, slots=True)
class Corpus:
    """What the index holds, or why it cannot be read (`problem`, one line)."""

    overview: Overview
    examples: tuple[str, ...] = ()
    problem: str = ""
