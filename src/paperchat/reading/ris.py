"""RIS in the dialects of Scopus, Embase, Ovid, ProQuest, IEEE, Zotero, Rayyan and others → records.

No library: rispy 0.10 finds nothing, without a word, when one blank stands before the dash or the
file begins with a byte order mark, and joins a record without `ER` to the next one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from paperchat.reading.records import Records
from paperchat.reading.tags import Dialect, read_tagged

_LOOKED_AT = 100_000
_BEGIN = re.compile(r"^[ \t]{0,8}TY\s{0,4}-(?:\s|$)", re.MULTILINE)
_END = re.compile(r"^[ \t]{0,8}ER\s{0,4}-[^\n]{0,30}$", re.MULTILINE)
_TITLE_OR_ABSTRACT = re.compile(r"^[ \t]{0,8}(?:T1|TI|AB|N2)\s{1,4}-\s", re.MULTILINE)
_TWO_BLANKS = re.compile(r"^[ \t]{0,8}(?:TY|T1|TI|AU|A1|AB|N2)\s{2}-", re.MULTILINE)

_STRICT = re.compile(
    r"^[ \t]{0,8}((?:TY|ER)(?=\s{0,4}-(?:\s|$))|[A-Z][A-Z0-9](?=\s{2}-))\s{0,4}-(.*)"
)
# With one blank, "CT - scan" in an abstract looks the same: only tags that mean something here.
_LOOSE = re.compile(
    r"^[ \t]{0,8}(A[1-4BDNU]|BT|C[1-8NPTY]|D[ABIOP]|E[DPRT]|I[DS]|J[12AFO]|K[1W]|L[1-4AK]|M[13]"
    r"|N[12V]|OP|P[BY]|RN|S[ENPT]|T[1-3AITY]|U[1-5R]|V[LO]|Y[12])\s{0,4}-(?:\s(.*)|)$"
)
_RIS: Final = Dialect(
    line=_STRICT,
    begins=frozenset({"TY"}),
    ends=frozenset({"ER"}),
    itemised=frozenset({"keywords"}),
    fields={
        "title": ("TI", "T1", "CT", "BT", "TT", "ST"),
        "abstract": ("AB", "N2"),
        "authors": ("AU", "A1", "A2"),
        "venue": ("T2", "JF", "JO", "C3", "T3", "JA", "J2", "J1"),
        "year": ("PY",),
        "published": ("Y1",),
        "date": ("DA",),
        "url": ("UR", "L1", "L2", "LK"),
        "doi": ("DO", "DI", "M3", "L3"),
        "keywords": ("KW", "K1"),
    },
)


def looks_like_ris(text: str) -> bool:
    """Whether a line begins a record, or lines with a title or abstract end with one of `ER`."""
    head = text[:_LOOKED_AT]
    if _BEGIN.search(head):
        return True
    return _END.search(head) is not None and _TITLE_OR_ABSTRACT.search(head) is not None


def read_ris(text: str) -> Records:
    """Each record, whether or not `TY` begins and `ER` ends it; text between records is ignored."""
    strict = _TWO_BLANKS.search(text) is not None
    return read_tagged(text, _RIS if strict else replace(_RIS, line=_LOOSE))
