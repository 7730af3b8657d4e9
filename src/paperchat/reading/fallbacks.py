"""Venue and year that a record tells in passing: in its citation, in the address of its page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from paperchat.reading.cleaning import clean_text
from paperchat.reading.dates import year_of

_CITATIONS: Final = ("bibtex", "bib", "bibentry", "citation", "citationbibtex")
_IN_CITATION: Final = re.compile(
    r"\b(booktitle|journal|year)\s*=\s*(?:\{((?:[^{}]|\{[^{}]*\})*)\}|\"([^\"]*)\"|(\d{4}))",
    re.IGNORECASE,
)
_ADDRESSES: Final = ("url", "site", "virtualsiteurl", "pdf", "pdfurl", "link", "paperurl")
_CONFERENCES: Final = {
    "icml": "ICML", "iclr": "ICLR", "neurips": "NeurIPS", "nips": "NeurIPS", "aistats": "AISTATS",
    "mlsys": "MLSys", "colmweb": "COLM", "cvpr": "CVPR", "iccv": "ICCV", "eccv": "ECCV",
    "wacv": "WACV",
}  # fmt: skip
_IN_ADDRESS: Final = re.compile(
    r"https?://(?:[\w-]+\.)*(?P<site>icml|iclr|neurips|nips|aistats|mlsys|colmweb)\.(?:cc|org)/"
    r"(?:virtual|paper|paper_files/paper|Conferences)/(?P<year>\d{4})\b"
    r"|https?://openaccess\.thecvf\.com/content_?/?(?P<cvf>CVPR|ICCV|WACV)_?(?P<cvfyear>\d{4})\b",
    re.IGNORECASE,
)
_ACRONYM_AND_YEAR: Final = re.compile(
    r"(?:(?:Submitted|Accepted)(?: to| at| by)?\s+|Proceedings of(?: the)? )?"
    r"(?P<venue>[A-Z][A-Za-z*-]*[A-Z][A-Za-z*-]*)\s?(?:['’](?P<short>\d{2})|(?P<year>(?:19|20)\d{2}))"
    r"(?:\s+(?:conference|oral|poster|spotlight|highlight|withdrawn|rejected|notable.*|submission"
    r"|(?:Desk )?Rejected.*))*(?:\s*[,:]?\s*(?:withdrawn|desk rejected) submission)?",
    re.IGNORECASE,
)
_WITH_CAPITALS: Final = re.compile(r"[A-Z][A-Za-z*-]*[A-Z]")


def passing_facts(values: Mapping[str, Any]) -> dict[str, Any]:
    """Venue and year from the citation or an address, where there are any.

    Args:
        values: Folded field name → value, as found in the file.
    """
    for name in _CITATIONS:
        if isinstance(values.get(name), str) and "=" in values[name]:
            facts = _in_citation(values[name])
            if facts:
                return facts
    for name in _ADDRESSES:
        address = values.get(name)
        match = _IN_ADDRESS.match(address.strip()) if isinstance(address, str) else None
        if match:
            site = (match["site"] or match["cvf"]).lower()
            return {"venue": _CONFERENCES[site], "year": int(match["year"] or match["cvfyear"])}
    return {}


def venue_and_year(venue: str) -> tuple[str, int | None]:
    """`ICLR 2024 poster` → `ICLR` and 2024; a name that is no acronym stays as it is."""
    match = _ACRONYM_AND_YEAR.fullmatch(venue)
    if match is None or not _WITH_CAPITALS.match(match["venue"]):
        return venue, None
    return match["venue"], int(match["year"] or f"20{match['short']}")


def _in_citation(text: str) -> dict[str, Any]:
    found = {
        match[1].lower(): next(part for part in match.groups()[1:] if part is not None)
        for match in _IN_CITATION.finditer(text)
    }
    named = found.get("booktitle") or found.get("journal") or ""
    venue = clean_text(re.sub(r"(?<!\\)[{}]", "", named))
    year = year_of(found.get("year"))
    return {name: value for name, value in (("venue", venue), ("year", year)) if value}
