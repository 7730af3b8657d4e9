"""A page of a list: its papers, each with the sentence that puts it there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from paperchat.answering.lists import replies as say
from paperchat.answering.lists.matching import Match
from paperchat.answering.paragraphs import in_paragraphs
from paperchat.answers import Answer, AnswerPaper
from paperchat.citations import check, cite, field_text, quote
from paperchat.register import Register
from paperchat.types import Citation, Filters, Paper, Quote, QuotedField, Sentence

_AUTHORS = 5
"""So many authors of a paper are told."""


def paged(
    answer: Answer, found: Sequence[Match], also: Sequence[QuotedField], register: Register
) -> Answer:
    """The answer with the papers of a page, each with the sentence that puts it there.

    Args:
        answer: Its sentences open the list.
        found: The papers of the page.
        also: Fields of their records that are asked for.
        register: Numbers the papers.
    """
    assert answer.listing is not None
    numbers = [register.number(one.paper.id) for one in found]
    fields = (*answer.filters.to_dict(), *also)
    paragraphs = [
        [
            *(Sentence(lead, "none_needed") for lead in _leads(one, also)),
            _qualifying(number, one, answer.filters, fields),
        ]
        for number, one in zip(numbers, found, strict=True)
    ]
    line = say.page_line(answer.listing)
    last = [Sentence(line, "none_needed")] if line else []
    papers = tuple(
        AnswerPaper(number, one.paper, one.score)
        for number, one in zip(numbers, found, strict=True)
    )
    opened = replace(answer, papers=papers)
    return in_paragraphs(opened, [answer.sentences, *paragraphs, last])


def _leads(found: Match, also: Sequence[QuotedField]) -> Iterator[str]:
    """The title, where the sentence behind it is another, and the authors where they are asked."""
    paper = found.paper
    named = found.span != (0, 0) and not paper.title_is_derived
    wrote = ", ".join(paper.authors[:_AUTHORS])
    wrote += " et al." if len(paper.authors) > _AUTHORS else ""
    asked = wrote if "authors" in also else ""
    if named or asked:
        yield f"{' – '.join(filter(None, [paper.title_in_text if named else '', asked]))}:"


def _qualifying(number: int, found: Match, filters: Filters, fields: Collection[str]) -> Sentence:
    """The sentence by which a paper is in the list, with the fields that were asked for."""
    paper = found.paper
    title = quote(paper, 0, len(paper.title), "title")
    quotes = [quote(paper, *found.span)] if found.span != (0, 0) else [title]
    if found.by_title and found.span != (0, 0):
        quotes.append(title)
    citation = Citation(number, (*quotes, *_fields(paper, filters, fields)))
    text = cite(quotes[0].text, citation)
    support = check(Sentence(text, "unsupported", (citation,)), {number: paper})
    return Sentence(text, support, (citation,))


def _fields(paper: Paper, filters: Filters, fields: Collection[str]) -> Iterator[Quote]:
    """What the record says where it was asked; of authors those who were."""
    if "venue" in fields and paper.venue:
        yield quote(paper, 0, len(paper.venue), "venue")
    if "year" in fields and paper.year:
        yield quote(paper, 0, len(str(paper.year)), "year")
    listed = field_text(paper, "authors")
    if "authors" in fields and listed:
        yield quote(paper, 0, len(listed), "authors")
    for name in say.authors(filters):
        last = name.split()[-1].casefold()
        wrote = next((one for one in paper.authors if last in one.casefold()), "")
        if wrote:
            start = listed.index(wrote)
            yield quote(paper, start, start + len(wrote), "authors")
