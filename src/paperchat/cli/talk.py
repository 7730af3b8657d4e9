"""`paperchat chat` and `paperchat serve`: one question after the other."""

from __future__ import annotations

import contextlib
import threading
from typing import Annotated

import typer

from paperchat.answering import replies
from paperchat.assistant import Assistant
from paperchat.cli.options import (
    ConfigOption,
    IndexOption,
    JsonOption,
    LlmOption,
    echo_json,
    filtered,
    open_assistant,
)
from paperchat.cli.terminal import count_of, err
from paperchat.cli.terminal_chat import TerminalChat
from paperchat.config import load_settings
from paperchat.errors import PaperchatError
from paperchat.filters import Conditions


@filtered
def chat(
    conditions: Conditions,
    llm: LlmOption = None,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Hold a conversation in the terminal; /help lists the commands, /quit or Ctrl-D ends it.

    From a pipe, a line is a question, and an empty line is the end. With --json each answer is a
    JSON object on a line of its own.
    """
    with open_assistant(index, config) as assistant:
        count = assistant.count()
        told = f"{count_of(count, 'paper')}." if count else replies.NO_CORPUS
        err.print(f"{told} /help lists the commands.", markup=False)
        TerminalChat(assistant, conditions=conditions, llm=llm, as_json=as_json).run()


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 takes a free one.")] = None,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Serve the chat page; only this machine reaches it unless --host says otherwise."""
    from paperchat_ui.app import serve as serve_page

    settings = load_settings(config, index=index, host=host, port=port)
    with Assistant.of(settings) as assistant:
        threading.Thread(target=_warm_up, args=[assistant], daemon=True).start()
        say = _tell_address if as_json else None
        serve_page(assistant, settings.host, settings.port, say)


def _warm_up(assistant: Assistant) -> None:
    """Load the model while the reader types; what goes wrong is told at the first question."""
    with contextlib.suppress(PaperchatError):
        assistant.warm_up()


def _tell_address(address: str) -> None:
    echo_json({"url": address}, indent=None)
