"""How well lists are made: which papers stand in them wrongly, which are missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from paperchat.answers import Answer
from paperchat.evaluation.answers import read_lines
from paperchat.types import Paper

_KEYS = frozenset({"id", "question", "rule", "papers", "borderline"})

AskPage = Callable[[str, int], Answer]
"""Asks a question for a page of its list."""


@dataclass(frozen=True, slots=True)
class ListCase:
    """A question with the papers of its list.

    Attributes:
        papers: `<file name>#<position>` of each.
        borderline: Papers that count neither way.
    """

    id: str
    question: str
    papers: frozenset[str]
    borderline: frozenset[str]


@dataclass(frozen=True, slots=True)
class ListOutcome:
    """What became of a question; `listed` are the papers of all its pages."""

    case: ListCase
    listed: tuple[Paper, ...]

    @property
    def missing(self) -> list[str]:
        """Papers of the list that were not listed."""
        return sorted(self.case.papers.difference(*(paper.sources for paper in self.listed)))

    @property
    def wrong(self) -> list[str]:
        """Listed papers that belong neither to the list nor to its border."""
        counted = self.case.papers | self.case.borderline
        return [
            paper.sources[0] for paper in self.listed if not counted.intersection(paper.sources)
        ]

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall, in [0, 1]; 1 for nothing out of nothing."""
        right = len(self.case.papers) - len(self.missing)
        whole = right + len(self.wrong) + len(self.case.papers)
        return 2 * right / whole if whole else 1.0


def read_lists(path: str | Path) -> list[ListCase]:
    """Questions with their lists from a JSONL file.

    Raises:
        ReadingError: The file cannot be read, or a line is no such question.
    """
    return read_lines(path, _case, "list")


def run_lists(ask: AskPage, cases: Iterable[ListCase]) -> list[ListOutcome]:
    """Ask every question for every page of its list."""
    return [ListOutcome(case, tuple(_listed(ask, case.question))) for case in cases]


def list_summary(outcomes: Sequence[ListOutcome]) -> dict[str, Any]:
    """The mean F1 of the questions, and how many papers stand wrongly or are missing."""
    return {
        "lists": len(outcomes),
        "macro_f1": round(mean(outcome.f1 for outcome in outcomes), 3) if outcomes else 0.0,
        "wrong": sum(len(outcome.wrong) for outcome in outcomes),
        "missing": sum(len(outcome.missing) for outcome in outcomes),
    }


def list_rows(outcomes: Iterable[ListOutcome]) -> list[dict[str, Any]]:
    """Each question with its F1, and what is wrong with its list, as plain data."""
    return [
        {
            "id": outcome.case.id,
            "question": outcome.case.question,
            "f1": round(outcome.f1, 3),
            "wrong": outcome.wrong,
            "missing": outcome.missing,
        }
        for outcome in outcomes
    ]


def _listed(ask: AskPage, question: str) -> list[Paper]:
    answer = ask(question, 1)
    papers = [listed.paper for listed in answer.papers]
    for page in range(2, answer.listing.pages + 1 if answer.listing else 0):
        papers += [listed.paper for listed in ask(question, page).papers]
    return papers


def _case(record: Any, number: int) -> ListCase:
    if not isinstance(record, dict):
        raise TypeError("not a JSON object")
    if unknown := sorted(set(record) - _KEYS):
        raise ValueError(f"unknown key {unknown[0]!r}; known ones: {', '.join(sorted(_KEYS))}")
    listed = {name: record.get(name, ()) for name in ("papers", "borderline")}
    if not all(isinstance(papers, (list, tuple)) for papers in listed.values()):
        raise TypeError("`papers` and `borderline` are lists")
    kept = {name: frozenset(map(str, papers)) for name, papers in listed.items()}
    return ListCase(str(record.get("id", number)), str(record["question"]), **kept)
