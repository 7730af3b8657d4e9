"""Both legs of a search, each scoring every paper of a collection: what the other scripts compare.

The papers, chunks, vectors, BM25 and fusion are the product's own; only the search for candidates
is left out, since every paper is scored.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from paperchat.chunking import split_paper
from paperchat.embedding import Embedder, Vectors, unit
from paperchat.fusion import FEEDBACK_PAPERS, drawn, fuse, trust
from paperchat.index.keyword import KeywordIndex
from paperchat.questions.question import content_words
from paperchat.reading.merging import Entry
from paperchat.retrieval import POOL
from paperchat.types import Paper

Scores = dict[str, float]


class Legs:
    """A collection under both legs; papers go by their ids."""

    def __init__(self, papers: Sequence[Paper], vectors: Vectors, owners: Sequence[int]) -> None:
        """Take chunk vectors with the position of the paper that each belongs to, in order."""
        self.ids = [paper.id for paper in papers]
        self._vectors = vectors
        self._starts = np.searchsorted(owners, np.arange(len(papers)))
        means = unit(np.add.reduceat(vectors, self._starts, axis=0))
        self.means = dict(zip(self.ids, means, strict=True))
        self._folder = tempfile.TemporaryDirectory()
        self.keyword = KeywordIndex(Path(self._folder.name))
        self.keyword.rebuild((Entry(paper, ()) for paper in papers), 1)

    def similarities(self, vector: Vectors) -> Vectors:
        """Cosine of a vector and each paper's best chunk, in [0, 1], in the papers' order."""
        return np.maximum.reduceat(self._vectors @ vector, self._starts).clip(0, 1)

    def dense(self, vector: Vectors) -> Scores:
        """The same by id, best first."""
        best = self.similarities(vector)
        return {self.ids[at]: float(best[at]) for at in np.argsort(-best, kind="stable")}

    def words(self, query: str) -> Scores:
        """BM25 of every paper that shares a word with the query."""
        return self.keyword.search(query, len(self.ids))

    def shares(self, query: str) -> Scores:
        """BM25 over content words, as a share of what a paper with each word once would have."""
        words = " ".join(content_words(query)) or query
        reach = self.keyword.reach(words)
        return {key: score / reach for key, score in self.words(words).items()}


def chunk_vectors(
    papers: Sequence[Paper], embedder: Embedder, limit: int, titled: bool, cache: Path
) -> tuple[Vectors, list[int]]:
    """Chunk vectors and the position of the paper that each belongs to; kept in a file."""
    if cache.is_file():
        kept = np.load(cache)
        return kept["vec"], kept["owner"].tolist()
    texts: list[str] = []
    owners: list[int] = []
    for at, paper in enumerate(papers):
        cut = paper if titled or not paper.abstract else replace(paper, title_is_derived=True)
        for _, text in split_paper(cut, embedder.token_lengths, min(limit, embedder.max_tokens)):
            texts.append(text)
            owners.append(at)
    vectors = embedder.embed(texts)
    cache.parent.mkdir(parents=True, exist_ok=True)
    np.savez(cache, vec=vectors, owner=np.array(owners))
    return vectors, owners


def ranked(values: Mapping[str, float]) -> list[str]:
    return sorted(values, key=lambda key: (-values[key], key))


def pool(*legs: Mapping[str, float]) -> list[str]:
    """The candidates of legs whose papers stand in falling order."""
    return list(dict.fromkeys(key for leg in legs for key in list(leg)[:POOL]))


def reciprocal_ranks(dense: Scores, words: Scores, k: int = 60) -> Scores:
    """Reciprocal rank fusion (Cormack et al. 2009)."""
    values: Scores = {}
    for leg in (dense, words):
        for rank, key in enumerate(leg, 1):
            values[key] = values.get(key, 0.0) + 1 / (k + rank)
    return values


def fixed_weights(dense: Scores, words: Scores, weight: float = 0.7) -> Scores:
    """Both legs stretched to [0, 1] over the candidates, and added."""
    keys = pool(dense, words)

    def stretched(leg: Scores) -> np.ndarray:
        values = np.array([leg.get(key, 0.0) for key in keys])
        return (values - values.min()) / (np.ptp(values) or 1.0)

    values = weight * stretched(dense) + (1 - weight) * stretched(words)
    return dict(zip(keys, values.tolist(), strict=True))


def product(
    legs: Legs, vector: Vectors, dense: Scores, shares: Scores, papers: int = FEEDBACK_PAPERS
) -> Scores:
    """The product's fusion: `papers` of the best draw the query, none without feedback."""

    def fused(scores: Scores, keys: Iterable[str]) -> Scores:
        return fuse({key: scores[key] for key in keys}, shares)

    first = fused(dense, pool(dense, shares))
    best = ranked(first)[:papers]
    toward = drawn(
        vector, [(legs.means[key], trust(dense[key], shares.get(key, 0.0))) for key in best]
    )
    nearer = legs.dense(toward)
    return fused(nearer, dict.fromkeys([*pool(nearer), *first])) if best else first
