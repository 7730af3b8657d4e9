"""Sentences of an answer → support and quotes, in one batch."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paperchat.embedding import TextEmbedder, Vectors
from paperchat.support.binding import exchanged, misnamed
from paperchat.support.evidence import (
    Source,
    Span,
    carrying,
    holding_name,
    holding_quantity,
    read_source,
)
from paperchat.support.naming import names_in
from paperchat.support.parts import Part, claims_nothing, parts
from paperchat.support.polarity import contradicts, denying_alike
from paperchat.support.quantities import quantities
from paperchat.support.unread import held_anyway, is_unread
from paperchat.support.words import fold, rarities
from paperchat.types import Citation, Paper, Quote, Sentence, Support

_SIMILARITY, _SHARED, _BIAS = 17.7, 12.9, 14.9
"""Weights of the similarity of sentence and quotes, and of the share of its content words that they
have, the rarer the heavier, in a logistic curve. Fitted on faithful sentences of several fields
(the calibrating half of benchmarks/support_check.py, and summaries of SciTLDR by the authors)
against the same sentences citing another paper; the bias is raised by 0.5, for papers of the same
matter."""

_NEAR, _HALF_NEAR = 0.5, 0.2
"""Values of that curve from which a sentence is carried, and carried weakly."""

_ASIDE = 0.3
"""Similarity with the sentence that each of several papers cited together must have, and what is
quoted for a name alone."""

_MOST_UNREAD = 3
"""Quotes of a sentence that cannot be read."""

_ORDER: tuple[Support, ...] = ("unsupported", "weak", "supported")


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an answer, before it is checked.

    Attributes:
        text: As displayed, markers included.
        cited: The numbers in it that are citations; any other bracket is text.
    """

    text: str
    cited: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A span that may carry a part, with the number of its paper."""

    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class _Verdict:
    support: Support
    chosen: tuple[_Candidate, ...]


def check_claims(
    claims: Sequence[Claim], papers: Mapping[int, Paper], embedder: TextEmbedder
) -> list[Sentence]:
    """Check sentences against the papers that they cite.

    Args:
        claims: Sentences with their citations.
        papers: Number → paper.
        embedder: Asked once, for all sentences and all quotes.

    Returns:
        A sentence a claim, in order, with its support and the quotes nearest to it: they carry it
        when it is `supported`. A cited number without paper has no citation.
    """
    cited = {number for claim in claims for number in claim.cited if number in papers}
    sources = {number: read_source(papers[number]) for number in sorted(cited)}
    split = [parts(claim.text, tuple(dict.fromkeys(claim.cited))) for claim in claims]
    vectors = _embed(split, sources, embedder)
    return [
        _sentence(claim, [_judge(part, sources, vectors) for part in own], sources)
        for claim, own in zip(claims, split, strict=True)
    ]


def _embed(
    split: Sequence[Sequence[Part]], sources: Mapping[int, Source], embedder: TextEmbedder
) -> dict[str, Vectors]:
    """Text → vector, each text once."""
    said = [part.text for own in split for part in own if part.numbers]
    quoted = [span.quote.text for source in sources.values() for span in source.spans]
    texts = list(dict.fromkeys(said + quoted))
    return dict(zip(texts, embedder.embed(texts), strict=True))


def _sentence(
    claim: Claim, verdicts: Sequence[_Verdict], sources: Mapping[int, Source]
) -> Sentence:
    chosen = [candidate for verdict in verdicts for candidate in verdict.chosen]
    citations = tuple(
        Citation(number, _in_order(one.span.quote for one in chosen if one.number == number))
        for number in dict.fromkeys(claim.cited)
        if number in sources
    )
    support = min((verdict.support for verdict in verdicts), key=_ORDER.index)
    if claims_nothing(claim.text, claim.cited):
        support = "none_needed"
    return Sentence(claim.text, support, citations)


def _in_order(quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    return tuple(sorted(dict.fromkeys(quotes), key=lambda quoted: (quoted.field, quoted.start)))


def _judge(part: Part, sources: Mapping[int, Source], vectors: Mapping[str, Vectors]) -> _Verdict:
    """What the cited papers make of a part."""
    known = [number for number in part.numbers if number in sources]
    spans = [_Candidate(number, span) for number in known for span in sources[number].spans]
    record = [_Candidate(number, span) for number in known for span in sources[number].record]
    if not spans:
        return _Verdict("unsupported", ())
    if is_unread(part.text, [candidate.span.quote.text for candidate in spans]):
        return _unread(part, spans + record)
    own = vectors[part.text]
    matrix = np.array([vectors[candidate.span.quote.text] for candidate in spans])
    similar = np.vecdot(matrix, own)
    nearest = carrying(own, matrix)
    facts, stated = _facts(part.text, spans + record, similar, nearest)
    quotes = [(spans + record)[at] for at in dict.fromkeys(nearest + facts)]
    aside = [_nearest_of(number, spans, similar) for number in known if not _has(number, quotes)]
    quotes += [spans[at] for at in aside]
    support = _support(part.text, quotes, _chance(part.text, own, matrix[nearest], quotes))
    if support == "supported" and _misplaces(part.text, quotes, sources):
        support = "unsupported"
    if not stated or len(known) < len(part.numbers):
        support = "unsupported"
    elif support == "supported" and any(similar[at] < _ASIDE for at in aside):
        support = "weak"
    return _Verdict(support, tuple(quotes))


def _unread(part: Part, candidates: Sequence[_Candidate]) -> _Verdict:
    """At best `weak`: what can be compared stands there, the meaning is unknown."""
    held = held_anyway(part.text, [candidate.span for candidate in candidates])
    quotes = tuple(candidates[at] for at in held[:_MOST_UNREAD])
    whole = set(part.numbers) == {quote.number for quote in quotes}
    return _Verdict("weak" if whole else "unsupported", quotes)


def _misplaces(text: str, quotes: Sequence[_Candidate], sources: Mapping[int, Source]) -> bool:
    """Whether an amount or a name of a text has another one's place in the quotes."""
    texts = [quote.span.quote.text for quote in quotes]
    own = {name for quote in quotes for name in sources[quote.number].own}
    verbatim = any(fold(text) in fold(quoted) for quoted in texts)
    return not verbatim and (exchanged(text, texts) or misnamed(text, texts, own))


def _has(number: int, quotes: Sequence[_Candidate]) -> bool:
    return any(quote.number == number for quote in quotes)


def _nearest_of(number: int, spans: Sequence[_Candidate], similar: Vectors) -> int:
    own = (at for at, candidate in enumerate(spans) if candidate.number == number)
    return max(own, key=similar.__getitem__)


def _support(text: str, quotes: Sequence[_Candidate], chance: float) -> Support:
    """What quotes that hold every amount and name make of a text."""
    texts = [quote.span.quote.text for quote in quotes]
    if any(fold(text) in fold(quoted) for quoted in texts):
        return "supported"
    if contradicts(text, texts) or chance < _HALF_NEAR:
        return "unsupported"
    return "supported" if chance >= _NEAR else "weak"


def _facts(
    text: str, candidates: Sequence[_Candidate], similar: Vectors, nearest: Sequence[int]
) -> tuple[list[int], bool]:
    """Candidates with amounts, names and denials that the nearest lack; whether all are held."""
    spans = [candidate.span for candidate in candidates]
    holders = [holding_quantity(quantity, spans) for quantity in quantities(text)]
    holders += [
        [at for at in holding_name(name, spans) if at in nearest or _near_by(at, spans, similar)]
        for name in names_in(text)
    ]
    denials = denying_alike(text, [span.quote.text for span in spans])
    holders += [denials] if denials else []
    added: list[int] = []
    for held in holders:
        if not held:
            return added, False
        if not set(held) & {*nearest, *added}:
            added.append(max(held, key=lambda at: similar[at] if at < len(similar) else 0.0))
    return added, True


def _near_by(at: int, spans: Sequence[Span], similar: Vectors) -> bool:
    """Whether a span may lend a name to a sentence: one of another matter may not."""
    aside = at >= len(similar) or spans[at].quote.field == "title"
    return aside or bool(similar[at] >= _ASIDE)


def _chance(text: str, own: Vectors, nearest: Vectors, quotes: Sequence[_Candidate]) -> float:
    """How near the quotes come to it by meaning and by words, in [0, 1]."""
    together = nearest.sum(axis=0)
    similarity = float(together @ own) / max(float(np.linalg.norm(together)), 1e-9)
    held = {stem for quote in quotes for stem in quote.span.stems}
    weights = rarities(text)
    shared = sum(weight for stem, weight in weights.items() if stem in held)
    share = shared / sum(weights.values()) if weights else 1.0
    return 1 / (1 + math.exp(_BIAS - _SIMILARITY * similarity - _SHARED * share))
