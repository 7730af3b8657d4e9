"""Lists and counts: every paper that meets one stated rule, a page at a time."""

from __future__ import annotations

import math
import time
from collections.abc import AsyncGenerator, Collection, Sequence
from dataclasses import replace

import anyio.to_thread

from paperchat.answering.lists import replies as say
from paperchat.answering.lists.asked import Asked, asked_list
from paperchat.answering.lists.choosing import Chosen, choose, introduced
from paperchat.answering.lists.matching import Match
from paperchat.answering.lists.ordering import in_order
from paperchat.answering.lists.pages import paged
from paperchat.answering.lists.tallies import tally_line
from paperchat.answering.lists.topics import topics_answer
from paperchat.answering.paragraphs import in_paragraphs
from paperchat.answering.surveys.facts import with_examples
from paperchat.answers import Answer, AnswerPaper, Listing, Usage
from paperchat.events import Done, Event, Found, Searching, Text
from paperchat.followups.authorship import by_authors_at_hand
from paperchat.followups.recency import by_year_at_hand
from paperchat.followups.rules import LIKE_IT, field_asked
from paperchat.history import History, Turn
from paperchat.index import Index
from paperchat.questions.chinese import has_chinese
from paperchat.questions.lists import ListRequest
from paperchat.questions.tallies import Tallied
from paperchat.register import Register
from paperchat.topics import find_topics
from paperchat.types import Filters, SearchResult, Sentence
from paperchat.unmet import unmet

PAGE = 20
"""Papers on a page of a list."""

_NEAREST = 3
_OFFERED = 5
"""Papers that are offered where none meets a condition."""

_SUMMED_UP: tuple[Tallied, ...] = ("year", "venue")


def wanted_list(
    index: Index, text: str, given: Filters, history: History, page: int
) -> Asked | None:
    """The list that a question asks for; None for any other. The arguments are `asked_list`'s."""
    if history.has_subject and (field_asked(text) or LIKE_IT.match(text)):
        return None
    named = by_authors_at_hand(index, by_year_at_hand(index, text, history), history)
    asked = asked_list(index, named, given, history, page)
    if asked is None or not asked.doubtful:
        return asked
    found = choose(index, asked.request, _passing(index, asked.filters), asked.outside)
    return asked if found.papers else None


async def list_events(
    index: Index, text: str, asked: Asked, history: History, usage: Usage | None
) -> AsyncGenerator[Event, None]:
    """The events of a list, a count or the topics.

    Args:
        index: The papers.
        text: The question as it was put.
        asked: What it asks for.
        history: Gets the turn.
        usage: Of a model that translated the question.
    """
    started = time.perf_counter()
    yield Searching(asked.request.subject or asked.question)
    answer = await anyio.to_thread.run_sync(lambda: list_answer(index, asked, history.register))
    shown = answer.papers or answer.nearest
    yield Found(tuple(SearchResult(one.paper, (), one.score) for one in shown))
    yield Text(answer.text)
    seconds = {"search": time.perf_counter() - started, "answer": 0.0}
    answer = replace(answer, question=text, seconds=seconds, usage=usage)
    page = answer.listing.page if answer.listing else int(bool(asked.request.by))
    turn = replace(Turn.of(answer, asked.question), page=page)
    # Examples of a count are not what the talk is about.
    history.turns.append(replace(turn, subjects=()) if asked.request.by else turn)
    yield Done(answer)


def list_answer(index: Index, asked: Asked, register: Register) -> Answer:
    """The page of the list: a line that says how many and by what rule, then the papers."""
    request, filters = asked.request, asked.filters
    inside = _passing(index, filters)
    if request.kind == "topics":
        return topics_answer(find_topics(index, inside), asked.question, filters, register)
    found = choose(index, request, inside, asked.outside)
    papers, told = in_order(found.papers, request.order, request.most)
    pages = max(math.ceil(len(papers) / PAGE), 1)
    rule = _rule(found, filters, asked.outside)
    listing = Listing(rule.exactly(), len(papers), asked.page, pages)
    lines = [rule.opening(len(found.papers), index.count()), told, *_summed_up(request, papers)]
    opening = tuple(Sentence(line, "none_needed") for line in lines if line)
    answer = Answer(
        "answered",
        " ".join(one.text for one in opening),
        asked.question,
        search_query=request.subject,
        filters=filters,
        sentences=opening,
        listing=listing,
        notes=say.filtered(filters),
    )
    if not papers:
        return _none(index, asked, answer)
    if request.by:
        counted = [one.paper for one in papers]
        return with_examples(replace(answer, listing=None), counted, request.by, register)
    if asked.page > pages:
        beyond = Sentence(say.no_page(listing), "none_needed")
        return in_paragraphs(replace(answer, status="not_in_corpus"), [opening, [beyond]])
    start = (asked.page - 1) * PAGE
    shown = [introduced(one) for one in papers[start : start + PAGE]]
    also = ("authors", *request.also) if request.order == "most authors" else request.also
    return paged(answer, shown, also, register)


def _rule(found: Chosen, filters: Filters, outside: Filters) -> say.Rule:
    before = _rule(found.before, filters, Filters()) if found.before else None
    return say.Rule(
        found.request, filters, outside, found.told, found.labelled, found.left_out, before
    )


def _passing(index: Index, filters: Filters) -> Collection[str] | None:
    selected = index.keyword.select(filters)
    return None if selected is None else frozenset(selected)


def _summed_up(request: ListRequest, found: Sequence[Match]) -> list[str]:
    """The papers by the fields of their records that are asked for."""
    papers = [one.paper for one in found]
    asked: tuple[Tallied, ...] = (request.by,) if request.by else _SUMMED_UP
    lines = (name for name in asked if request.by or name in request.also)
    return [tally_line(papers, name, request.least) for name in lines]


def _none(index: Index, asked: Asked, answer: Answer) -> Answer:
    """No paper is in the list: why, and what there is without the conditions that none meets."""
    lacking = unmet(index.keyword, asked.filters)
    kept = Filters() if not lacking else replace(asked.filters, **dict.fromkeys(lacking, None))
    request = asked.request
    rest: Sequence[Match] = ()
    if kept != asked.filters and (request.topic or kept != Filters()):
        rest = choose(index, request, _passing(index, kept), asked.outside).papers
    lines = [*lacking.values(), *([say.otherwise(len(rest))] if rest else [])]
    lines += [say.IN_CHINESE] if has_chinese(request.topic) else []
    sentences = (*answer.sentences, *(Sentence(line, "none_needed") for line in lines))
    near = tuple(AnswerPaper(None, one.paper, one.score) for one in rest[:_OFFERED])
    return replace(
        answer,
        status="not_in_corpus",
        text=" ".join(one.text for one in sentences),
        sentences=sentences,
        nearest=near or _nearest(index, request, None if lacking else _passing(index, kept)),
    )


def _nearest(
    index: Index, request: ListRequest, inside: Collection[str] | None
) -> tuple[AnswerPaper, ...]:
    """The closest papers, when none is in the list."""
    if not request.topic:
        return ()
    ids = None if inside is None else sorted(inside)
    near = index.nearest(index.embed_query(request.topic), _NEAREST, ids)
    papers = index.get(near)
    return tuple(AnswerPaper(None, papers[key], near[key][0].similarity) for key in papers)
