"""Follow-ups of a comparison, and the comparison of all papers of a small collection."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from paperchat.comparison.comparing import MOST_PAPERS
from paperchat.comparison.questions import comparison_asked
from paperchat.followups import rules
from paperchat.followups.mentions import label
from paperchat.followups.resolved import Resolved
from paperchat.history import Turn
from paperchat.index import Index
from paperchat.types import Paper

_PAIR = 2
_COMPARE = "compare them"
_ITS = re.compile(r"\bit(?:(?:,| and|, and) it)+\b")


def joined(last: Turn | None, subjects: Sequence[Paper], new: Resolved) -> Resolved:
    """The last comparison once more, with further papers.

    Args:
        last: The turn that compared.
        subjects: Its papers.
        new: What the question points at.
    """
    papers = {paper.id: paper for paper in (*subjects, *new.papers)}
    before = last.looked_for if last else ""
    asked = _ITS.sub("them", before) if comparison_asked(before) else _COMPARE
    query = f"{', '.join(map(label, papers.values()))}: {asked}"
    return replace(new, query=query, looked_for=asked, papers=tuple(papers.values()), compare=asked)


def aspect_asked(last: Turn | None, text: str) -> str:
    """The comparison that "and on memory?" asks for after another one; else empty."""
    if last is None or len(last.subjects) < _PAIR or rules.ASPECT.match(text) is None:
        return ""
    if comparison_asked(last.question) is None:
        return ""
    return f"{_COMPARE} {rules.AND.sub('', text).strip(' ?.!')}"


def whole_collection(index: Index, text: str) -> tuple[Paper, ...]:
    """All papers of a small collection, if "the papers", "both" or "the two" are compared.

    Args:
        index: The papers.
        text: The question.
    """
    two = rules.TWO.search(text) is not None
    asked = comparison_asked(text) if two or rules.PAPERS.search(text) else None
    if asked is None or not all(map(rules.only_points, asked.named)):
        return ()
    most = _PAIR if two else MOST_PAPERS
    return tuple(index.papers()) if _PAIR <= index.count() <= most else ()
