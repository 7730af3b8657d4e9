"""A conversation: questions one after the other, papers that keep their numbers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing
from typing import Any, Unpack

from paperchat.blocking import blocking
from paperchat.history import History
from paperchat.types import Answer, AskOptions, Done, Event

Events = Callable[[str, AskOptions, History], AsyncGenerator[Event, None]]
"""Answers a question after what was said before, and writes the turn into it."""


class Conversation:
    """Questions of one reader, one after the other; `Assistant.conversation` begins one."""

    def __init__(self, events: Events, history: History | None = None) -> None:
        """Go on after what was said before."""
        self._events = events
        self.history = History() if history is None else history

    def ask(self, question: str, **options: Unpack[AskOptions]) -> Answer:
        """Answer a question after those before it.

        Args:
            question: In plain words; "it", "the second one", "and ShadowKV?" are understood.
            options: Filters, and what writes the answer: see `AskOptions`.
        """
        for event in self.stream(question, **options):
            if isinstance(event, Done):
                return event.answer
        raise AssertionError("the last event is always Done")

    async def aask(self, question: str, **options: Unpack[AskOptions]) -> Answer:
        """`ask`, for code that runs in an event loop."""
        async with aclosing(self.astream(question, **options)) as events:
            async for event in events:
                if isinstance(event, Done):
                    return event.answer
        raise AssertionError("the last event is always Done")

    def stream(self, question: str, **options: Unpack[AskOptions]) -> Iterator[Event]:
        """`ask`, event by event."""
        return blocking(self.astream(question, **options))

    def astream(self, question: str, **options: Unpack[AskOptions]) -> AsyncGenerator[Event, None]:
        """`stream`, for code that runs in an event loop."""
        return self._events(question, options, self.history)

    def to_dict(self) -> Mapping[str, Any]:
        """What was said, as plain data: ids, numbers, spans and texts; no abstracts."""
        return self.history.to_dict()
