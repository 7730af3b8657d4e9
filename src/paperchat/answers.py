"""What comes back for a question: the answer with its sentences, papers, table or list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from paperchat.types import Citation, Filters, Paper, Sentence

Status = Literal[
    "answered",
    "partial",
    "not_in_corpus",
    "not_stated",
    "unclear",
    "chat",
    "no_corpus",
    "failed",
]

SCHEMA = 1
"""Version of the JSON form of an `Answer`."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What an abstract says on an aspect: its own sentences, " … " where some are left out."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A compared paper by its number; a cell is None where the abstract does not say."""

    number: int
    cells: Mapping[str, Cell | None]


@dataclass(frozen=True, slots=True)
class Table:
    """A comparison: a row a paper, a column an aspect, both in the order asked for."""

    aspects: tuple[str, ...]
    rows: tuple[Row, ...]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        rows = [
            {
                "number": row.number,
                "cells": {name: cell and _plain(asdict(cell)) for name, cell in row.cells.items()},
            }
            for row in self.rows
        ]
        return {"aspects": list(self.aspects), "rows": rows}


@dataclass(frozen=True, slots=True)
class AnswerPaper:
    """A paper beside an answer; `number` is None for one that is offered, not cited."""

    number: int | None
    paper: Paper
    score: float

    def to_dict(self) -> dict[str, Any]:
        """The paper's fields with its number and score."""
        return {"number": self.number, **self.paper.to_dict(), "score": round(self.score, 4)}

    def reference(self) -> str:
        """`[1] Title. A. Author, B. Author, et al. ICML 2025 (oral).`, as one line."""
        paper = self.paper
        authors = ", ".join(paper.authors[:3]) + (", et al." if len(paper.authors) > 3 else "")
        place = " ".join(part for part in (paper.venue, str(paper.year or "")) if part)
        place += f" ({paper.status})" if place and paper.status else paper.status
        parts = [
            part if part.endswith(("?", "!")) else part.rstrip(".") + "."
            for part in (paper.title, authors, place)
            if part
        ]
        lead = f"[{self.number}] " if self.number is not None else ""
        return lead + " ".join(parts)


def by_number(papers: Iterable[AnswerPaper]) -> list[AnswerPaper]:
    """The papers in the order of their numbers."""
    return sorted(papers, key=lambda listed: listed.number or 0)


@dataclass(frozen=True, slots=True)
class Usage:
    """What a model's reply took; the counts are the server's, None where it gives none."""

    input_tokens: int | None
    output_tokens: int | None
    seconds: float

    def __add__(self, other: Usage) -> Usage:
        """Both together; what one does not tell is not known of both."""
        return Usage(
            _sum(self.input_tokens, other.input_tokens),
            _sum(self.output_tokens, other.output_tokens),
            self.seconds + other.seconds,
        )

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return asdict(self) | {"seconds": round(self.seconds, 4)}


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list of papers is: every paper that meets the rule, so many on a page.

    Attributes:
        rule: By what a paper is in the list; the same rule gives the same list again.
        total: How many are in it.
        page: This page, from 1.
        pages: How many pages there are, at least one.
    """

    rule: str
    total: int
    page: int = 1
    pages: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a question.

    Attributes:
        status: See `Status`. `answered` and `partial` carry citations; that of `not_stated` is the
            closest sentence, which is no answer.
        text: The sentences as they are read, paragraphs separated by a blank line.
        search_query: What was searched; empty when nothing was.
        papers: The cited papers, by number.
        nearest: The closest papers when nothing answers; never cited.
        table: Of a comparison: what each paper says on each aspect.
        model: `extractive`, or `provider:model`.
        listing: Of a list of papers: its rule, and how much of it is here.
        seconds: Stage → seconds.
        usage: Tokens of the model that wrote it; None when none was asked.
    """

    status: Status
    text: str
    question: str
    search_query: str = ""
    filters: Filters = field(default_factory=Filters)
    model: str = "extractive"
    sentences: tuple[Sentence, ...] = ()
    papers: tuple[AnswerPaper, ...] = ()
    nearest: tuple[AnswerPaper, ...] = ()
    table: Table | None = None
    listing: Listing | None = None
    notes: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    usage: Usage | None = None

    def __str__(self) -> str:
        listed = self.papers or self.nearest
        text = "\n\n".join((self.text, *self.notes))
        references = "\n".join(paper.reference() for paper in listed)
        lead = "Nearest papers:\n" if self.nearest and not self.papers else ""
        return f"{text}\n\n{lead}{references}" if references else text

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, the same from `--json`, Python and HTTP."""
        return {
            "schema": SCHEMA,
            "status": self.status,
            "text": self.text,
            "question": self.question,
            "search_query": self.search_query,
            "filters": self.filters.to_dict(),
            "model": self.model,
            "sentences": [_plain(asdict(sentence)) for sentence in self.sentences],
            "papers": [paper.to_dict() for paper in self.papers],
            "nearest": [paper.to_dict() for paper in self.nearest],
            "table": self.table and self.table.to_dict(),
            "listing": asdict(self.listing) if self.listing else None,
            "notes": list(self.notes),
            "seconds": {stage: round(value, 4) for stage, value in self.seconds.items()},
            "usage": None if self.usage is None else self.usage.to_dict(),
        }


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _plain(value: Any) -> Any:
    """Tuples become lists, all the way down."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
