"""The formats that can be read: a name, how to recognise it, and its reader.

The content decides; a file's name only breaks a tie. A new format is one more line in `FORMATS`
(text) or `BINARY_FORMATS` (bytes), before the more general ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from paperchat.reading.archives import SUFFIXES as ARCHIVE_SUFFIXES
from paperchat.reading.bibtex import looks_like_bibtex, read_bibtex
from paperchat.reading.endnote import looks_like_endnote, read_endnote
from paperchat.reading.json_records import (
    looks_like_json,
    looks_like_jsonl,
    read_json,
    read_jsonl,
)
from paperchat.reading.markdown import looks_like_markdown, read_markdown
from paperchat.reading.medline import looks_like_medline, read_medline
from paperchat.reading.plain_list import looks_like_plain_list, read_plain_list
from paperchat.reading.records import Records
from paperchat.reading.ris import looks_like_ris, read_ris
from paperchat.reading.rows import NO_COLUMNS
from paperchat.reading.spreadsheet import looks_like_spreadsheet, read_spreadsheet
from paperchat.reading.table import looks_like_table, read_table
from paperchat.reading.web_of_science import looks_like_web_of_science, read_web_of_science
from paperchat.reading.xml_records import looks_like_xml, read_xml

Content = TypeVar("Content", str, bytes)


@dataclass(frozen=True, slots=True)
class Format(Generic[Content]):
    """A way to write down a list of papers, as text or as bytes.

    Attributes:
        read_columns: The same as `read` for formats that look for column names: it is given those
            that a person named (`--map`).
    """

    name: str
    suffixes: tuple[str, ...]
    sniff: Callable[[Content], bool]
    read: Callable[[Content], Records]
    read_columns: Callable[[Content, frozenset[str]], Records] | None = None

    def records(self, content: Content, columns: frozenset[str] = NO_COLUMNS) -> Records:
        """The records of a file's content."""
        if columns and self.read_columns:
            return self.read_columns(content, columns)
        return self.read(content)


JSONL = Format("JSONL", (".jsonl", ".ndjson"), looks_like_jsonl, read_jsonl)
JSON = Format("JSON", (".json",), looks_like_json, read_json, read_json)
XML = Format("XML", (".xml", ".nxml"), looks_like_xml, read_xml)
BIBTEX = Format("BibTeX", (".bib", ".bibtex"), looks_like_bibtex, read_bibtex)
WEB_OF_SCIENCE = Format("Web of Science", (".ciw",), looks_like_web_of_science, read_web_of_science)
MEDLINE = Format("MEDLINE", (".nbib",), looks_like_medline, read_medline)
RIS = Format("RIS", (".ris",), looks_like_ris, read_ris)
ENDNOTE = Format("EndNote", (".enw",), looks_like_endnote, read_endnote)
MARKDOWN = Format("Markdown", (".md", ".markdown"), looks_like_markdown, read_markdown)
TABLE = Format("table", (".csv", ".tsv"), looks_like_table, read_table, read_table)
PLAIN_LIST = Format("list of abstracts", (".txt",), looks_like_plain_list, read_plain_list)

FORMATS = (
    JSONL,
    JSON,
    XML,
    BIBTEX,
    WEB_OF_SCIENCE,
    MEDLINE,
    RIS,
    ENDNOTE,
    MARKDOWN,
    TABLE,
    PLAIN_LIST,
)
"""Text, from the most particular to the most general."""

SPREADSHEET = Format(
    "spreadsheet",
    (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
    looks_like_spreadsheet,
    read_spreadsheet,
    read_spreadsheet,
)

BINARY_FORMATS = (SPREADSHEET,)
"""Not text; tried first."""

SUFFIXES = frozenset(
    suffix
    for suffixes in (
        *(each.suffixes for each in FORMATS),
        *(each.suffixes for each in BINARY_FORMATS),
        ARCHIVE_SUFFIXES,
    )
    for suffix in suffixes
)
"""Endings of the files that are looked at in a folder."""


def binary_format_of(data: bytes) -> Format[bytes] | None:
    """The format of a file that is no text, by its content."""
    return next((each for each in BINARY_FORMATS if each.sniff(data)), None)


def format_of(text: str, suffix: str, columns: frozenset[str] = NO_COLUMNS) -> Format[str]:
    """The format of a text, by its content; the file's ending decides what content leaves open."""
    named = next((each for each in FORMATS if suffix.lower() in each.suffixes), PLAIN_LIST)
    found = next((each for each in FORMATS if each is not PLAIN_LIST and each.sniff(text)), named)
    # Lines of JSON of which one is broken look like a broken JSON text.
    if found is JSON and named is JSONL and text.lstrip().startswith("{"):
        return JSONL
    if found is PLAIN_LIST and columns and looks_like_table(text, columns):
        return TABLE
    return found
