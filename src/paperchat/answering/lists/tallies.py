"""How many papers have each year, venue, author or status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from paperchat.questions.tallies import Tallied
from paperchat.types import Paper

_SHOWN = 20
"""So many values are told; all years are."""

_NAMES: dict[Tallied, str] = {
    "year": "year",
    "venue": "venue",
    "authors": "author",
    "status": "status",
}


def tally(papers: Iterable[Paper], by: Tallied) -> list[tuple[str, int]]:
    """Value of a field → papers that have it: years the latest first, others the commonest first.

    Records without the field are not counted.
    """
    counts = Counter(value for paper in papers for value in _values(paper, by))
    if by == "year":
        return sorted(counts.items(), reverse=True)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0].casefold()))


def tally_line(papers: Sequence[Paper], by: Tallied) -> str:
    """The count as it is read: "By year: 2025 (12), 2024 (3); 1 has none" and a full stop.

    Args:
        papers: That are counted.
        by: The field of their records.
    """
    counts = tally(papers, by)
    if not counts:
        return f"Its record tells no {by}." if len(papers) == 1 else f"Their records tell no {by}."
    shown = counts if by == "year" else counts[:_SHOWN]
    listed = ", ".join(f"{value} ({count:,})" for value, count in shown)
    more = f" and {len(counts) - len(shown):,} more" if len(shown) < len(counts) else ""
    lacking = sum(not any(_values(paper, by)) for paper in papers)
    without = f"; {lacking:,} {'has' if lacking == 1 else 'have'} none" if lacking else ""
    many = f" ({len(counts):,})" if len(counts) > 1 and by != "year" else ""
    return f"By {_NAMES[by]}{many}: {listed}{more}{without}."


def _values(paper: Paper, by: Tallied) -> Iterator[str]:
    value = getattr(paper, by)
    if isinstance(value, tuple):
        yield from dict.fromkeys(value)
    elif value:
        yield str(value)
