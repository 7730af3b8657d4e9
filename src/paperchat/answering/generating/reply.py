"""A model's reply, piece by piece → whole sentences with what they cite."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from paperchat.markers import MarkerReader, cited, half_open, shown, visible
from paperchat.sentences import sentence_spans

_LINE_LEAD = re.compile(r"\s*(?:(?P<heading>#{1,6}\s+)|[-*•+–]\s+|\d{1,2}[.)]\s+)?")
_LEAST_LINE = 5
"""A line of fewer characters may yet turn out to begin with "1. " or "## "."""

_TITLE = re.compile(r"(\*\*|__)[^*_\n.]+\1:?")
_EMPHASIS = re.compile(r"(?<![\w*])(\*\*|__|\*)(?=\S)([^*\n]+?)(?<=\S)\1(?!\w)")
_MARKERS_FIRST = re.compile(r"(?:\[\d+\])+\s*")
_FENCE = re.compile(r"^```\w*\s*$", re.MULTILINE)
_WRAPPED = re.compile(r"\s*(?:\{|```|`{0,2}\Z)")
_BLANK_LINE = 2


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of a reply.

    Attributes:
        lead: What stands before it: white space, the dash or the number of a list.
        text: The sentence, its markers as `[1]`.
        cited: The numbers in it that are citations.
    """

    lead: str
    text: str
    cited: tuple[int, ...]


class ReplyReader:
    """Takes a reply as it streams and gives back its sentences as soon as they are whole.

    Markdown's headings and emphasis become plain text. A reply that is a block of code or a JSON
    object gives its sentences at the end.
    """

    def __init__(self, markers: MarkerReader) -> None:
        """Read markers with that reader."""
        self._markers = markers
        self._raw = ""
        self._lead = ""
        self._plain = False
        self._begins, self._heading = True, False
        self._first = True

    def feed(self, piece: str) -> list[Said]:
        """The sentences that the next piece completes."""
        self._raw += visible(piece)
        if not self._plain and _WRAPPED.match(self._raw):
            return []
        self._plain = True
        safe = half_open(self._raw)
        text, held = self._markers.read(self._raw[:safe]), self._raw[safe:]
        *lines, text = text.split("\n")
        found = [said for line in lines for said in self._whole_line(line)]
        more, left = self._part(text)
        self._raw = left + held
        return found + more

    def finish(self) -> list[Said]:
        """The sentences that are left when the reply has ended."""
        text = self._raw if self._plain else _unwrapped(self._raw)
        text, self._raw = text[: half_open(text)], ""
        return [
            said for line in self._markers.read(text).split("\n") for said in self._whole_line(line)
        ]

    def _whole_line(self, line: str) -> list[Said]:
        """The sentences of a line that has come to its end."""
        line = self._begin(line)
        found = self._sentences(line, _spans(line))
        self._begins, self._heading = True, False
        if self._lead.count("\n") < _BLANK_LINE:
            self._lead += "\n"
        return found

    def _part(self, line: str) -> tuple[list[Said], str]:
        """The sentences of a line that goes on, and what may still change."""
        if self._begins and len(line.strip()) < _LEAST_LINE:
            return [], line
        line = self._begin(line)
        spans = _spans(line)
        # The first word of the next sentence may yet be a marker of the one before.
        begun = spans and re.search(r"\s", line[spans[-1][0] :])
        whole = spans[: -1 if begun else -2]
        return self._sentences(line, whole), line[whole[-1][1] if whole else 0 :]

    def _begin(self, line: str) -> str:
        """A line without its dash, number or heading mark."""
        if not self._begins:
            return line
        self._begins = False
        lead = _LINE_LEAD.match(line)
        end = lead.end() if lead else 0
        self._heading = bool(lead and lead["heading"])
        self._lead += "" if self._heading else line[:end]
        return line[end:]

    def _sentences(self, line: str, spans: list[tuple[int, int]]) -> list[Said]:
        found = []
        at = 0
        for begin, end in spans:
            found.append(self._said(self._lead + line[at:begin], line[begin:end]))
            self._lead, at = "", end
        return found

    def _said(self, lead: str, words: str) -> Said:
        heading = self._heading or _TITLE.fullmatch(words) is not None
        text = _EMPHASIS.sub(r"\2", words)
        if heading and not text.endswith((":", "?", "!", ".")):
            text += ":"
        lead = lead.lstrip() if self._first else lead
        self._first = False
        return Said(lead, shown(text), cited(text))


def _spans(line: str) -> list[tuple[int, int]]:
    """Sentences of a line; markers behind a full stop belong to what stands before them."""
    spans: list[tuple[int, int]] = []
    for begin, end in sentence_spans(line):
        at = begin
        if spans and (markers := _MARKERS_FIRST.match(line, begin, end)):
            spans[-1] = (spans[-1][0], begin + len(markers[0].rstrip()))
            at = markers.end()
        if at < end:
            spans.append((at, end))
    return spans


def _unwrapped(reply: str) -> str:
    """The words of a reply that is a block of code or a JSON object."""
    text = _FENCE.sub("", reply).strip()
    try:
        return "\n".join(_texts(json.loads(text))) if text.startswith("{") else text
    except ValueError:
        return text


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value that is more than a word."""
    if isinstance(value, str) and " " in value.strip():
        yield value
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)
