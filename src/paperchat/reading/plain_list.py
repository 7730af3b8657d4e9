"""Plain text: a heading line, then one abstract a paragraph."""

from __future__ import annotations

import re
from typing import Any

from paperchat.reading.headings import list_heading
from paperchat.reading.records import Record, Records, Unreadable

_SHORTEST_ABSTRACT = 80
_LONG_LINE = 200


def looks_like_plain_list(text: str) -> bool:
    """Any text is a list of paragraphs; other formats are tried first."""
    return bool(text.strip())


def read_plain_list(text: str) -> Records:
    """Each paragraph as a record; a heading gives those below it their venue and year."""
    facts: dict[str, Any] = {}
    position = 0
    for paragraph in _paragraphs(text):
        heading = list_heading(paragraph)
        if heading is not None:
            facts = heading
            continue
        position += 1
        words = " ".join(paragraph.split())
        if len(words) < _SHORTEST_ABSTRACT:
            yield Unreadable(position, f"too short to be an abstract: “{words}”")
        else:
            yield Record(position, {"abstract": paragraph, **facts})


def _paragraphs(text: str) -> list[str]:
    blocks = [block.strip() for block in re.split(r"\n[ \t\u3000]*\n", text) if block.strip()]
    paragraphs: list[str] = []
    for block in blocks:
        lines = block.split("\n")
        if len(lines) > 1 and list_heading(lines[0]) is not None:
            paragraphs.append(lines.pop(0))
        if len(lines) > 1 and all(len(line) >= _LONG_LINE for line in lines):
            paragraphs += lines  # one abstract a line, without blank lines
        else:
            paragraphs.append("\n".join(lines))
    return paragraphs
