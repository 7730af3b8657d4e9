"""From a question to its answer: understand, retrieve, answer, check."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

import anyio.to_thread

from paperchat.answering import replies
from paperchat.answering.comparing import compare_asked, comparison_events
from paperchat.answering.extractive import Draft, extract, introduce
from paperchat.answering.fallback import written
from paperchat.answering.fitting import Request, Writer
from paperchat.answering.listing import asked_list, list_events
from paperchat.answering.lookup import Lookup, is_bare_name, look_up
from paperchat.answering.telling import said, told
from paperchat.answering.translation import in_english_by
from paperchat.answers import Answer, Status, Usage
from paperchat.chinese import in_english
from paperchat.events import Done, Event, Found, Retracted, Searching, Text, Waiting
from paperchat.followups import Resolved, resolve
from paperchat.history import History, Turn
from paperchat.index import Index
from paperchat.questions import Question, fold, understand
from paperchat.register import Register
from paperchat.reranking import Reranker
from paperchat.retrieval import retrieve
from paperchat.spelling import correct_spelling
from paperchat.types import Filters, SearchResult
from paperchat.unmet import unmet

__all__ = ["Pipeline", "Writer", "answer_events"]

_TOLD: Sequence[Status] = ("answered", "partial", "not_stated")
"""What became of the earlier questions that a model is told of."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """What answers are made with.

    Attributes:
        index: The papers.
        top_k: How many papers are found for a question.
        threshold: Least relevance of a paper that an answer may cite.
        reranker: Reads the best of them again.
        writer: What writes the answer; None takes the papers' own sentences.
    """

    index: Index
    top_k: int
    threshold: float
    reranker: Reranker | None = None
    writer: Writer | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question that is understood.

    Attributes:
        text: As asked.
        spelt: In English, as the papers spell it.
        resolved: What it means here.
        sought: The paper that it names by what it is; None for any other question.
        refusal: What is said when nothing answers it.
        notes: What the reader should know of how it was read.
        usage: Tokens that its translation took; None without one.
        started: When its understanding began, by `time.perf_counter`.
    """

    text: str
    spelt: str
    resolved: Resolved
    sought: Lookup | None
    refusal: str
    notes: tuple[str, ...]
    usage: Usage | None
    started: float


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
    asked = await anyio.to_thread.run_sync(
        lambda: asked_list(index, question.text, filters, history, page)
    )
    if asked is not None:
        used = translated.usage if translated else None
        async for event in list_events(index, fold(text), asked, history, used):
            yield event
        return
    sought = await anyio.to_thread.run_sync(lambda: look_up(index, question.text))
    spelt, resolved = await anyio.to_thread.run_sync(
        lambda: _resolve(index, question.text, sought, history)
    )
    lacking = await anyio.to_thread.run_sync(lambda: unmet(index.keyword, filters))
    notes = ((f"Searched for: {spelt}",) if spelt != question.text else ()) + (*lacking.values(),)
    usage = translated.usage if translated is not None else None
    refusal = sought.refusal if sought else replies.not_in_corpus(count, filters)
    understood = _Asked(fold(text), spelt, resolved, sought, refusal, notes, usage, started)
    async with aclosing(_searched(pipeline, understood, filters, history)) as events:
        async for event in events:
            yield event


async def _searched(
    pipeline: Pipeline, asked: _Asked, filters: Filters, history: History
) -> AsyncGenerator[Event, None]:
    """The events of a question that is searched, or that compares."""
    resolved = asked.resolved
    yield Searching(resolved.query)
    compared = await anyio.to_thread.run_sync(
        lambda: compare_asked(pipeline.index, asked.spelt, resolved, filters, history.register)
    )
    if compared is not None:
        found = time.perf_counter() - compared.seconds.get("answer", 0.0)
        answer = _completed(compared, asked, filters, found)
        for event in comparison_events(answer, resolved, history):
            yield event
        return
    results = await anyio.to_thread.run_sync(lambda: _retrieve(pipeline, resolved, filters))
    found = time.perf_counter()
    yield Found(tuple(results))
    async with aclosing(_answered(pipeline, asked, results, history)) as parts:
        async for part in parts:
            if isinstance(part, Answer):
                answer = part
            else:
                yield part
    answer = _completed(answer, asked, filters, found)
    history.turns.append(Turn.of(answer, resolved.looked_for, resolved.papers))
    yield Done(answer)


def _completed(answer: Answer, asked: _Asked, filters: Filters, found: float) -> Answer:
    """The answer with what was asked, and how long it took: its papers were found at `found`."""
    return replace(
        answer,
        question=asked.text,
        search_query=asked.resolved.query,
        filters=filters,
        notes=(*asked.notes, *answer.notes),
        usage=_together(asked.usage, answer.usage),
        seconds={"search": found - asked.started, "answer": time.perf_counter() - found},
    )


def _answered(
    pipeline: Pipeline, asked: _Asked, results: Sequence[SearchResult], history: History
) -> AsyncGenerator[Text | Waiting | Retracted | Answer, None]:
    """The answer as it is made, and then whole: by the model, or in the papers' own sentences."""
    resolved = asked.resolved

    def extracted() -> Draft:
        return _draft(pipeline, resolved, asked.sought, results, history.register)

    relevant = _relevant(resolved, asked.sought, results, pipeline.threshold)
    if pipeline.writer is None or not relevant:
        return told(pipeline.index, resolved, results, asked.refusal, extracted)
    meaning = "" if resolved.query == asked.text else resolved.query
    earlier = tuple((turn.question, turn.text) for turn in history.turns if turn.status in _TOLD)
    request = Request(asked.text, meaning, relevant, earlier)
    embedder = pipeline.index.embedder
    return written(pipeline.writer, request, history.register, embedder, extracted)


def _relevant(
    resolved: Resolved, sought: Lookup | None, results: Sequence[SearchResult], threshold: float
) -> list[SearchResult]:
    """What a model is shown: papers past the gate, those that the question names where it does.

    None when the question has an answer of its own: it asks back, or looks for what is not here.
    """
    if sought and not resolved.papers:
        return []
    relevant = [result for result in results if result.score >= threshold]
    return [result for result in relevant if result.named] or relevant


def _together(one: Usage | None, other: Usage | None) -> Usage | None:
    return one + other if one is not None and other is not None else one or other


def _resolve(
    index: Index, text: str, sought: Lookup | None, history: History
) -> tuple[str, Resolved]:
    """The question as the papers spell it, and what it means here."""
    if sought is None:
        spelt = correct_spelling(index.keyword, text)
        return spelt, resolve(index, spelt, history)
    asked = sought.question or understand(text)
    papers = tuple(index.get(sorted(sought.papers)).values())
    return text, Resolved(sought.query, asked.text, asked.text, asked.wanted, papers)


def _retrieve(pipeline: Pipeline, resolved: Resolved, filters: Filters) -> list[SearchResult]:
    """The papers that may answer."""
    if resolved.options or (resolved.gone and not resolved.papers):
        return []
    index, top_k, reranker = pipeline.index, pipeline.top_k, pipeline.reranker
    if not resolved.papers:
        enough = top_k + len(resolved.excluded)
        found = retrieve(index, resolved.query, filters=filters, top_k=enough, reranker=reranker)
        return [one for one in found if one.paper.id not in resolved.excluded][:top_k]
    ids = [paper.id for paper in resolved.papers]
    found = retrieve(index, resolved.query, filters=filters, among=ids, top_k=len(ids))
    found.sort(key=lambda one: ids.index(one.paper.id))
    # The question is about these papers, whatever else it says.
    return [replace(one, score=1.0, named=len(found) > 1) for one in found]


def _draft(
    pipeline: Pipeline,
    resolved: Resolved,
    sought: Lookup | None,
    results: Sequence[SearchResult],
    register: Register,
) -> Draft:
    if not results or (sought and not resolved.papers):
        return Draft()
    index = pipeline.index
    question = replace(understand(resolved.asked), small_talk=None, wanted=resolved.wanted)
    first = results[0]
    bare = not resolved.papers and first.named and is_bare_name(index, question, first.paper)
    if bare or (sought and sought.question is None):
        return introduce(index, question, first, register)
    given = bool(resolved.papers) and not resolved.introduce
    draft = extract(index, question, results, pipeline.threshold, register, given=given)
    if draft.status == "not_stated" and resolved.introduce:
        return introduce(index, question, first, register)
    return draft


def _unsearched(question: Question, count: int) -> Answer:
    """The answer to small talk, to a text without words, or when there are no papers."""
    if question.small_talk is not None:
        return said("chat", replies.SMALL_TALK[question.small_talk])
    return said("unclear", replies.which_one(())) if count else said("no_corpus", replies.NO_CORPUS)
