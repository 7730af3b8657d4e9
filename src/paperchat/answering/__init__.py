"""From a question to its answer: understand, retrieve, answer, check."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace

import anyio.to_thread

from paperchat.answering import replies
from paperchat.answering.extractive import Draft, extract
from paperchat.index import Index
from paperchat.questions import proper_names, understand
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
    index: Index, text: str, filters: Filters, top_k: int, reranker: Reranker | None = None
) -> AsyncIterator[Event]:
    """Answer a question, step by step; the last event holds the whole answer.

    Args:
        index: The papers.
        text: The question.
        filters: Conditions on the papers.
        top_k: How many papers are found for it.
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
    query = await anyio.to_thread.run_sync(lambda: correct_spelling(index.keyword, question.text))
    yield Searching(query)
    results = await anyio.to_thread.run_sync(
        lambda: retrieve(index, query, filters=filters, top_k=top_k, reranker=reranker)
    )
    found = time.perf_counter()
    yield Found(tuple(results))
    draft = await anyio.to_thread.run_sync(lambda: extract(index, understand(query), results))
    answer = _answer(draft) if draft.papers else _refusal(count, filters, results)
    notes: tuple[str, ...] = ()
    if query != question.text:
        notes = (f"Searched for: {query}",)
    if draft.papers:
        notes += replies.shortcomings(draft.unlisted, _unmentioned(index, query, draft))
    for piece in _text_pieces(draft) if draft.papers else (answer.text,):
        yield Text(piece)
    seconds = {"search": found - started, "answer": time.perf_counter() - found}
    yield Done(
        replace(
            answer,
            question=question.text,
            search_query=query,
            filters=filters,
            notes=notes,
            seconds=seconds,
        )
    )


def _unmentioned(index: Index, query: str, draft: Draft) -> list[str]:
    """Names of the question that stand in none of the papers that answer it."""
    papers = [listed.paper for listed in draft.papers]
    texts = (" ".join((paper.title, paper.abstract, *paper.authors)) for paper in papers)
    terms = set(index.keyword.terms(" ".join(texts)))
    names = proper_names(query)
    return [name for name in names if not terms.issuperset(index.keyword.terms(name))]


def _said(question: str, status: Status, text: str) -> Answer:
    """An answer that nothing was searched for."""
    sentence = Sentence(text, "none_needed")
    return Answer(status, text, question, sentences=(sentence,))


def _answer(draft: Draft) -> Answer:
    sentences = tuple(sentence for paragraph in draft.paragraphs for sentence in paragraph)
    supported = all(sentence.support == "supported" for sentence in sentences)
    return Answer(
        "answered" if supported else "partial",
        "".join(_text_pieces(draft)),
        question="",
        sentences=sentences,
        papers=draft.papers,
    )


def _refusal(count: int, filters: Filters, results: Sequence[SearchResult]) -> Answer:
    text = replies.not_in_corpus(count, filters)
    nearest = tuple(AnswerPaper(None, found.paper, found.score) for found in results[:_NEAREST])
    return replace(_said("", "not_in_corpus", text), nearest=nearest)


def _text_pieces(draft: Draft) -> Iterator[str]:
    """The answer's text, a sentence at a time: paragraphs stand a blank line apart."""
    for at, paragraph in enumerate(draft.paragraphs):
        for before, sentence in enumerate(paragraph):
            lead = " " if before else ("\n\n" if at else "")
            yield lead + sentence.text
