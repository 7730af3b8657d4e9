"""What of the papers and of the conversation fits a model's context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paperchat.answering import replies
from paperchat.models import LanguageModel, estimate_tokens
from paperchat.prompts import Prompts, answer_messages, paper_block
from paperchat.types import SearchResult

PAPERS_SHOWN = 6
"""At most so many papers are shown to a model: further ones rarely answer and cost attention."""

_A_MESSAGE = 8
"""Tokens that a chat template puts around a message."""

_CODE = "00000000"
"""As long as the code of a request."""


@dataclass(frozen=True, slots=True)
class Writer:
    """What writes answers: a model, and what it is told."""

    model: LanguageModel
    prompts: Prompts


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a model.

    Attributes:
        question: As asked.
        meaning: What it means after what was said before; empty when it says it itself.
        results: Papers that are relevant to it, best first; at least one.
        earlier: Earlier questions with their answers, the oldest first.
    """

    question: str
    meaning: str
    results: Sequence[SearchResult]
    earlier: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Fitting:
    """What is sent of a request, and what the reader should know of the rest."""

    results: tuple[SearchResult, ...]
    earlier: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def fit(writer: Writer, request: Request) -> Fitting:
    """Whole papers, the best first, then earlier turns, the latest first, as far as they fit.

    The best paper is sent in any case: a server that cannot take it says so.
    """
    bare = answer_messages(writer.prompts, request.question, {}, _CODE, meaning=request.meaning)
    room = writer.model.context - writer.model.max_tokens - _tokens(*(text for _, text in bare))
    results: list[SearchResult] = []
    wanted = request.results[:PAPERS_SHOWN]
    for number, result in enumerate(wanted, start=1):
        room -= estimate_tokens(paper_block(number, result.paper, _CODE))
        if results and room < 0:
            break
        results.append(result)
    earlier: list[tuple[str, str]] = []
    for turn in reversed(request.earlier):
        room -= _tokens(*turn)
        if room < 0:
            break
        earlier.insert(0, turn)
    notes = []
    if len(results) < len(wanted):
        notes.append(replies.papers_left_out(len(results), len(wanted)))
    if len(earlier) < len(request.earlier):
        notes.append(replies.turns_left_out(len(request.earlier) - len(earlier)))
    return Fitting(tuple(results), tuple(earlier), tuple(notes))


def _tokens(*texts: str) -> int:
    return sum(estimate_tokens(text) + _A_MESSAGE for text in texts)
