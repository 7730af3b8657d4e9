"""`paperchat topics`: what a collection is about."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from paperchat.cli.options import (
    ConfigOption,
    IndexOption,
    JsonOption,
    echo_json,
    filtered,
    open_filtered,
)
from paperchat.cli.terminal import hanging, out
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
    with open_filtered(index, config, conditions) as assistant:
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
    for topic in topics:
        lead = f"{len(topic.papers):5,}  "
        titles = [paper.title for paper in topic.papers[:2]]
        if out.soft_wrap:
            out.print(Text(f"{lead.lstrip()}{topic.label}, for example: {'; '.join(titles)}"))
            continue
        out.print(hanging(lead, Text(topic.label, style="bold")))
        for title in titles:
            out.print(hanging(" " * len(lead), Text(title, style="dim")))
