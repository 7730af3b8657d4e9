"""Answers in the papers' own sentences, and what is said in their place."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import replace

import anyio.to_thread

from paperchat.answering import replies
from paperchat.answering.extracting.extractive import Draft
from paperchat.answers import Answer, AnswerPaper, Status
from paperchat.events import Text
from paperchat.followups.resolved import Resolved
from paperchat.index import Index
from paperchat.names import mentions
from paperchat.questions.question import proper_names
from paperchat.types import Paper, SearchResult, Sentence

_NEAREST = 3


async def told(
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
    return replace(said("unclear", replies.which_one(options)), nearest=nearest)


def _refusal(text: str, results: Sequence[SearchResult]) -> Answer:
    nearest = tuple(AnswerPaper(None, found.paper, found.score) for found in results[:_NEAREST])
    return replace(said("not_in_corpus", text), nearest=nearest)


def said(status: Status, text: str) -> Answer:
    """An answer that quotes nothing."""
    return Answer(status, text, question="", sentences=(Sentence(text, "none_needed"),))
