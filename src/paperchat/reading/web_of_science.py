"""Web of Science's plain text → records, and what the two letters above its tables mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from paperchat.reading.records import Records
from paperchat.reading.tags import Dialect, read_tagged

_LOOKED_AT = 100_000
_FILE_HEAD = re.compile(r"\s*FN [^\n]+\n\s*VR ")
_BEGIN = re.compile(r"^PT [A-Z]\s*$", re.MULTILINE)
_END = re.compile(r"^ER\s*$", re.MULTILINE)
_WEB_OF_SCIENCE: Final = Dialect(
    line=re.compile(r"^([A-Z][A-Z0-9])(?: (.*)|)$"),
    begins=frozenset({"PT"}),
    ends=frozenset({"FN", "VR", "ER", "EF"}),
    itemised=frozenset({"authors"}),
    fields={
        "title": ("TI",),
        "abstract": ("AB",),
        "authors": ("AF", "AU", "CA", "BA", "BE"),
        "venue": ("SO", "CT"),
        "year": ("PY",),
        "date": ("EA", "EY"),
        "doi": ("DI", "D2"),
        "pmid": ("PM",),
        "keywords": ("DE", "ID"),
    },
)
_COLUMNS: Final = {
    "TI": "title", "AB": "abstract", "AF": "authors", "AU": "author", "SO": "journal",
    "CT": "conference", "PY": "year", "EA": "date", "DI": "doi", "PM": "pmid", "DE": "keywords",
    "ID": "keyword",
}  # fmt: skip


def looks_like_web_of_science(text: str) -> bool:
    """Whether the text has the head of such a file, or records from `PT` to `ER`."""
    head = text[:_LOOKED_AT]
    if _FILE_HEAD.match(head):
        return True
    return _BEGIN.search(head) is not None and _END.search(head) is not None


def read_web_of_science(text: str) -> Records:
    """Each record, from `PT` to `ER` or the next one."""
    return read_tagged(text, _WEB_OF_SCIENCE)


def column_names(names: Sequence[str]) -> list[str]:
    """Names of columns in words, when they are the two letters of Web of Science's tables."""
    if "TI" not in names or any(len(name) != 2 for name in names if name):
        return list(names)
    return [_COLUMNS.get(name, name) for name in names]
