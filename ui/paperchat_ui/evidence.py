"""The evidence panel as HTML: an answer's papers with their abstracts, the quoted words marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paperchat.answers import Answer, AnswerPaper
from paperchat.types import Paper, Quote, QuotedField
from paperchat_ui.markup import clean, escape, web_link

_MOST_AUTHORS = 8
_LONGEST_QUESTION = 140


def empty_panel() -> str:
    """What the panel is for, before there is an answer."""
    return clean(
        '<section class="pc-evidence pc-empty"><h2>Evidence</h2>'
        "<p>The papers behind an answer appear here, with the quoted words marked in their "
        "abstracts.</p></section>"
    )


def forgotten_panel() -> str:
    """For an answer that the page still shows and the server no longer has."""
    return clean(
        '<section class="pc-evidence pc-empty"><h2>Evidence</h2>'
        "<p>This answer is no longer kept. Ask again to see its papers.</p></section>"
    )


def panel(found: Answer, turn: int) -> str:
    """The cited papers of an answer, and the nearest ones where it offers any."""
    sections = ""
    if found.papers:
        count = len(found.papers)
        lead = "1 paper is cited" if count == 1 else f"{count} papers are cited"
        sections += _section("Evidence", lead, found.papers, found, turn)
    if found.nearest:
        unclear = found.status == "unclear"
        heading = "Papers you may mean" if unclear else "Nearest papers (not an answer)"
        lead = "The question is open" if unclear else "Close to, but not answering"
        sections += _section(heading, lead, found.nearest, found, turn)
    return clean(sections) if sections else empty_panel()


def highlighted(text: str, quotes: Iterable[Quote]) -> str:
    """The text escaped, with the quoted spans in `<mark>`; overlapping spans become one."""
    pieces: list[str] = []
    position = 0
    for start, end in _merged(text, quotes):
        pieces += [escape(text[position:start]), "<mark>", escape(text[start:end]), "</mark>"]
        position = end
    return "".join(pieces) + escape(text[position:])


def _merged(text: str, quotes: Iterable[Quote]) -> list[tuple[int, int]]:
    """The spans in order. One that does not hold the quote's own words marks nothing."""
    true_spans = sorted(
        (quote.start, quote.end)
        for quote in quotes
        if 0 <= quote.start < quote.end and text[quote.start : quote.end] == quote.text
    )
    merged: list[tuple[int, int]] = []
    for start, end in true_spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _section(
    heading: str, lead: str, papers: Iterable[AnswerPaper], found: Answer, turn: int
) -> str:
    articles = "".join(_article(paper, found, turn) for paper in papers)
    return (
        f'<section class="pc-evidence"><h2>{escape(heading)}</h2>'
        f'<p class="pc-for">{lead}: “{escape(_short(found.question))}”</p>{articles}</section>'
    )


def _article(entry: AnswerPaper, found: Answer, turn: int) -> str:
    paper, number = entry.paper, entry.number
    quotes = _quotes(found, number) if number is not None else ()
    anchor = f' id="c-{turn}-{number}" tabindex="-1"' if number is not None else ""
    badge = f'<span class="pc-number">[{number}]</span> ' if number is not None else ""
    title = highlighted(paper.title, _of_field(quotes, "title"))
    return (
        f'<article class="pc-paper"{anchor}><h3>{badge}{_linked(title, paper.url)}</h3>'
        f"{_facts(paper)}{_abstract(paper, quotes, folded=number is None)}</article>"
    )


def _abstract(paper: Paper, quotes: Sequence[Quote], *, folded: bool) -> str:
    if not paper.abstract:
        return '<p class="pc-note">This record has no abstract.</p>'
    text = (
        f'<p class="pc-abstract">{highlighted(paper.abstract, _of_field(quotes, "abstract"))}</p>'
    )
    return f"<details><summary>Abstract</summary>{text}</details>" if folded else text


def _facts(paper: Paper) -> str:
    """Authors, then venue, year and status, as far as they are known."""
    names = ", ".join(paper.authors[:_MOST_AUTHORS])
    if len(paper.authors) > _MOST_AUTHORS:
        names += f", and {len(paper.authors) - _MOST_AUTHORS} more"
    place = " ".join(part for part in (paper.venue, str(paper.year or "")) if part)
    derived = "title made from the abstract" if paper.title_is_derived else ""
    about = " · ".join(part for part in (place, paper.status, derived) if part)
    lines = [("pc-authors", names), ("pc-place", about)]
    return "".join(f'<p class="{css}">{escape(text)}</p>' for css, text in lines if text)


def _linked(title: str, url: str | None) -> str:
    address = web_link(url)
    if address is None:
        return title
    return f'<a href="{escape(address)}" target="_blank">{title}</a>'


def _quotes(found: Answer, number: int) -> tuple[Quote, ...]:
    """Every quote of the paper with this number, from all sentences and the cells of a table."""
    rows = found.table.rows if found.table else ()
    cells = [cell.citations for row in rows for cell in row.cells.values() if cell]
    return tuple(
        quote
        for citations in (*(sentence.citations for sentence in found.sentences), *cells)
        for citation in citations
        if citation.number == number
        for quote in citation.quotes
    )


def _of_field(quotes: Sequence[Quote], field: QuotedField) -> list[Quote]:
    return [quote for quote in quotes if quote.field == field]


def _short(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= _LONGEST_QUESTION else folded[: _LONGEST_QUESTION - 1] + "…"
