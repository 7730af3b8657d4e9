"""Answers that stand in a paper's record: who wrote it, when and where it was published."""

from __future__ import annotations

import re

from paperchat.citations import field_text, quote
from paperchat.questions.question import Question
from paperchat.types import Quote, QuotedField, SearchResult

_PLACE = re.compile(r"\b(?:where|venue|conference|journal)\b", re.IGNORECASE)
_TIME = re.compile(r"\b(?:when|year)\b", re.IGNORECASE)
_AND_TIME = re.compile(r"\band (?:when|(?:in )?(?:which|what) year)\b", re.IGNORECASE)


def from_record(question: Question, result: SearchResult) -> list[Quote]:
    """The fields that answer a question; none when they do not, or are empty."""
    return [
        quote(result.paper, 0, len(text), field)
        for field in _fields(question, result)
        if (text := field_text(result.paper, field))
    ]


def _fields(question: Question, result: SearchResult) -> tuple[QuotedField, ...]:
    # Who made a thing is not who wrote a paper that mentions it: its paper must introduce it.
    if question.wanted == "authors" or (question.wanted == "makers" and result.named):
        also: tuple[QuotedField, ...] = ("year",) if _AND_TIME.search(question.text) else ()
        return ("authors", *also)
    if question.wanted != "published":
        return ()
    place, time = _PLACE.search(question.text), _TIME.search(question.text)
    if place:
        return ("venue", "year") if time else ("venue",)
    return ("year",)


def unrecorded(question: Question, result: SearchResult) -> tuple[QuotedField, ...]:
    """The fields that alone could answer a question, and that are empty; none for any other."""
    if question.wanted not in ("authors", "published"):
        return ()
    fields = _fields(question, result)
    return () if any(field_text(result.paper, field) for field in fields) else fields
