"""The papers of a kind ("meta-analyses", "protocols"): those that say they are, title first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from paperchat.answering.lists.matching import Match
from paperchat.index import Index
from paperchat.questions.kinds import SaysSo, kind_heads, says_kind


def papers_of_kind(index: Index, words: str) -> dict[str, SaysSo]:
    """Id of each paper that says it is of a kind → where it says so.

    Args:
        index: The papers.
        words: Of the kind, as asked ("systematic reviews").
    """
    terms = {index.keyword.terms(head)[-1] for head in kind_heads(words)}
    papers = index.get(index.keyword.having(terms))
    said = {key: says_kind(paper, words) for key, paper in papers.items()}
    return {key: one for key, one in said.items() if one is not None}


def by_kind(found: Sequence[Match], said: Mapping[str, SaysSo]) -> list[Match]:
    """Papers of a list with what makes each one of the kind; those that their title tells first."""
    shown = []
    for match in found:
        says = said[match.paper.id]
        if says.field == "title":
            shown.append(replace(match, by_title=True))
        else:
            shown.append(replace(match, span=(says.start, says.end), by_title=False))
    return sorted(shown, key=lambda one: said[one.paper.id].field != "title")
