"""Conditions that a question says in words: "ICML 2025 orals by Ada Marsh since 2023".

Words that are part of the topic are no condition: "papers about ICML reviewing", "the 2025
benchmark", whatever stands in quotation marks. A venue, a status or an author that no record has
is a condition only where the words can mean nothing else ("papers at CVPR", "any orals").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from paperchat.questions.list_forms import PAPERS
from paperchat.questions.tallies import tally_asked
from paperchat.types import Filters, Years

_I = re.IGNORECASE
_YEAR = r"((?:19|20)\d{2})"
_ENDS = (
    r"(?=\s*(?:$|[.,;:?!)]|\b(?:on|about|that|which|with|using|by|at|from|in|are|is|do|does|did"
    r"|have"
    r"|has|and|or|were|was|there|here|for|since|before|after|not|but|of|excluding|except|where"
    r"|please"
    r"|until|between|as)\b))"
)
"""What follows a condition; a noun there would make it part of the topic."""

_TOPIC_BEFORE = re.compile(
    r"\b(?:about|on|regarding|concerning|discuss\w*|mention\w*|study|analy[sz]e|called|named)"
    r"\s+(?:the\s+)?$",
    _I,
)
_NOT_BEFORE = re.compile(
    r"\b(?:not|n't|except(?: for)?(?: those)?|excluding(?: those)?|other than(?: those)?)\s+$", _I
)
_PUBLISHED = (
    r"(?:(?:that (?:are|were)|which (?:are|were))\s+)?"
    r"(?:(?:published|accepted|presented|appear(?:ed|ing)|written|released)\s+)?"
)
_YEARS: tuple[tuple[str, Callable[[list[int]], Years]], ...] = (
    (rf"\b(?:between|from)\s+{_YEAR}\s+(?:and|to|until|till)\s+{_YEAR}", lambda y: (y[0], y[1])),
    (rf"\b(?:from|in|of)\s+{_YEAR}\s*[-–—]\s*{_YEAR}", lambda y: (y[0], y[1])),
    (
        rf"\b(?:since|from)\s+{_YEAR}(?:\s+(?:on|onwards?|and later))?(?<!from {'.' * 4})",
        lambda y: (y[0], None),
    ),
    (
        rf"\bfrom\s+{_YEAR}\s+(?:on(?=\s*(?:$|[.,?!]))|onwards?|and later|or later)",
        lambda y: (y[0], None),
    ),
    (rf"\bin\s+{_YEAR}\s+or\s+later", lambda y: (y[0], None)),
    (rf"\b(?:after|later than|newer than)\s+{_YEAR}", lambda y: (y[0] + 1, None)),
    (rf"\b(?:before|older than|earlier than|prior to)\s+{_YEAR}", lambda y: (None, y[0] - 1)),
    (rf"\b(?:until|till|up to|through)\s+{_YEAR}", lambda y: (None, y[0])),
    (rf"\b(?:from|in|of|during)\s+(?:the year\s+)?{_YEAR}", lambda y: y[0]),
)

_PARTICLE = r"(?:van|von|der|den|de|del|della|di|da|dos|la|le|ten|ter|bin|ibn|al|el|zu)"
_CAPITAL = r"(?:(?!Who\b)[^\W\d_a-zà-ÿ](?:[\w'’\-]*[^\W_]|\.)?)"
_NAME = rf"{_CAPITAL}(?:\s+(?:{_PARTICLE}\s+)*{_CAPITAL}){{0,4}}"
_NAMES = rf"({_NAME}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*){_NAME})*)"
_BY = (
    rf"\b(?:(?:co-?)?(?:written|authored|published)\s+)?by\s+(?i:authors?\s+"
    rf"|the author\s+)?{_NAMES}",
    rf"\b(?:that |which )?(?:did|has|have)\s+{_NAMES}\s+(?:\w+ly\s+)?(?:write|written|published?|"
    r"author(?:ed)?|co-?author(?:ed)?)\b(?:\s+together|\s+jointly)?",
    rf"(?<=s )(?:do|does|did|has|have|had)\s+{_NAMES}(?:\s+(?:have|has|got))?"
    r"(?:\s+(?:here|in total|altogether|in (?:the|this) \w+))*(?=\W*$)",
    rf"^(?:[Ss]o |[Aa]nd )?[Ww]hat\s+(?:do|does|did|is|are|has|have|was|were)\s+{_NAMES}\s+"
    r"(?:work(?:s|ed|ing)?|study|studie[ds]|studying|research(?:ed|ing|es)?|publish(?:ed)?|written|write|done|do"
    r"|focus(?:ed)?)"
    r"(?:\s+(?:on|in|about|here|so far))*(?=\W*$)",
    rf"\b(?:that |which )?{_NAMES}\s+(?:(?:has|have)\s+)?(?:wrote|written|published"
    rf"|(?:co-?)?authored)"
    r"\b(?:\s+together|\s+jointly)?",
    rf"\b(?:from|by|of|out of)\s+(?:the\s+)?{_NAMES}['’]s?\s+(?:research\s+)?(?:group|lab|team)\b",
    rf"\b{_NAMES}['’]s?\s+(?={PAPERS}\b)",
    rf"\b(?:with|from)\s+(?:author\s+)?{_NAMES}(?:\s+as\s+(?:an?\s+|the\s+)?(?:co-?)?authors?)?",
)
_BY_LOWER = re.compile(
    rf"\b(?<=[sS]\s)(?:written\s+)?by\s+((?:[\w.'’\-]+\s+){{0,3}}?[\w.'’\-]+){_ENDS}", _I
)
_QUOTED = re.compile(r"[\"“”„][^\"“”„]*[\"“”„]")
_TITLE = re.compile(
    r"\b(?:whose|with (?:a |the )?)\s*titles?\s+(?:that\s+)?"
    r"(?:contain|ha[sv]e?|includ|mention|say)\w*\s+(?:the\s+)?(?:words?\s+|phrase\s+)?[\"“„]?(?P<words>[^\"“”„?.!,]+)[\"”]?"
    r"|\bwith\s+[\"“„]?(?P<held>[^\"“”„?.!,]+?)[\"”]?\s+in\s+(?:the|their)\s+titles?\b",
    _I,
)
_STATUSES = ("oral", "spotlight", "poster", "best paper", "rejected", "withdrawn")
"""What venues say of papers: conditions also where no record says so."""

_ACRONYM = r"(?-i:[A-Z][A-Za-z]*[A-Z][A-Za-z]*)"
_A_VENUE = tuple(
    re.compile(pattern, _I)
    for pattern in (
        rf"(?<=s\s){_PUBLISHED}at\s+(?:the\s+)?((?-i:[A-Z][\w&.\-]*(?:\s[A-Z][\w&.\-]*){{0,3}}?))"
        rf"(?:[\s'’]+{_YEAR})?{_ENDS}",
        rf"\b(?:at|in|from)\s+(?:the\s+)?({_ACRONYM})[\s'’]+{_YEAR}{_ENDS}",
        rf"\b({_ACRONYM})[\s'’]+{_YEAR}\s+(?={PAPERS}\b)",
    )
)
"""What is surely meant as a venue, though no record has it."""

_LEAST_CAPITALS = 3


@dataclass(frozen=True, slots=True)
class Known:
    """What conditions a collection can meet.

    Attributes:
        venues: Its venues, the commonest first.
        statuses: Its statuses, in small letters.
        has_author: Whether a paper is by an author of that name.
    """

    venues: Collection[str]
    statuses: Collection[str]
    has_author: Callable[[str], bool]


def filters_in(text: str, known: Known) -> tuple[str, Filters]:
    """The conditions that a question says.

    Args:
        text: The question, on one line.
        known: The collection's venues, statuses and authors.

    Returns:
        The question without the words of the conditions, and the conditions. Orals and posters
        leave "papers" behind.
    """
    text, filters = _title(text, Filters())
    quoted = [match[0] for match in _QUOTED.finditer(text)]
    rest = _QUOTED.sub("\0", text)
    rest, filters = _venue(rest, filters, known)
    rest, filters = _status(rest, filters, known)
    rest, filters = _authors(rest, filters, known)
    rest, filters = _year(rest, filters)
    for one in quoted:
        rest = rest.replace("\0", one, 1)
    return " ".join(rest.split()), filters


def _without(text: str, start: int, end: int, left: str = " ") -> str:
    return f"{text[:start]}{left}{text[end:]}"


def _is_topic(text: str, start: int) -> bool:
    """Whether the words there are part of the topic, or say what is left out."""
    before = text[:start]
    return any(said.search(before) for said in (_TOPIC_BEFORE, _NOT_BEFORE))


def _year(text: str, filters: Filters) -> tuple[str, Filters]:
    for pattern, meaning in _YEARS:
        match = re.search(_PUBLISHED + pattern + _ENDS, text, _I)
        if match and not _is_topic(text, match.start()):
            years = meaning([int(year) for year in match.groups()])
            return _without(text, *match.span()), replace(filters, year=years)
    match = re.search(rf"\b{_YEAR}\s+(?={PAPERS}\b)", text, _I)
    if match and not _is_topic(text, match.start()):
        return _without(text, *match.span()), replace(filters, year=int(match[1]))
    return text, filters


def _title(text: str, filters: Filters) -> tuple[str, Filters]:
    """Words that a title has: `whose title contains "deep"`, "with bees in the title"."""
    match = _TITLE.search(text)
    if match is None:
        return text, filters
    words = (match["words"] or match["held"]).strip()
    return _without(text, *match.span()), replace(filters, title=words)


def _venue(text: str, filters: Filters, known: Known) -> tuple[str, Filters]:
    """A venue before or right behind "papers", or at the end; its year stands beside it."""
    held = "|".join([PAPERS, *(rf"{re.escape(one)}s?" for one in {*known.statuses, *_STATUSES})])
    for name, venue in _venue_names(text, known):
        told = rf"({name})(?:[\s'’]+{_YEAR})?"
        for pattern in (
            rf"\b{told}\s+(?=(?:{held})\b)",
            rf"(?<=s\s){_PUBLISHED}(?:at|from)\s+(?:the\s+)?{told}\b",
            rf"{_PUBLISHED}\b(?:at|from|in|of|to|by)\s+(?:the\s+)?{told}"
            rf"(?:\s+(?:conference|workshop|proceedings))?{_ENDS}",
        ):
            match = re.search(pattern, text, _I)
            if match and not _is_topic(text, match.start()):
                return _at_venue(text, match, filters, venue or match[1])
    for unknown in _A_VENUE:
        match = unknown.search(text)
        if match and not _is_topic(text, match.start()):
            return _at_venue(text, match, filters, match[1])
    return text, filters


def _at_venue(text: str, match: re.Match[str], filters: Filters, venue: str) -> tuple[str, Filters]:
    year = int(match[2]) if match[2] else None
    return _without(text, *match.span()), replace(filters, venue=venue, year=year)


def _venue_names(text: str, known: Known) -> Iterator[tuple[str, str]]:
    """Patterns of the venues' names, the longest first, each with the venue that an acronym means.

    An acronym has the initials of a venue's last words in capitals: NIPS, NeurIPS.
    """
    for venue in sorted(known.venues, key=len, reverse=True):
        yield r"[\W_]+".join(map(re.escape, venue.split())), ""
    for word in re.findall(rf"\b{_ACRONYM}", text):
        capitals = "".join(filter(str.isupper, word)).casefold()
        if len(capitals) >= _LEAST_CAPITALS:
            meant = (venue for venue in known.venues if _initials(venue).endswith(capitals))
            yield from ((f"(?-i:{word})", venue) for venue in meant)


def _initials(venue: str) -> str:
    words = re.findall(r"[^\W\d_]+", venue)
    return "".join(word[0] for word in words if word.casefold() not in _SMALL_WORDS).casefold()


_SMALL_WORDS = frozenset(["the", "of", "on", "in", "and", "for", "to", "a", "an", "at"])


def _status(text: str, filters: Filters, known: Known) -> tuple[str, Filters]:
    for status in sorted({*known.statuses, *_STATUSES}, key=lambda one: (-len(one), one)):
        name = re.escape(status)
        patterns = (
            rf"\b{name}\s+(?:presentations|(?={PAPERS}\b))",
            rf"(?:^|(?<=\bany )|(?<=\bwhich )|(?<=\bwhat )|(?<=\bthe )|(?<=\ball )|(?<=\blist )"
            rf"|(?<=\bme )"
            rf"|(?<=\bfind )|(?<=\bmany ))\s*\b{name}s\b",
            rf"\b(?:that (?:are|were)|which (?:are|were)|(?:presented |accepted )?as"
            rf"|(?<=papers )(?:are|were))\s+(?:an?\s+)?{name}s?(?:\s+presentations?)?{_ENDS}",
        )
        for pattern in patterns:
            match = re.search(pattern, text, _I)
            if match and not _is_topic(text, match.start()):
                rest = _without(text, *match.span())
                if not re.search(PAPERS, rest, _I):
                    rest = _without(text, *match.span(), " papers ")
                return rest, replace(filters, status=status)
    return text, filters


def _authors(text: str, filters: Filters, known: Known) -> tuple[str, Filters]:
    for match in _named_authors(text):
        if _NOT_BEFORE.search(text[: match.start()]):
            continue
        names = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*", match[1])
        # "Papers by Ada Marsh" means an author, whether there is one or not.
        said = (
            re.search(rf"{PAPERS}\s*$", text[: match.start()], _I)
            and match[1].istitle()
            and tally_asked(text) is None  # "papers by Year"
        )
        if all(known.has_author(name) or said for name in names):
            left = " papers " if not re.search(PAPERS, text, _I) else " "
            author = " and ".join(names)
            return _without(text, *match.span(), left), replace(filters, author=author)
    return text, filters


def _named_authors(text: str) -> Iterator[re.Match[str]]:
    for pattern in _BY:
        yield from re.finditer(pattern, text)
    yield from _BY_LOWER.finditer(text)
