"""A conversation: questions one after the other, papers that keep their numbers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any

from paperchat.blocking import blocking
from paperchat.history import History, Turn
from paperchat.types import Answer, Done, Event, Filters

Events = Callable[[str, Filters, History], AsyncGenerator[Event, None]]
"""Answers a question after what was said before, and writes the turn into it."""

Compare = Callable[[Sequence[str | int], Sequence[str] | None, History], Answer]
"""Compares papers by aspects; numbers are those of the history."""


class Conversation:
    """Questions of one reader, one after the other; `Assistant.conversation` begins one."""

    def __init__(self, events: Events, compare: Compare, history: History | None = None) -> None:
        """Go on after what was said before."""
        self._events = events
        self._compare = compare
        self.history = History() if history is None else history

    def ask(self, question: str, *, venue: str | None = None, year: int | None = None) -> Answer:
        """Answer a question after those before it.

        Args:
            question: In plain words; "it", "the second one", "and ShadowKV?" are understood.
            venue: Only papers of this venue, whatever its case.
            year: Only papers of this year.
        """
        for event in self.stream(question, venue=venue, year=year):
            if isinstance(event, Done):
                return event.answer
        raise AssertionError("the last event is always Done")

    async def aask(
        self, question: str, *, venue: str | None = None, year: int | None = None
    ) -> Answer:
        """`ask`, for code that runs in an event loop."""
        async with aclosing(self.astream(question, venue=venue, year=year)) as events:
            async for event in events:
                if isinstance(event, Done):
                    return event.answer
        raise AssertionError("the last event is always Done")

    def stream(
        self, question: str, *, venue: str | None = None, year: int | None = None
    ) -> Iterator[Event]:
        """`ask`, event by event."""
        return blocking(self.astream(question, venue=venue, year=year))

    def astream(
        self, question: str, *, venue: str | None = None, year: int | None = None
    ) -> AsyncGenerator[Event, None]:
        """`stream`, for code that runs in an event loop."""
        return self._events(question, Filters(venue, year), self.history)

    def compare(self, papers: Sequence[str | int], aspects: Sequence[str] | None = None) -> Answer:
        """Compare papers, which are what the next questions are about.

        Args:
            papers: 2 to 8, each by its number in this conversation, id, DOI, title or name.
            aspects: What to compare by, in words; the usual aspects when None.

        Raises:
            ComparisonError: They are not 2 to 8 papers.
            UnknownPaperError: One of them is not here.
        """
        answer = self._compare(papers, aspects, self.history)
        compared = [listed.paper for listed in answer.papers]
        self.history.turns.append(Turn.of(answer, "", compared))
        return answer

    def to_dict(self) -> Mapping[str, Any]:
        """What was said, as plain data: ids, numbers, spans and texts; no abstracts."""
        return self.history.to_dict()
