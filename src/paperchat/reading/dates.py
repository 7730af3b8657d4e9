"""Dates of all kinds → the year."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

_YEAR: Final = re.compile(r"(?<!\d)(1[5-9]\d{2}|20\d{2}|2100)(?!\d)")
_COMPACT: Final = re.compile(r"(?<!\d)(19\d{2}|20\d{2})(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?!\d)")
_MONTH: Final = re.compile(r"(19\d{2}|20\d{2})(?:0[1-9]|1[0-2])")  # 202505, and no 2025 12
_SHORT: Final = re.compile(r"[A-Za-z]{3,9}\.?[\s-]?['’]?(\d{2})|\d{1,2}/\d{1,2}/(\d{2})")
_MILLISECONDS: Final = range(600_000_000_000, 4_200_000_000_000)  # 1989 to 2103, as OpenReview has
_SECONDS: Final = range(600_000_000, 4_200_000_000)
_PARTS: Final = (
    "date-parts",
    "dateparts",
    "year",
    "date",
    "value",
    "start",
    "raw",
    "literal",
    "created",
)


def year_of(value: Any) -> int | None:
    """The year that a number, a text, a list or an object names.

    `2025-05-27`, `27 May 2025`, `May '25`, `2025年5月`, `20250527`, `2025.0`, milliseconds since
    1970, and `{"date-parts": [[2025, 5]]}` all give 2025.
    """
    if isinstance(value, Mapping):
        return next((year for name in _PARTS if (year := year_of(value.get(name)))), None)
    if isinstance(value, (list, tuple)):
        return next((year for part in value if (year := year_of(part))), None)
    if value is None or isinstance(value, bool):
        return None
    text = str(value).strip()
    match = _YEAR.search(text) or _COMPACT.search(text) or _MONTH.fullmatch(text)
    return int(match[1]) if match else _of_number(text) or _of_short(text)


def _of_number(text: str) -> int | None:
    if not text.isdigit() or len(text) > 13:
        return None
    number = int(text)
    seconds = number if number in _SECONDS else number // 1000 if number in _MILLISECONDS else 0
    return datetime.fromtimestamp(seconds, tz=UTC).year if seconds else None


def _of_short(text: str) -> int | None:
    match = _SHORT.fullmatch(text)
    if match is None:
        return None
    year = int(match[1] or match[2])
    return 2000 + year if year < 50 else 1900 + year
