"""A paper of the evidence panel as HTML: facts, links, and the abstract with its quoted words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from paperchat.answers import AnswerPaper
from paperchat.export import to_bibtex
from paperchat.types import Paper, QuotedField
from paperchat_ui.claims import ClaimQuote
from paperchat_ui.links import address, links
from paperchat_ui.markup import copy_button, escape

_MOST_AUTHORS = 8


def card(listed: AnswerPaper, turn: int, quotes: Sequence[ClaimQuote], *, folded: bool) -> str:
    """One paper.

    Args:
        listed: The paper; one without a number is offered, not cited.
        turn: The turn that it belongs to, from 1.
        quotes: What the answer quotes of it.
        folded: Whether its abstract waits to be opened.
    """
    paper, number = listed.paper, listed.number
    anchor = f' id="c-{turn}-{number}" tabindex="-1"' if number is not None else ""
    badge = f'<span class="pc-number">[{number}]</span> ' if number is not None else ""
    title = highlighted(paper.title, _of_field(quotes, "title"))
    return (
        f'<article class="pc-paper"{anchor}><h3>{badge}{_title(paper, title)}</h3>'
        f"{_facts(paper)}{_abstract(paper, quotes, folded=folded)}"
        f"{_actions(paper, cited=number is not None)}</article>"
    )


def highlighted(text: str, quotes: Iterable[ClaimQuote]) -> str:
    """The text escaped, the quoted spans in `<mark>`, whose classes are the keys of their claims.

    A span that does not hold the quote's own words marks nothing.
    """
    spans = [
        (quote.start, quote.end, key)
        for key, quote in quotes
        if 0 <= quote.start < quote.end and text[quote.start : quote.end] == quote.text
    ]
    edges = sorted({0, len(text), *(start for start, _, _ in spans), *(end for _, end, _ in spans)})
    pieces: list[str] = []
    for start, end in pairwise(edges):
        keys = dict.fromkeys(key for first, last, key in spans if first <= start and end <= last)
        piece = escape(text[start:end])
        pieces.append(f'<mark class="{" ".join(keys)}">{piece}</mark>' if keys else piece)
    return "".join(pieces)


def _abstract(paper: Paper, quotes: Sequence[ClaimQuote], *, folded: bool) -> str:
    if not paper.abstract:
        return '<p class="pc-note">This record has no abstract.</p>'
    text = (
        f'<p class="pc-abstract">{highlighted(paper.abstract, _of_field(quotes, "abstract"))}</p>'
    )
    return f"<details><summary>Abstract</summary>{text}</details>" if folded else text


def _facts(paper: Paper) -> str:
    """Authors, then venue, year, status and where it is found, as far as they are known."""
    names = ", ".join(paper.authors[:_MOST_AUTHORS])
    if len(paper.authors) > _MOST_AUTHORS:
        names += f", and {len(paper.authors) - _MOST_AUTHORS} more"
    place = " ".join(part for part in (paper.venue, str(paper.year or "")) if part)
    derived = "title made from the abstract" if paper.title_is_derived else ""
    about = [escape(part) for part in (place, paper.status, derived) if part]
    about += [_link(where, name) for name, where in links(paper)]
    lines = [("pc-authors", escape(names)), ("pc-place", " · ".join(about))]
    return "".join(f'<p class="{css}">{html}</p>' for css, html in lines if html)


def _title(paper: Paper, html: str) -> str:
    """The title, leading to the paper where an address is known."""
    where = address(paper)
    return html if where is None else _link(where, html)


def _link(where: str, html: str) -> str:
    return f'<a href="{escape(where)}" target="_blank">{html}</a>'


def _actions(paper: Paper, *, cited: bool) -> str:
    back = '<button type="button" class="pc-small pc-back">Back to the answer</button>'
    name = f"Copy the BibTeX entry of {paper.title}"
    copied = copy_button("Copy BibTeX", name, to_bibtex([paper]), "pc-small")
    return f'<p class="pc-deeds">{copied}{back if cited else ""}</p>'


def _of_field(quotes: Sequence[ClaimQuote], field: QuotedField) -> list[ClaimQuote]:
    return [(key, quote) for key, quote in quotes if quote.field == field]
