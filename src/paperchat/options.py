"""What the commands share: options, opening the index, JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from paperchat.assistant import Assistant
from paperchat.config import load_settings

IndexOption = Annotated[
    Path | None, typer.Option("--index", help="Folder of the index.", show_default=False)
]
ConfigOption = Annotated[
    Path | None, typer.Option("--config", help="YAML file of settings.", show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
VenueOption = Annotated[
    str | None, typer.Option("--venue", help="Only papers of this venue.", show_default=False)
]
YearOption = Annotated[
    int | None, typer.Option("--year", help="Only papers of this year.", show_default=False)
]
LlmOption = Annotated[
    str | None,
    typer.Option(
        "--llm", help="What writes the answer: one of llm and llm_choices, or extractive."
    ),
]


def open_assistant(index: Path | None, config: Path | None) -> Assistant:
    """The assistant that the options ask for."""
    return Assistant.of(load_settings(config, index=index))


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
