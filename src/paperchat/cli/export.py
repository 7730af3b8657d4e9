"""`paperchat export`: papers for reference managers and LaTeX."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from paperchat.cli.options import ConfigOption, IndexOption, filtered, open_assistant
from paperchat.cli.terminal import count_of, err
from paperchat.errors import ReadingError
from paperchat.export import FORMATS
from paperchat.filters import Conditions


class Format(StrEnum):
    """The formats by the names that people type."""

    BIBTEX = "bibtex"
    RIS = "ris"
    CSL_JSON = "csl-json"
    JSONL = "jsonl"


@filtered
def export(
    conditions: Conditions,
    papers: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PAPER]…", help="Ids, titles or names; left out: every paper."),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="What to write.")] = Format.BIBTEX,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Else it is printed.")
    ] = None,
    index: IndexOption = None,
    config: ConfigOption = None,
) -> None:
    """Write papers as BibTeX, RIS, CSL-JSON or JSONL.

    JSONL is the record itself: `paperchat add` makes the same papers of it.
    """
    with open_assistant(index, config) as assistant:
        chosen = assistant.papers(**conditions)
        if papers:
            named = {assistant.paper(name).id for name in papers}
            chosen = [paper for paper in chosen if paper.id in named]
    text = FORMATS[form.value](chosen)
    if output is None:
        typer.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ReadingError(f"Cannot write {output}: {error.strerror}.") from error
    err.print(f"{count_of(len(chosen), 'paper')} written to {output}")
