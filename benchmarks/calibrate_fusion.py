"""Choose the constants of the fusion, and test the choice on collections left out.

    python benchmarks/calibrate_fusion.py FILE_OR_BEIR_DIR ... [--cache DIR]

A BEIR folder brings its queries. Any other file or folder of papers makes collections of its own:
titles asking for their abstracts, and sentences asking for the abstracts they were taken out of. A
hash of each query decides whether it may choose constants or only reports. Prints, for each
collection, nDCG@10 of both legs and of the constants that the calibrating halves of all *other*
collections choose, and at the end the choice of all.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ablation import half, read_task
from legs import Legs, chunk_vectors
from paperchat.embedding import Embedder, load_embedder
from paperchat.fusion import drawn, trust
from paperchat.reading import read_papers
from paperchat.retrieval import POOL
from paperchat.sentences import sentence_spans
from paperchat.types import Paper

_MOST = 300
"""Queries of a collection: enough, and a run takes minutes."""

_DISCOUNT = 1 / np.log2(np.arange(2, 12))
_WEIGHTS = (0.4, 0.5, 0.6, 0.7, 0.8, 1.0)
_PAPERS = (0, 1, 2, 3, 5)


@dataclass
class Collection:
    """Papers under both legs, and queries with the grades of papers by id.

    Attributes:
        queries: Key, text and vector of each.
        own: Query → the paper it was taken from, which its result must not hold.
    """

    name: str
    legs: Legs
    queries: list[tuple[str, str, np.ndarray]]
    grades: dict[str, dict[str, int]]
    own: dict[str, str]

    def alone(self) -> tuple[float, float]:
        """NDCG@10 of either leg."""
        dense = [self._gain(key, self.legs.similarities(at)) for key, _, at in self.queries]
        words = [
            self._gain(key, self._array(self.legs.words(text))) for key, text, _ in self.queries
        ]
        return float(np.mean(dense)), float(np.mean(words))

    def gains(self, points: list[tuple[float, int]]) -> dict[tuple[float, int], np.ndarray]:
        """NDCG@10 of each query, for each weight and number of feedback papers."""
        rows = []
        for key, text, vector in self.queries:
            dense, shares = self.legs.similarities(vector), self._array(self.legs.shares(text))
            rows.append([self._gain(key, self._fused(vector, dense, shares, *at)) for at in points])
        return dict(zip(points, np.array(rows).T, strict=True))

    def _fused(
        self, vector: np.ndarray, dense: np.ndarray, shares: np.ndarray, weight: float, papers: int
    ) -> np.ndarray:
        """As the product ranks, for any constants; -inf for what is no candidate."""
        inside = best_of(dense) | best_of(shares)
        first = fused(dense, shares, inside, weight)
        if not papers:
            return first
        best = np.argsort(-first, kind="stable")[:papers]
        drawing = [
            (self.legs.means[self.legs.ids[at]], trust(dense[at], shares[at])) for at in best
        ]
        nearer = self.legs.similarities(drawn(vector, drawing))
        return fused(nearer, shares, inside | best_of(nearer), weight)

    def _array(self, scores: Mapping[str, float]) -> np.ndarray:
        return np.array([scores.get(one, 0.0) for one in self.legs.ids])

    def _gain(self, key: str, values: np.ndarray) -> float:
        grades = self.grades[key]
        order = [self.legs.ids[at] for at in np.argsort(-values, kind="stable")[:11]]
        found = [one for one in order if one != self.own.get(key)][:10]
        gains = np.array([2.0 ** grades.get(one, 0) - 1 for one in found])
        ideal = np.array(sorted((2.0**grade - 1 for grade in grades.values()), reverse=True)[:10])
        best = float(ideal @ _DISCOUNT[: len(ideal)])
        return float(gains @ _DISCOUNT[: len(gains)]) / best if best else 0.0


def best_of(scores: np.ndarray) -> np.ndarray:
    """Which papers a leg names as candidates."""
    inside = np.zeros(len(scores), dtype=bool)
    inside[np.argsort(-scores, kind="stable")[:POOL]] = True
    return inside & (scores > 0)


def fused(dense: np.ndarray, shares: np.ndarray, inside: np.ndarray, weight: float) -> np.ndarray:
    low = dense[inside].min()
    return np.where(inside, (dense - low) / (1 - low) + weight * shares, -np.inf)


def benchmark(folder: Path, embedder: Embedder, cache: Path) -> Collection:
    task = read_task(folder, embedder)
    kept = chunk_vectors(
        task.papers, embedder, 256, True, cache / f"emb-{folder.name}-title-256.npz"
    )
    known = {task.benchmark.ids[paper.sources[0]]: paper.id for paper in task.papers}
    rows = list(zip(task.queries, task.vectors, strict=True))
    rows = random.Random(7).sample(rows, min(_MOST, len(rows)))
    grades = {
        key: {
            known[one]: grade for one, grade in task.benchmark.judged[key].items() if one in known
        }
        for key, _ in rows
    }
    own = {key: known[one] for key, one in task.benchmark.own.items() if one in known}
    queries = [(key, task.benchmark.queries[key], vector) for key, vector in rows]
    return Collection(folder.name, Legs(task.papers, *kept), queries, grades, own)


def made(path: Path, embedder: Embedder, cache: Path) -> Iterator[Collection]:
    """Titles, and sentences, asking for the abstracts that they were taken out of."""
    # A list may hold a paper twice.
    papers = list({one.id: one for one in read_papers([path]).papers if one.abstract}.values())
    chosen = random.Random(7).sample(range(len(papers)), min(_MOST, len(papers)))
    titled = [papers[at] for at in chosen if not papers[at].title_is_derived]
    bare = [replace(paper, title=paper.id, title_is_derived=True) for paper in papers]
    file = cache / f"made-{path.stem}-title.npz"
    asked = [(paper.title, paper) for paper in titled]
    if asked:
        yield known_item(f"{path.stem}, titles", bare, asked, embedder, file)
    cut: dict[str, Paper] = {}
    asked = []
    for paper in (papers[at] for at in chosen):
        start, end = random.Random(paper.id).choice(sentence_spans(paper.abstract))
        rest = f"{paper.abstract[:start]}{paper.abstract[end:]}".strip()
        if rest and len(paper.abstract[start:end].split()) >= 8:
            cut[paper.id] = replace(paper, abstract=rest)
            asked.append((paper.abstract[start:end], paper))
    rest_of = [cut.get(paper.id, paper) for paper in papers]
    file = cache / f"made-{path.stem}-sentence.npz"
    if asked:
        yield known_item(f"{path.stem}, sentences", rest_of, asked, embedder, file)


def known_item(
    name: str,
    papers: list[Paper],
    asked: list[tuple[str, Paper]],
    embedder: Embedder,
    cache: Path,
) -> Collection:
    vectors = embedder.embed([text for text, _ in asked])
    queries = [(one.id, text, at) for (text, one), at in zip(asked, vectors, strict=True)]
    legs = Legs(papers, *chunk_vectors(papers, embedder, 256, True, cache))
    return Collection(name, legs, queries, {one.id: {one.id: 1} for _, one in asked}, {})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--cache", type=Path, default=Path("ablation-cache"))
    given = parser.parse_args()
    embedder = load_embedder()
    collections: list[Collection] = []
    for path in given.paths:
        if (path / "corpus.jsonl").is_file():
            collections.append(benchmark(path, embedder, given.cache))
        else:
            collections += made(path, embedder, given.cache)
    grid = list(itertools.product(_WEIGHTS, _PAPERS))
    gains = [one.gains(grid) for one in collections]
    halves = [np.array([half(key) for key, _, _ in one.queries]) for one in collections]

    def choice(left_out: int | None) -> tuple[float, int]:
        others = [at for at in range(len(collections)) if at != left_out]
        return max(
            grid,
            key=lambda point: np.mean([gains[at][point][halves[at] == 0].mean() for at in others]),
        )

    print("| collection | queries | dense | BM25 | weight, papers | all | reporting half |")
    print("|---|---|---|---|---|---|---|")
    for at, one in enumerate(collections):
        point = choice(at)
        values = gains[at][point]
        dense, words = one.alone()
        print(
            f"| {one.name} | {len(values)} | {dense:.3f} | {words:.3f} | {point[0]}, {point[1]} "
            f"| {values.mean():.3f} | {values[halves[at] == 1].mean():.3f} |"
        )
    print("all collections choose weight and papers:", choice(None))


if __name__ == "__main__":
    main()
