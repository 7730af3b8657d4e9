"""A list in the order that is asked for, and as many of its papers."""

from __future__ import annotations

from collections.abc import Sequence

from paperchat.answering.lists.matching import Match
from paperchat.questions.list_forms import Order


def in_order(papers: Sequence[Match], order: Order, most: int) -> tuple[Sequence[Match], str]:
    """The papers that are wanted of a list, and a sentence that says which those are.

    Args:
        papers: The list, the surest first.
        order: Empty leaves it so. Papers whose records lack what orders them stand last.
        most: So many are wanted, and all that are level with the last of them; 0 for all.

    Returns:
        The papers, and what is said of them; empty when that is the list itself.
    """
    if not papers or not (order or most):
        return papers, ""
    if not order:
        shown = papers[:most]
        return shown, f"Shown {_is(shown)} the {_many(shown, most)}surest." if most else ""
    ordered = sorted(papers, key=lambda one: -_rank(one, order))
    if not _rank(ordered[0], order):
        lacked = "authors" if order == "most authors" else "year"
        return papers, f"The {order} cannot be told: the records have no {lacked}."
    lacking = _lacking(ordered, order)
    if not most:
        return ordered, f"Shown first are {_WHICH[order]}{lacking}."
    last = _rank(ordered[min(most, len(ordered)) - 1], order)
    shown = [one for one in ordered if _rank(one, order) >= max(last, 1)]
    level = _level(shown, order, most) or _so_many(shown, order)
    return shown, f"Shown {_is(shown)} {_WHICH[order]}{level}{lacking}."


def _so_many(shown: Sequence[Match], order: Order) -> str:
    """What the first has that puts it there."""
    if order != "most authors":
        return ""
    return f": {', '.join(str(len(one.paper.authors)) for one in shown)}"


def _lacking(papers: Sequence[Match], order: Order) -> str:
    """How many papers have no place in the order."""
    count = sum(not _rank(one, order) for one in papers)
    lacked = "authors" if order == "most authors" else "year"
    return f"; {count:,} {'has' if count == 1 else 'have'} no {lacked}" if count else ""


_WHICH: dict[Order, str] = {
    "newest": "the newest by the year of the record",
    "oldest": "the oldest by the year of the record",
    "most authors": "what has the most authors",
}
_YEARS = 10_000


def _rank(one: Match, order: Order) -> int:
    """The greater the earlier; 0 where the record does not tell."""
    if order == "most authors":
        return len(one.paper.authors)
    year = one.paper.year or 0
    return _YEARS - year if year and order == "oldest" else year


def _level(shown: Sequence[Match], order: Order, most: int) -> str:
    """That there are more than asked for, since the records do not tell them apart."""
    if len(shown) <= most:
        return ""
    last = shown[-1].paper
    level = f"{len(last.authors)} authors" if order == "most authors" else f"from {last.year}"
    return f": {len(shown):,}, since those {level} are level"


def _is(shown: Sequence[Match]) -> str:
    return "is" if len(shown) == 1 else "are"


def _many(shown: Sequence[Match], most: int) -> str:
    return f"{len(shown)} " if len(shown) == most > 1 else ""
