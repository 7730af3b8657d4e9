"""How well questions are answered: right papers, facts, refusals."""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperchat.errors import ReadingError
from paperchat.types import Answer

_KINDS = ("off_topic", "near_topic", "detail")
_READ = ("id", "question", "source", "paragraph", "answer_must_match", "answerable", "kind")
_BESIDE = ("corpus", "title", "voice", "note")  # what a person may want to say of a question
_KEYS = frozenset((*_READ, *_BESIDE))
_ANSWERED = ("answered", "partial")


@dataclass(frozen=True, slots=True)
class Case:
    """A question with what a right answer holds.

    Attributes:
        source: `<file name>#<position>` of the paper that answers it; empty when none does.
        facts: Regular expressions that the quotes of a right answer match, whatever the case.
        kind: Of an unanswerable question: off_topic, near_topic or detail; else empty.
    """

    id: str
    question: str
    source: str
    facts: tuple[re.Pattern[str], ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a case; for an unanswerable one only `answered` counts."""

    case: Case
    answer: Answer
    answered: bool
    cited_first: bool
    cited: bool
    facts: bool
    seconds: float


def read_cases(path: str | Path) -> list[Case]:
    """Questions from a JSONL file.

    Raises:
        ReadingError: The file cannot be read, or a line is not a question.
    """
    file = Path(path)
    try:
        # Not splitlines: JSON may hold other line ends, such as U+2028, inside a string.
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise ReadingError(f"Cannot read {file}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ReadingError(f"{file} is not UTF-8 ({error.reason}); save it as UTF-8.") from error
    cases = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            cases.append(_case(json.loads(line), number))
        except (KeyError, TypeError, ValueError, re.error) as error:
            raise ReadingError(
                f"{file}, line {number}: not a question ({type(error).__name__}: {error}). "
                "The README shows the format."
            ) from error
    return cases


def _case(record: Any, number: int) -> Case:
    if not isinstance(record, dict):
        raise TypeError("not a JSON object")
    if unknown := sorted(set(record) - _KEYS):
        raise ValueError(f"unknown key {unknown[0]!r}; known ones: {', '.join(sorted(_KEYS))}")
    facts = record.get("answer_must_match", ())
    if isinstance(facts, str):
        raise TypeError("`answer_must_match` is a list")
    if record.get("kind", _KINDS[0]) not in _KINDS:
        raise ValueError(f"`kind` is one of {', '.join(_KINDS)}")
    source = f"{record['source']}#{record['paragraph']}" if "source" in record else ""
    answerable = record.get("answerable", True)
    if answerable and not source:
        raise ValueError("an answerable question names `source` and `paragraph`")
    return Case(
        id=str(record.get("id", number)),
        question=str(record["question"]),
        source=source if answerable else "",
        facts=tuple(re.compile(fact, re.IGNORECASE) for fact in facts),
        kind="" if answerable else str(record.get("kind", _KINDS[0])),
    )


def run_cases(ask: Callable[[str], Answer], cases: Iterable[Case]) -> list[Outcome]:
    """Ask every question and judge its answer."""
    outcomes = []
    for case in cases:
        started = time.perf_counter()
        answer = ask(case.question)
        outcomes.append(_judge(case, answer, time.perf_counter() - started))
    return outcomes


def _judge(case: Case, answer: Answer, seconds: float) -> Outcome:
    cited = [case.source in found.paper.sources for found in answer.papers]
    # Facts must stand in what is quoted: the question's own words prove nothing.
    quoted = " ".join(
        quote.text
        for sentence in answer.sentences
        for citation in sentence.citations
        for quote in citation.quotes
    )
    return Outcome(
        case=case,
        answer=answer,
        answered=answer.status in _ANSWERED,
        cited_first=bool(cited) and cited[0],
        cited=any(cited),
        facts=bool(cited) and all(fact.search(quoted) for fact in case.facts),
        seconds=seconds,
    )


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Counts over all cases; `refused` by kind is refused out of asked."""
    answerable = [outcome for outcome in outcomes if not outcome.case.kind]
    kinds = sorted({outcome.case.kind for outcome in outcomes if outcome.case.kind})
    refused = {}
    for kind in kinds:
        asked = [outcome for outcome in outcomes if outcome.case.kind == kind]
        refused[kind] = {
            "asked": len(asked),
            "refused": sum(not outcome.answered for outcome in asked),
        }
    words = [len(outcome.answer.text.split()) for outcome in answerable if outcome.answered]
    return {
        "answerable": len(answerable),
        "answered": sum(outcome.answered for outcome in answerable),
        "right_paper_first": sum(outcome.cited_first for outcome in answerable),
        "right_paper_cited": sum(outcome.cited for outcome in answerable),
        "facts_present": sum(outcome.facts for outcome in answerable),
        "refused": refused,
        "median_words": statistics.median(words) if words else 0,
        "median_seconds": round(statistics.median(o.seconds for o in outcomes), 3)
        if outcomes
        else 0,
    }


def failures(outcomes: Iterable[Outcome]) -> list[tuple[Outcome, str]]:
    """The cases that went wrong, each with why."""
    found = []
    for outcome in outcomes:
        if outcome.case.kind:
            why = "answered, should be refused" if outcome.answered else ""
        elif not outcome.answered:
            why = f"refused ({outcome.answer.status})"
        elif not outcome.cited_first:
            why = "another paper first" if outcome.cited else "right paper not cited"
        else:
            why = "" if outcome.facts else "fact missing"
        if why:
            found.append((outcome, why))
    return found
