"""`paperchat topics`: what a collection is about."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from paperchat.cli.options import (
    ConfigOption,
    IndexOption,
    JsonOption,
    echo_json,
    filtered,
    open_assistant,
)
from paperchat.cli.terminal import out
from paperchat.filters import Conditions
from paperchat.topics import Topic


@filtered
def topics(
    conditions: Conditions,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Group the papers by topic: words that tell each group apart, and how many papers it has."""
    with open_assistant(index, config) as assistant:
        found = assistant.topics(**conditions)
    if as_json:
        echo_json(
            [
                {"label": topic.label, "papers": [paper.id for paper in topic.papers]}
                for topic in found
            ]
        )
    elif found:
        _show(found)
    else:
        out.print("There are no papers to group.")


def _show(topics: Sequence[Topic]) -> None:
    """How many papers each topic has, its words, and the titles of a few; in a pipe, on a line."""
    if out.soft_wrap:
        for topic in topics:
            titles = "; ".join(paper.title for paper in topic.papers[:2])
            out.print(Text(f"{len(topic.papers):,}  {topic.label}, for example: {titles}"))
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("papers", "topic", "for example"):
        table.add_column(heading, justify="right" if heading == "papers" else "left")
    for topic in topics:
        examples = "\n".join(paper.title for paper in topic.papers[:2])
        table.add_row(f"{len(topic.papers):,}", Text(topic.label), Text(examples, style="dim"))
    out.print(table)
