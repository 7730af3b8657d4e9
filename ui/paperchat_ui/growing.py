"""A turn of the page while its answer grows, and as it stands when the reader stops it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from paperchat import history
from paperchat.answers import Answer, by_number
from paperchat.events import Done, Event, Found, Retracted, Text, Waiting
from paperchat.filters import make_filters
from paperchat.register import Register
from paperchat_ui import answers, render
from paperchat_ui.state import Turn

STOPPED = "Stopped before the answer was complete."


def advanced(turn: Turn, batch: Sequence[Event], position: int) -> Turn:
    """The turn at that place of the conversation after these events."""
    before = turn
    for event in batch:
        match event:
            case Found(papers):
                turn = _waiting(turn, f"Reading {len(papers)} papers …" if papers else "Reading …")
            case Waiting(seconds):
                busy = f"The model's server is busy: asking again in {math.ceil(seconds)} s …"
                turn = _waiting(turn, busy)
            case Text():
                turn = _said(turn, event)
            case Retracted():
                turn = replace(_waiting(turn, "Thinking …"), text="", sentences=(), papers=())
            case Done(answer):
                html = answers.answer(answer, position)
                return replace(turn, text=answer.text, answer=answer, answer_html=html)
    if turn.text and turn.text != before.text:
        turn = replace(turn, answer_html=answers.so_far(turn.text, turn.sentences))
    return turn


def stopped(turn: Turn, position: int, register: Register) -> Turn:
    """The turn with what was said of its answer: what was checked stays usable, as an answer.

    Args:
        turn: As it stood.
        position: Its place in the conversation.
        register: Takes the numbers of the papers that were cited.
    """
    if not turn.sentences:
        return replace(turn, answer_html=render.stopped(turn.text))
    papers = tuple(by_number(turn.papers))
    for listed in papers:
        register.number(listed.paper.id)
    answer = Answer(
        "partial",
        turn.text.strip(),
        turn.asked.question,
        filters=make_filters(turn.asked.conditions),
        model=turn.asked.llm or "",
        sentences=turn.sentences,
        papers=papers,
        notes=(STOPPED,),
    )
    record = history.Turn.of(answer, answer.question)
    html = answers.answer(answer, position)
    return replace(turn, text=answer.text, answer=answer, record=record, answer_html=html)


def _waiting(turn: Turn, stage: str) -> Turn:
    return replace(turn, answer_html=render.waiting(stage))


def _said(turn: Turn, event: Text) -> Turn:
    said = () if event.sentence is None else (event.sentence,)
    known = {listed.paper.id for listed in turn.papers}
    new = tuple(listed for listed in event.papers if listed.paper.id not in known)
    return replace(
        turn,
        text=turn.text + event.piece,
        sentences=(*turn.sentences, *said),
        papers=(*turn.papers, *new),
    )
