"""Lists and counts: every paper that meets one stated rule, a page at a time."""

from __future__ import annotations

import math
import time
from collections.abc import AsyncGenerator, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import anyio.to_thread

from paperchat.abstracts import introducing
from paperchat.answering import list_replies as say
from paperchat.answering.kinds import any_of_kind, by_kind, papers_of_kind
from paperchat.answering.matching import Match, matches
from paperchat.answering.paragraphs import in_paragraphs
from paperchat.answering.topic_list import topics_answer
from paperchat.answers import Answer, AnswerPaper, Listing, Usage
from paperchat.citations import check, cite, field_text, quote
from paperchat.events import Done, Event, Found, Searching, Text
from paperchat.filter_words import Known, filters_in
from paperchat.history import History, Turn
from paperchat.index import Index
from paperchat.list_questions import ListRequest, list_asked, more_asked, unfiltered_asked
from paperchat.paper_kinds import kind_asked
from paperchat.register import Register
from paperchat.spelling import correct_spelling
from paperchat.topics import find_topics
from paperchat.types import Citation, Filters, Paper, Quote, SearchResult, Sentence

PAGE = 20
"""Papers on a page of a list."""

_LABELLED = 2
"""So many titles that begin with "Survey:" make surveys a kind of paper here."""

_NEAREST = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """A list that is asked for, with its filters and its page.

    Attributes:
        request: What is asked for.
        question: The question that asks for it: the one of the first page.
        filters: Those of the question and those given beside it.
        page: From 1.
        kind: Of papers, in the question's words; empty for any.
    """

    request: ListRequest
    question: str
    filters: Filters
    page: int
    kind: str = ""


def asked_list(
    index: Index, text: str, given: Filters, history: History, page: int
) -> Asked | None:
    """The list that a question asks for, or goes on with; None for any other question.

    Args:
        index: The papers.
        text: The question.
        given: Filters given beside the question; they count where the question says others.
        history: The conversation so far, for "next page".
        page: The page that is wanted, from 1.
    """
    listed = next((turn for turn in reversed(history.turns) if turn.page), None)
    if listed and more_asked(text):
        text, page = listed.looked_for, listed.page + 1
        given = _joined(listed.filters, given)
    known = Known(
        index.keyword.venues(),
        index.keyword.statuses(),
        lambda name: bool(index.keyword.select(Filters(author=name))),
    )
    if listed and unfiltered_asked(text):
        text, _ = filters_in(listed.looked_for, known)
        said = Filters()
        rest = text
    else:
        rest, said = filters_in(text, known)
    request = list_asked(rest) or list_asked(correct_spelling(index.keyword, rest))
    if request is None or not _labelled(index, request, None):
        kind = kind_asked(rest)
        among = list_asked(kind.rest) if kind else None
        if kind and among and any_of_kind(index, kind.words, among.topic):
            return Asked(among, text, _joined(said, given), page, kind.words)
    if request is None:
        return None
    topic = correct_spelling(index.keyword, request.topic)
    return Asked(replace(request, topic=topic), text, _joined(said, given), page)


def _joined(said: Filters, given: Filters) -> Filters:
    """The filters of a question, but those given beside it where both have one."""
    return replace(said, **{name: getattr(given, name) for name in given.to_dict()})


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
    yield Searching(asked.request.topic or asked.question)
    answer = await anyio.to_thread.run_sync(lambda: list_answer(index, asked, history.register))
    shown = answer.papers or answer.nearest
    yield Found(tuple(SearchResult(one.paper, (), one.score) for one in shown))
    yield Text(answer.text)
    seconds = {"search": time.perf_counter() - started, "answer": 0.0}
    answer = replace(answer, question=text, seconds=seconds, usage=usage)
    page = answer.listing.page if answer.listing else 0
    history.turns.append(replace(Turn.of(answer, asked.question), page=page))
    yield Done(answer)


def list_answer(index: Index, asked: Asked, register: Register) -> Answer:
    """The page of the list: a line that says how many and by what rule, then the papers."""
    request, filters = asked.request, asked.filters
    selected = index.keyword.select(filters)
    inside = None if selected is None else frozenset(selected)
    if request.kind == "topics":
        return topics_answer(find_topics(index, inside), asked.question, filters, register)
    of_kind = papers_of_kind(index, asked.kind) if asked.kind else {}
    if asked.kind:
        inside = frozenset(of_kind if inside is None else inside & of_kind.keys())
    found = _found(index, request, inside)
    if asked.kind:
        found = replace(found, papers=by_kind(found.papers, of_kind))
    pages = max(math.ceil(len(found.papers) / PAGE), 1)
    form = say.Form(found.common, found.labelled, asked.kind)
    listing = Listing(say.rule(request, filters, form), len(found.papers), asked.page, pages)
    opening = Sentence(say.opening(request, filters, listing, index.count(), form), "none_needed")
    answer = Answer(
        "answered",
        opening.text,
        asked.question,
        search_query=request.topic,
        filters=filters,
        sentences=(opening,),
        listing=listing,
        notes=say.filtered(filters),
    )
    if not found.papers:
        return replace(answer, status="not_in_corpus", nearest=_nearest(index, request, inside))
    if asked.page > pages:
        return in_paragraphs(answer, [[opening], [Sentence(say.no_page(listing), "none_needed")]])
    start = (asked.page - 1) * PAGE
    line = say.page_line(listing)
    last = [Sentence(line, "none_needed")] if line else []
    return _page(answer, opening, found.papers[start : start + PAGE], last, register)


@dataclass(frozen=True, slots=True)
class _Found:
    """What is in a list; `common` and `labelled` say which form the rule took."""

    papers: Sequence[Match]
    common: bool = False
    labelled: bool = False


def _found(index: Index, request: ListRequest, inside: Collection[str] | None) -> _Found:
    if not request.topic:
        found = _Found(_in_order(index, inside))
    elif labelled := _labelled(index, request, inside):
        found = _Found(labelled, labelled=True)
    else:
        on_topic = matches(index, request.topic, inside)
        found = _Found(on_topic.papers, common=on_topic.common)
    if not request.without:
        return found
    out = {one.paper.id for one in matches(index, request.without, inside).papers}
    return replace(found, papers=[one for one in found.papers if one.paper.id not in out])


def _in_order(index: Index, inside: Collection[str] | None) -> list[Match]:
    """Every paper that the filters leave, the latest first, then by title."""
    papers = index.papers() if inside is None else index.get(inside).values()
    found = [_whole(paper) for paper in papers]
    return sorted(found, key=lambda one: (-(one.paper.year or 0), one.paper.title.casefold()))


def _whole(paper: Paper) -> Match:
    """A paper that is in the list for other reasons than its words."""
    introduces = introducing(paper)
    span = (introduces.start, introduces.end) if introduces.field == "abstract" else (0, 0)
    return Match(paper, 1.0, 1.0, span, by_title=False)


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


def _page(
    answer: Answer,
    opening: Sentence,
    found: Sequence[Match],
    last: Sequence[Sentence],
    register: Register,
) -> Answer:
    """The answer with the papers of a page, each with the sentence that puts it there."""
    numbers = [register.number(one.paper.id) for one in found]
    paragraphs = [
        [
            Sentence(f"{one.paper.title_in_text}:", "none_needed"),
            _qualifying(number, one, answer.filters),
        ]
        if one.span != (0, 0) and not one.paper.title_is_derived
        else [_qualifying(number, one, answer.filters)]
        for number, one in zip(numbers, found, strict=True)
    ]
    papers = tuple(
        AnswerPaper(number, one.paper, one.score)
        for number, one in zip(numbers, found, strict=True)
    )
    return in_paragraphs(replace(answer, papers=papers), [[opening], *paragraphs, last])


def _qualifying(number: int, found: Match, filters: Filters) -> Sentence:
    """The sentence by which a paper is in the list, with the fields that the filters asked."""
    paper = found.paper
    title = quote(paper, 0, len(paper.title), "title")
    quotes = [quote(paper, *found.span)] if found.span != (0, 0) else [title]
    if found.by_title and found.span != (0, 0):
        quotes.append(title)
    citation = Citation(number, (*quotes, *_fields(paper, filters)))
    text = cite(quotes[0].text, citation)
    support = check(Sentence(text, "unsupported", (citation,)), {number: paper})
    return Sentence(text, support, (citation,))


def _fields(paper: Paper, filters: Filters) -> Iterator[Quote]:
    """What the record says where a filter asked."""
    if filters.venue and paper.venue:
        yield quote(paper, 0, len(paper.venue), "venue")
    if filters.year and paper.year:
        yield quote(paper, 0, len(str(paper.year)), "year")
    listed = field_text(paper, "authors")
    for name in say.authors(filters):
        last = name.split()[-1].casefold()
        wrote = next((one for one in paper.authors if last in one.casefold()), "")
        if wrote:
            start = listed.index(wrote)
            yield quote(paper, start, start + len(wrote), "authors")
