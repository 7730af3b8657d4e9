"""The page's conversation in the reader's browser: plain data, without abstracts, and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from paperchat.answers import Answer, AnswerPaper, Cell, Listing, Row, Table
from paperchat.errors import FilterError, UnknownPaperError
from paperchat.filters import make_filters
from paperchat.history import Turn as Record
from paperchat.history import sentence_from_dict
from paperchat.register import Register
from paperchat.types import Paper
from paperchat_ui import answers, evidence, render
from paperchat_ui.state import Asked, PageState, Turn

MAX_CHARACTERS = 1_000_000
"""A browser keeps about 5 MB a site; as UTF-16, this is 2 MB of it."""

FindPaper = Callable[[str], Paper]
"""The paper of an id; raises `UnknownPaperError`."""


def to_stored(page: PageState) -> dict[str, Any]:
    """The conversation as plain data for JSON; of a very long one, the latest turns."""
    turns = [_stored(turn) for turn in page.turns]
    sizes = [len(json.dumps(turn)) for turn in turns]
    while sum(sizes) > MAX_CHARACTERS:
        del sizes[0], turns[0]
    return {"papers": page.register.to_dict(), "turns": turns}


def from_stored(stored: Any, find_paper: FindPaper) -> PageState:
    """The page that was stored; an empty one for anything else.

    Papers are read anew, and those that were removed meanwhile are told.

    Raises:
        StoreError: The index cannot be read.
    """
    page = PageState(panel_html=evidence.empty_panel())
    try:
        register = Register.from_dict(stored["papers"])
        turns = tuple(
            _turn(record, at, find_paper) for at, record in enumerate(stored["turns"], start=1)
        )
    except (AttributeError, FilterError, KeyError, OverflowError, TypeError, ValueError):
        return page  # of another version, or another program's
    shown = max((at for at, turn in enumerate(turns, start=1) if _has_papers(turn)), default=0)
    answer = turns[shown - 1].answer if shown else None
    panel = evidence.panel(answer, shown) if answer else page.panel_html
    return PageState(turns, register, shown, panel)


def _has_papers(turn: Turn) -> bool:
    return turn.answer is not None and bool(turn.answer.papers or turn.answer.nearest)


def _stored(turn: Turn) -> dict[str, Any]:
    answer, asked = turn.answer, turn.asked
    return {
        "question": asked.question,
        "conditions": dict(asked.conditions),
        "llm": asked.llm,
        "page": asked.page,
        "typed": turn.typed,
        "text": turn.text if answer is None else "",
        "error": turn.error,
        "record": turn.record.to_dict() if turn.record else None,
        "answer": None if answer is None else _stored_answer(answer),
    }


def _stored_answer(answer: Answer) -> dict[str, Any]:
    """What the conversation's own record of the turn leaves out."""
    plain = answer.to_dict()
    kept = ("filters", "model", "notes", "table", "listing", "seconds")
    return {name: plain[name] for name in kept} | {
        "papers": _stored_papers(answer.papers),
        "nearest": _stored_papers(answer.nearest),
    }


def _stored_papers(papers: Iterable[AnswerPaper]) -> list[list[Any]]:
    return [[one.number, one.paper.id, round(one.score, 4)] for one in papers]


def _turn(stored: Mapping[str, Any], at: int, find_paper: FindPaper) -> Turn:
    llm = None if stored["llm"] is None else str(stored["llm"])
    asked = Asked(str(stored["question"]), stored["conditions"], llm, int(stored["page"]))
    make_filters(asked.conditions)  # refuses what is none
    typed, text, error = (str(stored[name]) for name in ("typed", "text", "error"))
    question = render.question(typed)
    if stored["record"] is None:
        ending = render.failure(text, error) if error else render.stopped(text)
        return Turn(asked, typed, question, ending, text=text, error=error)
    record = Record.from_dict(stored["record"])
    answer = _answer(record, stored["answer"], find_paper)
    return Turn(
        asked,
        typed,
        question,
        answers.answer(answer, at),
        text=answer.text,
        answer=answer,
        record=record,
    )


def _answer(record: Record, stored: Mapping[str, Any], find_paper: FindPaper) -> Answer:
    papers, gone = _papers(stored["papers"], find_paper)
    nearest, _ = _papers(stored["nearest"], find_paper)
    removed = ", ".join(f"[{number}]" for number in gone)
    notes = [str(note) for note in stored["notes"]]
    notes += [f"No longer in the collection: {removed}."] if removed else []
    return Answer(
        record.status,
        record.text,
        record.question,
        search_query=record.search_query,
        filters=make_filters(stored["filters"]),
        model=str(stored["model"]),
        sentences=record.sentences,
        papers=papers,
        nearest=nearest,
        table=None if stored["table"] is None else _table(stored["table"]),
        listing=None if stored["listing"] is None else _listing(stored["listing"]),
        notes=tuple(notes),
        seconds={str(stage): float(value) for stage, value in stored["seconds"].items()},
    )


def _papers(
    stored: Iterable[tuple[int | None, str, float]], find_paper: FindPaper
) -> tuple[tuple[AnswerPaper, ...], list[int]]:
    """The papers that are still there, and the numbers of the others."""
    found, gone = [], []
    for number, paper_id, score in stored:
        at = None if number is None else int(number)
        try:
            found.append(AnswerPaper(at, find_paper(str(paper_id)), float(score)))
        except UnknownPaperError:
            gone += [] if at is None else [at]
    return tuple(found), gone


def _table(stored: Mapping[str, Any]) -> Table:
    rows = [
        Row(int(row["number"]), {str(name): _cell(cell) for name, cell in row["cells"].items()})
        for row in stored["rows"]
    ]
    return Table(tuple(map(str, stored["aspects"])), tuple(rows))


def _cell(stored: Mapping[str, Any] | None) -> Cell | None:
    if stored is None:
        return None
    said = sentence_from_dict({**stored, "support": "supported"})
    return Cell(said.text, said.citations)


def _listing(stored: Mapping[str, Any]) -> Listing:
    counts = (int(stored[name]) for name in ("total", "page", "pages"))
    return Listing(str(stored["rule"]), *counts)
