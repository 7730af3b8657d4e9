"""How well questions are answered: right papers, facts, citations, refusals."""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from paperchat.answers import Answer
from paperchat.citations import check
from paperchat.errors import ReadingError

Made = TypeVar("Made")

_KINDS = ("off_topic", "near_topic", "detail")
_READ = ("id", "question", "source", "paragraph", "answer_must_match", "answerable", "kind")
_BESIDE = ("corpus", "title", "voice", "note")  # what a person may want to say of a question
_KEYS = frozenset((*_READ, *_BESIDE))
_ANSWERED = ("answered", "partial")
_REFUSED = ("not_in_corpus", "not_stated")


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
    """What became of a case.

    Attributes:
        answered: The status is `answered` or `partial`.
        refused: The status is `not_in_corpus` or `not_stated`.
        cited_first: The right paper is the first that is cited.
        cited: The right paper is cited.
        facts: Each fact stands in a quote.
        citations: How many citations the answer's sentences have.
        carrying: How many of those carry their sentence by themselves.
        claims: How many sentences claim something.
        cited_claims: How many of those have a citation.
    """

    case: Case
    answer: Answer
    seconds: float
    answered: bool
    refused: bool
    cited_first: bool
    cited: bool
    facts: bool
    citations: int
    carrying: int
    claims: int
    cited_claims: int

    @property
    def why(self) -> str:
        """What is wrong with the answer; empty when it is right."""
        if self.case.kind:
            return "" if self.refused else f"should be refused, was {self.answer.status}"
        if not self.answered:
            return f"refused ({self.answer.status})" if self.refused else self.answer.status
        if not self.cited_first:
            return "another paper first" if self.cited else "right paper not cited"
        return "" if self.facts else "fact missing"


def read_cases(path: str | Path) -> list[Case]:
    """Questions from a JSONL file.

    Raises:
        ReadingError: The file cannot be read, or a line is not a question.
    """
    return read_lines(path, _case, "question")


def read_lines(path: str | Path, make: Callable[[Any, int], Made], what: str) -> list[Made]:
    """What the lines of a JSONL file stand for.

    Args:
        path: The file, in UTF-8.
        make: Takes a line's JSON value and its number, from 1.
        what: What a line should be, for messages.

    Raises:
        ReadingError: The file cannot be read, or a line is something else.
    """
    file = Path(path)
    try:
        # Not splitlines: JSON may hold other line ends, such as U+2028, inside a string.
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise ReadingError(f"Cannot read {file}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ReadingError(f"{file} is not UTF-8 ({error.reason}); save it as UTF-8.") from error
    made = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            made.append(make(json.loads(line), number))
        except (KeyError, TypeError, ValueError, re.error) as error:
            raise ReadingError(
                f"{file}, line {number}: not a {what} ({_why(error)}). The README shows the format."
            ) from error
    if not made:
        raise ReadingError(f"{file} is empty: there is no {what} in it.")
    return made


def _why(error: Exception) -> str:
    """What is wrong with a line, in words for who wrote it."""
    if isinstance(error, json.JSONDecodeError):
        return f"no JSON: {error.msg.casefold()} at column {error.colno}"
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)


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
    claims = [sentence for sentence in answer.sentences if sentence.support != "none_needed"]
    papers = {listed.number: listed.paper for listed in answer.papers if listed.number is not None}
    alone = [
        replace(sentence, citations=(citation,))
        for sentence in claims
        for citation in sentence.citations
    ]
    return Outcome(
        case=case,
        answer=answer,
        seconds=seconds,
        answered=answer.status in _ANSWERED,
        refused=answer.status in _REFUSED,
        cited_first=bool(cited) and cited[0],
        cited=any(cited),
        facts=bool(cited) and all(fact.search(quoted) for fact in case.facts),
        citations=len(alone),
        carrying=sum(check(sentence, papers) == "supported" for sentence in alone),
        claims=len(claims),
        cited_claims=sum(bool(sentence.citations) for sentence in claims),
    )


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Counts over all cases, and shares in [0, 1]; a share of nothing is None.

    Refusal precision is the share of the refused questions that no paper answers, recall the share
    of those questions that were refused. Citation precision is the share of citations that carry
    their sentence, recall the share of claims that have one (Liu et al. 2023, "Evaluating
    verifiability in generative search engines").
    """
    answerable = [outcome for outcome in outcomes if not outcome.case.kind]
    unanswerable = [outcome for outcome in outcomes if outcome.case.kind]
    rightly, wrongly = _refused(unanswerable), _refused(answerable)
    precision = _share(rightly, rightly + wrongly)
    recall = _share(rightly, len(unanswerable))
    words = [len(outcome.answer.text.split()) for outcome in answerable if outcome.answered]
    seconds = [outcome.seconds for outcome in outcomes]
    return {
        "answerable": len(answerable),
        "answered": sum(outcome.answered for outcome in answerable),
        "right_paper_first": sum(outcome.cited_first for outcome in answerable),
        "right_paper_cited": sum(outcome.cited for outcome in answerable),
        "facts_present": sum(outcome.facts for outcome in answerable),
        "wrongly_refused": wrongly,
        "refused": {
            kind: {"asked": len(asked), "refused": _refused(asked)}
            for kind in sorted({outcome.case.kind for outcome in unanswerable})
            for asked in [[one for one in unanswerable if one.case.kind == kind]]
        },
        "refusal_precision": precision,
        "refusal_recall": recall,
        "refusal_f1": _f1(precision, recall),
        "citation_precision": _share(
            sum(outcome.carrying for outcome in outcomes),
            sum(outcome.citations for outcome in outcomes),
        ),
        "citation_recall": _share(
            sum(outcome.cited_claims for outcome in outcomes),
            sum(outcome.claims for outcome in outcomes),
        ),
        "median_words": statistics.median(words) if words else 0,
        "median_seconds": round(statistics.median(seconds), 3) if seconds else 0,
        "most_seconds": round(max(seconds, default=0), 3),
    }


def _refused(outcomes: Iterable[Outcome]) -> int:
    return sum(outcome.refused for outcome in outcomes)


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _f1(precision: float | None, recall: float | None) -> float | None:
    if precision is None or recall is None:
        return None
    return round(2 * precision * recall / (precision + recall), 4) if precision + recall else 0.0
