"""The form in which a list is wanted: its order, how many papers, what else of their records.

"The newest paper on bees" is the list of the papers on bees, the newest first, of which one is
wanted; "who works on bees?" is that list with its authors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from paperchat.types import QuotedField

_I = re.IGNORECASE

PAPERS = r"(?:papers|works|articles|publications|preprints|submissions|studies)"
"""What a list is of."""

PAPER = r"(?:paper|work|article|publication|study)"

Order = Literal["", "newest", "oldest", "most authors"]

_NUMBERS = {
    word: number
    for number, word in enumerate("two three four five six seven eight nine ten".split(), 2)
}
_MANY = rf"(?P<many>\d{{1,3}}|{'|'.join(_NUMBERS)})"
_NEWEST = r"(?P<newest>newest|latest|most recent(?:ly published)?|most up-to-date)"
_OLDEST = r"(?P<oldest>oldest|earliest|least recent)"
_LEAD = r"(?:^|(?<=\s))(?:(?:what|which|who)(?:'s| is| are)?\s+)?(?:the\s+)?(?:single\s+|very\s+)?"
_BY_AGE = re.compile(
    rf"{_LEAD}(?:{_NEWEST}|{_OLDEST})\s+(?:{_MANY}\s+)?(?P<on>(?:[\w\-]+\s+){{0,3}}?)"
    rf"(?:(?P<one>{PAPER})|{PAPERS})\b",
    _I,
)
_IS_BY_AGE = re.compile(
    rf"\b(?:which|what)\s+(?:(?P<one>{PAPER})|{PAPERS})\b(?P<rest>.*?)\s+(?:is|are|was|were)\s+"
    rf"(?:the\s+)?(?:{_NEWEST}|{_OLDEST})(?:\s+ones?)?\W*$",
    _I,
)
_BY_AUTHORS = re.compile(
    rf"\b(?:which|what)\s+(?:(?P<one>{PAPER})|{PAPERS})\b(?P<rest>.*?)\s+(?:has|have|had)\s+the\s+"
    r"(?:most|largest number of|highest number of)\s+(?:co-?)?authors?\W*$",
    _I,
)
_TOP = re.compile(
    rf"\b(?:the\s+)?(?:(?:top|best|first)[\s-]+{_MANY}|(?<!\bthe )(?<!\bof )(?<!\bin )"
    r"(?P<few>\d{1,2}(?!\d)|two|three|four|five|six|seven|eight|nine|ten))\s+"
    rf"(?=(?:[\w\-]+\s+){{0,4}}?{PAPERS}\b)",
    _I,
)
_RECORD = (
    ("year", r"when|in (?:which|what) years?|since when|from (?:which|what) years?"),
    ("venue", r"where|(?:in|at) (?:which|what) (?:venues?|conferences?|journals?)"),
    ("authors", r"by whom|who (?:wrote|are|is|were) (?:them|it|the(?:ir)? authors?)"),
)
_ASKED_TOO = "|".join(f"(?P<{name}>{said})" for name, said in _RECORD)
_AND_WHEN = re.compile(
    rf"\s*(?:,|;|\band\b|,\s*and\b)\s*(?:{_ASKED_TOO})"
    r"(?:\s+(?:were|are|was|did|do)\s+(?:they|it|these|those)(?:\s+\w+){0,2}|\s+published)?\W*$",
    _I,
)
_WHO = re.compile(
    r"^(?:(?:so|and|ok|please)\b[\s,]*)*who\s+(?:else\s+|here\s+|all\s+)?(?:(?:is|are|has|have)\s+)?"
    r"(?:work(?:s|ed|ing)?|research(?:es|ed|ing)?|publish(?:es|ed|ing)?"
    rf"|(?:do(?:es)?|did|done|doing) (?:research|work)|(?:wrote|written) {PAPERS})\s+"
    r"(?=(?:on|about|in|with|regarding)\b)",
    _I,
)


@dataclass(frozen=True, slots=True)
class ListForm:
    """How a list is wanted.

    Attributes:
        text: The question without what tells the form.
        order: In which order; empty for the surest first.
        most: At most so many papers; 0 for all.
        also: What else is asked of the papers' records.
    """

    text: str
    order: Order = ""
    most: int = 0
    also: tuple[QuotedField, ...] = field(default=())


def form_of(text: str) -> ListForm:
    """The form that a question tells, and the plain question that is left.

    Args:
        text: The question, on one line.
    """
    form = _with_record(ListForm(text))
    if who := _WHO.search(form.text):
        rest = f"papers {form.text[who.end() :]}"
        return replace(form, text=rest, also=("authors", *form.also))
    for pattern in (_BY_AGE, _IS_BY_AGE, _BY_AUTHORS):
        if match := pattern.search(form.text):
            return _ordered(form, match)
    if match := _TOP.search(form.text):
        rest = f"{form.text[: match.start()]} {form.text[match.end() :]}"
        return replace(form, text=rest.strip(), most=_number(match["many"] or match["few"]))
    return form


def _with_record(form: ListForm) -> ListForm:
    match = _AND_WHEN.search(form.text)
    if match is None or not re.search(rf"\b{PAPERS}\b", form.text[: match.start()], _I):
        return form
    also: dict[str, QuotedField] = {"year": "year", "venue": "venue", "authors": "authors"}
    asked = tuple(name for key, name in also.items() if match[key])
    return replace(form, text=form.text[: match.start()], also=asked)


def _ordered(form: ListForm, match: re.Match[str]) -> ListForm:
    told = match.groupdict()
    order: Order = "most authors"
    if "newest" in told:
        order = "newest" if told["newest"] else "oldest"
    most = 1 if told["one"] else _number(told.get("many"))
    said = f"{told.get('on') or ''}papers{told.get('rest') or ''}"
    text = f"{form.text[: match.start()]} {said} {form.text[match.end() :]}"
    return replace(form, text=" ".join(text.split()), order=order, most=most)


def _number(said: str | None) -> int:
    return 0 if said is None else _NUMBERS.get(said.casefold()) or int(said)
