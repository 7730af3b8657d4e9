"""Tables as text (CSV, TSV, with whatever separates the cells) → records."""

from __future__ import annotations

import csv
from io import StringIO

from paperchat.errors import ReadingError
from paperchat.reading.fields import known_fields
from paperchat.reading.records import Record, Records, Unreadable
from paperchat.reading.web_of_science import column_names

_DELIMITERS = (",", ";", "\t", "|")
_LARGEST_CELL = 10_000_000


def looks_like_table(text: str) -> bool:
    """Whether the first line names at least two columns, one of them title or abstract."""
    names = _header(text, _delimiter(text))
    return len(names) > 1 and not {"title", "abstract"}.isdisjoint(known_fields(names))


def read_table(text: str) -> Records:
    """Each row as a record; empty rows are passed over.

    Raises:
        ReadingError: No column is a title or an abstract.
    """
    delimiter = _delimiter(text)
    names = _header(text, delimiter)
    if {"title", "abstract"}.isdisjoint(known_fields(names)):
        found = ", ".join(name for name in names if name.strip()) or "none"
        raise ReadingError(
            f"no column holds titles or abstracts (columns: {found}); "
            'name one "title" or "abstract" in the first line.'
        )
    limit = csv.field_size_limit(_LARGEST_CELL)
    # Web of Science puts no cell in quotation marks: one at the start of a title is the title's.
    first = _first_row(text, delimiter)
    plain = delimiter == "\t" and column_names(first) != first
    try:
        rows = list(
            csv.reader(
                StringIO(text, newline=""),
                delimiter=delimiter,
                quoting=csv.QUOTE_NONE if plain else csv.QUOTE_MINIMAL,
            )
        )
    except csv.Error as error:
        raise ReadingError(f"not a readable table: {error}.") from error
    finally:
        csv.field_size_limit(limit)
    start = next(number for number, row in enumerate(rows) if any(row)) + 1
    filled = (row for row in rows[start:] if any(cell.strip() for cell in row))
    for position, row in enumerate(filled, 1):
        yield _record(position, names, row)


def _record(position: int, names: list[str], row: list[str]) -> Record | Unreadable:
    if len(row) > len(names) and any(cell.strip() for cell in row[len(names) :]):
        return Unreadable(
            position, f"{len(row)} cells for {len(names)} columns; is a cell not quoted?"
        )
    return Record(position, dict(zip(names, row, strict=False)))


def _delimiter(text: str) -> str:
    """The one that makes the most known field names of the first line."""

    def known(delimiter: str) -> tuple[int, int]:
        names = _header(text, delimiter)
        return len(known_fields(names)), len(names)

    return max(_DELIMITERS, key=known)


def _header(text: str, delimiter: str) -> list[str]:
    return column_names(_first_row(text, delimiter))


def _first_row(text: str, delimiter: str) -> list[str]:
    head = text.lstrip("\n")[:100_000]
    try:
        row = next(csv.reader(StringIO(head, newline=""), delimiter=delimiter), [])
    except csv.Error:
        return []
    return [name.strip() for name in row]
