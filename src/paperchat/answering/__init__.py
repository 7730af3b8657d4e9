"""From a question to its answer: understand, retrieve, answer, check."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

import anyio.to_thread

from paperchat.answering import replies
from paperchat.answering.comparing import compare_asked
from paperchat.answering.extracting.extractive import Draft, extract, introduce
from paperchat.answering.generating.fallback import written
from paperchat.answering.generating.fitting import Request, Writer
from paperchat.answering.generating.rewording import reworded
from paperchat.answering.generating.summing_up import comparison_parts, named_results
from paperchat.answering.generating.translation import in_english_by
from paperchat.answering.lists.asked import Asked
from paperchat.answering.lists.listing import list_events, wanted_list
from paperchat.answering.lookup import Lookup, is_bare_name, look_up, titled_in_full
from paperchat.answering.pipeline import Pipeline
from paperchat.answering.recorded import recorded
from paperchat.answering.searching import candidates, for_model
from paperchat.answering.surveys.facts import overview_events
from paperchat.answering.surveys.surveys import survey_draft
from paperchat.answering.telling import said, told
from paperchat.answering.understanding import Understood, understood
from paperchat.answers import Answer, Status, Usage
from paperchat.events import Done, Event, Found, Retracted, Searching, Text, Waiting
from paperchat.followups.resolved import Resolved
from paperchat.history import History, Turn
from paperchat.index import Index
from paperchat.questions.chinese import in_english
from paperchat.questions.collection import facet_asked
from paperchat.questions.lists import ListRequest
from paperchat.questions.question import Question, content_words, fold, understand
from paperchat.questions.surveys import authors_asked, survey_asked
from paperchat.register import Register
from paperchat.types import Filters, Paper, SearchResult
from paperchat.unmet import unmet

__all__ = ["Pipeline", "Writer", "answer_events"]

_TOLD: Sequence[Status] = ("answered", "partial", "not_stated")
"""What became of the earlier questions that a model is told of."""


_LONGEST = 20_000
"""Characters of a question that are read."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question that is understood.

    Attributes:
        text: As asked.
        means: What it means here, in English, as the papers spell it.
        sought: The paper that it names by what it is; None for any other question.
        refusal: What is said when nothing answers it.
        notes: What the reader should know of how it was read.
        reworded: The same as the model words it; empty when the rules' wording counts.
        usage: Tokens that its translation and rewording took; None without them.
        started: When its understanding began, by `time.perf_counter`.
    """

    text: str
    means: Understood
    sought: Lookup | None
    refusal: str
    notes: tuple[str, ...]
    reworded: str
    usage: Usage | None
    started: float

    @property
    def resolved(self) -> Resolved:
        """What it means after the turns before it."""
        return self.means.resolved

    @property
    def query(self) -> str:
        """What is searched, and shown as such."""
        return self.reworded or self.resolved.query


async def answer_events(
    pipeline: Pipeline, text: str, filters: Filters, history: History, page: int = 1
) -> AsyncGenerator[Event, None]:
    """Answer a question, step by step; the last event holds the whole answer.

    Args:
        pipeline: What the answer is made with.
        text: The question.
        filters: Conditions on the papers.
        history: The conversation so far; the question with its answer becomes its last turn.
        page: Of a list of papers, if it is one that the question asks for.
    """
    index = pipeline.index
    cut = (replies.cut_question(_LONGEST),) if len(text) > _LONGEST else ()
    text = text[:_LONGEST]
    question = understand(in_english(text))
    count = 0 if question.small_talk else await anyio.to_thread.run_sync(index.count)
    if count == 0 or question.is_wordless:
        answer = replace(_unsearched(question, count), question=fold(text))
        history.turns.append(Turn.of(answer, question.text))
        yield Text(answer.text)
        yield Done(answer)
        return
    started = time.perf_counter()
    translated = await in_english_by(pipeline.writer, index, text)
    if translated is not None:
        question = understand(translated.text)
    facet = facet_asked(question.text, at_hand=history.has_subject)
    if facet == "size" or facet == "overview":
        about = facet == "overview"
        async for event in overview_events(index, fold(text), filters, history, contents=about):
            yield event
        return
    whole = await anyio.to_thread.run_sync(lambda: titled_in_full(index, text))
    survey = None if whole else survey_asked(question.text)
    topic = authors_asked(question.text)
    listed = f"who works on {topic}" if topic else question.text
    asked = await anyio.to_thread.run_sync(
        lambda: None if survey or whole else wanted_list(index, listed, filters, history, page)
    )
    if asked is None and facet:
        asked = Asked(ListRequest(question.text, by=facet), question.text, filters, Filters(), 1)
    if asked is not None:
        used = translated.usage if translated else None
        async for event in list_events(index, fold(text), asked, history, used):
            yield event
        return
    sought = whole or await anyio.to_thread.run_sync(lambda: look_up(index, question.text))
    means = await anyio.to_thread.run_sync(
        lambda: understood(
            index, question.text, sought, survey, history, filters, pipeline.threshold
        )
    )
    lacking = await anyio.to_thread.run_sync(lambda: unmet(index.keyword, filters))
    searched = (f"Searched for: {means.spelt}",) if means.spelt != question.text else ()
    writer = None if sought or means.found else pipeline.writer
    wording = await reworded(writer, index, means.spelt, means.resolved, history)
    usage = _together(translated.usage if translated is not None else None, wording.usage)
    asking = _Asked(
        text=fold(text),
        means=means,
        sought=sought,
        refusal=sought.refusal if sought else replies.not_in_corpus(count, filters),
        notes=(*cut, *searched, *lacking.values(), *wording.notes),
        reworded=wording.text,
        usage=usage,
        started=started,
    )
    async with aclosing(_searched(pipeline, asking, filters, history)) as events:
        async for event in events:
            yield event


async def _searched(
    pipeline: Pipeline, asked: _Asked, filters: Filters, history: History
) -> AsyncGenerator[Event, None]:
    """The events of a question that is searched, that compares, or that a record answers."""
    resolved = asked.resolved
    yield Searching(asked.query)
    index, register = pipeline.index, history.register
    compared = await anyio.to_thread.run_sync(
        lambda: (
            compare_asked(index, asked.means.spelt, resolved, filters, register)
            or recorded(index, asked.means, register)
        )
    )
    about: Sequence[Paper] | None = None
    if compared is not None:
        found = time.perf_counter() - compared.seconds.get("answer", 0.0)
        about = [listed.paper for listed in compared.papers]
        request = _request(asked, named_results(compared), history)
        parts = comparison_parts(compared, pipeline.writer, request, register, index.embedder)
    else:
        results = list(asked.means.found) or await anyio.to_thread.run_sync(
            lambda: candidates(pipeline, resolved, filters)
        )
        shown = await anyio.to_thread.run_sync(lambda: _shown(pipeline, asked, results, filters))
        found = time.perf_counter()
        yield Found(tuple(shown or results))
        parts = _answered(pipeline, asked, results, shown, history)
    async with aclosing(parts) as pieces:
        async for part in pieces:
            if isinstance(part, Answer):
                answer = part
            else:
                yield part
    answer = _completed(answer, asked, filters, found)
    about = _spoken_of(answer, asked) if about is None else about
    history.turns.append(Turn.of(answer, resolved.looked_for, about))
    yield Done(answer)


def _spoken_of(answer: Answer, asked: _Asked) -> Sequence[Paper]:
    """The papers that a question was about; none when the answer is from others than the rules'."""
    papers = asked.resolved.chosen or asked.resolved.papers
    cited = {listed.paper.id for listed in answer.papers}
    elsewhere = bool(asked.reworded and cited) and cited.isdisjoint(one.id for one in papers)
    return () if elsewhere else papers


def _completed(answer: Answer, asked: _Asked, filters: Filters, found: float) -> Answer:
    """The answer with what was asked, and how long it took: its papers were found at `found`."""
    return replace(
        answer,
        question=asked.text,
        search_query=asked.query,
        filters=filters,
        notes=(*asked.notes, *answer.notes),
        usage=_together(asked.usage, answer.usage),
        seconds={"search": found - asked.started, "answer": time.perf_counter() - found},
    )


def _answered(
    pipeline: Pipeline,
    asked: _Asked,
    results: Sequence[SearchResult],
    shown: Sequence[SearchResult],
    history: History,
) -> AsyncGenerator[Text | Waiting | Retracted | Answer, None]:
    """The answer as it is made, and then whole: by the model, or in the papers' own sentences."""
    resolved = asked.resolved

    def extracted() -> Draft:
        return _draft(pipeline, asked.means, asked.sought, results, history.register)

    if pipeline.writer is None or not shown:
        return told(pipeline.index, resolved, results, asked.refusal, extracted)
    request = _request(asked, shown, history)
    embedder = pipeline.index.embedder
    return written(pipeline.writer, request, history.register, embedder, extracted)


def _request(asked: _Asked, shown: Sequence[SearchResult], history: History) -> Request:
    """What the model is asked."""
    meaning = "" if asked.query == asked.text else asked.query
    earlier = tuple((turn.question, turn.text) for turn in history.turns if turn.status in _TOLD)
    return Request(asked.text, meaning, shown, earlier)


def _shown(
    pipeline: Pipeline, asked: _Asked, results: Sequence[SearchResult], filters: Filters
) -> list[SearchResult]:
    """What the model is shown, if there is one.

    Nothing when the question has an answer of its own: it asks back, or looks for what is not here.
    """
    if pipeline.writer is None or (asked.sought and not asked.resolved.papers):
        return []
    return for_model(pipeline, results, asked.reworded, filters)


def _together(one: Usage | None, other: Usage | None) -> Usage | None:
    return one + other if one is not None and other is not None else one or other


def _draft(
    pipeline: Pipeline,
    means: Understood,
    sought: Lookup | None,
    results: Sequence[SearchResult],
    register: Register,
) -> Draft:
    index, resolved = pipeline.index, means.resolved
    if not results or (sought and not resolved.papers):
        return Draft()
    if means.survey is not None:
        return survey_draft(index, means.survey, results, register)
    question = replace(understand(resolved.asked), small_talk=None, wanted=resolved.wanted)
    first = results[0]
    bare = not resolved.papers and first.named and is_bare_name(index, question, first.paper)
    if bare or (sought and sought.question is None):
        return introduce(index, question, first, register)
    given = bool(resolved.papers) and not resolved.introduce
    draft = extract(index, question, results, pipeline.threshold, register, given=given)
    if resolved.introduce and (draft.status == "not_stated" or _speaks_not(index, resolved, first)):
        return introduce(index, question, first, register)
    return draft


def _speaks_not(index: Index, resolved: Resolved, result: SearchResult) -> bool:
    """Whether a paper has none of the words that ask of it what was asked of the one before."""
    asked = set(index.keyword.terms(" ".join(content_words(resolved.asked))))
    said = index.keyword.terms(f"{result.paper.title} {result.paper.abstract}")
    return bool(asked) and asked.isdisjoint(said)


def _unsearched(question: Question, count: int) -> Answer:
    """The answer to small talk, to a text without words, or when there are no papers."""
    if question.small_talk is not None:
        return said("chat", replies.SMALL_TALK[question.small_talk])
    return said("unclear", replies.which_one(())) if count else said("no_corpus", replies.NO_CORPUS)
