"""Which list a question asks for, by itself or after the list before it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from paperchat.answering.lists.choosing import of_kind_asked
from paperchat.comparison.comparing import MOST_PAPERS
from paperchat.followups.mentions import find_mentions
from paperchat.history import History, Turn
from paperchat.index import Index
from paperchat.questions.filter_words import Known, filters_in
from paperchat.questions.list_followups import Step, step_asked
from paperchat.questions.list_pages import more_asked, page_asked, unfiltered_asked
from paperchat.questions.lists import ListRequest, list_asked
from paperchat.spelling import correct_spelling
from paperchat.types import Filters

_Range = tuple[int | None, int | None]

_THEN = " → "
"""Stands between the question for a list and each follow-up that narrowed it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A list that is asked for, with its filters and its page.

    Attributes:
        request: What is asked for.
        question: The question that asks for it: that of its first page, and what narrowed it.
        filters: Those of the question and those given beside it.
        outside: Conditions whose papers are left out.
        page: From 1.
        doubtful: Whether the question is one about the papers of the list before when no paper is
            in this one: "which of them is the fastest?".
    """

    request: ListRequest
    question: str
    filters: Filters
    outside: Filters
    page: int
    doubtful: bool = False


def asked_list(
    index: Index, text: str, given: Filters, history: History, page: int
) -> Asked | None:
    """The list that a question asks for, or goes on with; None for any other question.

    Args:
        index: The papers.
        text: The question.
        given: Filters given beside the question; they count where the question says others.
        history: The conversation so far, for "next page" and "only those from 2025".
        page: The page that is wanted, from 1.
    """
    reader = _Reader(index)
    listed = next((turn for turn in reversed(history.turns) if turn.page), None)
    if listed and more_asked(text):
        given = _over(listed.filters, given)
        return reader.asked(listed.looked_for, given, listed.page + 1)
    unpaged, told = page_asked(text)
    if listed and told and not unpaged:
        return reader.asked(listed.looked_for, _over(listed.filters, given), told)
    if told and unpaged and list_asked(unpaged):
        text, page = unpaged, told
    if listed and unfiltered_asked(text):
        steps = [reader.bare(one) for one in listed.looked_for.split(_THEN)]
        return reader.asked(_THEN.join(steps), given, page)
    step = step_asked(text) if _THEN not in text else None
    if step and not (step.named and find_mentions(index, text)) and (before := _at_hand(history)):
        return reader.after(before, text, step, given, page)
    asked = reader.asked(text, given, page)
    return None if asked and _counted_by_paper(index, asked.request, history) else asked


_OF_A_PAPER = re.compile(
    r"\b(?:how many|number of) (?:[\w\-]+ ){0,3}?(?P<noun>works|articles|publications|studies)\b",
    re.IGNORECASE,
)

_OF_A_REVIEW = re.compile(
    r"\b(?:works|articles|publications|studies)\b(?:(?! (?:here|in (?:the|this) (?:list|collection"
    r"|corpus|index))\b).)* (?:were|was|been|went|are) (?:\w+ly )?(?:included|identified|selected"
    r"|chosen|screened|pooled|reviewed|retrieved|eligible|kept|examined|searched|into)\b"
    r"|\b(?:review|meta-analysis|metaanalysis|survey)\b(?! (?:papers|works|articles|studies)\b)",
    re.IGNORECASE,
)
"""What reviewers do with the papers that they count, or a review that has counted them."""


def _counted_by_paper(index: Index, request: ListRequest, history: History) -> bool:
    """Whether a count is of what one paper speaks of: "how many studies?" of a review.

    It is when the question tells of a review, or when the paper at hand says the counted word and
    all that the question says of it.
    """
    if _OF_A_PAPER.search(request.text) and _OF_A_REVIEW.search(request.text):
        return True
    last = next((turn for turn in reversed(history.turns) if turn.subjects), None)
    counted = _OF_A_PAPER.search(request.text)
    if counted is None or last is None or last.page or len(last.subjects) != 1:
        return False
    known = {
        term
        for paper in index.get(last.subjects).values()
        for term in index.keyword.terms(f"{paper.title} {paper.abstract}")
    }
    return known.issuperset(index.keyword.terms(f"{counted['noun']} {request.topic}"))


def _at_hand(history: History) -> Turn | None:
    """The list that the talk is about now: the last one with papers, if no other paper was since.

    A follow-up that left none of its papers does not take it away.
    """
    for turn in reversed(history.turns):
        if turn.page and turn.status == "answered":
            return turn
        if turn.subjects:
            return None
    return None


@dataclass(frozen=True, slots=True)
class _Read:
    """What is asked for, the conditions that papers meet, and those whose papers are left out."""

    request: ListRequest
    filters: Filters
    outside: Filters


class _Reader:
    """Reads questions for lists of the papers of an index."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._known = Known(
            tuple(index.keyword.spread()[0]),
            index.keyword.statuses(),
            lambda name: bool(index.keyword.select(Filters(author=name))),
        )

    def bare(self, text: str) -> str:
        """A question without the filters that it says."""
        return filters_in(text, self._known)[0]

    def asked(self, text: str, given: Filters, page: int) -> Asked | None:
        """The list of a question that stands alone, with what narrowed it."""
        first, *steps = text.split(_THEN)
        read = self._read(first)
        for one in steps:
            step = step_asked(one)
            if read is None or step is None:
                return None
            read = self._gone_on(read, step)
        if read is None:
            return None
        return Asked(read.request, text, _over(read.filters, given), read.outside, page)

    def after(self, turn: Turn, text: str, step: Step, given: Filters, page: int) -> Asked | None:
        """The list of a question that goes on with the list of a turn."""
        before = self.asked(turn.looked_for, turn.filters, 1)
        if before is None or before.request.kind != "papers":
            return None
        read = self._gone_on(_Read(before.request, before.filters, before.outside), step)
        if read is None:
            return None
        question = f"{turn.looked_for}{_THEN}{text}"
        doubtful = step.how == "whose" and len(turn.shown) <= MOST_PAPERS
        filters = _over(read.filters, given)
        return Asked(read.request, question, filters, read.outside, page, doubtful)

    def _read(self, text: str) -> _Read | None:
        rest, said = filters_in(text, self._known)
        keyword = self._index.keyword
        request = list_asked(rest) or list_asked(correct_spelling(keyword, rest))
        if request is not None:
            request = replace(request, topic=correct_spelling(keyword, request.topic))
        request = of_kind_asked(self._index, rest, request) or request
        if request is None:
            return None
        request, outside = self._left_out(request)
        return _Read(request, said, outside)

    def _left_out(self, request: ListRequest) -> tuple[ListRequest, Filters]:
        """What leaves papers out as a condition ("not at ICLR") rather than as a topic."""
        if not request.excluded:
            return request, Filters()
        rest, outside = filters_in(f"papers that are {request.excluded}", self._known)
        if outside == Filters():
            return request, outside
        left = list_asked(rest)
        return replace(request, without=left.topic if left else ""), outside

    def _gone_on(self, before: _Read, step: Step) -> _Read | None:
        """The list after a follow-up."""
        own = self._read(step.question)
        if own is None or own.request.kind != "papers":
            return None
        outside = _over(before.outside, own.outside)
        if step.how == "instead":
            request = own.request if own.request.topic else before.request
            return _Read(request, _over(before.filters, own.filters), outside)
        filters = _within(before.filters, own.filters)
        if own.request.topic or own.request.without:
            return _Read(replace(own.request, within=before.request), filters, outside)
        return _Read(_formed(before.request, own.request), filters, outside)


def _formed(request: ListRequest, said: ListRequest) -> ListRequest:
    """A list in the form that a follow-up wants: "only the newest"; of a count, its papers."""
    return replace(
        request,
        order=said.order or request.order,
        most=said.most or request.most,
        also=said.also or request.also,
        by=said.by,
    )


def _over(filters: Filters, others: Filters) -> Filters:
    """Filters, but the others where both have one."""
    return replace(filters, **_given(others))


def _within(filters: Filters, said: Filters) -> Filters:
    """Filters that keep to what both say: both authors, the years that both allow."""
    joined = _over(filters, said)
    if filters.author and said.author:
        joined = replace(joined, author=f"{filters.author} and {said.author}")
    if isinstance(filters.year, tuple) and isinstance(said.year, tuple):
        joined = replace(joined, year=_both(filters.year, said.year))
    return joined


def _both(one: _Range, other: _Range) -> _Range:
    """The years of both ranges; the other range where they have none in common."""
    first = max((year for year in (one[0], other[0]) if year is not None), default=None)
    last = min((year for year in (one[1], other[1]) if year is not None), default=None)
    return other if first and last and first > last else (first, last)


def _given(filters: Filters) -> Mapping[str, Any]:
    return {name: getattr(filters, name) for name in filters.to_dict()}
