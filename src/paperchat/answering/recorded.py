"""Answers from the record of a paper: its authors, year, venue, status, identifiers, its code."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from paperchat.abstracts import own_spans
from paperchat.answering import replies
from paperchat.answering.paragraphs import in_paragraphs
from paperchat.answering.understanding import Understood
from paperchat.answers import Answer, AnswerPaper
from paperchat.citations import cited, field_text, quote
from paperchat.comparison.cues import CODE
from paperchat.followups.mentions import find_mentions
from paperchat.index import Index
from paperchat.questions.record_questions import RecordRequest, record_asked
from paperchat.register import Register
from paperchat.types import Filters, Paper, Quote, QuotedField, Sentence

_MOST = 5
"""So many papers at hand are told one by one."""

_OF_ANYTHING = ("year", "venue", "status", "code", "link")
"""What may be asked of a topic as well: "when was deep learning introduced?"."""

_READ = 20
"""Papers in which words of a title are looked for."""

_A_THING = re.compile(
    r"(?:the|an?) (?!(?:\w+ ){0,2}(?:papers?|articles?|stud(?:y|ies)|reviews?|surveys?|works?|ones?"
    r"|others?|two|first|second|third|fourth|fifth|last|former|latter|method|approach|model"
    r"|data ?set|benchmark|system|tool|framework|algorithm)\b)",
    re.IGNORECASE,
)
"""Words for something that a paper speaks of: "the annotations"."""

_PARTS = re.compile(r"[:?!—–]\s")
_TAKEN = ("oral", "spotlight", "poster", "highlight", "best")
"""Statuses of papers that were accepted."""

_ARXIV = re.compile(r"(?:arxiv\.org/(?:abs|pdf)/)?(?P<year>\d\d)(?P<month>0[1-9]|1[0-2])\.\d{4,5}")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")


@dataclass(frozen=True, slots=True)
class _Told:
    """What a record says: words of the program, and what is quoted behind them, if anything."""

    lead: str
    quoted: Quote | None = None


def recorded(index: Index, means: Understood, register: Register) -> Answer | None:
    """The answer that the records of the papers asked of hold; None for any other question.

    Args:
        index: The papers.
        means: The question.
        register: Numbers the papers.
    """
    request = record_asked(means.spelt) or record_asked(means.resolved.asked)
    papers = _meant(index, request, means) if request else ()
    if request is None or not papers:
        return None
    told = [(register.number(paper.id), paper, _told(request, paper)) for paper in papers]
    answer = Answer(
        "answered" if any(one.quoted for _, _, one in told) else "not_stated",
        "",
        "",
        papers=tuple(AnswerPaper(number, paper, 1.0) for number, paper, _ in told),
    )
    return in_paragraphs(answer, [list(_sentences(*one)) for one in told])


def _sentences(number: int, paper: Paper, told: _Told) -> Iterator[Sentence]:
    if told.lead:
        yield Sentence(told.lead, "none_needed")
    if told.quoted is not None:
        sentence = cited(number, paper, told.quoted)
        # A name, a year or a title ends no sentence by itself.
        ends = told.quoted.field == "abstract" or told.quoted.text.endswith((".", "?", "!"))
        stop = "" if ends else "."
        yield replace(sentence, text=f"{sentence.text}{stop}")


def _meant(index: Index, request: RecordRequest, means: Understood) -> Sequence[Paper]:
    """The papers that the question is about, few of them."""
    named = titled(index, request.paper)
    if request.about in _OF_ANYTHING:
        named = tuple(one for one in named if _is_name(index, request.paper, one))
    if len(named) != 1:
        mentions = [one.papers for one in find_mentions(index, request.paper)]
        by_name = mentions[0] if len(mentions) == 1 else ()
        at_hand = () if _A_THING.match(request.paper) else means.resolved.papers
        named = at_hand or by_name or named
    return named if len(named) <= _MOST else ()


def _is_name(index: Index, words: str, paper: Paper) -> bool:
    """Whether words of a title name that paper, and no topic that others speak of, too."""
    wanted = _folded(words)
    parts = (paper.title, *_PARTS.split(paper.title))
    if wanted in map(_folded, parts) or (words != words.lower() and paper.title.startswith(words)):
        return True
    near = index.get(index.keyword.search(words, _READ)).values()
    others = (f"{one.title} {one.abstract}" for one in near if one.id != paper.id)
    return not any(wanted in _folded(text) for text in others)


def titled(index: Index, words: str) -> tuple[Paper, ...]:
    """The papers whose titles hold some words in a row, those that begin with them before others.

    Args:
        index: The papers.
        words: Two or more; one alone says too little.
    """
    wanted = _folded(words)
    if " " not in wanted.strip():
        return ()
    ids = index.keyword.select(Filters(title=words)) or ()
    papers = index.get(sorted(ids)).values()
    holding = [one for one in papers if not one.title_is_derived and wanted in _folded(one.title)]
    begun = [one for one in holding if _folded(one.title).startswith(wanted)]
    return tuple(begun or holding)


def _folded(text: str) -> str:
    words = re.findall(r"[^\W_]+", text.casefold())
    return f" {' '.join(words)} "


def _told(request: RecordRequest, paper: Paper) -> _Told:
    """What a record says of what is asked."""
    match request.about:
        case "authors" | "author count" | "author":
            return _authors(request, paper)
        case "year":
            return _year(paper)
        case "venue":
            return _venue(paper)
        case "status":
            return _status(request, paper)
        case "code":
            return _code(paper)
        case "doi" | "link":
            return _address(request, paper)


def _authors(request: RecordRequest, paper: Paper) -> _Told:
    title, names = paper.title_in_text, paper.authors
    if not names:
        return _Told(replies.not_recorded(paper, ["authors"]))
    whole = _whole(paper, "authors")
    if request.about == "author" and request.place is None:
        return _Told(f"The record of “{title}” does not tell the corresponding author among", whole)
    if request.about == "author" and request.place is not None and request.place < len(names):
        start = sum(len(name) + 2 for name in names[: request.place % len(names)])
        name = names[request.place]
        which = _ORDINALS[request.place]
        lead = f"The {which} of {len(names)} authors of “{title}” is"
        lead = f"The only author of “{title}” is" if len(names) == 1 else lead
        return _Told(lead, quote(paper, start, start + len(name), "authors"))
    if request.about == "authors":
        return _Told(f"“{title}” is by", whole)
    many = "one author" if len(names) == 1 else f"{len(names)} authors"
    return _Told(f"“{title}” has {many}:", whole)


_ORDINALS = {0: "first", 1: "second", 2: "third", 3: "fourth", -1: "last"}


def _year(paper: Paper) -> _Told:
    if paper.year is not None:
        return _Told(f"“{paper.title_in_text}” appeared in", _whole(paper, "year"))
    none = replies.not_recorded(paper, ["year"])
    if found := _YEAR.search(paper.venue):
        lead = f"{none} The name of its venue holds {found[0]}:"
        return _Told(lead, _whole(paper, "venue"))
    number = paper.identifiers.get("arxiv", "") or paper.url or ""
    if dated := _ARXIV.search(number):
        month = f"{calendar.month_name[int(dated['month'])]} 20{dated['year']}"
        lead = f"The record has no year; its arXiv number is of {month} ({number}):"
        return _Told(lead, _whole(paper, "title"))
    return _Told(none)


def _venue(paper: Paper) -> _Told:
    if paper.venue:
        return _Told(f"“{paper.title_in_text}” appeared in", _whole(paper, "venue"))
    number = paper.identifiers.get("arxiv")
    also = f" It has an arXiv number: {number}." if number else ""
    return _Told(f"{replies.not_recorded(paper, ['venue'])}{also}")


def _status(request: RecordRequest, paper: Paper) -> _Told:
    asked = request.status
    status = paper.status.casefold()
    award = "award" in asked or "prize" in asked
    if status and not (award and "award" not in status and "best" not in status):
        lead = f"The status in the record of this paper is “{paper.status}”"
        told = award or asked in status or (asked == "accepted" and status.startswith(_TAKEN))
        other = "" if told else f", not “{asked}”"
        return _Told(f"{lead}{other}:", _whole(paper, "title"))
    has = f"; its status is “{paper.status}”" if paper.status else ""
    what = f"“{asked}”" if asked else "status"
    return _Told(f"The record of “{paper.title_in_text}” says nothing of {what}{has}.")


def _code(paper: Paper) -> _Told:
    spans = own_spans(paper.abstract)
    telling = (span for span in spans if CODE.search(paper.abstract[slice(*span)]))
    if span := next(telling, None):
        return _Told("", quote(paper, *span))
    return _Told(
        f"The abstract of “{paper.title_in_text}” does not say whether its code can be had."
    )


def _address(request: RecordRequest, paper: Paper) -> _Told:
    known = dict(paper.identifiers)
    told = [f"{_NAMES.get(kind, kind)} {value}" for kind, value in known.items()]
    told = ([paper.url] if paper.url and request.about == "link" else []) or told
    if not told:
        what = "identifier" if request.about == "doi" else "address"
        return _Told(f"The record of “{paper.title_in_text}” has no {what}.")
    return _Told(f"In the record: {', '.join(told)} for", _whole(paper, "title"))


_NAMES = {"doi": "DOI", "arxiv": "arXiv", "pmid": "PubMed", "openreview": "OpenReview"}


def _whole(paper: Paper, field: QuotedField) -> Quote:
    return quote(paper, 0, len(field_text(paper, field)), field)
