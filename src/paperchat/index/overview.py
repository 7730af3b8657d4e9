"""What is told of a collection as a whole."""

from __future__ import annotations

from paperchat.index.keyword import KeywordIndex
from paperchat.types import Overview


def overview(keyword: KeywordIndex) -> Overview:
    """How many papers, from which venues (in the commonest spelling) and years, latest first."""
    spelt, years = keyword.spread()
    venues: dict[str, str] = {}
    for venue in sorted(spelt, key=lambda venue: (-spelt[venue], venue)):
        venues.setdefault(venue.casefold(), venue)
    return Overview(
        keyword.count(), tuple(sorted(venues.values())), tuple(sorted(years, reverse=True))
    )
