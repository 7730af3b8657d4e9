"""`paperchat topics`: what a collection is about."""

from __future__ import annotations

from paperchat.filters import Conditions
from paperchat.options import (
    ConfigOption,
    IndexOption,
    JsonOption,
    echo_json,
    filtered,
    open_assistant,
)
from paperchat.terminal import out, show_topics


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
        show_topics(found)
    else:
        out.print("There are no papers to group.")
