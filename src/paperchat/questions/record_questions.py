"""Questions that the record of a paper answers: "how many authors does X have?", "is X an oral?".

Only the words of a question are looked at: which field of the record they ask for, and the words
that name the paper.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from paperchat.questions.question import fold

_I = re.IGNORECASE

Recorded = Literal[
    "authors", "author count", "author", "year", "venue", "status", "code", "doi", "link"
]
"""What is asked of a record; "author" is one of them by place."""

_X = r"(?P<paper>.+?)"
_S = r"(?:['’]s?)?"
_PEOPLE = r"(?:co-?)?(?:authors?|writers?)"
_PLACES = {"first": 0, "lead": 0, "leading": 0, "main": 0, "second": 1, "third": 2, "fourth": 3}
_LAST = ("last", "senior", "final")
_PLACE = rf"(?P<place>{'|'.join((*_PLACES, *_LAST, 'corresponding'))})"
_IS = r"(?:is|was|were|are|did|has|does|do|had|have)"
_OUT = r"(?:published|released|presented|written|printed|accepted|appear(?:ed)?|come out|came out)"
_VENUE = r"(?:journals?|venues?|conferences?|proceedings|workshops?)"
_STATUS = (
    r"(?P<status>orals?|spotlights?|posters?|highlights?|best papers?|accepted|rejected|withdrawn"
    r"|retracted)"
)
_AWARD = r"(?P<status>(?:\w+[- ]){0,3}?(?:awards?|prizes?))"
_HAD = r"(?:(?:publicly|freely|openly|now|also|already)\s+)*"
_CODE = r"(?:(?:source|open|training|its|their|the|any|some|official)\s+)*(?:code ?base|code)"
_ID = r"(?:doi|arxiv (?:id|number|identifier))"
_GET = r"(?:find|get|download|read|access|see|obtain)"

_ASKED: tuple[tuple[Recorded, str], ...] = (
    ("author count", rf"how many {_PEOPLE}(?: names?)? (?:{_IS}|are there on|are on|wrote) {_X}"
                     r"(?: have| got)?(?: in total| altogether)?"),
    (
        "author count",
        r"how many (?:people|persons|researchers|scientists) (?:(?:co-?)?wrote|(?:co-?)?authored"
        rf"|published|are behind|worked on|contributed to) {_X}",
    ),
    ("author count", rf"(?:what is )?(?:the )?(?:number|count) of {_PEOPLE} (?:of|on|for|in) {_X}"),
    (
        "author",
        rf"(?:who {_IS} |name |what is )?(?:the )?{_PLACE}[- ]authors? (?:of|on|for) {_X}",
    ),
    ("author", rf"(?:who {_IS} )?{_X}{_S} {_PLACE}[- ]authors?"),
    ("author", rf"who {_IS} (?:the )?{_PLACE}[- ]authors?(?P<paper>)"),
    ("authors", rf"(?:who (?:{_IS} )?|list |name |what are )?(?:the )?{_PEOPLE} of {_X}"),
    ("authors", rf"who (?:wrote|authored) (?!on\b|about\b|papers\b){_X}"),
    ("year", rf"(?:when|(?:in )?(?:which|what) (?:year|month)) {_IS} {_X} (?:first )?{_OUT}"),
    ("year", rf"(?:what is )?(?:the )?(?:publication |release )?(?:year|date) of {_X}"),
    ("year", rf"(?:which|what) year is {_X}(?: from)?"),
    (
        "year",
        r"(?:which|what)(?: (?:one|paper|article|study|review))? (?P<paper>(?:of .+ )?)"
        r"(?:is|was|are|were|came|appeared) (?:the )?(?:published |out )?(?:newer|newest|older"
        r"|oldest|more recent|most recent|later|latest|earlier|earliest|first)(?: one| paper)?",
    ),
    (
        "venue",
        rf"(?:(?:in|at) )?(?:which|what) {_VENUE} (?:{_IS}|published) {_X}"
        rf"(?: {_OUT})?(?: (?:in|at|from|part of))?",
    ),
    ("venue", rf"where {_IS} {_X} {_OUT}"),
    ("venue", rf"(?:what is )?(?:the )?{_VENUE} (?:of|for) {_X}"),
    ("status", rf"(?:is|was) {_X} (?:(?:presented|accepted) )?(?:as )?(?:an? |the )?{_STATUS}"
               r"(?: papers?| presentations?| talks?)?"),
    ("status", rf"(?:did|does|has|have|was) {_X} (?:win|won|receive[ds]?|get|got|given|awarded)"
               rf" (?:an? |any |the )?{_AWARD}(?: .*)?"),
    ("status", rf"(?:is|was) {_X} (?:an? )?(?P<status>award)[- ]winning(?: paper)?"),
    ("status", rf"(?:what is )?(?:the )?status of {_X}"),
    ("code", rf"(?:is|are|was) {_X} (?:an? )?{_HAD}open[- ]sourced?"),
    ("code", rf"(?:does|do|did|has|have|is) {_X} {_HAD}(?:releas\w+|provid\w+|publish\w*|shar\w+"
             rf"|have|offer\w*|open[- ]sourc\w+|come with|includ\w+|mak\w+) {_CODE}"
             r"(?: (?:publicly |freely )?(?:available|public|online))?"),
    ("code", rf"(?:is|are) (?:there )?{_CODE}(?: (?:{_HAD}(?:available|released|public)))?"
             rf" (?:of|for|from|behind) {_X}(?: {_HAD}(?:available|released|public|online"
             r"|open[- ]?sourced?))?"),
    ("code", rf"(?:is|are) {_X}{_S} {_CODE} {_HAD}(?:available|released|public|online"
             r"|open[- ]?sourced?)"),
    ("code", rf"where (?:is|are|can (?:i|we) {_GET}) {_CODE} (?:of|for|from) {_X}"),
    ("doi", rf"(?:what is |give me )?(?:the )?{_ID} (?:of|for) {_X}"),
    ("doi", rf"what is {_X}{_S} {_ID}"),
    ("link", rf"(?:what is |give me |show me )?(?:the |a )?(?:links?|url) (?:of|to|for) {_X}"),
    ("link", rf"where (?:can|could|do) (?:i|we) {_GET} {_X}"),
)  # fmt: skip
_COMPILED = tuple((about, re.compile(pattern, _I)) for about, pattern in _ASKED)

_LEAD = re.compile(
    r"^(?:(?:hi|hello|hey|so|ok(?:ay)?|and|but|please|well|now)\b[\s,!.]*)*"
    r"(?:(?:can|could|would|will) you (?:please )?(?:tell me )?|(?:please )?tell me "
    r"|do you know )?",
    _I,
)
_FRAMED = re.compile(
    r"^(?:the )?(?:paper|article|study|work)s?(?: (?:called|titled|entitled|named|on))? "
    r"|^the (?=.* (?:paper|article|study)$)| (?:paper|article|study)$",
    _I,
)
_ASKS_MORE = re.compile(r"\b(?:and|or)(?: in)? (?:wh\w+|how|is|was|does|did)\b", _I)
_MARKS = " \"'“”‘’«».,;:?!"


@dataclass(frozen=True, slots=True)
class RecordRequest:
    """What a question asks of the record of a paper.

    Attributes:
        about: The part of the record.
        paper: The words that name the paper, or point at it ("it"); may be empty.
        place: Of an author, from 0; -1 for the last; None for the corresponding one.
        status: The status or the award that is asked for ("oral", "best paper award"); empty when
            any is.
    """

    about: Recorded
    paper: str
    place: int | None = 0
    status: str = ""


def record_asked(text: str) -> RecordRequest | None:
    """What a question asks of the record of a paper; None for any other question."""
    bare = _LEAD.sub("", fold(text).replace("’", "'"), count=1).strip(_MARKS)
    for about, pattern in _COMPILED:
        if match := pattern.fullmatch(bare):
            told = match.groupdict()
            paper = _FRAMED.sub("", told["paper"].strip(_MARKS)).strip(_MARKS)
            if _ASKS_MORE.search(paper):
                return None
            status = re.sub(r"s$", "", (told.get("status") or "").casefold())
            return RecordRequest(about, paper, _place(told.get("place") or ""), status)
    return None


def _place(said: str) -> int | None:
    folded = said.casefold()
    return None if folded == "corresponding" else -1 if folded in _LAST else _PLACES.get(folded, 0)
