"""From a question to its answer: understand, retrieve, answer, check."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace

import anyio.to_thread

from paperchat.answering import replies
from paperchat.answering.extractive import RELEVANT, Draft, extract
from paperchat.chinese import in_english
from paperchat.followups import Resolved, resolve
from paperchat.history import History, Turn
from paperchat.index import Index
from paperchat.questions import Question, fold, proper_names, understand
from paperchat.register import Register
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
    Searching,
    SearchResult,
    Sentence,
    Status,
    Text,
)

__all__ = ["answer_events"]

_NEAREST = 3


async def answer_events(
    index: Index, text: str, filters: Filters, top_k: int, history: History
) -> AsyncIterator[Event]:
    """Answer a question, step by step; the last event holds the whole answer.

    Args:
        index: The papers.
        text: The question.
        filters: Conditions on the papers.
        top_k: How many papers are found for it.
        history: The conversation so far; the question and its answer become its last turn.
    """
    question = understand(in_english(text))
    asked = fold(text)
    if question.small_talk is not None:
        said = _said("chat", replies.SMALL_TALK[question.small_talk])
    elif (count := await anyio.to_thread.run_sync(index.count)) == 0:
        said = _said("no_corpus", replies.NO_CORPUS)
    else:
        said = None
    if said is not None:
        answer = replace(said, question=asked)
        history.turns.append(_turn(answer, question.text))
        yield Text(answer.text)
        yield Done(answer)
        return
    started = time.perf_counter()
    spelt = await anyio.to_thread.run_sync(lambda: correct_spelling(index.keyword, question.text))
    resolved = await anyio.to_thread.run_sync(lambda: resolve(index, spelt, history))
    yield Searching(resolved.query)
    results = await anyio.to_thread.run_sync(
        lambda: _retrieve(index, resolved, filters=filters, top_k=top_k)
    )
    found = time.perf_counter()
    yield Found(tuple(results))
    draft = await anyio.to_thread.run_sync(
        lambda: _draft(index, resolved, results, history.register)
    )
    if draft.papers:
        answer = _answer(draft)
    elif resolved.options:
        answer = _asking_back(resolved)
    else:
        answer = _refusal(count, filters, results, resolved.gone)
    notes: tuple[str, ...] = ()
    if spelt != question.text:
        notes = (f"Searched for: {spelt}",)
    if draft.papers:
        unmentioned = _unmentioned(index, resolved.asked, draft)
        notes += replies.shortcomings(draft.unlisted, unmentioned, resolved.gone)
    for piece in _text_pieces(draft) if draft.papers else (answer.text,):
        yield Text(piece)
    seconds = {"search": found - started, "answer": time.perf_counter() - found}
    answer = replace(
        answer,
        question=asked,
        search_query=resolved.query,
        filters=filters,
        notes=notes,
        seconds=seconds,
    )
    history.turns.append(_turn(answer, resolved.looked_for, resolved.papers))
    yield Done(answer)


def _retrieve(
    index: Index, resolved: Resolved, *, filters: Filters, top_k: int
) -> list[SearchResult]:
    """The papers that may answer."""
    if resolved.options or (resolved.gone and not resolved.papers):
        return []
    if not resolved.papers:
        wanted = top_k + len(resolved.excluded)
        found = retrieve(index, resolved.asked, filters=filters, top_k=wanted)
        return [one for one in found if one.paper.id not in resolved.excluded][:top_k]
    ids = [paper.id for paper in resolved.papers]
    found = retrieve(index, resolved.query, filters=filters, among=ids, top_k=len(ids))
    found.sort(key=lambda one: ids.index(one.paper.id))
    # The question is about these papers, whatever its words: they need not be found relevant.
    return [replace(one, score=max(one.score, RELEVANT)) for one in found]


def _draft(
    index: Index, resolved: Resolved, results: Sequence[SearchResult], register: Register
) -> Draft:
    question = Question(resolved.asked, None, resolved.wanted)
    return extract(index, question, results, register)


def _turn(answer: Answer, looked_for: str, asked_of: Sequence[Paper] = ()) -> Turn:
    """The turn as the next one needs it."""
    shown = [listed.paper.id for listed in answer.papers or answer.nearest]
    subjects = [paper.id for paper in asked_of] or [one.paper.id for one in answer.papers[:1]]
    return Turn(
        answer.question,
        looked_for,
        answer.status,
        answer.text,
        answer.search_query,
        answer.sentences,
        tuple(subjects),
        tuple(shown),
    )


def _unmentioned(index: Index, query: str, draft: Draft) -> list[str]:
    """Names of the question that stand in none of the papers that answer it."""
    papers = [listed.paper for listed in draft.papers]
    texts = (" ".join((paper.title, paper.abstract, *paper.authors)) for paper in papers)
    terms = set(index.keyword.terms(" ".join(texts)))
    names = proper_names(query)
    return [name for name in names if not terms.issuperset(index.keyword.terms(name))]


def _said(status: Status, text: str) -> Answer:
    """An answer without a quote."""
    return Answer(status, text, question="", sentences=(Sentence(text, "none_needed"),))


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


def _asking_back(resolved: Resolved) -> Answer:
    """The question cannot be told apart: the papers to choose from."""
    nearest = tuple(AnswerPaper(None, paper, 0.0) for paper in resolved.options)
    return replace(_said("unclear", replies.which_one(resolved.options)), nearest=nearest)


def _refusal(
    count: int, filters: Filters, results: Sequence[SearchResult], gone: Sequence[int]
) -> Answer:
    text = replies.removed(gone) if gone else replies.not_in_corpus(count, filters)
    nearest = tuple(AnswerPaper(None, found.paper, found.score) for found in results[:_NEAREST])
    return replace(_said("not_in_corpus", text), nearest=nearest)


def _text_pieces(draft: Draft) -> Iterator[str]:
    """The answer's text, a sentence at a time: paragraphs stand a blank line apart."""
    for at, paragraph in enumerate(draft.paragraphs):
        for before, sentence in enumerate(paragraph):
            lead = " " if before else ("\n\n" if at else "")
            yield lead + sentence.text
