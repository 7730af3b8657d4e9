"""Questions that count papers by a field of their records: "how many papers per year?"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from paperchat.questions.list_forms import PAPER, PAPERS

_I = re.IGNORECASE

Tallied = Literal["year", "venue", "authors", "status", "author count"]

_WORDS: dict[Tallied, str] = {
    "year": "years?",
    "venue": "(?:venues?|conferences?|journals?)",
    "authors": "authors?",
    "status": "status(?:es)?",
    "author count": "number of (?:co-?)?authors",
}
_FIELD = "|".join(f"(?P<{name.replace(' ', '_')}>{words})" for name, words in _WORDS.items())
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
_MANY = r"(?P<many>one|a single|two|three|four|five|\d{1,2})"
_SEVERAL = re.compile(
    r"\b(?:who(?P<authors>)|(?:which|what|how many) (?:authors?(?P<author>)|(?P<venue>venues?"
    r"|conferences?|journals?)))\s+(?:(?:has|have|had|wrote|written|publish(?:ed|es)?|authored|with"
    r"|appears?|are|is|in|on|to|contributed)\s+)+(?:(?:(?:more than|over) "
    rf"{_MANY}|at least (?P<least>two|three|four|five|\d{{1,2}})|(?:several|multiple))\s+"
    rf"(?:{PAPERS}|{PAPER})|multiple times|more than once)\b(?P<rest>.*)",
    _I,
)
_AVERAGE = re.compile(
    r"\b(?:average|mean|median|typical|usual)\s+(?:number|count)\s+of\s+(?:co-?)?authors"
    rf"(?:\s+(?:per|of an?|of each|for each|on an?|in an?)\s+{PAPER}|\s+(?:here|overall|in total))*"
    r"(?P<rest>.*)"
    rf"|\bhow many (?:co-?)?authors (?:do|does|did|are|is|have|has|there|on|per|an?|the|{PAPERS}"
    rf"|{PAPER}|here|have|\s)*\s(?:on average|usually|typically)\W*$"
    rf"|\bhow many (?:co-?)?authors (?:per {PAPER}|does (?:an?|the) (?:average|typical|usual)"
    rf" {PAPER} have)\W*$",
    _I,
)
_COUNTS = {"one": 1, "a single": 1, "two": 2, "three": 3, "four": 4, "five": 5}
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
        least: Only values that so many papers have are wanted.
    """

    by: Tallied
    text: str
    least: int = 1


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
    if match := _AVERAGE.search(text):
        return TallyRequest("author count", f"papers{match['rest'] or ''}")
    if match := _SEVERAL.search(text):
        return TallyRequest(_field(match), f"papers{match['rest']}", _least(match))
    if match := _MOST.search(text):
        return TallyRequest(_field(match), f"papers{match['rest']}")
    if match := _PROLIFIC.search(text):
        return TallyRequest("authors", f"papers{match['rest']}")
    return None


def _field(match: re.Match[str]) -> Tallied:
    told = match.groupdict()
    return next(
        (name for name in _WORDS if told.get(name.replace(" ", "_")) is not None), "authors"
    )


def _least(match: re.Match[str]) -> int:
    if said := match["least"]:
        return _number(said)
    return _number(match["many"]) + 1 if match["many"] else 2


def _number(said: str) -> int:
    folded = said.casefold()
    return _COUNTS[folded] if folded in _COUNTS else int(folded)
