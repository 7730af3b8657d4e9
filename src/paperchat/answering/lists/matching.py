"""Topic → every paper that is on it, by one rule that can be told and run again.

Every paper is looked at: its words through the keyword index, its meaning through the vectors of
its chunks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from paperchat.abstracts import own_spans, own_work, quotes_of
from paperchat.index import Index
from paperchat.names import PRESENTS
from paperchat.topic_words import (
    Root,
    TopicWords,
    abbreviations,
    alternatives,
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
TITLED = 0.5
_FEW = 5
"""...but when more than this share of the papers, and more than a few, say it, only those count
whose nearness is so great, or the second when the title says all of it. The first two were chosen
by `paperchat evaluate lists` on the even positions (from 0) of tests/data/lists_icml2025.jsonl;
around these values its figures change little."""

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
        titled: Whether the title says all of it, and the abstract, if there is one, speaks of it.
    """

    paper: Paper
    covered: float
    nearness: float
    span: tuple[int, int]
    by_title: bool
    titled: bool = False

    @property
    def score(self) -> float:
        """What orders matches, in [0, 1]."""
        return (self.covered + min(max(self.nearness, 0.0), 1.0)) / 2


@dataclass(frozen=True, slots=True)
class Told:
    """How the papers on a topic are told.

    Attributes:
        topic: In words.
        common: Whether many papers say it in passing.
        whole: Whether a paper must say all of it.
    """

    topic: str
    common: bool
    whole: bool


@dataclass(frozen=True, slots=True)
class Matches:
    """The papers on a topic, the surest first, and how they are told: for each alternative."""

    papers: tuple[Match, ...]
    told: tuple[Told, ...]

    @property
    def common(self) -> bool:
        """Whether many papers say the topic in passing."""
        return any(one.common for one in self.told)


def matches(
    index: Index, topic: str, inside: Collection[str] | None, *, mentioned: bool = False
) -> Matches:
    """The papers on a topic; on "pruning or sparsity" are those on either.

    Args:
        index: The papers.
        topic: In words.
        inside: Ids of the only papers that count; None for all.
        mentioned: Whether all of its words are needed and are enough, however many papers have
            them.
    """
    found: dict[str, Match] = {}
    told = []
    for one in alternatives(topic):
        papers, how = _matches(index, one, inside, mentioned=mentioned)
        told.append(how)
        for match in papers:
            known = found.get(match.paper.id, match)
            found[match.paper.id] = max(known, match, key=lambda one: one.score)
    surest = sorted(found.values(), key=lambda one: (-one.score, one.paper.id))
    return Matches(tuple(surest), tuple(told))


def _matches(
    index: Index, topic: str, inside: Collection[str] | None, *, mentioned: bool
) -> tuple[list[Match], Told]:
    words = topic_words(index.keyword, topic)
    papers = _candidates(index, words, inside, {})
    words = with_abbreviations(index.keyword, words, (one.abstract for one in papers.values()))
    papers = _candidates(index, words, inside, papers)
    near = _nearness(index, topic, inside)
    root = root_of(index.keyword)
    read = [_read(root, words, paper, near.get(paper.id, 0.0)) for paper in papers.values()]
    said = [one for one in read if one.covered >= SAID]
    if mentioned:
        return said, Told(topic, common=False, whole=True)
    size = index.count() if inside is None else len(inside)
    common = len(said) > max(COMMON * size, _FEW)
    term = words.is_abbreviated
    found = [one for one in read if _is_on(one, term=term) and (not common or _stands_out(one))]
    return found, Told(topic, common=common, whole=term)


def sayers(index: Index, topic: str, inside: Collection[str] | None) -> set[str]:
    """Ids of the papers that speak of something as part of their own work, and do not deny it.

    Looked at are the title and the sentences from the first on the own work on: what an abstract
    says before is what others do. However many papers say it, their words decide.

    Args:
        index: The papers.
        topic: In words.
        inside: Ids of the only papers that count; None for all.
    """
    words = topic_words(index.keyword, topic)
    papers = _candidates(index, words, inside, {})
    words = with_abbreviations(index.keyword, words, (one.abstract for one in papers.values()))
    papers = _candidates(index, words, inside, papers)
    root = root_of(index.keyword)
    return {key for key, paper in papers.items() if _says(root, words, paper)}


_DENIED = re.compile(
    r"\b(?:without|no|not|never|nor|cannot|unlike|instead of|rather than|in place of|free of"
    r"|(?:avoid|bypass|eliminat|replac|remov|omit|obviat)\w*)\b(?:\s+[^\s.,;:]+){1,4}"
    r"|\b[\w\-]+[- ](?:free|less)\b",
    re.IGNORECASE,
)
"""Words that say that something is not used: "without a transformer", "attention-free"."""


def _says(root: Root, words: TopicWords, paper: Paper) -> bool:
    """Whether the title, or a sentence on the paper's own work, says all of a topic."""
    texts = [quoted.text for quoted in quotes_of(paper)]
    told = texts[own_work(paper, texts) :]
    if not paper.title_is_derived:
        told.append(paper.title)
    own = _abbreviated_otherwise(root, words, paper)
    said = (roots_in(root, _DENIED.sub(" ", text)) - own for text in told)
    return any(words.covered(one) >= SAID and words.is_whole(one) for one in said)


def _stands_out(read: Match) -> bool:
    return read.nearness >= (TITLED if read.titled else STANDS_OUT)


def _is_on(read: Match, *, term: bool) -> bool:
    """Whether a paper is on the topic; a part of a term that has an abbreviation says nothing."""
    if term:
        return read.covered >= SAID
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
    spans = own_spans(paper.abstract)
    own = _abbreviated_otherwise(root, words, paper)
    said = [words.covered(roots_in(root, paper.abstract[slice(*at)]) - own) for at in spans]
    title = 0.0 if paper.title_is_derived else words.covered(roots_in(root, paper.title) - own)
    most = max(said, default=0.0)
    covered = max(title, most)
    whole = roots_in(root, f"{paper.title} {paper.abstract}") - own
    if covered >= SAID and not words.is_whole(whole):
        covered = PARTLY
    span = spans[_telling(paper, spans, said)] if spans else (0, 0)
    titled = title >= SAID and words.is_whole(roots_in(root, paper.title) - own)
    # A title may play on a word of which its abstract does not speak.
    titled = titled and (most >= PARTLY or not spans)
    return Match(paper, covered, nearness, span, by_title=title > most, titled=titled)


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
