"""What a paper has to carry a sentence with: its sentences, title and record, ready to compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paperchat.citations import field_text, quote
from paperchat.embedding import Vectors
from paperchat.names import introduced_names
from paperchat.sentences import sentence_spans
from paperchat.support.derived import derived
from paperchat.support.naming import is_known, known_names
from paperchat.support.quantities import Quantity, quantities, stands
from paperchat.support.words import content
from paperchat.types import Paper, Quote, QuotedField

_MOST = 3
"""Sentences that together may carry one."""

_GAIN = 0.01
"""What a further sentence must add to the similarity to be quoted."""

_RECORD: tuple[QuotedField, ...] = ("authors", "venue", "year")


@dataclass(frozen=True, slots=True)
class Span:
    """A quote with what is in it."""

    quote: Quote
    quantities: list[Quantity]
    derived: list[Quantity]
    names: frozenset[str]
    stems: frozenset[str]


@dataclass(frozen=True, slots=True)
class Source:
    """A paper's spans: its title and sentences, which have vectors, and its record's fields.

    `own` are the names that it gives to its own things.
    """

    spans: tuple[Span, ...]
    record: tuple[Span, ...]
    own: tuple[str, ...]


def read_source(paper: Paper) -> Source:
    """The spans of a paper, in its order."""
    sentences = [quote(paper, *span) for span in sentence_spans(paper.abstract)]
    title = [quote(paper, 0, len(paper.title), "title")] if paper.title else []
    fields = [
        quote(paper, 0, len(text), field) for field in _RECORD if (text := field_text(paper, field))
    ]
    own = introduced_names(paper.title, paper.abstract)
    return Source(tuple(map(_span, title + sentences)), tuple(map(_span, fields)), own)


def _span(quoted: Quote) -> Span:
    text = quoted.text
    written = quantities(text, names=True)
    return Span(
        quoted,
        written,
        derived(text, quantities(text)),
        known_names([text]),
        frozenset(content(text)),
    )


def carrying(vector: Vectors, vectors: Vectors) -> list[int]:
    """The one to three spans that are nearest to a sentence together, the nearest first.

    Args:
        vector: The sentence, shape (dimension,).
        vectors: The spans, shape (spans, dimension).
    """
    chosen: list[int] = []
    total = np.zeros_like(vector)
    best = -1.0
    while len(chosen) < min(_MOST, len(vectors)):
        sums = vectors + total
        values = np.vecdot(sums, vector) / np.maximum(np.linalg.norm(sums, axis=1), 1e-9)
        values[chosen] = -1.0
        at = int(np.argmax(values))
        if chosen and values[at] < best + _GAIN:
            break
        best, total = float(values[at]), sums[at]
        chosen.append(at)
    return chosen


def holding_quantity(quantity: Quantity, spans: Sequence[Span]) -> list[int]:
    """Which spans have an amount, written or as what follows from those written."""
    return [
        at
        for at, span in enumerate(spans)
        if stands(quantity, span.quantities)
        or stands(quantity, [one for one in span.derived if quantity.word or not one.word])
    ]


def holding_name(name: str, spans: Sequence[Span]) -> list[int]:
    """Which spans have a name."""
    return [at for at, span in enumerate(spans) if is_known(name, span.names)]
