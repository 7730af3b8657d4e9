"""From a question to its answer: understand, retrieve, answer, check."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

import anyio.to_thread

from paperchat.answering import replies
from paperchat.answering.comparing import compare_asked
from paperchat.answering.extractive import Draft, extract, introduce
from paperchat.answering.fallback import written
from paperchat.answering.fitting import Request, Writer
from paperchat.answering.listing import asked_list, list_events
from paperchat.answering.lookup import Lookup, is_bare_name, look_up
from paperchat.answering.translation import in_english_by
from paperchat.chinese import in_english
from paperchat.followups import Resolved, resolve
from paperchat.history import History, Turn
from paperchat.index import Index
from paperchat.names import mentions
from paperchat.questions import Question, fold, proper_names, understand
from paperchat.register import Register
from paperchat.reranking import Reranker
from paperchat.retrieval import retrieve
from paperchat.spelling import correct_spelling
from paperchat.types import (
    Answer,
    AnswerPaper,
    Done,
    Event,
    Filters,
    Found,
    Paper,
    Retracted,
    Searching,
    SearchResult,
    Sentence,
    Status,
    Text,
    Usage,
    Waiting,
)

__all__ = ["Pipeline", "Writer", "answer_events"]

_NEAREST = 3


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
    if count == 0:
        answer = replace(_unsearched(question), question=fold(text))
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
        async for event in list_events(index, fold(text), asked, history):
            yield event
        return
    sought = await anyio.to_thread.run_sync(lambda: look_up(index, question.text))
    spelt, resolved = await anyio.to_thread.run_sync(
        lambda: _resolve(index, question.text, sought, history)
    )
    yield Searching(resolved.query)
    compared = await anyio.to_thread.run_sync(
        lambda: compare_asked(index, question.text, resolved, history.register)
    )
    if compared is not None:
        for event in _compared(replace(compared, question=fold(text)), resolved, history):
            yield event
        return
    results = await anyio.to_thread.run_sync(lambda: _retrieve(pipeline, resolved, filters))
    found = time.perf_counter()
    yield Found(tuple(results))
    refusal = sought.refusal if sought else replies.not_in_corpus(count, filters)
    parts = _answered(pipeline, fold(text), resolved, sought, results, history, refusal)
    async with aclosing(parts):
        async for part in parts:
            if isinstance(part, Answer):
                answer = part
            else:
                yield part
    notes = (f"Searched for: {spelt}",) if spelt != question.text else ()
    answer = replace(
        answer,
        question=fold(text),
        search_query=resolved.query,
        filters=filters,
        notes=(*notes, *answer.notes),
        usage=_together(translated.usage, answer.usage) if translated else answer.usage,
        seconds={"search": found - started, "answer": time.perf_counter() - found},
    )
    history.turns.append(Turn.of(answer, resolved.looked_for, resolved.papers))
    yield Done(answer)


def _compared(answer: Answer, resolved: Resolved, history: History) -> Iterator[Event]:
    """The events of a comparison; its papers are what the next turns are about."""
    answer = replace(answer, search_query=resolved.query)
    history.turns.append(
        Turn.of(answer, resolved.looked_for, [listed.paper for listed in answer.papers])
    )
    yield Found(tuple(SearchResult(one.paper, (), one.score) for one in answer.papers))
    for piece in answer.text.splitlines(keepends=True):
        yield Text(piece)
    yield Done(answer)


def _answered(
    pipeline: Pipeline,
    asked: str,
    resolved: Resolved,
    sought: Lookup | None,
    results: Sequence[SearchResult],
    history: History,
    refusal: str,
) -> AsyncGenerator[Text | Waiting | Retracted | Answer, None]:
    """The answer as it is made, and then whole: by the model, or in the papers' own sentences."""

    def extracted() -> Draft:
        return _draft(pipeline, resolved, sought, results, history.register)

    relevant = _relevant(resolved, sought, results, pipeline.threshold)
    if pipeline.writer is None or not relevant:
        return _told(pipeline.index, resolved, results, refusal, extracted)
    meaning = "" if resolved.query == asked else resolved.query
    earlier = tuple((turn.question, turn.text) for turn in history.turns)
    request = Request(asked, meaning, relevant, earlier)
    embedder = pipeline.index.embedder
    return written(pipeline.writer, request, history.register, embedder, extracted)


async def _told(
    index: Index,
    resolved: Resolved,
    results: Sequence[SearchResult],
    refusal: str,
    extracted: Callable[[], Draft],
) -> AsyncGenerator[Text | Answer, None]:
    """An answer in the papers' own sentences, or what is said in its place."""
    draft = await anyio.to_thread.run_sync(extracted)
    if draft.papers:
        answer = _answer(draft, _notes(index, resolved, draft))
    elif resolved.options:
        answer = _asking_back(resolved.options)
    else:
        answer = _refusal(replies.removed(resolved.gone) if resolved.gone else refusal, results)
    for piece in draft.pieces() if draft.papers else (answer.text,):
        yield Text(piece)
    yield answer


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


def _together(one: Usage, other: Usage | None) -> Usage:
    return one + other if other is not None else one


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
    draft = extract(index, question, results, pipeline.threshold, register)
    if draft.status == "not_stated" and resolved.introduce:
        return introduce(index, question, first, register)
    return draft


def _notes(index: Index, resolved: Resolved, draft: Draft) -> tuple[str, ...]:
    notes = [replies.unlisted(draft.unlisted)] if draft.unlisted else []
    notes += draft.notes
    lacked = _unmentioned(index, resolved.asked, draft) if draft.status == "answered" else []
    if lacked:
        notes.append(replies.unmentioned(lacked))
    if resolved.gone:
        notes.append(replies.removed(resolved.gone))
    return tuple(notes)


def _unmentioned(index: Index, query: str, draft: Draft) -> list[str]:
    """Names of the question that stand in none of the papers that answer it."""
    papers = [listed.paper for listed in draft.papers]
    text = " ".join(" ".join((one.title, one.abstract, *one.authors)) for one in papers)
    terms = set(index.keyword.terms(text))
    return [
        name
        for name in proper_names(query)
        if not terms.issuperset(index.keyword.terms(name)) and not mentions(text, name)
    ]


def _unsearched(question: Question) -> Answer:
    """The answer to small talk, or when there are no papers."""
    if question.small_talk is not None:
        return _said("chat", replies.SMALL_TALK[question.small_talk])
    return _said("no_corpus", replies.NO_CORPUS)


def _said(status: Status, text: str) -> Answer:
    """An answer that quotes nothing."""
    return Answer(status, text, question="", sentences=(Sentence(text, "none_needed"),))


def _answer(draft: Draft, notes: tuple[str, ...]) -> Answer:
    return Answer(
        draft.status,
        "".join(draft.pieces()),
        question="",
        sentences=draft.sentences,
        papers=draft.papers,
        notes=notes,
    )


def _asking_back(options: Sequence[Paper]) -> Answer:
    """The papers to choose from, when it cannot be told which one is meant."""
    nearest = tuple(AnswerPaper(None, paper, 0.0) for paper in options)
    return replace(_said("unclear", replies.which_one(options)), nearest=nearest)


def _refusal(text: str, results: Sequence[SearchResult]) -> Answer:
    nearest = tuple(AnswerPaper(None, found.paper, found.score) for found in results[:_NEAREST])
    return replace(_said("not_in_corpus", text), nearest=nearest)
