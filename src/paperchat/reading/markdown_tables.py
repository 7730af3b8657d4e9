"""A table in Markdown → rows of plain text, whose header says where the titles are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from paperchat.reading.fields import known_fields
from paperchat.reading.markdown_blocks import LINK
from paperchat.reading.markdown_text import (
    addresses,
    author_text,
    is_label,
    is_paper_address,
    plain,
    word_count,
)

_BREAK: Final = re.compile(r"<br\s*/?>", re.IGNORECASE)


def table_records(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Rows of a Markdown table as rows of a plain one, its header first; none without titles.

    The title column is called "title" and holds the title alone; the first address of the title,
    else of the row, is `url`, all of them are `links`.
    """
    header = [plain(name).strip(" *_`") for name in rows[0]]
    column = _title_column(header, rows[1:])
    if column is None:
        return []
    header[column] = "title"
    has_url = "url" in known_fields(header)
    has_authors = "authors" in known_fields(header)
    extra = ["links", "" if has_url else "url", "" if has_authors else "authors"]
    plain_rows = [[*header, *extra]]
    for row in rows[1:]:
        cells = [*row, *[""] * (len(header) - len(row))]
        urls = addresses(" ".join(cells))
        places = [url for url in urls if is_paper_address(url)]
        own = addresses(cells[column])
        lines = [line for line in _BREAK.split(cells[column]) if plain(line).strip(" *_")]
        texts = [_cell(cell) for cell in cells]
        texts[column] = plain(lines[0]).strip() if lines else ""
        names = next(filter(None, (author_text(line) for line in lines[1:])), "")
        url = next(iter([*own, *places, *urls]), "")
        plain_rows.append([*texts, " ".join(urls), url, names])
    return plain_rows


def _cell(cell: str) -> str:
    """Words of a cell; the words of links that are labels ("[PDF](…)") say nothing."""
    found = LINK.fullmatch(cell.strip())
    if found and (is_label(found[1]) or not found[1].strip()):
        return found[2]
    text = plain(_BREAK.sub(" ", cell)).strip(" *_")
    return "" if re.fullmatch(r":\w+:|[-–—✗✓×/]*", text) else text


def _title_column(header: list[str], rows: Sequence[Sequence[str]]) -> int | None:
    known = [known_fields([name]) for name in header]
    for place, fields in enumerate(known):
        if "title" in fields:
            return place
    linked = any(is_paper_address(url) for row in rows for url in addresses(" ".join(row)))
    for place, name in enumerate(header):
        if not _hold_titles(place, rows):
            continue
        others = set().union(*known[:place], *known[place + 1 :]) - {"url", "keywords", "status"}
        if re.fullmatch(r"(?:paper|work|article|论文|文章)s?(?: name)?", name, re.I) and (
            others or linked
        ):
            return place
    return _column_of_linked_titles(len(header), rows)


def _hold_titles(place: int, rows: Sequence[Sequence[str]]) -> bool:
    """Whether most cells of a column are words, not links that say "paper"."""
    cells = [plain(row[place]) for row in rows if len(row) > place]
    return sum(not is_label(cell) for cell in cells) * 2 > len(cells)


def _column_of_linked_titles(width: int, rows: Sequence[Sequence[str]]) -> int | None:
    """In a table whose header says nothing: where most cells are links to papers, in words."""
    for place in range(width):
        cells = [row[place] for row in rows if len(row) > place]
        titles = [
            cell
            for cell in cells
            if any(is_paper_address(url) for url in addresses(cell))
            and word_count(plain(cell)) >= 3
        ]
        if titles and len(titles) * 2 > len(cells):
            return place
    return None
