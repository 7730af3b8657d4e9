"""PubMed's MEDLINE text (`.nbib`) → records."""

from __future__ import annotations

import re
from typing import Final

from paperchat.reading.records import Records
from paperchat.reading.tags import Dialect, read_tagged

_LOOKED_AT = 50_000
_BEGIN = re.compile(r"^PMID- ?\d", re.MULTILINE)
_MEDLINE: Final = Dialect(
    line=re.compile(r"^(?=[A-Z ]{4}-)([A-Z]{2,4}) {0,2}-(?: (.*)|)$"),
    begins=frozenset({"PMID"}),
    fields={
        "title": ("TI", "BTI", "TT"),
        "abstract": ("AB", "OAB"),
        "authors": ("FAU", "AU", "CN", "FED"),
        "venue": ("JT", "TA", "CTI"),
        "year": ("DP",),
        "date": ("DEP", "DA"),
        "doi": ("LID", "AID"),
        "pmid": ("PMID",),
        "keywords": ("OT", "MH"),
    },
)


def looks_like_medline(text: str) -> bool:
    """Whether a line begins with PubMed's number of a record."""
    return _BEGIN.search(text[:_LOOKED_AT]) is not None


def read_medline(text: str) -> Records:
    """Each record, from one `PMID` to the next."""
    return read_tagged(text, _MEDLINE)
