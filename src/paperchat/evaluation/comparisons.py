"""How well the cells of comparisons are filled, beside cells judged by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperchat.answers import Answer
from paperchat.comparison.aspects import aspect_of
from paperchat.errors import ReadingError
from paperchat.evaluation.answers import read_lines
from paperchat.types import Paper

_KEYS = frozenset({"paper", "title", "aspect", "states", "must_match", "note"})

Compare = Callable[[Sequence[str], Sequence[str]], Answer]


@dataclass(frozen=True, slots=True)
class CellCase:
    """A cell as it should be.

    Attributes:
        source: `<file name>#<position>` of the paper.
        aspect: In words.
        states: Whether the abstract says it; else the cell is rightly empty.
        facts: Regular expressions that the cell must match, whatever the case.
    """

    source: str
    aspect: str
    states: bool
    facts: tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class CellOutcome:
    """What stands in the cell; None when it is empty."""

    case: CellCase
    text: str | None

    @property
    def why(self) -> str:
        """What is wrong; empty when the cell is right or rightly empty."""
        if self.text is None:
            return "should not be empty" if self.case.states else ""
        if not self.case.states:
            return "should be empty"
        return "" if all(fact.search(self.text) for fact in self.case.facts) else "fact missing"


def read_cells(path: str | Path) -> list[CellCase]:
    """Cells from a JSONL file.

    Raises:
        ReadingError: The file cannot be read, or a line is not a cell.
    """
    return read_lines(path, _cell, "cell")


def run_cells(
    compare: Compare, papers: Iterable[Paper], cases: Sequence[CellCase]
) -> list[CellOutcome]:
    """Compare each paper with the next one of the file, on all the aspects of the file.

    Args:
        compare: Compares papers, named by their ids, by aspects.
        papers: The collection.
        cases: Cells of at least two papers.

    Raises:
        ReadingError: A paper is not in the collection, or there are fewer than two.
    """
    ids = {source: paper.id for paper in papers for source in paper.sources}
    sources = list(dict.fromkeys(case.source for case in cases))
    if absent := [source for source in sources if source not in ids]:
        raise ReadingError(f"{absent[0]} is not in the index: add the file that holds it.")
    if len(sources) < 2:
        raise ReadingError("A comparison takes two papers; the file has cells of fewer.")
    aspects = list(dict.fromkeys(case.aspect for case in cases))
    texts: dict[tuple[str, str], str | None] = {}
    for source, other in zip(sources, [*sources[1:], sources[0]], strict=True):
        table = compare([ids[source], ids[other]], aspects).table
        assert table is not None  # a comparison has one
        for aspect in aspects:
            cell = table.rows[0].cells[aspect_of(aspect).name]
            texts[source, aspect] = cell.text if cell else None
    return [CellOutcome(case, texts[case.source, case.aspect]) for case in cases]


def cell_summary(outcomes: Sequence[CellOutcome]) -> dict[str, Any]:
    """Counts of right cells: all, those that say something, those rightly empty, by aspect."""
    asked = Counter(outcome.case.aspect for outcome in outcomes)
    right = [outcome for outcome in outcomes if not outcome.why]
    by_aspect = Counter(outcome.case.aspect for outcome in right)
    return {
        "cells": len(outcomes),
        "right": len(right),
        "stated": sum(outcome.case.states for outcome in outcomes),
        "stated_right": sum(outcome.case.states for outcome in right),
        "by_aspect": {
            aspect: {"cells": count, "right": by_aspect[aspect]} for aspect, count in asked.items()
        },
    }


def cell_failures(outcomes: Iterable[CellOutcome]) -> list[dict[str, Any]]:
    """The cells that are wrong, each with why, as plain data."""
    return [
        {
            "paper": outcome.case.source,
            "aspect": outcome.case.aspect,
            "why": outcome.why,
            "text": outcome.text,
        }
        for outcome in outcomes
        if outcome.why
    ]


def _cell(record: Any, number: int) -> CellCase:
    if not isinstance(record, dict):
        raise TypeError("not a JSON object")
    if unknown := sorted(set(record) - _KEYS):
        raise ValueError(f"unknown key {unknown[0]!r}; known ones: {', '.join(sorted(_KEYS))}")
    facts = record.get("must_match", ())
    if isinstance(facts, str):
        raise TypeError("`must_match` is a list")
    return CellCase(
        str(record["paper"]),
        str(record["aspect"]),
        bool(record["states"]),
        tuple(re.compile(fact, re.IGNORECASE) for fact in facts),
    )
