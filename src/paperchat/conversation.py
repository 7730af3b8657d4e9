"""A conversation: questions one after the other, papers that keep their numbers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing
from typing import Any, Unpack

from paperchat.blocking import blocking
from paperchat.filters import Conditions, make_filters
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

    def ask(self, question: str, **conditions: Unpack[Conditions]) -> Answer:
        """Answer a question after those before it.

        Args:
            question: In plain words; "it", "the second one", "and ShadowKV?" are understood.
            **conditions: What the papers must match, as in `Assistant.ask`.
        """
        for event in self.stream(question, **conditions):
            if isinstance(event, Done):
                return event.answer
        raise AssertionError("the last event is always Done")

    async def aask(self, question: str, **conditions: Unpack[Conditions]) -> Answer:
        """`ask`, for code that runs in an event loop."""
        async with aclosing(self.astream(question, **conditions)) as events:
            async for event in events:
                if isinstance(event, Done):
                    return event.answer
        raise AssertionError("the last event is always Done")

    def stream(self, question: str, **conditions: Unpack[Conditions]) -> Iterator[Event]:
        """`ask`, event by event."""
        return blocking(self.astream(question, **conditions))

    def astream(
        self, question: str, **conditions: Unpack[Conditions]
    ) -> AsyncGenerator[Event, None]:
        """`stream`, for code that runs in an event loop."""
        return self._events(question, make_filters(conditions), self.history)

    def to_dict(self) -> Mapping[str, Any]:
        """What was said, as plain data: ids, numbers, spans and texts; no abstracts."""
        return self.history.to_dict()
