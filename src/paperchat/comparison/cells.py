"""The sentences of an abstract that say something about an aspect, if any do.

A sentence's value is its cosine to the aspect's description, and what its words, its place and its
numbers add. The weights were fitted to half of the cells in tests/data/comparison_cells.jsonl.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paperchat.abstracts import POINTS, introduces, own_work, quotes_of, sections
from paperchat.comparison.aspects import Aspect
from paperchat.comparison.cues import DATA_NAMED, RESULT, is_measured
from paperchat.embedding import Vectors
from paperchat.index import Index
from paperchat.index.keyword import KeywordIndex
from paperchat.relevance import coverage, rare_terms
from paperchat.sections import Section
from paperchat.types import Paper, Quote

_CUE, _CUES_COUNTED = 0.15, 3
_POINTER = 0.3
_SECTION = 0.4
"""What a sentence gains in a section on the aspect, and loses in another."""

_COVERAGE = 0.6
_NOTHING = -1.0
_NEXT = 0.25
"""A second sentence is told, too, when its value is at most so much less."""

_OPENING = 3
"""So many first sentences may speak of the problem although "we" stands in them."""

Cells = Mapping[str, tuple[Quote, ...]]
"""Name of an aspect → the sentences on it, in the abstract's order; empty when there is none."""


@dataclass(frozen=True, slots=True)
class _Abstract:
    """A paper's sentences with their sections, and where its own work begins and is introduced."""

    quotes: tuple[Quote, ...]
    sections: Sequence[Section | None]
    begins: int
    introduces: int

    def is_before(self, at: int) -> bool:
        """Whether a sentence comes before the paper's own work."""
        return at < self.begins or at < min(self.introduces, _OPENING)


def fill(index: Index, papers: Sequence[Paper], aspects: Sequence[Aspect]) -> list[Cells]:
    """The cells of each paper; all sentences are embedded together.

    Args:
        index: Embeds, and knows how rare words are.
        papers: One a row.
        aspects: One a column.
    """
    abstracts = [_abstract(paper) for paper in papers]
    texts = [quote.text for abstract in abstracts for quote in abstract.quotes]
    vectors = index.embedder.embed([*(aspect.description for aspect in aspects), *texts])
    similar = vectors[: len(aspects)] @ vectors[len(aspects) :].T
    ends = np.cumsum([len(abstract.quotes) for abstract in abstracts])[:-1]
    return [
        _cells(index.keyword, aspects, abstract, own)
        for abstract, own in zip(abstracts, np.split(similar, ends, axis=1), strict=True)
    ]


def valued(
    index: Index, paper: Paper, aspects: Sequence[Aspect]
) -> tuple[tuple[Quote, ...], list[list[float]]]:
    """The sentences of a paper, and what each is worth for each aspect.

    Returns:
        The sentences in the abstract's order; a list an aspect, with a value a sentence.
    """
    abstract = _abstract(paper)
    texts = [quote.text for quote in abstract.quotes]
    vectors = index.embedder.embed([*(aspect.description for aspect in aspects), *texts])
    similar = vectors[: len(aspects)] @ vectors[len(aspects) :].T
    return abstract.quotes, [
        _values(index.keyword, aspect, abstract, row.tolist())
        for aspect, row in zip(aspects, similar, strict=True)
    ]


def _abstract(paper: Paper) -> _Abstract:
    quotes = quotes_of(paper)
    texts = [quote.text for quote in quotes]
    return _Abstract(quotes, sections(paper), own_work(paper, texts), introduces(paper, texts))


def _cells(
    keyword: KeywordIndex, aspects: Sequence[Aspect], abstract: _Abstract, similar: Vectors
) -> Cells:
    """The cells of a paper; a sentence that one has is taken for another only if it must be.

    Each aspect has its best sentence, the surest one first, then what is left of those that say
    nearly as much. Where the best is taken and no other says nearly as much, it speaks of both.
    """
    values = {
        aspect.name: _values(keyword, aspect, abstract, row.tolist())
        for aspect, row in zip(aspects, similar, strict=True)
    }
    surest = sorted(aspects, key=lambda one: (_is_had(one), one.least - max(values[one.name])))
    floors = {one.name: max(one.least, max(values[one.name]) - _NEXT) for one in aspects}
    taken: set[int] = set()
    places: dict[str, list[int]] = {}
    for aspect in surest:
        own, floor = values[aspect.name], floors[aspect.name]
        places[aspect.name] = (_best(own, floor, taken) or _best(own, floor, set()))[:1]
        taken.update(places[aspect.name])
    for aspect in surest:
        own, floor = values[aspect.name], floors[aspect.name]
        more = _best(own, floor, taken) if places[aspect.name] else []
        places[aspect.name] += more[: aspect.most - 1]
        taken.update(more[: aspect.most - 1])
    return {
        one.name: tuple(abstract.quotes[at] for at in sorted(places[one.name])) for one in aspects
    }


def _best(values: Sequence[float], floor: float, taken: Collection[int]) -> list[int]:
    """Places of the sentences that say so much, the best first, but for those that are taken."""
    order = sorted(range(len(values)), key=lambda at: -values[at])
    return [at for at in order if values[at] >= floor and at not in taken]


def _is_had(aspect: Aspect) -> bool:
    """Whether a sentence has words of the aspect, rather than telling of the whole work."""
    return aspect.cues is None or bool(aspect.needs)


def _values(
    keyword: KeywordIndex, aspect: Aspect, abstract: _Abstract, similar: Sequence[float]
) -> list[float]:
    if aspect.cues is None:
        return _worded(keyword, aspect, abstract, similar)
    return [_value(aspect, abstract, at, cosine) for at, cosine in enumerate(similar)]


def _worded(
    keyword: KeywordIndex, aspect: Aspect, abstract: _Abstract, similar: Sequence[float]
) -> list[float]:
    """Values by the words of an aspect, the rarer the more, and by their meaning."""
    rarity = rare_terms(keyword, aspect.name)
    return [
        cosine + _COVERAGE * coverage(rarity, set(keyword.terms(quote.text)))
        for quote, cosine in zip(abstract.quotes, similar, strict=True)
    ]


def _value(aspect: Aspect, abstract: _Abstract, at: int, cosine: float) -> float:
    """What a sentence is worth for an aspect; nothing when it lacks what it must have."""
    text = abstract.quotes[at].text
    cues = _cues(aspect, text)
    begins_with_itself = aspect.before > 0 and abstract.introduces == 0
    if not _has_needs(aspect, text) or (begins_with_itself and not cues):
        return _NOTHING
    total = cosine + _CUE * min(cues, _CUES_COUNTED) - _POINTER * _only_points(aspect, text)
    if abstract.is_before(at) or (begins_with_itself and at == 0):
        total += aspect.before
    if at == abstract.introduces and not begins_with_itself:
        total += aspect.introduces
    if aspect.measured and is_measured(text):
        total += aspect.measured
    if aspect.against is not None and aspect.against.search(text):
        total -= _CUE
    section = abstract.sections[at]
    if section and aspect.sections:
        total += _SECTION if section in aspect.sections else -_SECTION
    return total


def _cues(aspect: Aspect, text: str) -> int:
    """How many different cues a sentence has."""
    assert aspect.cues is not None
    return len({match[0].casefold() for match in aspect.cues.finditer(text)})


def _has_needs(aspect: Aspect, text: str) -> bool:
    """Whether a sentence has one of what it must have; a name after "on" counts with results."""
    found = [need for need in aspect.needs if need.search(text)]
    if found == [DATA_NAMED]:
        return RESULT.search(text) is not None
    return bool(found) or not aspect.needs


def _only_points(aspect: Aspect, text: str) -> bool:
    """Whether a sentence that is to tell something points to code or data."""
    return not aspect.needs and POINTS.search(text) is not None
