"""EndNote's exports as text (`%T Title`, and `Title: …` of "Show All") → records."""

from __future__ import annotations

import re
from typing import Final

from paperchat.reading.records import Records
from paperchat.reading.tags import Dialect, read_tagged

_LOOKED_AT = 50_000
_BEGIN = re.compile(r"^%0 \S", re.MULTILINE)
_TAG = re.compile(r"^%[TABDJX] \S", re.MULTILINE)
_FEWEST_TAGS = 3
_LABEL = re.compile(r"^Reference Type: ", re.MULTILINE)

_TAGS: Final = Dialect(
    line=re.compile(r"^[ \t]{0,3}%([0-9A-Z!@#$&*(+^<>\[\]=~?])(?:\s(.*)|)$"),
    begins=frozenset({"0"}),
    itemised=frozenset({"authors", "keywords"}),
    fields={
        "title": ("T", "!"),
        "abstract": ("X",),
        "authors": ("A", "E"),
        "venue": ("J", "B", "S", "("),
        "year": ("D",),
        "date": ("8", "7"),
        "url": ("U", ">"),
        "doi": ("R",),
        "keywords": ("K",),
    },
)
_LABELS: Final = Dialect(
    line=re.compile(
        r"^(Reference Type|Record Number|Author|Year|Title|Secondary Title|Book Title|Journal"
        r"|Conference Name|Series Title|Editor|Volume|Issue|Pages|Date|Epub Date|Type of Article"
        r"|Short Title|Alternate Journal|ISSN|ISBN|DOI|Original Publication|Accession Number"
        r"|Keywords|Abstract|Notes|URL|Author Address|Name of Database|Database Provider|Language"
        r"|Publisher|City|Place Published|PMCID|Legal Note|Call Number|Label|Custom \d"
        r"|Conference Location|Number of Pages|Access Date|Last Modified Date|'File' Attachments"
        r"|Research Notes|Reprint Edition):(?: (.*)|)$"
    ),
    begins=frozenset({"Reference Type"}),
    itemised=frozenset({"keywords"}),
    fields={
        "title": ("Title", "Short Title"),
        "abstract": ("Abstract",),
        "authors": ("Author", "Editor"),
        "venue": ("Journal", "Secondary Title", "Book Title", "Conference Name", "Series Title"),
        "year": ("Year",),
        "date": ("Date", "Epub Date"),
        "url": ("URL",),
        "doi": ("DOI",),
        "keywords": ("Keywords",),
    },
)


def looks_like_endnote(text: str) -> bool:
    """Whether lines begin with the tags, or the first of the labels, that EndNote writes."""
    head = text[:_LOOKED_AT]
    if _BEGIN.search(head) or _LABEL.search(head):
        return True
    return head.lstrip().startswith("%") and len(_TAG.findall(head)) >= _FEWEST_TAGS


def read_endnote(text: str) -> Records:
    """Each record; without `%0` in the file, blank lines separate them."""
    return read_tagged(text, _LABELS if _LABEL.search(text[:_LOOKED_AT]) else _TAGS)
