"""The chat page: layout, wiring, serving. What happens on an event is in `handlers`."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"  # read when gradio is imported

import gradio as gr  # noqa: E402

from paperchat.errors import ConfigError  # noqa: E402
from paperchat_ui import handlers, render  # noqa: E402
from paperchat_ui.handlers import ChatAssistant  # noqa: E402
from paperchat_ui.state import Corpus, PageState  # noqa: E402

_ASSETS = Path(__file__).parent / "assets"
_LOCAL_HOSTS = ("localhost", "127.0.0.1")
_READERS_AT_ONCE = 20
_ANY = ""
_SANS = ("system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "sans-serif")
_MONO = ("ui-monospace", "Menlo", "Consolas", "monospace")
_PLACEHOLDER = "Ask a question. Every sentence of the answer is quoted from an abstract."

# Internal events: the page calls them, they are no interface for programs.
_listen: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}


@dataclass(frozen=True, slots=True)
class _Page:
    """The components that events read and write."""

    state: gr.State
    status: gr.HTML
    venue: gr.Dropdown
    year: gr.Dropdown
    chat: gr.Chatbot
    panel: gr.HTML
    examples: gr.HTML
    question: gr.Textbox
    send: gr.Button
    stop: gr.Button
    retry: gr.Button
    clear: gr.Button

    def shown(self) -> list[Any]:
        """What `_update` writes, in its order."""
        return [
            *(self.state, self.chat, self.panel, self.examples),
            *(self.send, self.stop, self.retry, self.clear),
        ]

    def corpus(self) -> list[Any]:
        """What `_corpus_update` writes, in its order."""
        return [self.status, self.venue, self.year]


def build_app(assistant: ChatAssistant) -> gr.Blocks:
    """The page over an assistant, ready to be launched or mounted with `page_options()`."""
    with gr.Blocks(title="paperchat", analytics_enabled=False, fill_width=True) as app:
        page = _layout()
        _wire_questions(page, assistant)
        _wire_rest(app, page, assistant)
    app.queue(default_concurrency_limit=_READERS_AT_ONCE)
    return app


def page_options() -> dict[str, Any]:
    """Look and limits, which gradio takes where the page is launched or mounted."""
    return {
        "theme": gr.themes.Base(
            primary_hue="teal", neutral_hue="slate", font=_SANS, font_mono=_MONO
        ),
        "css_paths": [_ASSETS / "page.css"],
        "footer_links": [],
        "ssr_mode": False,
        "mcp_server": False,
        "enable_monitoring": False,
    }


def serve(assistant: ChatAssistant, host: str = "127.0.0.1", port: int = 7860) -> None:
    """Serve the page until it is interrupted.

    Raises:
        ConfigError: The address cannot be had, most often because another program has the port.
    """
    app = launch(assistant, host, port)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 - compared, not bound
    print(f"paperchat is at http://{shown}:{port}", flush=True)  # noqa: T201 - told to the user
    app.block_thread()


def launch(assistant: ChatAssistant, host: str = "127.0.0.1", port: int = 7860) -> gr.Blocks:
    """Start serving the page in the background; `close()` on what comes back ends it.

    Raises:
        ConfigError: The address cannot be had.
    """
    _keep_local_traffic_local()
    app = build_app(assistant)
    try:
        app.launch(
            server_name=host,
            server_port=port,
            share=False,
            quiet=True,
            inbrowser=False,
            run_history=False,
            prevent_thread_lock=True,
            **page_options(),
        )
    except OSError as error:
        raise ConfigError(
            f"The page cannot be served at {host}:{port}: the port is taken or not allowed. "
            "Choose another one with --port."
        ) from error
    return app


def _keep_local_traffic_local() -> None:
    """A proxy set for this process must not be asked for the page itself."""
    for name in ("NO_PROXY", "no_proxy"):
        hosts = [host for host in os.environ.get(name, "").split(",") if host.strip()]
        missing = [host for host in _LOCAL_HOSTS if host not in hosts]
        os.environ[name] = ",".join([*hosts, *missing])


def _layout() -> _Page:
    opened = handlers.opened()
    state = gr.State(opened)
    with gr.Row(elem_classes="pc-header"):
        with gr.Column(scale=3, min_width=260):
            gr.HTML("<h1>paperchat</h1>", elem_classes="pc-title")
            status = gr.HTML("", elem_id="pc-status-line")
        venue = _filter("Venue", "All venues")
        year = _filter("Year", "All years")
    with gr.Row(elem_classes="pc-main"):
        with gr.Column(scale=3, min_width=320, elem_classes="pc-talk"):
            chat = _chat()
            examples = gr.HTML(
                "", elem_id="pc-example-list", js_on_load=_asset("examples.js"), padding=False
            )
            question, send, stop = _question_row()
            with gr.Row(elem_classes="pc-actions"):
                retry = gr.Button("Retry", size="sm", interactive=False, elem_id="pc-retry")
                clear = gr.Button("Clear", size="sm", interactive=False, elem_id="pc-clear")
        with gr.Column(scale=2, min_width=320, elem_classes="pc-side"):
            panel = gr.HTML(
                opened.panel_html,
                elem_id="pc-panel",
                js_on_load=_asset("panel.js"),
                apply_default_css=False,
            )
    return _Page(
        *(state, status, venue, year, chat, panel),
        *(examples, question, send, stop, retry, clear),
    )


def _chat() -> gr.Chatbot:
    """A chat that displays finished HTML: no Markdown reaches it, and LaTeX is off."""
    return gr.Chatbot(
        label="Conversation",
        show_label=False,
        elem_id="pc-chat",
        height="100%",
        layout="bubble",
        placeholder=_PLACEHOLDER,
        buttons=[],
        latex_delimiters=[],
        allow_tags=False,
        line_breaks=False,
        feedback_options=[],
    )


def _question_row() -> tuple[gr.Textbox, gr.Button, gr.Button]:
    with gr.Row(elem_classes="pc-ask"):
        question = gr.Textbox(
            label="Your question",
            show_label=False,
            container=False,
            placeholder="Ask about the papers",
            lines=1,
            max_lines=6,
            scale=6,
            autofocus=True,
            elem_id="pc-question",
        )
        send = gr.Button("Send", variant="primary", scale=1, min_width=88, elem_id="pc-send")
        stop = gr.Button(
            "Stop", variant="stop", scale=1, min_width=88, visible=False, elem_id="pc-stop"
        )
    return question, send, stop


def _filter(label: str, anything: str) -> gr.Dropdown:
    return gr.Dropdown(
        label=label, choices=[(anything, _ANY)], value=_ANY, scale=1, min_width=130
    )


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8")


def _wire_questions(page: _Page, assistant: ChatAssistant) -> None:
    """Everything that makes an answer, and what stops it."""
    filters = [page.venue, page.year]

    async def ask(
        state: PageState, question: str, venue: str, year: int | str
    ) -> AsyncIterator[list[Any]]:
        states = handlers.ask(assistant, state, question, venue or None, _year(year))
        async for update in _updates(states, taken=bool(question.strip())):
            yield update

    async def example(
        state: PageState, venue: str, year: int | str, event: gr.EventData
    ) -> AsyncIterator[list[Any]]:
        states = handlers.ask(assistant, state, event.question, venue or None, _year(year))
        async for update in _updates(states):
            yield update

    async def retry(state: PageState, venue: str, year: int | str) -> AsyncIterator[list[Any]]:
        states = handlers.retry(assistant, state, venue or None, _year(year))
        async for update in _updates(states):
            yield update

    outputs = [*page.shown(), page.question]
    typed = [page.state, page.question, *filters]
    running = [
        gr.on(
            [page.question.submit, page.send.click],
            ask,
            typed,
            outputs,
            concurrency_limit=_READERS_AT_ONCE,
            trigger_mode="once",
            **_listen,
        ),
        page.examples.select(
            example,
            [page.state, *filters],
            outputs,
            concurrency_limit=_READERS_AT_ONCE,
            **_listen,
        ),
        page.retry.click(
            retry,
            [page.state, *filters],
            outputs,
            concurrency_limit=_READERS_AT_ONCE,
            **_listen,
        ),
    ]
    refresh = _refresher(assistant)
    for event in running:
        event.then(refresh, filters, page.corpus(), **_listen)
    page.stop.click(_on_state(handlers.stop), page.state, page.shown(), cancels=running, **_listen)
    page.clear.click(
        _on_state(lambda _: handlers.opened()),
        page.state,
        page.shown(),
        cancels=running,
        **_listen,
    )


def _wire_rest(app: gr.Blocks, page: _Page, assistant: ChatAssistant) -> None:
    """The panel that follows chips, and what is read when the page opens."""

    def show(state: PageState, event: gr.EventData) -> tuple[PageState, str]:
        shown = handlers.show(state, int(event.turn))
        return shown, shown.panel_html

    async def load(venue: str, year: int | str) -> list[Any]:
        corpus = await handlers.corpus(assistant)
        examples = render.examples(corpus.examples)
        return [*_corpus_update(corpus, assistant.model, venue, year), examples]

    page.panel.select(show, page.state, [page.state, page.panel], **_listen)
    app.load(load, [page.venue, page.year], [*page.corpus(), page.examples], **_listen)


def _refresher(assistant: ChatAssistant) -> Callable[..., Any]:
    async def refresh(venue: str, year: int | str) -> list[Any]:
        corpus = await handlers.corpus(assistant)
        return _corpus_update(corpus, assistant.model, venue, year)

    return refresh


def _on_state(change: Callable[[PageState], PageState]) -> Callable[[PageState], list[Any]]:
    def changed(state: PageState) -> list[Any]:
        return _update(change(state))

    return changed


async def _updates(
    states: AsyncIterator[PageState | None], *, taken: bool = False
) -> AsyncIterator[list[Any]]:
    """Page states as component updates; the question box is emptied once, when it was taken."""
    box = gr.update(value="") if taken else gr.skip()
    async for state in states:
        if state is None:
            yield gr.skip()
            continue
        yield [*_update(state), box]
        box = gr.skip()


def _update(page: PageState) -> list[Any]:
    """New values for `_Page.shown()`."""
    idle = not page.busy
    return [
        page,
        render.messages(page.turns),
        page.panel_html,
        gr.update(visible=not page.turns),
        gr.update(visible=idle),
        gr.update(visible=page.busy),
        gr.update(interactive=idle and bool(page.turns)),
        gr.update(interactive=bool(page.turns)),
    ]


def _corpus_update(corpus: Corpus, model: str, venue: str, year: int | str) -> list[Any]:
    """New values for `_Page.corpus()`; a chosen filter stays chosen while it exists."""
    overview = corpus.overview
    return [
        render.status_line(corpus, model),
        _choices("All venues", overview.venues, venue),
        _choices("All years", sorted(overview.years, reverse=True), year),
    ]


def _choices(anything: str, values: Any, chosen: Any) -> Any:
    choices = [(anything, _ANY), *((str(value), value) for value in values)]
    return gr.update(choices=choices, value=chosen if chosen in values else _ANY)


def _year(value: int | str) -> int | None:
    return int(value) if value else None
