"""`paperchat compare`: papers side by side."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from paperchat.cli.options import ConfigOption, IndexOption, JsonOption, echo_json, open_assistant
from paperchat.cli.terminal import show_answer
from paperchat.export_tables import TABLE_FORMATS


class TableFormat(StrEnum):
    """The formats by the names that people type."""

    TABLE = "table"
    MARKDOWN = "markdown"
    CSV = "csv"
    LATEX = "latex"


def compare(
    papers: Annotated[
        list[str],
        typer.Argument(metavar="PAPER…", help="2 to 8: names, titles, DOIs or ids."),
    ],
    aspects: Annotated[
        list[str] | None,
        typer.Option("--aspect", "-a", metavar="WORDS", help="What to compare by; repeatable."),
    ] = None,
    form: Annotated[
        TableFormat, typer.Option("--format", help="How to write the table.")
    ] = TableFormat.TABLE,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put papers side by side: problem, method, results, data, models, code, each in their words.

    Example: paperchat compare QuantSpec ShadowKV --aspect memory --aspect "long inputs"
    """
    with open_assistant(index, config) as assistant:
        answer = assistant.compare(papers, aspects)
    if as_json:
        echo_json(answer.to_dict())
    elif form is TableFormat.TABLE:
        show_answer(answer)
    else:
        typer.echo(TABLE_FORMATS[form.value](answer), nl=False)
