"""Questions for papers by the authors of the paper at hand: "what else did she write?".

Each is turned into a question for the papers of a named author, which is then read as any list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from paperchat.history import History
from paperchat.index import Index
from paperchat.questions.list_forms import PAPERS
from paperchat.questions.question import fold
from paperchat.types import Filters, Paper

_I = re.IGNORECASE

_READ = 50
"""Of so many authors the papers are counted."""

_PERSON = r"(?:authors?|researchers?|writers?|scientists?|people|group|team|lab)"
_WHO = (
    r"(?P<who>he|she|they|him|her|them|(?:the |this |these |those |that |its |their )"
    rf"(?:same )?(?:(?P<place>first|lead|last|senior) )?{_PERSON})"
)
_WHOSE = rf"(?P<who>his|her|their|(?:the |these |those )(?:same )?{_PERSON}['’]s?)"
_WRITE = r"(?:write|written|wrote|publish|published|author|authored)"
_ELSE = r"(?:any(?:thing)?|some(?:thing)?|other|others|another|more|further|else|one|ones|too|also)"
_THING = rf"(?:{PAPERS}|paper|article|study)"
_ASKED = tuple(
    re.compile(pattern, _I)
    for pattern in (
        rf"\b(?:{_THING}|(?:any|some|every)thing(?: else)?|what(?: else)?|more|others?|ones?)"
        rf"(?: (?:are |is )?(?:there )?(?:written )?)?\s*by {_WHO}\W*$",
        rf"\b(?:did|do|does|has|have|had) {_WHO} (?:also )?{_WRITE}"
        rf"(?: (?:{_ELSE}|{_THING}|here|in this collection))*\W*$",
        rf"\b{_WHOSE} (?:other|further|remaining) {_THING}\W*$",
        rf"^(?:list|show(?: me)?|find|give me|what are|any) {_WHOSE} {_THING}\W*$",
    )
)
_INITIALS = re.compile(r"\.(?=[^\W\d_])")
"""Full stops of initials that are run together: "B.A. Golomb"."""

_NAME = r"[^\W\d_a-z][\w.'’\-]*"
_NAMED = re.compile(
    rf"^(?:[Aa]nd |[Ss]o )?(?:[Dd]id|[Hh]as|[Hh]ave) (?P<name>{_NAME}(?: {_NAME})*)"
    rf" (?:also )?{_WRITE}(?: (?:{_ELSE}|here))+\W*$"
)
"""The same with a name."""


def by_authors_at_hand(index: Index, text: str, history: History) -> str:
    """A question for the papers of the authors at hand, with the author's name; any other as it is.

    Of several authors the one counts that wrote most of the papers here, of equals the first.

    Args:
        index: The papers.
        text: The question, in English.
        history: The conversation so far.
    """
    folded = fold(text)
    if named := _NAMED.search(folded):
        return f"papers by {named['name']}"
    match = next(filter(None, (asked.search(folded) for asked in _ASKED)), None)
    last = history.last
    if match is None or last is None:
        return text
    papers = list(index.get(last.subjects).values())
    name = _author(index, papers, match["who"], match.groupdict().get("place") or "")
    return f"papers by {_INITIALS.sub('. ', name)}" if name else text


def _author(index: Index, papers: Sequence[Paper], who: str, place: str) -> str:
    """The name of the author that words mean; empty when the records name none."""
    authors = [paper.authors for paper in papers if paper.authors]
    if not authors:
        return ""
    if place.casefold() in ("last", "senior"):
        return authors[0][-1]
    if place or who.casefold() in ("he", "him", "his", "she", "her"):
        return authors[0][0]
    names = islice(dict.fromkeys(name for one in authors for name in one), _READ)
    return max(names, key=lambda name: len(index.keyword.select(Filters(author=name)) or ()))
