"""What the page's components do: their events wired to `handlers` and `acting`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import gradio as gr

from paperchat.filters import Conditions
from paperchat_ui import acting, downloads, handlers, render
from paperchat_ui.bar import bar, export_menu
from paperchat_ui.handlers import ChatAssistant, States
from paperchat_ui.layout import ANY, Page, asset
from paperchat_ui.state import Asked, Corpus, PageState
from paperchat_ui.storage import to_stored

ANSWERS_AT_ONCE = 20

# The page's own events are no interface for programs, and need no overlay over what they change.
_QUIET: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}

_Updates = AsyncGenerator[Any, None]


def wire(app: gr.Blocks, page: Page, assistant: ChatAssistant) -> None:
    """Give the components of an open page what they do."""
    _wire_answers(page, assistant)
    _wire_bar(page, assistant)
    _wire_endings(page)
    _wire_panel(page, assistant)
    _wire_export(page, assistant)
    _wire_load(app, page, assistant)


def _wire_answers(page: Page, assistant: ChatAssistant) -> None:
    """Everything that makes an answer; after each the index is read anew."""
    header = [page.venue, page.year]
    given = [page.state, page.stored, *header, page.model]

    async def ask(
        state: PageState, stored: Any, venue: str, year: int | str, llm: str, question: str
    ) -> _Updates:
        asked = Asked(question, _conditions(venue, year), llm)
        now = await handlers.recovered(assistant, state, stored)
        async for update in _updates(handlers.ask(assistant, now, asked), box=gr.update(value="")):
            yield update

    async def example(
        state: PageState, _: Any, venue: str, year: int | str, llm: str, event: gr.EventData
    ) -> _Updates:
        asked = Asked(str(event.question), _conditions(venue, year), llm)
        async for update in _updates(handlers.ask(assistant, state, asked)):
            yield update

    async def retry(
        state: PageState, stored: Any, venue: str, year: int | str, llm: str
    ) -> _Updates:
        now = await handlers.recovered(assistant, state, stored)
        if now.turns:
            asked = replace(now.turns[-1].asked, conditions=_conditions(venue, year), llm=llm)
            async for update in _updates(handlers.again(assistant, now, asked)):
                yield update

    outputs = [*_shown(page), page.question]
    options = {"outputs": outputs, "concurrency_limit": ANSWERS_AT_ONCE, **_QUIET}
    asked = [page.question.submit, page.send.click]
    once: dict[str, Any] = {"trigger_mode": "once", **options}
    running = [
        gr.on(asked, ask, [*given, page.question], **once),
        page.examples.select(example, given, **options),
        page.retry.click(retry, given, **options),
    ]
    for event in running:
        _kept(event, page).then(_refresher(assistant), header, _corpus_shown(page), **_QUIET)


def _wire_bar(page: Page, assistant: ChatAssistant) -> None:
    """The buttons under the conversation: what is pressed, then what comes of it."""
    header = [page.venue, page.year]

    async def act(state: PageState, stored: Any, llm: str, pressed: tuple[str, str]) -> _Updates:
        now = await handlers.recovered(assistant, state, stored)
        async for update in _updates(acting.act(assistant, now, *pressed, llm=llm)):
            yield update

    given = [page.state, page.stored, page.model, page.pressed]
    outputs = [*_shown(page), page.question]
    pressed = page.bar.select(_pressed, header, [page.pressed, *header], **_QUIET)
    done = pressed.then(act, given, outputs, concurrency_limit=ANSWERS_AT_ONCE, **_QUIET)
    _kept(done, page).then(_refresher(assistant), header, _corpus_shown(page), **_QUIET)


def _kept(event: Any, page: Page) -> Any:
    """After an event, the browser keeps the conversation."""
    return event.then(None, page.stored, None, js=asset("keep.js"), **_QUIET)


def _pressed(venue: str, year: int | str, event: gr.EventData) -> list[Any]:
    """What a button says; the header loses the filter that one takes away before it is read."""
    do, value = str(event.do), str(event.value)
    dropped = value if do == "without" else ""
    kept = [ANY if dropped == "venue" else venue, ANY if dropped == "year" else year]
    return [(do, value), *kept]


def _wire_endings(page: Page) -> None:
    """Stop keeps what was said; a new conversation forgets it. Both end the answer being made.

    Not by gradio's `cancels`, and not by an update of their own: gradio repeats the last update of
    an event when it ends, which may come after theirs. So the answer itself shows its end.
    """

    async def stop(state: PageState) -> Any:
        stopped = await handlers.stop(state)
        return gr.skip() if stopped is None else _update(stopped)

    async def clear(state: PageState) -> Any:
        cleared = await handlers.clear(state)
        return gr.skip() if cleared is None else _update(cleared)

    _kept(page.stop.click(stop, page.state, _shown(page), **_QUIET), page)
    cleared = [page.clear.click, page.chat.clear]
    _kept(gr.on(cleared, clear, page.state, _shown(page), **_QUIET), page)


def _wire_panel(page: Page, assistant: ChatAssistant) -> None:
    """A chip of another turn brings up that turn's papers."""

    async def show(state: PageState, stored: Any, event: gr.EventData) -> tuple[PageState, str]:
        shown = handlers.show(await handlers.recovered(assistant, state, stored), int(event.turn))
        return shown, shown.panel_html

    page.panel.select(show, [page.state, page.stored], [page.state, page.panel], **_QUIET)


def _wire_export(page: Page, assistant: ChatAssistant) -> None:
    """A file goes to the browser as text, and is saved there."""

    async def export(state: PageState, stored: Any, event: gr.EventData) -> dict[str, str]:
        now = await handlers.recovered(assistant, state, stored)
        return downloads.download(now, str(event.kind))

    made = page.export.select(export, [page.state, page.stored], page.file, **_QUIET)
    made.then(None, page.file, None, js=asset("download.js"), **_QUIET)


def _wire_load(app: gr.Blocks, page: Page, assistant: ChatAssistant) -> None:
    """What the index holds, and what was said before, is read whenever the page opens."""

    async def load(stored: Any, venue: str, year: int | str) -> list[Any]:
        corpus = await handlers.corpus(assistant, with_examples=True)
        state = await handlers.reopened(assistant, stored)
        about = _corpus_update(corpus, assistant.models, venue, year)
        examples = gr.update(value=render.examples(corpus.examples), visible=not state.turns)
        return [*about, *_update(state, examples=examples)]

    outputs = [*_corpus_shown(page), *_shown(page)]
    given = [page.stored, page.venue, page.year]
    app.load(load, given, outputs, js=asset("restore.js"), **_QUIET)


def _refresher(assistant: ChatAssistant) -> Callable[..., Any]:
    async def refresh(venue: str, year: int | str) -> list[Any]:
        corpus = await handlers.corpus(assistant)
        return _corpus_update(corpus, assistant.models, venue, year)

    return refresh


async def _updates(states: States, box: Any = None) -> _Updates:
    """Page states as component updates; `box` goes to the question box once, with the first."""
    yield gr.skip()  # after a generator that gives nothing, the page would show no later event
    async with aclosing(states):
        async for state in states:
            if state is None:
                yield gr.skip()
                continue
            yield [*_update(state), gr.skip() if box is None else box]
            box = None


def _shown(page: Page) -> list[Any]:
    """What `_update` has values for, in its order."""
    return [
        *(page.state, page.stored, page.chat, page.panel, page.examples, page.bar),
        *(page.send, page.stop, page.retry, page.clear, page.export),
    ]


def _update(state: PageState, examples: Any = None) -> list[Any]:
    talked = bool(state.turns)
    return [
        state,
        gr.skip() if state.busy or state.unread else to_stored(state),
        render.messages(state.turns),
        state.panel_html,
        gr.update(visible=not talked) if examples is None else examples,
        bar(state),
        gr.update(visible=not state.busy),
        gr.update(visible=state.busy),
        gr.update(visible=talked and not state.busy),
        gr.update(visible=talked),
        _export(state),
    ]


def _export(state: PageState) -> Any:
    """What can be taken along, once the answer is there."""
    if state.busy or not state.answers:
        return gr.update(visible=False)
    return gr.update(value=export_menu(state.turns[-1].answer), visible=True)


def _corpus_shown(page: Page) -> list[Any]:
    """What `_corpus_update` has values for, in its order."""
    return [page.status, page.venue, page.year]


def _corpus_update(corpus: Corpus, models: Sequence[str], venue: str, year: int | str) -> list[Any]:
    overview = corpus.overview
    return [
        render.status_line(corpus, models),
        _choices("All venues", overview.venues, venue),
        _choices("All years", sorted(overview.years, reverse=True), year),
    ]


def _choices(anything: str, values: Collection[str | int], chosen: str | int) -> Any:
    """The choices of a filter; what was chosen stays chosen while it exists."""
    choices = [(anything, ANY), *((str(value), value) for value in values)]
    return gr.update(choices=choices, value=chosen if chosen in values else ANY)


def _conditions(venue: str, year: int | str) -> Conditions:
    """What the header's filters say."""
    return Conditions(venue=venue or None, year=int(year) if year else None)
