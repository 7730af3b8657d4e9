"""An abstract as it is built: its sentences, and where it comes to the paper's own work."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperchat.citations import quote
from paperchat.names import PRESENTS, introduced_names
from paperchat.sentences import sentence_spans
from paperchat.types import Paper, Quote

_OWN = re.compile(r"\b(?:we|our|us|this (?:paper|work|study|article))\b", re.IGNORECASE)

POINTS = re.compile(
    r"https?://|\b(?:code|data(?:sets?)?|models?|project page|implementation)\b[^.]{0,40}"
    r"\b(?:available|released|found) (?:at|on|in|here)\b",
    re.IGNORECASE,
)
"""A sentence that points to code or data."""


def quotes_of(paper: Paper) -> tuple[Quote, ...]:
    """The sentences of a paper; its title when it has no abstract."""
    if not paper.abstract:
        return (quote(paper, 0, len(paper.title), "title"),)
    return tuple(quote(paper, *span) for span in sentence_spans(paper.abstract))


def own_names(paper: Paper) -> tuple[str, ...]:
    """Names that a paper gives to its own things, the surest first."""
    return introduced_names("" if paper.title_is_derived else paper.title, paper.abstract)


def own_work(paper: Paper, texts: Sequence[str]) -> int:
    """Place of the first sentence on the paper's own work; 0 when none can be told."""
    names = own_names(paper)
    own = (
        at
        for at, text in enumerate(texts)
        if _OWN.search(text) or any(re.search(rf"\b{re.escape(name)}\b", text) for name in names)
    )
    return next(own, 0)


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
