"""Topic → every paper that is on it, by one rule that can be told and run again.

Every paper is looked at: its words through the keyword index, its meaning through the vectors of
its chunks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from paperchat.index import Index
from paperchat.names import PRESENTS
from paperchat.sentences import sentence_spans
from paperchat.topic_words import (
    Root,
    TopicWords,
    abbreviations,
    root_of,
    roots_in,
    stems_of,
    topic_words,
    with_abbreviations,
)
from paperchat.types import Paper

SAID = 0.95
"""A paper is on a topic when its title or one of its sentences says so much of it, by rarity; what
is left are words that nearly every paper has..."""

PARTLY = 0.45
TOGETHER = 1.0
"""...or so much, when that share and its nearness come to so much together..."""

COMMON = 0.1
STANDS_OUT = 0.65
_FEW = 5
"""...but when more than this share of the papers, and more than a few, say it, only those count
whose nearness is so great. Chosen by `paperchat evaluate lists` on the even positions (from 0) of
tests/data/lists_icml2025.jsonl; around these values its figures change little."""

_COMPARED = 10_000
"""Papers nearest in meaning that are compared; a larger collection has more."""


@dataclass(frozen=True, slots=True)
class Match:
    """A paper on a topic.

    Attributes:
        paper: The paper.
        covered: Share of the topic that its title or one sentence says, in [0, 1].
        nearness: In meaning: 1 for the nearest paper, 0 for an ordinary one, and below.
        span: The sentence of the abstract that says most of the topic; empty without abstract.
        by_title: Whether the title says more of it than any sentence.
    """

    paper: Paper
    covered: float
    nearness: float
    span: tuple[int, int]
    by_title: bool

    @property
    def score(self) -> float:
        """What orders matches, in [0, 1]."""
        return (self.covered + min(max(self.nearness, 0.0), 1.0)) / 2


@dataclass(frozen=True, slots=True)
class Matches:
    """The papers on a topic, the surest first; `common` is whether many say it in passing."""

    papers: tuple[Match, ...]
    common: bool


def matches(index: Index, topic: str, inside: Collection[str] | None) -> Matches:
    """The papers on a topic.

    Args:
        index: The papers.
        topic: In words.
        inside: Ids of the only papers that count; None for all.
    """
    words = topic_words(index.keyword, topic)
    papers = _candidates(index, words, inside, {})
    words = with_abbreviations(index.keyword, words, (one.abstract for one in papers.values()))
    papers = _candidates(index, words, inside, papers)
    near = _nearness(index, topic, inside)
    root = root_of(index.keyword)
    read = [_read(root, words, paper, near.get(paper.id, 0.0)) for paper in papers.values()]
    whole = index.count() if inside is None else len(inside)
    common = sum(one.covered >= SAID for one in read) > max(COMMON * whole, _FEW)
    found = [one for one in read if _is_on(one) and (not common or one.nearness >= STANDS_OUT)]
    found.sort(key=lambda one: (-one.score, one.paper.id))
    return Matches(tuple(found), common)


def _is_on(read: Match) -> bool:
    partly = read.covered >= PARTLY and read.covered + read.nearness >= TOGETHER
    return read.covered >= SAID or partly


def _candidates(
    index: Index, words: TopicWords, inside: Collection[str] | None, known: Mapping[str, Paper]
) -> dict[str, Paper]:
    """The papers that say enough of the topic, wherever in title and abstract."""
    said: dict[str, set[str]] = {}
    for root in words.roots():
        for paper_id in index.keyword.having(stems_of(root)):
            said.setdefault(paper_id, set()).add(root)
    only = said.keys() if inside is None else said.keys() & set(inside)
    ids = sorted(key for key in only if words.covered(said[key]) >= PARTLY)
    return {**index.get([key for key in ids if key not in known]), **known}


def _nearness(index: Index, topic: str, inside: Collection[str] | None) -> dict[str, float]:
    """Paper id → how it stands in meaning between an ordinary paper (0) and the nearest (1)."""
    vector = index.embed_query(topic)
    hits = index.nearest(vector, _COMPARED, None if inside is None else sorted(inside))
    similar = {paper_id: chunks[0].similarity for paper_id, chunks in hits.items()}
    ordinary = median(similar.values()) if similar else 0.0
    room = max(similar.values(), default=0.0) - ordinary
    return {key: (value - ordinary) / room if room else 0.0 for key, value in similar.items()}


def _read(root: Root, words: TopicWords, paper: Paper, nearness: float) -> Match:
    """A paper with what it says of the topic, and where."""
    spans = sentence_spans(paper.abstract)
    own = _abbreviated_otherwise(root, words, paper)
    said = [words.covered(roots_in(root, paper.abstract[slice(*at)]) - own) for at in spans]
    title = 0.0 if paper.title_is_derived else words.covered(roots_in(root, paper.title) - own)
    most = max(said, default=0.0)
    covered = max(title, most)
    whole = roots_in(root, f"{paper.title} {paper.abstract}") - own
    if covered >= SAID and not words.is_whole(whole):
        covered = PARTLY
    span = spans[_telling(paper, spans, said)] if spans else (0, 0)
    return Match(paper, covered, nearness, span, by_title=title > most)


def _telling(paper: Paper, spans: Sequence[tuple[int, int]], said: Sequence[float]) -> int:
    """Place of the sentence that says most of the topic; of several the one on the own work."""
    most = min(max(said), SAID)
    full = [at for at, share in enumerate(said) if share >= most]
    own = (at for at in full if PRESENTS.search(paper.abstract[slice(*spans[at])]))
    return next(own, full[0])


def _abbreviated_otherwise(root: Root, words: TopicWords, paper: Paper) -> set[str]:
    """The topic's abbreviations that this paper has for something else."""
    ways = {way for concept in words.concepts if len(concept.ways) > 1 for way in concept.ways}
    return {
        one
        for long, short in abbreviations(paper.abstract)
        if (own := roots_in(root, short)) in ways
        and not any(way <= roots_in(root, long) for way in ways)
        for one in own
    }
