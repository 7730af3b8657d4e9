"""A conversation: questions one after the other, papers that keep their numbers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing
from typing import Any

from paperchat.blocking import blocking
from paperchat.history import History
from paperchat.types import Answer, Done, Event, Filters

Events = Callable[[str, Filters, History], AsyncGenerator[Event, None]]
"""Answers a question after what was said before, and writes the turn into it."""


class Conversation:
    """Questions of one reader, one after the other; `Assistant.conversation` begins one."""

    def __init__(self, events: Events, history: History | None = None) -> None:
        """Go on after what was said before."""
        self._events = events
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

    def to_dict(self) -> Mapping[str, Any]:
        """What was said, as plain data: ids, numbers, spans and texts; no abstracts."""
        return self.history.to_dict()
