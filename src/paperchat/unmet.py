"""Conditions that no record meets, and what the records have instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from paperchat.index.keyword import KeywordIndex
from paperchat.types import Filters

_NAMED = 5
"""So many venues or statuses are named."""


def unmet(keyword: KeywordIndex, filters: Filters) -> dict[str, str]:
    """The conditions that no paper meets, each taken by itself.

    Returns:
        Name of the filter → a sentence that says so, and what the records have.
    """
    told = filters.to_dict()
    alone = {name: replace(Filters(), **{name: getattr(filters, name)}) for name in told}
    return {
        name: _told(keyword, name, told[name])
        for name, one in alone.items()
        if not (keyword.select(one) or ())
    }


def _told(keyword: KeywordIndex, name: str, value: object) -> str:
    match name:
        case "status":
            said = _listed(keyword.statuses())
            return f"No record here says “{value}”: {said or 'none says what became of its paper'}."
        case "venue":
            said = _listed(keyword.spread()[0])
            return f"No record here has the venue “{value}”: {said or 'none names one'}."
        case "year":
            years = keyword.spread()[1]
            return f"No record here has a year in {value}: {_years(years)}."
        case "author":
            return f"No record here names an author “{value}”."
        case "title":
            return f"No title here has “{value}”."
        case _:
            return f"No record here has the keyword “{value}”."


def _listed(counts: Mapping[str, int]) -> str:
    """`they have poster (326), oral (15) and 3 more`; empty for none."""
    order = sorted(counts, key=lambda one: (-counts[one], one))
    named = [f"{one} ({counts[one]:,})" for one in order[:_NAMED]]
    if not named:
        return ""
    more = len(order) - len(named)
    return f"they have {', '.join(named)}{f' and {more:,} more' if more else ''}"


def _years(years: Mapping[int, int]) -> str:
    if not years:
        return "none has a year"
    first, last = min(years), max(years)
    return f"they are from {first} to {last}" if first < last else f"they are from {first}"
