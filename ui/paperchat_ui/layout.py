"""Where everything stands on the page, and how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradio as gr

from paperchat_ui import handlers, render
from paperchat_ui.state import PageState

_ASSETS = Path(__file__).parent / "assets"
_SANS = ("system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "sans-serif")
_MONO = ("ui-monospace", "Menlo", "Consolas", "monospace")
_PLACEHOLDER = "Ask a question. Every sentence of the answer shows the words it rests on."

ANY = ""
"""The value of a filter that lets everything through."""


@dataclass(frozen=True, slots=True)
class Page:
    """The components that events read and write; `pressed` is the last button of the bar."""

    state: gr.State
    pressed: gr.State
    stored: gr.JSON
    status: gr.HTML
    venue: gr.Dropdown
    year: gr.Dropdown
    model: gr.Dropdown
    chat: gr.Chatbot
    panel: gr.HTML
    examples: gr.HTML
    bar: gr.HTML
    question: gr.Textbox
    send: gr.Button
    stop: gr.Button
    retry: gr.Button
    clear: gr.Button
    export: gr.HTML
    file: gr.JSON


def page_options() -> dict[str, Any]:
    """The page's look, which gradio takes where the page is launched or mounted."""
    return {
        "theme": _theme(),
        "css_paths": [_ASSETS / "page.css"],
        "js": asset("page.js"),
        "footer_links": [],
        "ssr_mode": False,
    }


def lay_out(models: Sequence[str]) -> Page:
    """The components, inside the `gr.Blocks` that is open; `models` may write the answers."""
    opened = handlers.opened()
    state: gr.State = gr.State(opened)
    stored = gr.JSON(visible=False)
    status, venue, year, model = _header(models)
    with gr.Row(elem_classes=["pc-page", "pc-main"]):
        with gr.Column(scale=3, min_width=320, elem_classes="pc-talk"):
            chat = _chat()
            examples = gr.HTML("", elem_id="pc-example-list", js_on_load=asset("examples.js"))
            bar = gr.HTML("", elem_id="pc-bar", js_on_load=asset("bar.js"))
            question, send, stop = _question_row()
            retry, clear, export = _actions()
            file = gr.JSON(visible=False)
        with gr.Column(scale=2, min_width=320, elem_classes="pc-side"):
            panel = _panel(opened)
    return Page(
        state=state,
        pressed=gr.State(("", "")),
        stored=stored,
        status=status,
        venue=venue,
        year=year,
        model=model,
        chat=chat,
        panel=panel,
        examples=examples,
        bar=bar,
        question=question,
        send=send,
        stop=stop,
        retry=retry,
        clear=clear,
        export=export,
        file=file,
    )


def _theme() -> gr.themes.Base:
    """System fonts, since a theme's web fonts would be fetched; a primary colour that meets AA."""
    theme = gr.themes.Base(primary_hue="teal", neutral_hue="slate", font=_SANS, font_mono=_MONO)
    return theme.set(
        body_background_fill="#ffffff",
        body_background_fill_dark="#10161f",
        button_primary_background_fill="*primary_700",
        button_primary_background_fill_dark="*primary_700",
        button_primary_background_fill_hover="*primary_800",
        button_primary_background_fill_hover_dark="*primary_800",
    )


def _header(models: Sequence[str]) -> tuple[gr.HTML, gr.Dropdown, gr.Dropdown, gr.Dropdown]:
    with gr.Row(elem_classes=["pc-page", "pc-header"]):
        with gr.Column(scale=3, min_width=260):
            gr.HTML("<h1>paperchat</h1>", elem_classes="pc-title")
            status = gr.HTML("", elem_id="pc-status-line")
        venue = _filter("Venue", "All venues", "pc-venue")
        year = _filter("Year", "All years", "pc-year")
        model = gr.Dropdown(
            label="Answers by",
            choices=[*render.model_choices(models)],
            value=models[0],
            visible=len(models) > 1,
            filterable=False,
            scale=1,
            min_width=190,
            elem_id="pc-model",
        )
    return status, venue, year, model


def _filter(label: str, anything: str, elem_id: str) -> gr.Dropdown:
    choices = [(anything, ANY)]
    return gr.Dropdown(
        label=label, choices=choices, value=ANY, scale=1, min_width=130, elem_id=elem_id
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
        autoscroll=False,
        latex_delimiters=[],
        allow_tags=False,
        line_breaks=False,
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
            autofocus=True,
            elem_id="pc-question",
        )
        send = gr.Button("Send", variant="primary", elem_id="pc-send")
        stop = gr.Button("Stop", variant="stop", visible=False, elem_id="pc-stop")
    return question, send, stop


def _actions() -> tuple[gr.Button, gr.Button, gr.HTML]:
    with gr.Row(elem_classes="pc-actions"):
        retry = gr.Button("Retry", size="sm", visible=False, elem_id="pc-retry")
        clear = gr.Button("New conversation", size="sm", visible=False, elem_id="pc-clear")
        export = gr.HTML("", visible=False, elem_id="pc-export", js_on_load=asset("export.js"))
    return retry, clear, export


def _panel(opened: PageState) -> gr.HTML:
    return gr.HTML(
        opened.panel_html,
        elem_id="pc-panel",
        js_on_load=asset("panel.js"),
        apply_default_css=False,
    )


def asset(name: str) -> str:
    """A script of the page."""
    return (_ASSETS / name).read_text(encoding="utf-8")
