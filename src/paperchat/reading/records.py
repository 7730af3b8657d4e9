"""What the readers of the formats hand on: raw records, before any field is understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from paperchat.errors import ReadingError


class NoPapersError(ReadingError):
    """A file that is no list of papers: to be told when it was named, passed over in a folder."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record as the file holds it.

    Attributes:
        position: Its place in the file, from 1.
        fields: Name → value, names and values as found.
        facts: `venue` and `year` that the file tells of all its records, in a heading for
            instance; they hold where the record itself says nothing.
    """

    position: int
    fields: Mapping[str, Any]
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A record that could not even be parsed, and why."""

    position: int
    reason: str


Records = Iterator[Record | Unreadable]
"""In file order."""
