"""A conversation: questions one after the other, papers that keep their numbers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, Unpack

from paperchat.answers import Answer
from paperchat.blocking import EventLoop
from paperchat.events import Done, Event
from paperchat.filters import Conditions, make_filters
from paperchat.history import History, Turn
from paperchat.types import Filters

Events = Callable[[str, Filters, History, str | None, int], AsyncGenerator[Event, None]]
"""Answers a question after what was said before, by a model, from a page of its list on, and writes
the turn into it."""

Compare = Callable[[Sequence[str | int], Sequence[str] | None, History], Answer]
"""Compares papers by aspects; numbers are those of the history."""


class Conversation:
    """Questions of one reader, one after the other; `Assistant.conversation` begins one."""

    def __init__(
        self,
        events: Events,
        compare: Compare,
        loop: EventLoop,
        history: History | None = None,
    ) -> None:
        """Go on after what was said before."""
        self._events = events
        self._compare = compare
        self._loop = loop
        self.history = History() if history is None else history

    def ask(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> Answer:
        """Answer a question after those before it.

        Args:
            question: In plain words; "it", "the second one", "and ShadowKV?" are understood.
            llm: As for `Assistant.ask`.
            page: As for `Assistant.ask`.
            conditions: As for `Assistant.ask`.
        """
        for event in self.stream(question, llm=llm, page=page, **conditions):
            if isinstance(event, Done):
                return event.answer
        raise AssertionError("the last event is always Done")

    async def aask(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> Answer:
        """`ask`, for code that runs in an event loop."""
        async with aclosing(self.astream(question, llm=llm, page=page, **conditions)) as events:
            async for event in events:
                if isinstance(event, Done):
                    return event.answer
        raise AssertionError("the last event is always Done")

    def stream(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> Iterator[Event]:
        """`ask`, event by event."""
        return self._loop.events(self.astream(question, llm=llm, page=page, **conditions))

    def astream(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> AsyncGenerator[Event, None]:
        """`stream`, for code that runs in an event loop."""
        return self._events(question, make_filters(conditions), self.history, llm, page)

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
