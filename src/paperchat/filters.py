"""Conditions on papers as people write them: `2023-2025`, "ICML 2025"."""

from __future__ import annotations

import re
from typing import TypedDict

from paperchat.errors import FilterError
from paperchat.types import Filters, Years

_YEARS = re.compile(r"(\d{4})?\s*[-–—:]\s*(\d{4})?")
_VENUE_AND_YEAR = re.compile(r"(\S.*?)[\s'’]+((?:19|20)\d{2})")


class Conditions(TypedDict, total=False):
    """What a paper must match; conditions join with AND, and case and accents do not matter.

    Keys:
        venue: Its venue, "ICML"; "ICML 2025" gives the year, too.
        year: A year, a range such as "2023-2025", "2023-" or "-2020", or a pair of years of which
            either may be None.
        author: Words of one author's name, in any order: "Zhuang", "Xialie Zhuang", "X. Zhuang";
            "A. Marsh and B. Lindqvist" wrote together.
        title: Words that all stand in the title, in any form.
        status: What the venue says of it: oral, poster, ….
        keyword: Words that all stand in one of its keywords.
    """

    venue: str | None
    year: int | str | tuple[int | None, int | None] | None
    author: str | None
    title: str | None
    status: str | None
    keyword: str | None


def make_filters(conditions: Conditions) -> Filters:
    """The filters that some conditions say; blank ones say nothing.

    Raises:
        FilterError: A year that is none, or a range that no year lies in.
    """
    texts = {
        name: " ".join(str(value).split())
        for name, value in conditions.items()
        if name != "year" and value
    }
    year = _years(conditions.get("year"))
    both = _VENUE_AND_YEAR.fullmatch(texts.get("venue", ""))
    if both and year is None:
        texts["venue"], year = both[1], int(both[2])
    return Filters(year=year, **{name: text for name, text in texts.items() if text})


def _years(told: int | str | tuple[int | None, int | None] | None) -> Years | None:
    """A year, or the first and the last one."""
    if told is None or isinstance(told, int):
        return told
    if isinstance(told, tuple):
        first, last = told
    else:
        text = told.strip()
        if not text or re.fullmatch(r"\d{4}", text):
            return int(text) if text else None
        match = _YEARS.fullmatch(text)
        if match is None:
            raise FilterError(f"The year {told!r} is none: write 2025, 2023-2025, 2023- or -2020.")
        first, last = (int(part) if part else None for part in match.groups())
    if first is None and last is None:
        raise FilterError(f"The year {told!r} is none: write 2025, 2023-2025, 2023- or -2020.")
    if first is not None and last is not None and first > last:
        raise FilterError(f"No year lies in {first}-{last}: write {last}-{first}.")
    return first if first == last else (first, last)
