"""The chat page: events wired to `handlers`, and serving. Where things stand is in `layout`."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import aclosing
from typing import Any

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"  # read when gradio is imported
# The figures of its monitoring page, which is off, would be counted anew after every event.
os.environ["GRADIO_ANALYTICS_CACHE_FREQUENCY"] = "1000000000"

import gradio as gr

from paperchat.errors import ConfigError
from paperchat_ui import handlers, render
from paperchat_ui.handlers import ChatAssistant, States
from paperchat_ui.layout import ANY, Page, lay_out, page_options
from paperchat_ui.state import Corpus, PageState

__all__ = ["build_app", "launch", "page_options", "serve"]

_LOCAL_HOSTS = ("localhost", "127.0.0.1")
_ANSWERS_AT_ONCE = 20

# The page's own events are no interface for programs, and need no overlay over what they change.
_QUIET: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}

_Updates = AsyncGenerator[Any, None]


def build_app(assistant: ChatAssistant) -> gr.Blocks:
    """The page over an assistant, ready to be launched or mounted with `page_options()`."""
    app: gr.Blocks
    with gr.Blocks(title="paperchat", analytics_enabled=False, fill_width=True) as app:
        page = lay_out()
        _wire_answers(page, assistant)
        _wire_endings(page)
        _wire_panel(page)
        _wire_load(app, page, assistant)
    app.queue(default_concurrency_limit=_ANSWERS_AT_ONCE)
    return app


def serve(
    assistant: ChatAssistant,
    host: str = "127.0.0.1",
    port: int = 7860,
    say: Callable[[str], None] | None = None,
) -> None:
    """Serve the page until it is interrupted.

    Args:
        assistant: What answers.
        host: Address to listen on.
        port: Its port; 0 takes a free one.
        say: Told the address of the page, once it is served; else a line is printed.

    Raises:
        ConfigError: The address cannot be had, most often because another program has the port.
    """
    app = launch(assistant, host, port)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 - compared, not bound
    shown = f"[{shown}]" if ":" in shown else shown
    address = f"http://{shown}:{app.server_port}"
    if say is None:
        print(f"paperchat is at {address}", flush=True)  # noqa: T201 - told to the user
    else:
        say(address)
    try:
        while app.is_running:
            time.sleep(0.5)
    except KeyboardInterrupt:
        app.close(verbose=False)


def launch(assistant: ChatAssistant, host: str = "127.0.0.1", port: int = 7860) -> gr.Blocks:
    """Start serving the page in the background; `close()` on what comes back ends it.

    Raises:
        ConfigError: The address cannot be had.
    """
    _keep_local_traffic_local()
    port = _free_port(host, port)
    app = build_app(assistant)
    app.launch(
        server_name=host,
        server_port=port,
        share=False,
        quiet=True,
        inbrowser=False,
        mcp_server=False,
        enable_monitoring=False,
        run_history=False,
        prevent_thread_lock=True,
        **page_options(),
    )
    return app


def _free_port(host: str, port: int) -> int:
    """The port, or any free one for 0. Asked before gradio asks, whose error is for programmers."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise ConfigError(
                f"The page cannot be served at {host}:{port} ({error}). "
                "Stop the program that has the port, or choose another one with --port."
            ) from error
        return int(probe.getsockname()[1])


def _keep_local_traffic_local() -> None:
    """A proxy set for this process must not be asked for the page itself."""
    for name in ("NO_PROXY", "no_proxy"):
        hosts = [host for host in os.environ.get(name, "").split(",") if host.strip()]
        missing = [host for host in _LOCAL_HOSTS if host not in hosts]
        os.environ[name] = ",".join([*hosts, *missing])


def _wire_answers(page: Page, assistant: ChatAssistant) -> None:
    """Everything that makes an answer; after each the index is read anew."""
    filters = [page.venue, page.year]

    async def ask(state: PageState, question: str, venue: str, year: int | str) -> _Updates:
        states = handlers.ask(assistant, state, question, venue or None, _year(year))
        async for update in _updates(states, box=gr.update(value="")):
            yield update

    async def example(
        state: PageState, venue: str, year: int | str, event: gr.EventData
    ) -> _Updates:
        states = handlers.ask(assistant, state, str(event.question), venue or None, _year(year))
        async for update in _updates(states):
            yield update

    async def retry(state: PageState, venue: str, year: int | str) -> _Updates:
        states = handlers.retry(assistant, state, venue or None, _year(year))
        async for update in _updates(states):
            yield update

    outputs = [*_shown(page), page.question]
    options = {"outputs": outputs, "concurrency_limit": _ANSWERS_AT_ONCE, **_QUIET}
    asked = [page.question.submit, page.send.click]
    running = [
        gr.on(asked, ask, [page.state, page.question, *filters], trigger_mode="once", **options),
        page.examples.select(example, [page.state, *filters], **options),
        page.retry.click(retry, [page.state, *filters], **options),
    ]
    for event in running:
        event.then(_refresher(assistant), filters, _corpus_shown(page), **_QUIET)


def _wire_endings(page: Page) -> None:
    """Stop keeps what was said; Clear forgets everything. Both end the answer being made.

    Not by gradio's `cancels`, and not by an update of their own: gradio repeats the last update of
    an event when it ends, which may come after theirs. So the answer itself shows its end.
    """

    async def stop(state: PageState) -> Any:
        stopped = await handlers.stop(state)
        return gr.skip() if stopped is None else _update(stopped)

    async def clear(state: PageState) -> Any:
        cleared = await handlers.clear(state)
        return gr.skip() if cleared is None else _update(cleared)

    page.stop.click(stop, page.state, _shown(page), **_QUIET)
    cleared = [page.clear.click, page.chat.clear]
    gr.on(cleared, clear, page.state, _shown(page), **_QUIET)


def _wire_panel(page: Page) -> None:
    """A chip of another turn brings up that turn's papers."""

    def show(state: PageState, event: gr.EventData) -> tuple[PageState, str]:
        shown = handlers.show(state, int(event.turn))
        return shown, shown.panel_html

    page.panel.select(show, page.state, [page.state, page.panel], **_QUIET)


def _wire_load(app: gr.Blocks, page: Page, assistant: ChatAssistant) -> None:
    """What the index holds is read whenever the page opens."""

    async def load(venue: str, year: int | str) -> list[Any]:
        corpus = await handlers.corpus(assistant, with_examples=True)
        shown = _corpus_update(corpus, assistant.model, venue, year)
        return [*shown, render.examples(corpus.examples)]

    outputs = [*_corpus_shown(page), page.examples]
    app.load(load, [page.venue, page.year], outputs, **_QUIET)


def _refresher(assistant: ChatAssistant) -> Callable[..., Any]:
    async def refresh(venue: str, year: int | str) -> list[Any]:
        corpus = await handlers.corpus(assistant)
        return _corpus_update(corpus, assistant.model, venue, year)

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
        *(page.state, page.chat, page.panel, page.examples),
        *(page.send, page.stop, page.retry, page.clear),
    ]


def _update(state: PageState) -> list[Any]:
    talked = bool(state.turns)
    return [
        state,
        render.messages(state.turns),
        state.panel_html,
        gr.update(visible=not talked),
        gr.update(visible=not state.busy),
        gr.update(visible=state.busy),
        gr.update(interactive=talked and not state.busy),
        gr.update(interactive=talked),
    ]


def _corpus_shown(page: Page) -> list[Any]:
    """What `_corpus_update` has values for, in its order."""
    return [page.status, page.venue, page.year]


def _corpus_update(corpus: Corpus, model: str, venue: str, year: int | str) -> list[Any]:
    overview = corpus.overview
    return [
        render.status_line(corpus, model),
        _choices("All venues", overview.venues, venue),
        _choices("All years", sorted(overview.years, reverse=True), year),
    ]


def _choices(anything: str, values: Collection[str | int], chosen: str | int) -> Any:
    """The choices of a filter; what was chosen stays chosen while it exists."""
    choices = [(anything, ANY), *((str(value), value) for value in values)]
    return gr.update(choices=choices, value=chosen if chosen in values else ANY)


def _year(value: int | str) -> int | None:
    return int(value) if value else None
