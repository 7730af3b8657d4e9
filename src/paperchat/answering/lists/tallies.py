"""How many papers have each year, venue, author or status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean, median_high

from paperchat.questions.tallies import Tallied
from paperchat.types import Paper

_SHOWN = 20
"""So many values are told; all years are."""

_NAMES: dict[Tallied, str] = {
    "year": "year",
    "venue": "venue",
    "authors": "author",
    "status": "status",
    "author count": "number of authors",
}


def tally(papers: Iterable[Paper], by: Tallied) -> list[tuple[str, int]]:
    """Value of a field → papers that have it: years the latest first, others the commonest first.

    Records without the field are not counted.
    """
    counts = Counter(value for paper in papers for value in _values(paper, by))
    if by == "year":
        return sorted(counts.items(), reverse=True)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0].casefold()))


def tally_line(papers: Sequence[Paper], by: Tallied, least: int = 1) -> str:
    """The count as it is read: "By year: 2025 (12), 2024 (3); 1 has none" and a full stop.

    Args:
        papers: That are counted.
        by: The field of their records.
        least: Values that fewer papers have are left out.
    """
    if by == "author count":
        return _authors_line(papers)
    whole = tally(papers, by)
    counts = [one for one in whole if one[1] >= least]
    if whole and not counts:
        return f"No {_NAMES[by]} of the {len(whole):,} has {least} papers or more."
    if not counts:
        return f"Its record tells no {by}." if len(papers) == 1 else f"Their records tell no {by}."
    shown = counts if by == "year" else counts[:_SHOWN]
    listed = ", ".join(f"{value} ({count:,})" for value, count in shown)
    more = f" and {len(counts) - len(shown):,} more" if len(shown) < len(counts) else ""
    lacking = sum(not any(_values(paper, by)) for paper in papers)
    without = f"; {lacking:,} {'has' if lacking == 1 else 'have'} none" if lacking else ""
    many = f" ({len(counts):,})" if len(counts) > 1 and by != "year" else ""
    if least > 1:
        many = f" with at least {least} papers ({len(counts):,} of {len(whole):,})"
    return f"By {_NAMES[by]}{many}: {listed}{more}{without}."


def _authors_line(papers: Sequence[Paper]) -> str:
    """How many authors the papers have, of those whose records name any."""
    counts = [len(paper.authors) for paper in papers if paper.authors]
    if not counts:
        return "The records name no authors."
    lacking = len(papers) - len(counts)
    without = f"; {lacking:,} {'names' if lacking == 1 else 'name'} none" if lacking else ""
    return (
        f"The records of {len(counts):,} name authors{without}: {fmean(counts):.1f} on average, "
        f"from {min(counts)} to {max(counts)}, half of them at most {median_high(counts)}."
    )


def _values(paper: Paper, by: Tallied) -> Iterator[str]:
    if by == "author count":
        many = len(paper.authors)
        yield from [f"{many} author{'' if many == 1 else 's'}"] if many else []
        return
    value = getattr(paper, by)
    if isinstance(value, tuple):
        yield from dict.fromkeys(value)
    elif value:
        yield str(value)
