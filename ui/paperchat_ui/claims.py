"""What of an answer cites papers, each under a key: so a chip finds the words behind its claim."""

from __future__ import annotations

from collections.abc import Iterator

from paperchat.answers import Answer
from paperchat.types import Citation, Quote

ClaimQuote = tuple[str, Quote]
"""The key of a claim, and words that carry it."""


def quotes_of(found: Answer, number: int | None) -> list[ClaimQuote]:
    """The quotes of the paper with this number, from all sentences and the cells of a table."""
    return [
        (key, quote)
        for key, citations in _claims(found)
        for citation in citations
        if citation.number == number
        for quote in citation.quotes
    ]


def of_sentence(at: int) -> str:
    """The key of the sentence at that place, from 0."""
    return f"pc-s{at}"


def of_cell(number: int, at: int) -> str:
    """The key of a table's cell: the paper of that number on the aspect at that place, from 0."""
    return f"pc-t{number}-{at}"


def _claims(found: Answer) -> Iterator[tuple[str, tuple[Citation, ...]]]:
    for at, sentence in enumerate(found.sentences):
        # The words nearest to a sentence that nothing supports are no evidence for it.
        if sentence.support != "unsupported":
            yield of_sentence(at), sentence.citations
    if found.table is None:
        return
    for row in found.table.rows:
        for at, aspect in enumerate(found.table.aspects):
            if cell := row.cells.get(aspect):
                yield of_cell(row.number, at), cell.citations
