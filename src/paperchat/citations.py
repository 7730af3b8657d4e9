"""Markers, quotes, and whether a sentence of an answer is carried by what it cites."""

from __future__ import annotations

import re
from collections.abc import Mapping

from paperchat.types import Citation, Paper, Quote, QuotedField, Sentence, Support

_MARKERS = re.compile(r"(?:\s*\[\d+\])+\s*\.?\s*$")


def field_text(paper: Paper, field: QuotedField) -> str:
    """The text that quotes of a field are spans of."""
    value = getattr(paper, field)
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else str(value)


def quote(paper: Paper, start: int, end: int, field: QuotedField = "abstract") -> Quote:
    """The quote of a field at `[start, end)`, in code points.

    Raises:
        ValueError: The span is empty or reaches past the field.
    """
    text = field_text(paper, field)
    if not 0 <= start < end <= len(text):
        raise ValueError(f"span [{start}, {end}) is not inside the {field} of {len(text)} points")
    return Quote(field, start, end, text[start:end])


def cite(text: str, *citations: Citation) -> str:
    """A sentence with the markers of its citations behind it."""
    return " ".join([text, *(f"[{citation.number}]" for citation in citations)])


def cited(number: int, paper: Paper, first: Quote, *others: Quote) -> Sentence:
    """A quote as a sentence of an answer, with its marker, checked.

    Args:
        number: Of the paper.
        paper: The paper.
        first: What the sentence says.
        others: What is marked beside it, of the same paper.
    """
    citation = Citation(number, (first, *others))
    text = cite(first.text, citation)
    support = check(Sentence(text, "unsupported", (citation,)), {number: paper})
    return Sentence(text, support, (citation,))


def check(sentence: Sentence, papers: Mapping[int, Paper]) -> Support:
    """Whether a sentence stands, word for word, in what it cites.

    Args:
        sentence: A sentence with its citations.
        papers: Number → paper.

    Returns:
        `supported` when each quote is what its paper's field says at that place, and one of them
        holds the sentence; else `unsupported`.
    """
    words = _MARKERS.sub("", sentence.text)
    carried = False
    for citation in sentence.citations:
        for quoted in citation.quotes:
            if citation.number not in papers:
                return "unsupported"
            source = field_text(papers[citation.number], quoted.field)
            if source[quoted.start : quoted.end] != quoted.text:
                return "unsupported"
            carried = carried or (words != "" and words in quoted.text)
    return "supported" if carried else "unsupported"
