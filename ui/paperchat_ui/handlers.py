"""From what a reader does to what the page shows. No gradio here.

A handler that makes an answer is an async generator of page states. Between two states it gives
None at least every `TICK` seconds: whoever serves the page notices only then that the reader has
gone, and can close the generator, which stops the answer too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from paperchat.errors import PaperchatError
from paperchat.types import Done, Event, Found, Overview, Retracted, Searching, Text
from paperchat_ui import evidence, render
from paperchat_ui.state import Corpus, PageState, Run, Turn

logger = logging.getLogger(__name__)

TICK = 0.1
"""Seconds between two updates of the page: ten a second read as fluent and stay cheap."""

States = AsyncGenerator[PageState | None, None]
"""The page as an answer grows; None when nothing changed."""


class ChatAssistant(Protocol):
    """What the page needs of an assistant."""

    @property
    def model(self) -> str:
        """`extractive`, or the model that writes."""

    def overview(self) -> Overview:
        """What the index holds now."""

    def examples(self) -> tuple[str, ...]:
        """Questions that the corpus answers well."""

    def astream(
        self, question: str, *, venue: str | None = None, year: int | None = None
    ) -> AsyncIterator[Event]:
        """The answer as it is made; `Done` comes last."""


def opened() -> PageState:
    """A page without turns."""
    return PageState(panel_html=evidence.empty_panel())


async def corpus(assistant: ChatAssistant, *, with_examples: bool = False) -> Corpus:
    """What the index holds at this moment; another process may have added papers."""
    try:
        overview = await asyncio.to_thread(assistant.overview)
        wanted = with_examples and overview.papers
        examples = await asyncio.to_thread(assistant.examples) if wanted else ()
    except PaperchatError as error:
        return Corpus(Overview(0, (), ()), problem=_one_line(error))
    except Exception as error:
        logger.exception("The index could not be read")
        return Corpus(Overview(0, (), ()), problem=_unexpected(error))
    return Corpus(overview, examples)


async def ask(
    assistant: ChatAssistant,
    page: PageState,
    question: str,
    venue: str | None = None,
    year: int | None = None,
) -> States:
    """A new turn for the question; nothing for an empty one, or while an answer is being made."""
    asked = question.strip()
    if not asked or page.busy:
        return
    turn = Turn(asked, render.question(asked), render.waiting("Searching …"))
    page = replace(page, turns=(*page.turns, turn), run=Run())
    async with aclosing(_answered(assistant, page, venue, year)) as states:
        async for state in states:
            yield state


async def retry(
    assistant: ChatAssistant, page: PageState, venue: str | None = None, year: int | None = None
) -> States:
    """The last question again, in the place of its turn."""
    if not page.turns or page.busy:
        return
    last = page.turns[-1]
    again = replace(page, turns=page.turns[:-1])
    async with aclosing(ask(assistant, again, last.question, venue, year)) as states:
        async for state in states:
            yield state


async def stop(page: PageState) -> PageState | None:
    """Have the answer end itself, keeping what it said; None, since it shows its own end.

    A page that waits for an answer whose maker is gone, for instance after a lost connection, is
    brought to rest here.
    """
    if page.run is None:
        return page
    if page.run.ended:
        return _stopped(page)
    await _end(page.run)
    return None


async def clear(page: PageState) -> PageState | None:
    """An empty page; None while an answer is being made, which then ends with the empty page."""
    if page.run is None or page.run.ended:
        return opened()
    page.run.clearing = True
    await _end(page.run)
    return None if page.run.cleared else opened()


def show(page: PageState, turn: int) -> PageState:
    """The page with the evidence of that turn.

    The browser may still show turns that the server has forgotten, after it was started anew.
    """
    known = 1 <= turn <= len(page.turns)
    answer = page.turns[turn - 1].answer if known else None
    if answer is None:
        return replace(page, shown=0, panel_html=evidence.forgotten_panel())
    return replace(page, shown=turn, panel_html=evidence.panel(answer, turn))


async def _end(run: Run) -> None:
    run.stopping = True
    while not run.ended:
        await asyncio.sleep(TICK / 2)


async def _answered(
    assistant: ChatAssistant, page: PageState, venue: str | None, year: int | None
) -> States:
    """States of the page until its last turn is at its end, whichever that is."""
    run = page.run or Run()
    try:
        yield page
        events = assistant.astream(page.turns[-1].question, venue=venue, year=year)
        async with aclosing(_progress(page, run, events)) as states:
            async for state in states:
                page = state or page
                yield state
    except PaperchatError as error:
        yield _failed(page, _one_line(error))
    except Exception as error:
        logger.exception("A question could not be answered")
        yield _failed(page, _unexpected(error))
    finally:
        run.ended = True


async def _progress(page: PageState, run: Run, events: AsyncIterator[Event]) -> States:
    """States of the page while events come, until the answer is there or shall end."""
    async with aclosing(_batches(events)) as batches:
        async for batch in batches:
            page = page.with_last(_advanced(page.turns[-1], batch, len(page.turns)))
            if run.clearing:
                run.cleared = True
                yield opened()
                return
            if page.turns[-1].answer is not None:
                yield _finished(page)
                return
            if run.stopping:
                yield _stopped(page)
                return
            yield page if batch else None
    raise PaperchatError("The answer broke off before it was complete.")


def _advanced(turn: Turn, batch: list[Event], position: int) -> Turn:
    """The turn after these events."""
    text, html = turn.text, turn.answer_html
    for event in batch:
        match event:
            case Searching():
                html = render.waiting("Searching …")
            case Found(papers):
                html = render.waiting(f"Reading {len(papers)} papers …" if papers else "Reading …")
            case Text(piece):
                text += piece
            case Retracted():
                text = ""
            case Done(answer):
                html = render.answer(answer, position)
                return replace(turn, text=answer.text, answer=answer, answer_html=html)
    if text != turn.text:
        html = render.streaming(text)
    return replace(turn, text=text, answer_html=html)


def _finished(page: PageState) -> PageState:
    """The panel follows an answer that has papers; small talk leaves it as it stands."""
    page = replace(page, run=None)
    answer = page.turns[-1].answer
    has_papers = answer is not None and (answer.papers or answer.nearest)
    return show(page, len(page.turns)) if has_papers else page


def _stopped(page: PageState) -> PageState:
    last = page.turns[-1]
    html = render.stopped(last.text)
    return replace(page.with_last(replace(last, answer_html=html)), run=None)


def _failed(page: PageState, error: str) -> PageState:
    last = page.turns[-1]
    html = render.failure(last.text, error)
    return replace(page.with_last(replace(last, error=error, answer_html=html)), run=None)


@dataclass(slots=True)
class _Inbox:
    """Events that have come and were not taken yet."""

    events: list[Event] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    async def fill(self, events: AsyncIterator[Event]) -> None:
        """Take over everything from the generator, and close it in the task that ran it."""
        try:
            async for event in events:
                self.events.append(event)
                self.arrived.set()
        finally:
            self.arrived.set()
            await _close(events)

    def take(self) -> list[Event]:
        """What has come since the last time."""
        taken, self.events = self.events, []
        self.arrived.clear()
        return taken


async def _batches(events: AsyncIterator[Event]) -> AsyncGenerator[list[Event], None]:
    """The events of each tick; an empty list when none came. Raises what the generator raises.

    One task runs the generator from start to end, since libraries below it may hold time limits
    that must be left in the task that entered them. Closing cancels that task and waits for it.
    """
    inbox = _Inbox()
    task = asyncio.ensure_future(inbox.fill(events))
    try:
        while not task.done() or inbox.events:
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await inbox.arrived.wait()
            yield inbox.take()
            if not task.done():
                await asyncio.sleep(TICK)
        await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _close(events: Any) -> None:
    """Async generators are closed; a plain iterator has nothing to close."""
    close = getattr(events, "aclose", None)
    if close is not None:
        await close()


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _unexpected(error: Exception) -> str:
    return f"Something went wrong: {_one_line(error) or type(error).__name__}"
