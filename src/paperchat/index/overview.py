"""Papers → what is told of a collection as a whole."""

from __future__ import annotations

from collections.abc import Iterable

from paperchat.types import Overview, Paper


def overview(papers: Iterable[Paper]) -> Overview:
    """Their number, venues (each in the first spelling met) and years, the latest first."""
    count = 0
    venues: dict[str, str] = {}
    years: set[int] = set()
    for paper in papers:
        count += 1
        if paper.venue:
            venues.setdefault(paper.venue.casefold(), paper.venue)
        if paper.year is not None:
            years.add(paper.year)
    return Overview(count, tuple(sorted(venues.values())), tuple(sorted(years, reverse=True)))
