"""From a question to its answer: understand, retrieve, answer, check."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import anyio.to_thread

from paperchat.answering import replies
from paperchat.answering.extractive import Draft, extract, introduce
from paperchat.answering.lookup import Lookup, is_bare_name, look_up
from paperchat.index import Index
from paperchat.names import mentions
from paperchat.questions import Question, proper_names, understand
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
    Searching,
    SearchResult,
    Sentence,
    Status,
    Text,
)

__all__ = ["answer_events"]

_NEAREST = 3


async def answer_events(
    index: Index,
    text: str,
    filters: Filters,
    top_k: int,
    threshold: float,
    reranker: Reranker | None = None,
) -> AsyncIterator[Event]:
    """Answer a question, step by step; the last event holds the whole answer.

    Args:
        index: The papers.
        text: The question.
        filters: Conditions on the papers.
        top_k: How many papers are found for it.
        threshold: Least relevance of a paper that an answer may cite.
        reranker: Reads the best of them again.
    """
    question = understand(text)
    if question.small_talk is not None:
        said = replies.SMALL_TALK[question.small_talk]
        yield Text(said)
        yield Done(_said(question.text, "chat", said))
        return
    count = await anyio.to_thread.run_sync(index.count)
    if count == 0:
        yield Text(replies.NO_CORPUS)
        yield Done(_said(question.text, "no_corpus", replies.NO_CORPUS))
        return
    started = time.perf_counter()
    sought = await anyio.to_thread.run_sync(lambda: look_up(index, question.text))
    if sought is None:
        query = await anyio.to_thread.run_sync(
            lambda: correct_spelling(index.keyword, question.text)
        )
    else:
        query = sought.query
    yield Searching(query)
    results = await anyio.to_thread.run_sync(
        lambda: retrieve(index, query, filters=filters, top_k=top_k, reranker=reranker)
    )
    found = time.perf_counter()
    yield Found(tuple(results))
    corrected = sought is None and query != question.text
    draft = await anyio.to_thread.run_sync(
        lambda: _draft(index, understand(query), results, sought, threshold)
    )
    if draft.papers:
        answer = _answer(draft, _notes(index, query, draft, corrected=corrected))
    else:
        said = sought.refusal if sought is not None else replies.not_in_corpus(count, filters)
        answer = _refusal(said, results)
        if corrected:
            answer = replace(answer, notes=(f"Searched for: {query}",))
    for piece in draft.pieces() if draft.papers else (answer.text,):
        yield Text(piece)
    seconds = {"search": found - started, "answer": time.perf_counter() - found}
    yield Done(
        replace(
            answer, question=question.text, search_query=query, filters=filters, seconds=seconds
        )
    )


def _draft(
    index: Index,
    question: Question,
    results: Sequence[SearchResult],
    sought: Lookup | None,
    threshold: float,
) -> Draft:
    if sought is None:
        if results and results[0].named and is_bare_name(index, question, results[0].paper):
            return introduce(index, question, results[0])
        return extract(index, question, results, threshold)
    its = [result for result in results if result.paper.id in sought.papers]
    if not its:
        return Draft()
    if sought.question is None:
        return introduce(index, question, its[0])
    # The question is about that paper, whatever else it says.
    named = [replace(result, named=True, score=1.0) for result in its]
    return extract(index, sought.question, named, threshold)


def _notes(index: Index, query: str, draft: Draft, *, corrected: bool) -> tuple[str, ...]:
    notes = [f"Searched for: {query}"] if corrected else []
    if draft.unlisted:
        notes.append(replies.unlisted(draft.unlisted))
    notes += draft.notes
    lacked = _unmentioned(index, query, draft) if draft.status == "answered" else []
    if lacked:
        notes.append(replies.unmentioned(lacked))
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


def _said(question: str, status: Status, text: str) -> Answer:
    """An answer that nothing was searched for."""
    sentence = Sentence(text, "none_needed")
    return Answer(status, text, question, sentences=(sentence,))


def _answer(draft: Draft, notes: tuple[str, ...]) -> Answer:
    return Answer(
        draft.status,
        "".join(draft.pieces()),
        question="",
        sentences=draft.sentences,
        papers=draft.papers,
        notes=notes,
    )


def _refusal(text: str, results: Sequence[SearchResult]) -> Answer:
    nearest = tuple(AnswerPaper(None, found.paper, found.score) for found in results[:_NEAREST])
    return replace(_said("", "not_in_corpus", text), nearest=nearest)
