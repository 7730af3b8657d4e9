"""What is said of a collection as a whole: its size, years and venues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperchat.answering.lists.replies import conditions
from paperchat.types import Filters


def opening(papers: int, filters: Filters) -> str:
    """How many papers there are."""
    told = conditions(filters)
    if papers == 1:
        return f"There is one paper here{f' that is {told}' if told else ''}."
    many = f"{papers:,}" if papers else "no"
    return f"There are {many} papers here{f' that are {told}' if told else ''}."


def years(found: Sequence[tuple[str, int]], papers: int) -> str:
    """From which years they are, given with their counts, the latest first; empty without any."""
    if not found:
        return ""
    told = sum(count for _, count in found)
    if len(found) == 1:
        return f"{_of(told, papers)} from {found[0][0]}."
    year, count = max(found, key=lambda item: item[1])
    most = f", most of them from {year} ({count:,})" if 2 * count > told else ""
    return f"{_of(told, papers)} from {found[-1][0]} to {found[0][0]}{most}."


def venues(found: Sequence[tuple[str, int]], papers: int) -> str:
    """In which venues they appeared, given with their counts, the commonest first."""
    if not found:
        return ""
    if len(found) == 1:
        return f"{_of(found[0][1], papers)} from {found[0][0]}."
    venue, count = found[0]
    most = f", {venue} with the most papers ({count:,})" if count > found[1][1] else ""
    return f"They appeared in {len(found):,} venues{most}."


def _of(count: int, papers: int) -> str:
    if count == papers:
        return "All are" if papers > 1 else "It is"
    return f"{count:,} of them {'are' if count > 1 else 'is'}"


def example(value: str, papers: int, *, more: bool) -> str:
    """A value of a field with its papers, before their titles or those of a few."""
    return f"{value}: {papers:,} papers{', for example:' if more else ':'}"


TALLIED: Mapping[str, tuple[str, ...]] = {
    "authors": ("Names count as they are written: “A. Marsh” and “Ada Marsh” are two.",)
}
"""Field → what the reader should know of its count."""
