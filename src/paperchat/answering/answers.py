"""Answers of a draft, and those that stand in the place of one: refusals, questions back, chat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paperchat.answering import replies
from paperchat.answering.extractive import Draft
from paperchat.followups import Resolved
from paperchat.index import Index
from paperchat.names import mentions
from paperchat.questions import Question, proper_names
from paperchat.types import Answer, AnswerPaper, Paper, SearchResult, Sentence, Status

_NEAREST = 3


def notes_on(index: Index, resolved: Resolved, draft: Draft) -> tuple[str, ...]:
    """What a reader should know beside the sentences of a draft."""
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


def unsearched(question: Question) -> Answer:
    """The answer to small talk, or when there are no papers."""
    if question.small_talk is not None:
        return _said("chat", replies.SMALL_TALK[question.small_talk])
    return _said("no_corpus", replies.NO_CORPUS)


def _said(status: Status, text: str) -> Answer:
    """An answer that quotes nothing."""
    return Answer(status, text, question="", sentences=(Sentence(text, "none_needed"),))


def drafted(draft: Draft, notes: tuple[str, ...]) -> Answer:
    """A draft as an answer."""
    return Answer(
        draft.status,
        "".join(draft.pieces()),
        question="",
        sentences=draft.sentences,
        papers=draft.papers,
        notes=notes,
    )


def asking_back(options: Sequence[Paper]) -> Answer:
    """The papers to choose from, when it cannot be told which one is meant."""
    nearest = tuple(AnswerPaper(None, paper, 0.0) for paper in options)
    return replace(_said("unclear", replies.which_one(options)), nearest=nearest)


def refused(text: str, results: Sequence[SearchResult]) -> Answer:
    """A refusal in some words, with the nearest papers."""
    nearest = tuple(AnswerPaper(None, found.paper, found.score) for found in results[:_NEAREST])
    return replace(_said("not_in_corpus", text), nearest=nearest)
