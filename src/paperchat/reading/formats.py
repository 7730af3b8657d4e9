"""The formats that can be read: a name, how to recognise it, and its reader.

The content decides; a file's name only breaks a tie. A new format is one more line in `FORMATS`,
before the more general ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from paperchat.reading.bibtex import looks_like_bibtex, read_bibtex
from paperchat.reading.endnote import looks_like_endnote, read_endnote
from paperchat.reading.json_records import (
    looks_like_json,
    looks_like_jsonl,
    read_json,
    read_jsonl,
)
from paperchat.reading.medline import looks_like_medline, read_medline
from paperchat.reading.plain_list import looks_like_plain_list, read_plain_list
from paperchat.reading.records import Records
from paperchat.reading.ris import looks_like_ris, read_ris
from paperchat.reading.table import looks_like_table, read_table
from paperchat.reading.web_of_science import looks_like_web_of_science, read_web_of_science


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write down a list of papers."""

    name: str
    suffixes: tuple[str, ...]
    sniff: Callable[[str], bool]
    read: Callable[[str], Records]


JSONL = Format("JSONL", (".jsonl", ".ndjson"), looks_like_jsonl, read_jsonl)
JSON = Format("JSON", (".json",), looks_like_json, read_json)
BIBTEX = Format("BibTeX", (".bib", ".bibtex"), looks_like_bibtex, read_bibtex)
WEB_OF_SCIENCE = Format("Web of Science", (".ciw",), looks_like_web_of_science, read_web_of_science)
MEDLINE = Format("MEDLINE", (".nbib",), looks_like_medline, read_medline)
RIS = Format("RIS", (".ris",), looks_like_ris, read_ris)
ENDNOTE = Format("EndNote", (".enw",), looks_like_endnote, read_endnote)
TABLE = Format("table", (".csv", ".tsv"), looks_like_table, read_table)
PLAIN_LIST = Format("list of abstracts", (".txt",), looks_like_plain_list, read_plain_list)

FORMATS = (JSONL, JSON, BIBTEX, WEB_OF_SCIENCE, MEDLINE, RIS, ENDNOTE, TABLE, PLAIN_LIST)
"""From the most particular to the most general."""

SUFFIXES = frozenset(suffix for format_ in FORMATS for suffix in format_.suffixes)
"""Endings of the files that are looked at in a folder."""


def format_of(text: str, suffix: str) -> Format:
    """The format of a text, by its content; the file's ending decides what content leaves open."""
    named = next((each for each in FORMATS if suffix.lower() in each.suffixes), PLAIN_LIST)
    found = next((each for each in FORMATS if each is not PLAIN_LIST and each.sniff(text)), named)
    # Lines of JSON of which one is broken look like a broken JSON text.
    if found is JSON and named is JSONL and text.lstrip().startswith("{"):
        return JSONL
    return found
