"""Questions that count papers by a field of their records: "how many papers per year?"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from paperchat.questions.list_forms import PAPERS

_I = re.IGNORECASE

Tallied = Literal["year", "venue", "authors", "status"]

_WORDS: dict[Tallied, str] = {
    "year": "years?",
    "venue": "(?:venues?|conferences?|journals?)",
    "authors": "authors?",
    "status": "status(?:es)?",
}
_FIELD = "|".join(f"(?P<{name}>{words})" for name, words in _WORDS.items())
_EACH = re.compile(
    rf"[\s,]+(?:per|by(?! authors?\b)|(?:for|in|by|from|at) (?:each|every))\s+(?:{_FIELD})\W*$", _I
)
_FRAMED = (
    r"(?:are|is|do|does|have|has|did|were|there|here|covered|represented|included|listed|in|of"
    rf"|from|by|for|the|these|those|this|all|you|we|{PAPERS}|collection|corpus|index|list|cover"
    r"|come|appear(?:ed)?|published|written|available)"
)
_COVERED = re.compile(
    r"^(?:what|which|how many|(?:list|show|give)(?: me)?(?: all)?)\s+(?:the\s+)?"
    rf"(?:all\s+|different\s+|distinct\s+|unique\s+|publication\s+)*(?:{_FIELD})"
    rf"(?:\s+{_FRAMED})*\W*$",
    _I,
)
_MOST = re.compile(
    r"\b(?:who(?P<authors>)|(?:which|what) (?:authors?(?P<author>)|(?P<year>years?)"
    r"|(?P<venue>venues?|conferences?|journals?)))\s+(?:(?:has|have|had|wrote|written|published?"
    rf"|publishes|authored|with)\s+)+(?:the\s+)?most\s+{PAPERS}\b(?P<rest>.*)",
    _I,
)
_PROLIFIC = re.compile(
    r"\b(?:most (?:prolific|productive|frequent|common|active)|top)\s+(?:\d+\s+)?authors?\b"
    r"(?P<rest>.*)",
    _I,
)


@dataclass(frozen=True, slots=True)
class TallyRequest:
    """Papers to count by a field.

    Attributes:
        by: The field of their records.
        text: The question for the papers that are counted; "papers" for all.
    """

    by: Tallied
    text: str


def tally_asked(text: str) -> TallyRequest | None:
    """The count by a field that a question asks for; None when it asks for none.

    Args:
        text: The question, on one line.
    """
    if match := _EACH.search(text):
        rest = text[: match.start()]
        return TallyRequest(_field(match), rest) if re.search(rf"\b{PAPERS}\b", rest, _I) else None
    if match := _COVERED.search(text):
        return TallyRequest(_field(match), "papers")
    if match := _MOST.search(text):
        return TallyRequest(_field(match), f"papers{match['rest']}")
    if match := _PROLIFIC.search(text):
        return TallyRequest("authors", f"papers{match['rest']}")
    return None


def _field(match: re.Match[str]) -> Tallied:
    told = match.groupdict()
    return next((name for name in _WORDS if told.get(name) is not None), "authors")
