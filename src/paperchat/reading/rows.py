"""Rows of cells, wherever they come from → records: which row is the header, what is below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paperchat.errors import ReadingError
from paperchat.reading.fields import known_fields, same_name
from paperchat.reading.headings import list_heading
from paperchat.reading.records import Record, Records, Unreadable
from paperchat.reading.web_of_science import column_names

Row = Sequence[str]
"""The cells of a row, as text."""

NO_COLUMNS: frozenset[str] = frozenset()
"""No column names beside the usual ones."""

HEADER_WITHIN = 30
"""How many rows of titles and remarks may stand above the header."""


_LONGEST_NAME = 60


def find_header(rows: Sequence[Row], columns: frozenset[str] = NO_COLUMNS) -> int | None:
    """The first row that names titles or abstracts.

    Args:
        rows: The rows of a table from its beginning.
        columns: Names of columns that are known to hold something (`--map`).

    Returns:
        Its index. Below the first row that is not empty, a header has two known columns: the word
        "Abstract" alone may be anything.
    """
    filled = [
        (index, row)
        for index, row in enumerate(rows[:HEADER_WITHIN])
        if any(cell.strip() for cell in row)
    ]
    for place, (index, row) in enumerate(filled):
        cells = [cell for cell in row if cell.strip()]
        if not is_header(row, columns):
            continue
        if place == 0 and len(cells) > 1:
            return index
        # Further down, a sentence may hold the words as well.
        if _known(row, columns) > 1 and max(map(len, cells)) <= _LONGEST_NAME:
            return index
    return filled[0][0] if filled and is_header(filled[0][1], columns) else None


def is_header(row: Row, columns: frozenset[str] = NO_COLUMNS) -> bool:
    """Whether a row names titles or abstracts, or a column that was asked for."""
    if not {"title", "abstract"}.isdisjoint(known_fields(_names(row))):
        return True
    return any(same_name(cell, column) for cell in row for column in columns)


def read_rows(
    rows: Sequence[Row],
    columns: frozenset[str] = NO_COLUMNS,
    facts: dict[str, str] | None = None,
    position: int = 1,
) -> Records:
    """Each filled row below the header as a record.

    Args:
        rows: All rows, title rows included.
        columns: Names of columns that are known to hold something (`--map`).
        facts: Venue and year that are known already; a row above the header may tell more.
        position: That of the first record.

    Raises:
        ReadingError: No row names a column of titles or abstracts.
    """
    header = find_header(rows, columns)
    if header is None:
        row = next((row for row in rows if any(cell.strip() for cell in row)), [])
        found = ", ".join(cell.strip() for cell in row if cell.strip())
        raise ReadingError(
            f"no column holds titles or abstracts (columns: {_cut(found) or 'none'}); "
            'name one "title" or "abstract" in the first line.'
        )
    facts = {**(facts or {}), **_facts_above(rows[:header])}
    header_cells = [cell.strip() for cell in rows[header]]
    names = _names(header_cells)
    for place, row in enumerate(_filled(rows[header + 1 :], header_cells), position):
        yield _record(place, names, row, facts)


def _filled(rows: Sequence[Row], names: list[str]) -> Iterator[Row]:
    """Rows with something in them; a header that is repeated further down is no record."""
    for row in rows:
        cells = [cell.strip() for cell in row]
        if any(cells) and cells != names:
            yield row


def _record(
    position: int, names: list[str], row: Row, facts: dict[str, str]
) -> Record | Unreadable:
    if len(row) > len(names) and any(cell.strip() for cell in row[len(names) :]):
        return Unreadable(
            position, f"{len(row)} cells for {len(names)} columns; is a cell not quoted?"
        )
    fields: dict[str, str] = {}
    for name, cell in zip(names, row, strict=False):
        if cell.strip() or name not in fields:  # of two columns of one name, the filled one
            fields[name] = cell
    return Record(position, fields, facts)


def _facts_above(rows: Sequence[Row]) -> dict[str, str]:
    for row in rows:
        for cell in row:
            facts = list_heading(cell)
            if facts is not None:
                return facts
    return {}


def _known(row: Row, columns: frozenset[str]) -> int:
    mapped = sum(any(same_name(cell, column) for cell in row) for column in columns)
    return len(known_fields(_names(row))) + mapped


def _names(row: Row) -> list[str]:
    """The columns' names, those of Web of Science (`TI`, `AB`) spelt out."""
    return column_names([cell.strip() for cell in row])


def _cut(text: str, longest: int = 200) -> str:
    return text if len(text) <= longest else text[:longest].rstrip() + "…"
