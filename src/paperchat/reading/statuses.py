"""What a venue says of a paper, in one short word: "Accept (Oral)" → `oral`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

# The first that is found wins: "Desk Rejected" is a rejection, "Accept (oral)" is an oral.
_WORDS: Final = (
    ("withdrawn", r"withdr[ae]w|retract|撤稿|撤回"),
    ("desk rejected", r"desk[\s_-]*reject"),
    ("rejected", r"reject|declin|not accepted|拒稿|拒绝"),
    ("notable top 5%", r"top[\s-]*5\s?%"),
    ("notable top 25%", r"top[\s-]*25\s?%"),
    ("best paper", r"best[\s_-]*paper|award"),
    ("oral", r"\boral|\btalks?\b|口头"),
    ("spotlight", r"spot[\s-]*light|焦点"),
    ("highlight", r"\bhigh[\s-]*light"),
    ("poster", r"poster|海报"),
    ("workshop", r"workshop"),
    ("findings", r"\bfindings\b"),
    ("demo", r"\bdemo"),
    ("under review", r"under (?:blind |double-blind )?review|^active$|^submitted|审稿"),
    ("accepted", r"accept|^published|^camera[\s-]*ready|录用|接收"),
)
_KNOWN: Final = tuple((word, re.compile(pattern, re.IGNORECASE)) for word, pattern in _WORDS)
_NO_STATUS: Final = re.compile(r"[\d\W]*|true|false|none|nan|null|unknown|n/?a", re.IGNORECASE)
_LONGEST: Final = 60


def status_of(values: Iterable[Any]) -> str:
    """The most telling status of those that a record gives in several fields.

    Args:
        values: Texts in the order of how telling their fields are: a `decision` "Accept" beside a
            `presentation` "Oral" is an oral.

    Returns:
        A known word, else the first text as it stands in small letters; empty when there is none.
    """
    texts = [
        text
        for value in values
        if isinstance(value, str) and (text := " ".join(value.split())) and len(text) <= _LONGEST
        if not _NO_STATUS.fullmatch(text)
    ]
    found = {word for text in texts if (word := _known(text))}
    best = next((word for word, _ in _KNOWN if word in found), "")
    return best or next((text.casefold() for text in texts), "")


def status_in_venue(venue: str) -> str:
    """That of OpenReview's venues: "ICLR 2024 oral", "Submitted to ICLR 2024"."""
    match = re.search(
        r"\b(?:19|20)\d{2}\b.*?\b(oral|poster|spotlight|highlight|notable top \d+%|withdrawn"
        r"|(?:desk )?rejected)\b",
        venue,
        re.IGNORECASE,
    )
    if match:
        return _known(match[1])
    return "under review" if re.match(r"Submitted to\b", venue, re.IGNORECASE) else ""


def _known(text: str) -> str:
    return next((word for word, pattern in _KNOWN if pattern.search(text)), "")
