"""`paperchat chat` and `paperchat serve`: one question after the other."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Annotated

import typer

from paperchat.assistant import Assistant
from paperchat.config import load_settings
from paperchat.errors import PaperchatError
from paperchat.options import ConfigOption, IndexOption, VenueOption, YearOption, open_assistant
from paperchat.terminal import count_of, err, out, show_references
from paperchat.types import Done, Event, Text


def chat(
    venue: VenueOption = None,
    year: YearOption = None,
    index: IndexOption = None,
    config: ConfigOption = None,
) -> None:
    """Ask one question after the other in the terminal; Ctrl-D or an empty line ends it."""
    with open_assistant(index, config) as assistant:
        err.print(f"{count_of(assistant.count(), 'paper')}. An empty line ends the chat.")
        while question := _question():
            try:
                _answer(assistant.stream(question, venue=venue, year=year))
            except PaperchatError as error:
                err.print(f"paperchat: {error}", markup=False)
            out.print()


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 takes a free one.")] = None,
    index: IndexOption = None,
    config: ConfigOption = None,
) -> None:
    """Serve the chat page; only this machine reaches it unless --host says otherwise."""
    from paperchat_ui.app import serve as serve_page

    settings = load_settings(config, index=index, host=host, port=port)
    with Assistant.of(settings) as assistant:
        threading.Thread(target=assistant.warm_up, daemon=True).start()
        serve_page(assistant, settings.host, settings.port)


def _answer(events: Iterator[Event]) -> None:
    """The text as it comes, then the papers."""
    for event in events:
        if isinstance(event, Text):
            typer.echo(event.piece, nl=False)
        elif isinstance(event, Done):
            out.print()
            show_references(event.answer)


def _question() -> str:
    try:
        return input("> ").strip()
    except EOFError:
        return ""
