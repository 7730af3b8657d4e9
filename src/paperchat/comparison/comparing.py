"""Papers side by side: what each abstract says on each aspect, in its own sentences."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from itertools import pairwise

from paperchat.abstracts import own_names
from paperchat.answers import Answer, AnswerPaper, Cell, Row, Status, Table
from paperchat.citations import check, cite
from paperchat.comparison.aspects import DEFAULT_ASPECTS, METHOD, RESULTS, Aspect, aspects_of
from paperchat.comparison.cells import Cells, fill
from paperchat.comparison.cues import is_measured
from paperchat.errors import ComparisonError
from paperchat.index import Index
from paperchat.names import introduced_names
from paperchat.register import Register
from paperchat.types import Citation, Paper, Quote, Sentence

MOST_PAPERS = 8

_BRACKETED = re.compile(r"\(([A-Z][\w\-]+)\)")
_ASPECTS_TOLD = 3
_FEW = 3
"""Of so few papers the result is told beside the method."""


def compare(
    index: Index, papers: Sequence[Paper], aspects: Sequence[str] | None, register: Register
) -> Answer:
    """Compare papers by what their abstracts say.

    Args:
        index: Where the papers come from.
        papers: From 1 (a comparison of which the other papers are not here) to 8, in their order.
        aspects: What to compare by, in words; the usual aspects when there are none.
        register: Numbers the papers.

    Returns:
        An answer with a table: a row a paper, each cell the sentences that say it with their
        citation, or None. Its text tells the most of it.

    Raises:
        ComparisonError: There are other numbers of papers, or the aspects say nothing.
    """
    if not 1 <= len(papers) <= MOST_PAPERS:
        raise ComparisonError(f"A comparison takes 2 to {MOST_PAPERS} papers, not {len(papers)}.")
    asked = aspects_of(aspects or ())
    if aspects and not asked:
        raise ComparisonError(f"The aspects {', '.join(aspects)!r} say nothing to compare by.")
    started = time.perf_counter()
    usual = tuple(one for one in DEFAULT_ASPECTS if one not in asked)
    filled = fill(index, papers, (*asked, *usual))
    said = any(cells[one.name] for cells in filled for one in asked)
    # Where nothing is said, what the papers are about serves better than an empty table.
    columns = asked if said else (*asked, *usual)
    numbers = [register.number(paper.id) for paper in papers]
    paragraphs = [
        _paragraph(paper, number, cells, asked, len(papers))
        for paper, number, cells in zip(papers, numbers, filled, strict=True)
    ]
    if caveat := _caveat(asked, papers, filled):
        paragraphs.append((Sentence(caveat, "none_needed"),))
    return Answer(
        _status(asked, filled),
        "\n\n".join(" ".join(one.text for one in paragraph) for paragraph in paragraphs),
        question="",
        sentences=tuple(sentence for paragraph in paragraphs for sentence in paragraph),
        papers=tuple(
            AnswerPaper(number, paper, 1.0) for number, paper in zip(numbers, papers, strict=True)
        ),
        table=_table(columns, numbers, filled),
        notes=_unsaid(asked, papers, filled),
        seconds={"answer": time.perf_counter() - started},
    )


def short_name(paper: Paper) -> str:
    """The name that a paper's title begins with, or that it gives itself; else its title."""
    names = introduced_names(paper.title, "")
    if not names and paper.title_is_derived:
        names = (*_BRACKETED.findall(paper.title), *own_names(paper))
    return next(iter(names), paper.title_in_text)


def _table(columns: Sequence[Aspect], numbers: Sequence[int], filled: Sequence[Cells]) -> Table:
    rows = (
        Row(number, {one.name: _cell(number, cells[one.name]) for one in columns})
        for number, cells in zip(numbers, filled, strict=True)
    )
    return Table(tuple(one.name for one in columns), tuple(rows))


def _cell(number: int, quotes: tuple[Quote, ...]) -> Cell | None:
    if not quotes:
        return None
    text = quotes[0].text
    for before, quote in pairwise(quotes):
        # Sentences of an abstract stand a space apart.
        text += (" " if quote.start - before.end <= 1 else " … ") + quote.text
    return Cell(text, (Citation(number, quotes),))


def _paragraph(
    paper: Paper, number: int, cells: Cells, asked: Sequence[Aspect], count: int
) -> tuple[Sentence, ...]:
    """What is told of a paper beside the table: its name, then its sentences."""
    lead = Sentence(f"{short_name(paper)}:", "none_needed")
    if said := [one for one in asked[:_ASPECTS_TOLD] if cells[one.name]]:
        quotes = [quote for one in said for quote in cells[one.name]]
    else:
        told = (METHOD, RESULTS)[: 1 if count > _FEW or asked else 2]
        quotes = [quote for one in told for quote in cells.get(one.name, ())[:1]]
    if not quotes:
        return (
            lead,
            Sentence(
                f"its abstract says nothing on {_listed([one.name for one in asked])}.",
                "none_needed",
            ),
        )
    once = dict.fromkeys(quotes)
    return (lead, *(_sentence(paper, number, quote) for quote in once))


def _sentence(paper: Paper, number: int, quote: Quote) -> Sentence:
    citation = Citation(number, (quote,))
    text = cite(quote.text, citation)
    support = check(Sentence(text, "unsupported", (citation,)), {number: paper})
    return Sentence(text, support, (citation,))


def _caveat(asked: Sequence[Aspect], papers: Sequence[Paper], filled: Sequence[Cells]) -> str:
    """Figures of different papers were not measured alike, or only one paper gives any."""
    for one in asked:
        if one.measured <= 0:
            continue
        measuring = [
            paper
            for paper, cells in zip(papers, filled, strict=True)
            if any(is_measured(quote.text) for quote in cells[one.name])
        ]
        if len(measuring) > 1:
            return (
                f"Each paper measures {one.name} against its own baselines and in its own setting: "
                "these figures cannot be compared directly."
            )
        if measuring and len(papers) > 1:
            return f"Only the abstract of {short_name(measuring[0])} gives a figure."
    return ""


def _status(asked: Sequence[Aspect], filled: Sequence[Cells]) -> Status:
    said = [bool(cells[one.name]) for cells in filled for one in asked]
    if asked and not any(said):
        return "not_stated"
    return "answered" if all(said) else "partial"


def _unsaid(
    asked: Sequence[Aspect], papers: Sequence[Paper], filled: Sequence[Cells]
) -> tuple[str, ...]:
    """A note for each aspect that was asked for and that some abstract does not speak of."""
    notes = []
    for one in asked:
        silent = [
            short_name(paper)
            for paper, cells in zip(papers, filled, strict=True)
            if not cells[one.name]
        ]
        if len(silent) == 1:
            notes.append(f"The abstract of {silent[0]} says nothing on {one.name}.")
        elif silent:
            notes.append(f"The abstracts of {_listed(silent)} say nothing on {one.name}.")
    return tuple(notes)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else "".join(names)
