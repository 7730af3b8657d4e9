"""From what a reader does to what the page shows. No gradio here.

A handler that makes an answer is an async generator of page states. Between two states it gives
None at least every `TICK` seconds: whoever serves the page notices only then that the reader has
gone, and can close the generator, which stops the answer too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any, Protocol, Unpack

from paperchat import history
from paperchat.errors import PaperchatError
from paperchat.events import Event
from paperchat.filters import Conditions
from paperchat.types import Overview, Paper
from paperchat_ui import evidence, growing, render
from paperchat_ui.batching import TICK, batches
from paperchat_ui.state import Asked, Corpus, PageState, Run, Turn
from paperchat_ui.storage import from_stored

logger = logging.getLogger(__name__)

States = AsyncGenerator[PageState | None, None]
"""The page as an answer grows; None when nothing changed."""


class Talk(Protocol):
    """What the page needs of a conversation."""

    @property
    def history(self) -> history.History:
        """What was said; a turn is added when its answer is there."""

    def astream(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> AsyncGenerator[Event, None]:
        """The answer as it is made; `Done` comes last."""


class ChatAssistant(Protocol):
    """What the page needs of an assistant."""

    @property
    def ready(self) -> bool:
        """Whether a question is searched at once; not while a model is still loading."""

    @property
    def models(self) -> tuple[str, ...]:
        """What may write an answer, the default first."""

    def overview(self) -> Overview:
        """What the index holds now."""

    def examples(self) -> tuple[str, ...]:
        """Questions that the corpus answers well."""

    def paper(self, name: str) -> Paper:
        """The paper of an id; raises `UnknownPaperError`."""

    def conversation(self, history: history.History) -> Talk:
        """A conversation that goes on from there."""


def opened() -> PageState:
    """A page without turns."""
    return PageState(panel_html=evidence.empty_panel())


async def reopened(assistant: ChatAssistant, stored: Any) -> PageState:
    """The page as the reader's browser kept it; an `unread` one while the index cannot be read."""
    try:
        return await asyncio.to_thread(from_stored, stored, assistant.paper)
    except PaperchatError:
        return replace(opened(), unread=True)  # the status line tells what is wrong


async def recovered(assistant: ChatAssistant, page: PageState, stored: Any) -> PageState:
    """The page; as the browser kept it, where a server that was started anew does not know it.

    What failed while the index could not be read then follows what the browser kept.
    """
    if page.run or (page.turns and not page.unread):
        return page
    kept = await reopened(assistant, stored)
    if kept.unread:
        return replace(page, unread=True)
    failed = (turn for turn in page.turns if turn.record is None)
    return replace(kept, turns=(*kept.turns, *failed))


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


async def ask(assistant: ChatAssistant, page: PageState, asked: Asked, typed: str = "") -> States:
    """A new turn for the question; nothing for an empty one, or while an answer is being made.

    Args:
        assistant: What answers.
        page: The page as it stands.
        asked: The question.
        typed: What the reader sees as the question; the question itself when empty.
    """
    question = asked.question.strip()
    if not question or page.busy:
        return
    asked, typed = replace(asked, question=question), typed or question
    stage = "Searching …" if assistant.ready else "Loading the search model, then searching …"
    turn = Turn(asked, typed, render.question(typed), render.waiting(stage))
    page = replace(page, turns=(*page.turns, turn), run=Run())
    async with aclosing(_answered(assistant, page)) as states:
        async for state in states:
            yield state


def again(assistant: ChatAssistant, page: PageState, asked: Asked) -> States:
    """The last question in another way, in the place of its turn."""
    return ask(assistant, page.without_last(), asked, page.turns[-1].typed)


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


async def _answered(assistant: ChatAssistant, page: PageState) -> States:
    """States of the page until its last turn is at its end, whichever that is."""
    run = page.run or Run()
    asked = page.turns[-1].asked
    try:
        yield page
        talk = assistant.conversation(page.history)
        events = talk.astream(asked.question, llm=asked.llm, page=asked.page, **asked.conditions)
        async with aclosing(_progress(page, run, talk, events)) as states:
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


async def _progress(
    page: PageState, run: Run, talk: Talk, events: AsyncGenerator[Event, None]
) -> States:
    """States of the page while events come, until the answer is there or shall end."""
    async with aclosing(batches(events)) as arriving:
        async for batch in arriving:
            page = page.with_last(growing.advanced(page.turns[-1], batch, len(page.turns)))
            if run.clearing:
                run.cleared = True
                yield opened()
                return
            if page.turns[-1].answer is not None:
                yield _finished(page, talk.history.turns[-1])
                return
            if run.stopping:
                yield _stopped(page)
                return
            yield page if batch else None
    raise PaperchatError("The answer broke off before it was complete.")


def _finished(page: PageState, record: history.Turn) -> PageState:
    """The panel follows an answer that has papers; small talk leaves it as it stands."""
    last = replace(page.turns[-1], record=record)
    page = replace(page.with_last(last), run=None)
    answer = last.answer
    has_papers = answer is not None and (answer.papers or answer.nearest)
    return show(page, len(page.turns)) if has_papers else page


def _stopped(page: PageState) -> PageState:
    last = growing.stopped(page.turns[-1], len(page.turns), page.register)
    page = replace(page.with_last(last), run=None)
    return show(page, len(page.turns)) if last.answer else page


def _failed(page: PageState, error: str) -> PageState:
    last = page.turns[-1]
    html = render.failure(last.text, error)
    return replace(page.with_last(replace(last, error=error, answer_html=html)), run=None)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _unexpected(error: Exception) -> str:
    return f"Something went wrong: {_one_line(error) or type(error).__name__}"
