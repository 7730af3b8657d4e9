"""What formats of tagged lines share: RIS, MEDLINE, Web of Science, EndNote.

A record is a run of lines that begin with a tag; lines without one go on with the value before.
The formats differ in what a tag looks like, which tags begin and end a record, and what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paperchat.reading.records import Record, Records

Values = dict[str, list[str]]
"""Tag → its values in order, lines kept."""

_ADDRESS = re.compile(r"https?://[^\s<>]+")
_NUMBERING = re.compile(r"\d{1,6}\.$")  # some count their records between them
_EMPTY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Dialect:
    """One format of tagged lines.

    Attributes:
        line: Matches a line with a tag (group 1) and perhaps a value (group 2).
        fields: Field of a paper → the tags that hold it, the best first.
        begins: Tags that begin a record. Without any in a file, a blank line between tags does,
            once the record has a title.
        ends: Tags that end one, or stand outside of records.
        itemised: Fields whose values hold an item a line; in others lines are only wrapped.
    """

    line: re.Pattern[str]
    fields: Mapping[str, tuple[str, ...]]
    begins: frozenset[str] = _EMPTY
    ends: frozenset[str] = _EMPTY
    itemised: frozenset[str] = _EMPTY


def read_tagged(text: str, dialect: Dialect) -> Records:
    """Each record of a file of tagged lines."""
    for position, values in enumerate(_records(text, dialect), 1):
        yield Record(position, _fields(values, dialect))


def _records(text: str, dialect: Dialect) -> Iterator[Values]:
    marked = dialect.begins | dialect.ends
    tagged = [(line, dialect.line.match(line)) for line in text.split("\n")]
    by_blank_lines = not any(match and match[1] in marked for _, match in tagged)
    current: Values = {}
    inside = blank = False
    last: list[str] = []
    for line, match in tagged:
        if match is None:
            text_line = line.strip()
            if inside and text_line and not (blank and _NUMBERING.match(text_line)):
                last[-1] += "\n" + text_line
            blank = not text_line
            continue
        tag = match[1]
        begins = tag in dialect.begins or (
            by_blank_lines and blank and any(name in current for name in dialect.fields["title"])
        )
        if inside and (begins or tag in dialect.ends):
            yield current
            current, inside = {}, False
        blank = False
        if tag not in dialect.ends:
            inside = True
            last = current.setdefault(tag, [])
            last.append((match[2] or "").strip())
    if inside:
        yield current


def _fields(values: Values, dialect: Dialect) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for field, tags in dialect.fields.items():
        lists = ([value for value in values.get(tag, ()) if value] for tag in tags)
        candidates = [found for found in lists if found]
        if not candidates:
            continue
        first = candidates[0]
        if field in {"authors", "keywords"}:
            items = [
                line.strip()
                for value in first
                for line in (value.split("\n") if field in dialect.itemised else [value])
            ]
            fields[field] = _authors(items) if field == "authors" else _keywords(items)
        elif field == "abstract":
            fields[field] = " ".join(first)  # some write its parts under a tag each
        elif field == "url":
            fields[field] = _address(candidates)
        elif field == "doi":
            fields[field] = [value for found in candidates for value in found]
        else:
            fields[field] = first[0]
    return fields


def _authors(items: list[str]) -> list[str] | str:
    """A name each; a single value may hold all names."""
    only = items[0]
    several = ";" in only or " and " in only or only.count(",") > 2
    return only if len(items) == 1 and several else items


def _keywords(items: list[str]) -> list[str] | str:
    """A keyword each, without the star of a main topic; a single value may hold all."""
    if len(items) == 1:
        return items[0].replace("*", "")
    words = (word for item in items for word in item.split(";"))
    return [word.replace("*", "").strip() for word in words]


def _address(candidates: list[list[str]]) -> str:
    for found in candidates:
        for value in found:
            if match := _ADDRESS.search(value):
                return match[0].rstrip(".,;")
    return ""
