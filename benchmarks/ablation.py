"""What each part of the search contributes, on public benchmarks.

    python benchmarks/ablation.py BEIR_DIR ... [--chunks] [--part] [--cache DIR]
        [--reranker NAME_OR_FOLDER]

Every paper is scored by both legs. Prints nDCG@10 (gain 2^grade - 1) of each leg, of ways to fuse
them, with --chunks of chunk sizes and of chunks without titles (the corpus is embedded anew for
each), with --reranker of a cross-encoder; then the product's row with its bootstrap interval, over
the half of the queries that constants were chosen on and the half that reports, and against fixed
weights on the same queries. With --part only the half that reports asks, and only among the papers
that are judged for it and a third of the others. Vectors are kept in --cache.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from legs import (
    Legs,
    chunk_vectors,
    fixed_weights,
    product,
    ranked,
    reciprocal_ranks,
)
from paperchat.embedding import Embedder, load_embedder
from paperchat.evaluation.retrieval import Benchmark, read_benchmark
from paperchat.reading import read_papers
from paperchat.reranking import RERANKED, Reranker, load_reranker, reranked
from paperchat.types import Paper

_SIZES = (64, 128)
_OURS = "paperchat"
_FIXED = "fixed weights .7 / .3, min-max"
_DISCOUNT = 1 / np.log2(np.arange(2, 12))


Orders = Callable[[str, np.ndarray], dict[str, list[str]]]
"""Query and its vector → name of each way to rank → ids, best first."""


@dataclass
class Task:
    """A benchmark, its papers by id, and its queries' vectors."""

    benchmark: Benchmark
    papers: list[Paper]
    queries: list[str]
    vectors: np.ndarray

    def gains(self, orders: Orders) -> dict[str, np.ndarray]:
        """nDCG@10 of each query under each way to rank, its own paper taken out."""
        names = {paper.id: self.benchmark.ids[paper.sources[0]] for paper in self.papers}
        values: dict[str, list[float]] = {}
        for query, vector in zip(self.queries, self.vectors, strict=True):
            for way, order in orders(self.benchmark.queries[query], vector).items():
                found = [names[key] for key in order[:11]]
                values.setdefault(way, []).append(self._gain(query, found))
        return {way: np.array(gains) for way, gains in values.items()}

    def _gain(self, query: str, found: list[str]) -> float:
        judged = self.benchmark.judged[query]
        own = self.benchmark.own.get(query)
        gains = [2.0 ** judged.get(key, 0) - 1 for key in found if key != own][:10]
        ideal = sorted((2.0**grade - 1 for grade in judged.values()), reverse=True)[:10]
        best = float(np.dot(ideal, _DISCOUNT[: len(ideal)]))
        return float(np.dot(gains, _DISCOUNT[: len(gains)])) / best if best else 0.0


def read_task(folder: Path, embedder: Embedder, *, part: bool = False) -> Task:
    benchmark = read_benchmark(folder)
    queries = [query for query in benchmark.queries if query in benchmark.judged]
    papers = list(read_papers([folder / "corpus.jsonl"]).papers)
    if part:
        queries = [query for query in queries if half(query) == 1]
        judged = {key for query in queries for key in benchmark.judged[query]}
        names = {paper.id: benchmark.ids[paper.sources[0]] for paper in papers}
        papers = [
            paper
            for paper in papers
            if names[paper.id] in judged or zlib.crc32(names[paper.id].encode()) % 3 == 0
        ]
    vectors = embedder.embed([benchmark.queries[query] for query in queries])
    return Task(benchmark, papers, queries, vectors)


def every_way(legs: Legs, reranker: Reranker | None, papers: dict[str, Paper]) -> Orders:
    """Each way to rank, by name."""

    def orders(query: str, vector: np.ndarray) -> dict[str, list[str]]:
        dense, words, shares = legs.dense(vector), legs.words(query), legs.shares(query)
        ours = ranked(product(legs, vector, dense, shares))
        found = {
            "dense, best chunk": ranked(dense),
            "BM25": ranked(words),
            "BM25, content words": ranked(shares),
            "RRF, k = 60": ranked(reciprocal_ranks(dense, words)),
            _FIXED: ranked(fixed_weights(dense, words)),
            "paperchat, no feedback": ranked(product(legs, vector, dense, shares, papers=0)),
            _OURS: ours,
        }
        if reranker is not None:
            best = [papers[key] for key in ours[:RERANKED]]
            found[f"{_OURS}, reranked"] = reranked(reranker, query, best)
        return found

    return orders


def our_way(legs: Legs, name: str) -> Orders:
    """The product's way alone, under another name."""

    def orders(query: str, vector: np.ndarray) -> dict[str, list[str]]:
        values = product(legs, vector, legs.dense(vector), legs.shares(query))
        return {name: ranked(values)}

    return orders


def interval(values: np.ndarray, draws: int = 2000) -> str:
    """Mean, and where 95% of its bootstrap lies."""
    random = np.random.default_rng(7)
    means = values[random.integers(len(values), size=(draws, len(values)))].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return f"{values.mean():.3f} [{low:.3f}, {high:.3f}]"


def half(query: str) -> int:
    """0: constants may be chosen on this query; 1: it only reports."""
    return zlib.crc32(query.encode()) % 2


def measure(
    folder: Path,
    embedder: Embedder,
    cache: Path,
    reranker: Reranker | None,
    *,
    chunks: bool,
    part: bool,
) -> tuple[dict[str, float], list[str]]:
    """The rows of the table, and what is said of the product's row."""
    task = read_task(folder, embedder, part=part)
    name = f"{folder.name}-part" if part else folder.name

    def legs(limit: int, titled: bool) -> Legs:
        file = cache / f"emb-{name}-{'title' if titled else 'notitle'}-{limit}.npz"
        return Legs(task.papers, *chunk_vectors(task.papers, embedder, limit, titled, file))

    by_id = {paper.id: paper for paper in task.papers}
    gains = task.gains(every_way(legs(256, titled=True), reranker, by_id))
    if chunks:
        for size in _SIZES:
            gains |= task.gains(our_way(legs(size, titled=True), f"{_OURS}, {size} tokens a chunk"))
        gains |= task.gains(our_way(legs(256, titled=False), f"{_OURS}, no title in chunks"))
    halves = np.array([half(query) for query in task.queries])
    ours, fixed = gains[_OURS], gains[_FIXED]
    parts = {"calibrating": ours[halves == 0], "reporting": ours[halves == 1]}
    said = [
        f"all {interval(ours)}",
        *(f"{name} half {interval(values)}" for name, values in parts.items() if len(values)),
        f"over fixed weights, paired {interval(ours - fixed)}",
    ]
    return {name: float(values.mean()) for name, values in gains.items()}, said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--cache", type=Path, default=Path("ablation-cache"))
    parser.add_argument("--chunks", action="store_true")
    parser.add_argument("--part", action="store_true")
    parser.add_argument("--reranker")
    given = parser.parse_args()
    embedder, reranker = load_embedder(), load_reranker(given.reranker)
    columns, notes = [], []
    for folder in given.folders:
        column, said = measure(
            folder, embedder, given.cache, reranker, chunks=given.chunks, part=given.part
        )
        columns.append(column)
        notes.append(f"{folder.name}: {'; '.join(said)}")
    print(f"| nDCG@10 | {' | '.join(one.name for one in given.folders)} | mean |")
    print(f"|---|{'---|' * (len(columns) + 1)}")
    for name in columns[0]:
        row = [column[name] for column in columns]
        print(f"| {name} | {' | '.join(f'{value:.3f}' for value in (*row, np.mean(row)))} |")
    print(*notes, sep="\n")


if __name__ == "__main__":
    main()
