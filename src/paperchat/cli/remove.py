"""`paperchat remove` and `paperchat reset`: papers are taken out."""

from __future__ import annotations

from typing import Annotated

import typer

from paperchat.cli.options import ConfigOption, IndexOption, JsonOption, echo_json, open_assistant
from paperchat.cli.terminal import out
from paperchat.config import load_settings
from paperchat.index import clear


def remove(
    names: Annotated[list[str], typer.Argument(help="Ids or whole titles.", metavar="PAPER")],
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take papers out of the index."""
    with open_assistant(index, config) as assistant:
        removed = assistant.remove(*names)
    if as_json:
        echo_json({"removed": [paper.id for paper in removed]})
        return
    for paper in removed:
        out.print(f"removed {paper.id}  {paper.title}", markup=False)


def reset(
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take everything out of the index; your files stay as they are."""
    settings = load_settings(config, index=index)
    place = settings.store.url or str(settings.index)
    if not yes:
        typer.confirm(f"Take every paper out of {place}?", abort=True, err=True)
    clear(settings.index.expanduser(), settings.store.server())
    if as_json:
        echo_json({"reset": place})
    else:
        out.print(f"{place} is empty", markup=False)
