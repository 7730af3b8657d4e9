"""Tables as text (CSV, TSV, with whatever separates the cells) → rows → records."""

from __future__ import annotations

import csv
from io import StringIO

from paperchat.errors import ReadingError
from paperchat.reading.fields import known_fields
from paperchat.reading.records import Records
from paperchat.reading.rows import HEADER_WITHIN, NO_COLUMNS, Row, find_header, read_rows
from paperchat.reading.web_of_science import column_names

_DELIMITERS = (",", ";", "\t", "|")
_LARGEST_CELL = 10_000_000
_HEAD = 100_000


def looks_like_table(text: str, columns: frozenset[str] = NO_COLUMNS) -> bool:
    """Whether one of the first lines names at least two columns, one of them title or abstract."""
    rows = _head(text, _delimiter(text, columns))
    header = find_header(rows, columns)
    return header is not None and sum(bool(cell.strip()) for cell in rows[header]) > 1


def read_table(text: str, columns: frozenset[str] = NO_COLUMNS) -> Records:
    """Each row as a record; empty rows are passed over.

    Raises:
        ReadingError: No column is a title or an abstract.
    """
    delimiter = _delimiter(text, columns)
    # Web of Science puts no cell in quotation marks: one at the start of a title is the title's.
    first = [cell.strip() for row in _head(text, delimiter)[:1] for cell in row]
    plain = delimiter == "\t" and column_names(first) != first
    limit = csv.field_size_limit(_LARGEST_CELL)
    try:
        rows = _rows(StringIO(text, newline="").readlines(), delimiter, plain)
    except csv.Error as error:
        raise ReadingError(f"not a readable table: {error}.") from error
    finally:
        csv.field_size_limit(limit)
    return read_rows(rows, columns)


def _rows(lines: list[str], delimiter: str, plain: bool) -> list[Row]:
    """Rows of the lines; a quotation mark that is never closed swallows no row after its own."""
    rows: list[Row] = []
    start = 0
    while start < len(lines):
        reader = csv.reader(
            lines[start:],
            delimiter=delimiter,
            quoting=csv.QUOTE_NONE if plain else csv.QUOTE_MINIMAL,
        )
        begins = start
        for row in reader:
            rows.append(row)
            last, begins = begins, start + reader.line_num
        open_to_the_end = "".join(lines[last:]).count('"') % 2 == 1
        if plain or len(lines) - last == 1 or not open_to_the_end:
            return rows
        [rows[-1]] = csv.reader([lines[last]], delimiter=delimiter, quoting=csv.QUOTE_NONE)
        start = last + 1
    return rows


def _delimiter(text: str, columns: frozenset[str]) -> str:
    """The one that makes the most known field names of the header."""

    def known(delimiter: str) -> tuple[int, int]:
        rows = _head(text, delimiter)
        header = find_header(rows, columns)
        names = rows[0 if header is None else header] if rows else []
        return 0 if header is None else max(1, len(known_fields(column_names(list(names))))), len(
            names
        )

    return max(_DELIMITERS, key=known)


def _head(text: str, delimiter: str) -> list[Row]:
    reader = csv.reader(StringIO(text.lstrip("\n")[:_HEAD], newline=""), delimiter=delimiter)
    rows: list[Row] = []
    try:
        for row in reader:
            rows.append(row)
            if len(rows) >= HEADER_WITHIN:
                break
    except csv.Error:
        return rows
    return rows
