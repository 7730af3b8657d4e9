"""What the commands share: options, opening the index, JSON."""

from __future__ import annotations

import functools
import inspect
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from paperchat.assistant import Assistant
from paperchat.config import load_settings
from paperchat.filters import Conditions

IndexOption = Annotated[
    Path | None, typer.Option("--index", help="Folder of the index.", show_default=False)
]
ConfigOption = Annotated[
    Path | None, typer.Option("--config", help="YAML file of settings.", show_default=False)
]
TopKOption = Annotated[
    int | None, typer.Option("--top-k", "-k", min=1, max=100, help="At most so many.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
LlmOption = Annotated[
    str | None,
    typer.Option(
        "--llm", help="What writes the answer: one of llm and llm_choices, or extractive."
    ),
]


def filtered(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of the filters; it gets those given as one `conditions`."""

    @functools.wraps(command)
    def run(**given: Any) -> None:
        told = {name: given.pop(name) for name in _FILTERS}
        conditions = {name: value for name, value in told.items() if value is not None}
        command(**given, conditions=conditions)

    own = inspect.signature(command, eval_str=True)
    options = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_text_option(name, told)
        )
        for name, told in _FILTERS.items()
    ]
    kept = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for parameter in own.parameters.values()
        if parameter.name != "conditions"
    ]
    parameters = [*kept, *options]
    run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


_FILTERS = {
    "venue": "Only papers of this venue.",
    "year": "Only papers of this year, or of 2023-2025, 2023-, -2020.",
    "author": "Only papers by an author of this name.",
    "title": "Only papers with these words in the title.",
    "status": "Only papers of this status: oral, poster, ….",
    "keyword": "Only papers with this keyword.",
}


def _text_option(name: str, told: str) -> Any:
    return Annotated[str | None, typer.Option(f"--{name}", help=told, show_default=False)]


def open_assistant(index: Path | None, config: Path | None) -> Assistant:
    """The assistant that the options ask for."""
    return Assistant.of(load_settings(config, index=index))


@contextmanager
def open_filtered(
    index: Path | None, config: Path | None, conditions: Conditions
) -> Iterator[Assistant]:
    """The assistant, and at the end the conditions that no record meets, beside what is printed."""
    with open_assistant(index, config) as assistant:
        yield assistant
        for told in assistant.unmet(**conditions):
            typer.echo(told, err=True)


def echo_json(value: Any, indent: int | None = 2) -> None:
    """Print JSON, in ASCII where the console can show no more."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    typer.echo(json.dumps(value, ensure_ascii=not unicode, indent=indent))


def parse_mapping(columns: str) -> dict[str, str]:
    """`title=Name,abstract=Text` → field → column."""
    pairs = [pair.partition("=") for pair in columns.split(",") if pair.strip()]
    if not all(field.strip() and column.strip() for field, _, column in pairs):
        raise typer.BadParameter("write it as field=column,field=column", param_hint="--map")
    return {field.strip(): column.strip() for field, _, column in pairs}
