"""How well the turns of conversations are answered: right papers, facts, status."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from paperchat.answers import Answer, Status
from paperchat.evaluation.answers import read_lines

_ANSWERED = ("answered", "partial")
_TURN_KEYS = frozenset({"question", "must_cite", "answer_must_match", "status", "note"})

Ask = Callable[[str], Answer]


@dataclass(frozen=True, slots=True)
class TurnCase:
    """A question of a conversation with what a right answer holds.

    Attributes:
        must_cite: `<file name>#<position>` of each paper that must be cited.
        facts: Regular expressions that the answer must match, whatever the case.
        status: The answer's status; empty when `answered` and `partial` are right for a question
            with papers to cite, and any for one without.
    """

    question: str
    must_cite: tuple[str, ...]
    facts: tuple[re.Pattern[str], ...]
    status: str

    @property
    def expected(self) -> str:
        """The status that counts, as a heading."""
        return self.status or ("answered" if self.must_cite else "any")


@dataclass(frozen=True, slots=True)
class ConversationCase:
    """Questions to be asked one after the other."""

    id: str
    turns: tuple[TurnCase, ...]


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """What became of a turn; `position` counts the turns of its conversation from 1."""

    conversation: str
    position: int
    case: TurnCase
    answer: Answer

    @property
    def why(self) -> str:
        """What is wrong with the answer; empty when it is right."""
        case, answer = self.case, self.answer
        statuses = (case.status,) if case.status else _ANSWERED if case.must_cite else ()
        if statuses and answer.status not in statuses:
            return f"should be {case.expected}, was {answer.status}"
        cited = {source for listed in answer.papers for source in listed.paper.sources}
        if not cited.issuperset(case.must_cite):
            return "right paper not cited"
        text = _everything_said(answer)
        return "" if all(fact.search(text) for fact in case.facts) else "fact missing"


def read_conversations(path: str | Path) -> list[ConversationCase]:
    """Conversations from a JSONL file.

    Raises:
        ReadingError: The file cannot be read, or a line is not a conversation.
    """
    return read_lines(path, _conversation, "conversation")


def run_conversations(
    begin: Callable[[], Ask], cases: Iterable[ConversationCase]
) -> list[TurnOutcome]:
    """Hold every conversation.

    Args:
        begin: Begins a conversation; gives what asks its questions.
        cases: The conversations.
    """
    outcomes = []
    for case in cases:
        ask = begin()
        for position, turn in enumerate(case.turns, start=1):
            outcomes.append(TurnOutcome(case.id, position, turn, ask(turn.question)))
    return outcomes


def conversation_summary(
    outcomes: Sequence[TurnOutcome], alone: Sequence[TurnOutcome]
) -> dict[str, Any]:
    """Counts of right turns.

    Args:
        outcomes: Of the conversations.
        alone: The same questions, each asked without those before it.
    """
    asked = Counter(outcome.case.expected for outcome in outcomes)
    right = Counter(outcome.case.expected for outcome in outcomes if not outcome.why)
    return {
        "conversations": len({outcome.conversation for outcome in outcomes}),
        "turns": len(outcomes),
        "right": right.total(),
        "right_alone": sum(not outcome.why for outcome in alone),
        "by_status": {
            status: {"turns": asked[status], "right": right[status]} for status in sorted(asked)
        },
    }


def turn_failures(outcomes: Iterable[TurnOutcome]) -> list[dict[str, Any]]:
    """The turns that went wrong, each with why, as plain data."""
    return [
        {
            "id": f"{outcome.conversation}#{outcome.position}",
            "question": outcome.case.question,
            "search_query": outcome.answer.search_query,
            "why": outcome.why,
        }
        for outcome in outcomes
        if outcome.why
    ]


def _conversation(record: Any, number: int) -> ConversationCase:
    if not isinstance(record, dict):
        raise TypeError("not a JSON object")
    turns = tuple(map(_turn, record["turns"]))
    return ConversationCase(str(record.get("id", number)), turns)


def _turn(record: Any) -> TurnCase:
    if not isinstance(record, dict):
        raise TypeError("a turn is a JSON object")
    if unknown := sorted(set(record) - _TURN_KEYS):
        raise ValueError(f"unknown key {unknown[0]!r}; known ones: {', '.join(sorted(_TURN_KEYS))}")
    cited, facts = record.get("must_cite", ()), record.get("answer_must_match", ())
    if isinstance(cited, str) or isinstance(facts, str):
        raise TypeError("`must_cite` and `answer_must_match` are lists")
    status = record.get("status", "")
    if status and status not in get_args(Status):
        raise ValueError(f"`status` is one of {', '.join(get_args(Status))}")
    return TurnCase(
        str(record["question"]),
        tuple(map(str, cited)),
        tuple(re.compile(fact, re.IGNORECASE) for fact in facts),
        status,
    )


def _everything_said(answer: Answer) -> str:
    """Text, quotes and table cells."""
    quotes = (
        quote.text
        for sentence in answer.sentences
        for citation in sentence.citations
        for quote in citation.quotes
    )
    table = json.dumps(answer.to_dict()["table"], ensure_ascii=False)
    return " ".join((answer.text, *quotes, table))
