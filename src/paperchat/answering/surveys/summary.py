"""One paper in three of its own sentences: the problem, the method, the result, in that order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from paperchat.comparison.aspects import METHOD, PROBLEM, RESULTS, Aspect
from paperchat.comparison.cells import valued
from paperchat.index import Index
from paperchat.types import Paper, Quote

_ASPECTS = (PROBLEM, METHOD, RESULTS)
_WORDS = 90
"""A summary of more words is shortened where sentences nearly as good are shorter."""

_NEARLY = 0.35
"""A sentence worth so much less than the best may stand in its place."""

_MOST = 5
"""So many sentences of each aspect are looked at."""


def summarize(index: Index, paper: Paper) -> list[Quote]:
    """The sentences that tell problem, method and result; fewer where the abstract says less.

    Of the choices with at most 90 words the best is taken; if there is none, the shortest.
    """
    quotes, worth = valued(index, paper, _ASPECTS)
    choices = [_choices(aspect, own) for aspect, own in zip(_ASPECTS, worth, strict=True)]
    best: tuple[bool, float, tuple[int, ...]] | None = None
    for picked in product(*filter(None, choices)):
        places = tuple(at for at, _ in picked)
        if len(set(places)) < len(places):
            continue
        words = sum(len(quotes[at].text.split()) for at in places)
        fits = words <= _WORDS
        found = (fits, sum(value for _, value in picked) if fits else -float(words), places)
        if best is None or found[:2] > best[:2]:
            best = found
    return [quotes[at] for at in best[2]] if best else list(quotes)


def _choices(aspect: Aspect, worth: Sequence[float]) -> list[tuple[int, float]]:
    """Places and values of the best sentences on an aspect; empty if none says enough."""
    order = sorted(range(len(worth)), key=lambda at: -worth[at])[:_MOST]
    floor = max(aspect.least, worth[order[0]] - _NEARLY)
    return [(at, worth[at]) for at in order if worth[at] >= floor]
