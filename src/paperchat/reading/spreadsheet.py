"""Spreadsheets (XLSX, XLS, XLSB, ODS) → rows → records."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from paperchat.errors import ReadingError
from paperchat.reading.headings import list_heading
from paperchat.reading.records import Records
from paperchat.reading.rows import NO_COLUMNS, Row, find_header, read_rows

_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LARGEST = 500_000_000
Cell = int | float | str | bool | time | date | datetime | timedelta


def looks_like_spreadsheet(data: bytes) -> bool:
    """Whether the bytes are a workbook of Excel or LibreOffice, whatever the file's name."""
    if data.startswith(_OLD_EXCEL):
        return True
    if not data.startswith(b"PK"):
        return False
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = set(archive.namelist())
            if "mimetype" in names:
                return b"spreadsheet" in archive.open("mimetype").read(200)
    except (BadZipFile, RuntimeError, NotImplementedError, OSError):
        return False
    return bool(names & {"xl/workbook.xml", "xl/workbook.bin"})


def read_spreadsheet(data: bytes, columns: frozenset[str] = NO_COLUMNS) -> Records:
    """The rows of each sheet that is a table of papers; positions count through the sheets.

    Raises:
        ReadingError: The file is damaged or protected, or no sheet is a table of papers.
    """
    sheets = _sheets(data)
    tables = [(name, rows) for name, rows in sheets if find_header(rows, columns) is not None]
    if not tables:
        told = "; ".join(f"{name}: {_first_row(rows)}" for name, rows in sheets[:5])
        raise ReadingError(
            f"no sheet has a column of titles or abstracts ({told or 'no sheets'}); "
            'name one "title" or "abstract".'
        )
    return _records(tables, columns)


def _records(tables: list[tuple[str, list[Row]]], columns: frozenset[str]) -> Records:
    position = 0
    for name, rows in tables:
        for record in read_rows(rows, columns, list_heading(name), position + 1):
            position = record.position
            yield record


def _sheets(data: bytes) -> list[tuple[str, list[Row]]]:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError, WorkbookClosed

    _refuse_bomb(data)
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(data))
        return [
            (
                name,
                [
                    [_text(cell) for cell in row]
                    for row in workbook.get_sheet_by_name(name).to_python()
                ],
            )
            for name in workbook.sheet_names
        ]
    except PasswordError as error:
        raise ReadingError("protected by a password; save it without one.") from error
    except (CalamineError, WorkbookClosed, OSError) as error:
        raise ReadingError(f"not a readable spreadsheet: {error}; save it again.") from error


def _refuse_bomb(data: bytes) -> None:
    if data.startswith(b"PK"):
        with ZipFile(BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > _LARGEST:
                raise ReadingError(f"would unpack to more than {_LARGEST // 10**6} MB; not read.")


def _text(cell: Cell) -> str:
    if isinstance(cell, bool):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))  # every number of a spreadsheet is a float: 2024.0
    if isinstance(cell, (datetime, date)):
        return cell.isoformat()
    return str(cell)


def _first_row(rows: list[Row]) -> str:
    row = next((row for row in rows if any(row)), [])
    return ", ".join(cell for cell in row if cell)[:100] or "empty"
