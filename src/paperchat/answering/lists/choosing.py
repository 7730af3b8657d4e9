"""Which papers are in a list: by topic, by what titles begin with, by what is left out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from paperchat.abstracts import introducing
from paperchat.answering.lists.kinds import by_kind, papers_of_kind
from paperchat.answering.lists.matching import Match, Told, matches, sayers
from paperchat.answering.lists.offers import asks_for_code, papers_with_code
from paperchat.answering.lists.ordering import in_order
from paperchat.index import Index
from paperchat.questions.kinds import kind_asked
from paperchat.questions.lists import ListRequest, list_asked
from paperchat.types import Filters, Paper

_LABELLED = 2
"""So many titles that begin with "Survey:" make surveys a kind of paper here."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is in a list, the surest first.

    Attributes:
        request: What is asked for.
        papers: In the list.
        told: How the papers on the topic, or on its alternatives, are told.
        labelled: Whether titles begin with the topic.
        left_out: How many would be in it, were they not left out.
        before: The list that it narrows; None when it narrows none.
    """

    request: ListRequest
    papers: Sequence[Match]
    told: tuple[Told, ...] = ()
    labelled: bool = False
    left_out: int = 0
    before: Chosen | None = None


def choose(
    index: Index, request: ListRequest, inside: Collection[str] | None, outside: Filters
) -> Chosen:
    """The papers of a list.

    Args:
        index: The papers.
        request: What they are about, and what not.
        inside: Ids of the only papers that count; None for all.
        outside: Conditions whose papers are left out; none leave none out.
    """
    before = choose(index, request.within, inside, Filters()) if request.within else None
    said = papers_of_kind(index, request.of_kind) if request.of_kind else {}
    if request.of_kind:
        inside = frozenset(said if inside is None else said.keys() & set(inside))
    if not request.topic:
        found = Chosen(request, before.papers if before else _in_order(index, inside))
    elif labelled := _labelled(index, request, inside):
        found = Chosen(request, labelled, labelled=True)
    elif asks_for_code(request):
        found = Chosen(request, papers_with_code(index, inside))
    else:
        on_topic = matches(index, request.topic, inside, mentioned=request.mentioned)
        found = Chosen(request, on_topic.papers, told=on_topic.told)
    if request.of_kind:
        found = replace(found, papers=by_kind(found.papers, said))
    if before:
        found = replace(found, papers=_also_in(before, found.papers), before=before)
    out = sayers(index, request.without, inside) if request.without else set()
    out.update(index.keyword.select(outside) or ())
    kept = [one for one in found.papers if one.paper.id not in out]
    return replace(found, papers=kept, left_out=len(found.papers) - len(kept))


def of_kind_asked(index: Index, text: str, request: ListRequest | None) -> ListRequest | None:
    """The list of papers of a kind ("which papers are surveys?") that a question asks for.

    Args:
        index: The papers.
        text: The question.
        request: The list that its words ask for otherwise; None for none.

    Returns:
        None when no kind is asked for, no paper says that it is of that kind, or titles begin with
        it.
    """
    kind = kind_asked(text)
    among = list_asked(kind.rest) if kind else None
    if kind is None or among is None or (request and _labelled(index, request, None)):
        return None
    among = replace(among, of_kind=kind.words)
    return among if choose(index, among, None, Filters()).papers else None


def _also_in(before: Chosen, papers: Sequence[Match]) -> list[Match]:
    """Those of a list that it narrows, which may hold only so many."""
    held, _ = in_order(before.papers, before.request.order, before.request.most)
    kept = {one.paper.id for one in held}
    return [one for one in papers if one.paper.id in kept]


def _in_order(index: Index, inside: Collection[str] | None) -> list[Match]:
    """Every paper that the filters leave, the latest first, then by title."""
    papers = index.papers() if inside is None else index.get(inside).values()
    found = [_whole(paper) for paper in papers]
    return sorted(found, key=lambda one: (-(one.paper.year or 0), one.paper.title.casefold()))


def _whole(paper: Paper) -> Match:
    """A paper that is in the list for other reasons than its words: none of them tells it yet."""
    return Match(paper, 1.0, 1.0, (0, 0), by_title=False)


def introduced(found: Match) -> Match:
    """The paper with the sentence that introduces it, where no other puts it in the list."""
    if found.span != (0, 0):
        return found
    introduces = introducing(found.paper)
    if introduces.field != "abstract":
        return found
    return replace(found, span=(introduces.start, introduces.end))


def _labelled(index: Index, request: ListRequest, inside: Collection[str] | None) -> list[Match]:
    """Papers of a kind that titles begin with: "position papers" where titles say "Position: …"."""
    if not request.label:
        return []
    ids = set(index.keyword.select(Filters(title=request.label)) or ())
    kept = sorted(ids if inside is None else ids.intersection(inside))
    lead = f"{request.label}:".casefold()
    found = [
        replace(_whole(paper), by_title=True)
        for paper in index.get(kept).values()
        if not paper.title_is_derived and paper.title.casefold().startswith(lead)
    ]
    return found if len(found) >= _LABELLED else []
