"""An abstract as it is built: its sentences, and where it comes to the paper's own work."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from paperchat.citations import quote
from paperchat.names import PRESENTS, introduced_names
from paperchat.sections import Section, sections_of
from paperchat.sentences import Span, sentence_spans
from paperchat.types import Paper, Quote

_OWN = re.compile(
    r"\b(?:we|our|us|(?:this|the (?:present|current)) (?:[\w-]+ ){0,3}?(?:paper|work|study|article"
    r"|review|survey|trial|report|note|letter|thesis|meta-analysis|protocol))\b",
    re.IGNORECASE,
)

_BEFORE: tuple[Section | None, ...] = (None, "background")
"""Sections that may speak of others' work."""

POINTS = re.compile(
    r"https?://|\b(?:code|data(?:sets?)?|models?|project page|implementation)\b[^.]{0,40}"
    r"\b(?:available|released|found) (?:at|on|in|here)\b",
    re.IGNORECASE,
)
"""A sentence that points to code or data."""


_COPYRIGHT = re.compile(
    r"\W*(?:[©ⓒ]\W*(?:copyright\W*)?(?:[^.;]{0,60}\b(?:19|20)\d{2}\b|\w+\W*$)"
    # Behind a word or an item's letter only names stand before the year.
    r"|(?:\(c\)|copyright\b)\W*(?:(?:copyright|c)\b\W*)?"
    r"(?:(?:(?-i:[A-Z])[\w'’.&-]*|of|the|and|by|or|for|their|employers?|s)\W+){0,9}?"
    r"(?:(?:19|20)\d{2}\b|(?-i:[A-Z])\w+\W*$)"
    r"|all rights reserved\b(?!\s+\w))",
    re.IGNORECASE,
)
"""The publisher's line: "(c) 2021 Wiley. All rights reserved."; no sentence of the paper."""

_RIGHTS = re.compile(
    r"\W*(?:all rights|published by|licen[cs]ed|production and hosting|on behalf of|[A-Z]\.)",
    re.IGNORECASE,
)
"""How what is left of such a line goes on behind a full stop in it."""


def own_spans(text: str) -> list[Span]:
    """The sentences of an abstract that are the paper's own: without the publisher's copyright.

    Of an abstract that has no other all sentences are left.
    """
    kept: list[Span] = []
    before = False
    for start, end in sentence_spans(text):
        said = text[start:end]
        before = bool(_COPYRIGHT.match(said) or (before and _RIGHTS.match(said)))
        if not before:
            kept.append((start, end))
    return kept or sentence_spans(text)


def quotes_of(paper: Paper) -> tuple[Quote, ...]:
    """The sentences of a paper; its title when it has no abstract."""
    if not paper.abstract:
        return (quote(paper, 0, len(paper.title), "title"),)
    return tuple(quote(paper, *span) for span in own_spans(paper.abstract))


def own_names(paper: Paper) -> tuple[str, ...]:
    """Names that a paper gives to its own things, the surest first."""
    return introduced_names("" if paper.title_is_derived else paper.title, paper.abstract)


def sections(paper: Paper) -> list[Section | None]:
    """The section of each sentence of `quotes_of`; None where the abstract has no label for it."""
    if not paper.abstract:
        return [None]
    return sections_of(paper.abstract, own_spans(paper.abstract))


def own_work(paper: Paper, texts: Sequence[str]) -> int:
    """Place of the first sentence on the paper's own work; 0 when none can be told."""
    names = own_names(paper)
    labelled = [at for at, section in enumerate(sections(paper)) if section not in _BEFORE]
    own = (
        at
        for at, text in enumerate(texts)
        if _OWN.search(text) or any(re.search(rf"\b{re.escape(name)}\b", text) for name in names)
    )
    return min((*islice(own, 1), *labelled), default=0)


def introduces(paper: Paper, texts: Sequence[str]) -> int:
    """Place of the sentence that introduces the paper's thing: its name, or "we propose"."""
    presents = [at for at, text in enumerate(texts) if PRESENTS.search(text)]
    names = own_names(paper)
    named = [at for at in presents if any(name in texts[at] for name in names)]
    return (named or presents or [own_work(paper, texts)])[0]


def introducing(paper: Paper) -> Quote:
    """The sentence that introduces a paper's own work; its title when it has no abstract."""
    quotes = quotes_of(paper)
    texts = [quoted.text for quoted in quotes]
    return quotes[introduces(paper, texts)]
