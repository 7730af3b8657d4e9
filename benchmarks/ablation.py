"""What each part of the search contributes, on public benchmarks.

    python benchmarks/ablation.py BEIR_DIR ... [--cache DIR] [--reranker NAME_OR_FOLDER]

Every paper is scored by both legs. Prints nDCG@10 (gain 2^grade - 1) of each leg, of ways to fuse
them, of chunk sizes, of chunks without titles and, if named, of a reranker; then the product's row
with its bootstrap interval, over the half of the queries that constants were chosen on and the
half that reports, and against fixed weights on the same queries. Vectors are kept in --cache, so
that a second run takes seconds.
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
    Scores,
    chunk_vectors,
    fixed_weights,
    product,
    ranked,
    reciprocal_ranks,
)
from paperchat.embedding import Embedder, load_embedder
from paperchat.evaluation_retrieval import Benchmark, read_benchmark
from paperchat.reading import read_papers
from paperchat.reranking import RERANKED, Reranker, load_reranker, reranked
from paperchat.types import Paper

_SIZES = (64, 128)
_DISCOUNT = 1 / np.log2(np.arange(2, 12))


@dataclass
class Task:
    """A benchmark, its papers by id, and its queries' vectors."""

    benchmark: Benchmark
    papers: list[Paper]
    queries: list[str]
    vectors: np.ndarray

    def gains(self, order: Callable[[str, np.ndarray], list[str]]) -> np.ndarray:
        """nDCG@10 of each query, its own paper taken out."""
        names = {paper.id: self.benchmark.ids[paper.sources[0]] for paper in self.papers}
        values = []
        for query, vector in zip(self.queries, self.vectors, strict=True):
            found = [names[key] for key in order(self.benchmark.queries[query], vector)[:11]]
            own = self.benchmark.own.get(query)
            judged = self.benchmark.judged[query]
            gains = [2.0 ** judged.get(key, 0) - 1 for key in found if key != own][:10]
            ideal = sorted((2.0**grade - 1 for grade in judged.values()), reverse=True)[:10]
            best = np.dot(ideal, _DISCOUNT[: len(ideal)])
            values.append(np.dot(gains, _DISCOUNT[: len(gains)]) / best if best else 0.0)
        return np.array(values)


def read_task(folder: Path, embedder: Embedder) -> Task:
    benchmark = read_benchmark(folder)
    queries = [query for query in benchmark.queries if query in benchmark.judged]
    vectors = embedder.embed([benchmark.queries[query] for query in queries])
    return Task(benchmark, list(read_papers([folder / "corpus.jsonl"]).papers), queries, vectors)


def orders(
    legs: Legs, reranker: Reranker | None, papers: dict[str, Paper]
) -> dict[str, Callable[[str, np.ndarray], list[str]]]:
    """Name of each way to rank → query and its vector → ids, best first."""

    def ours(query: str, vector: np.ndarray) -> list[str]:
        return ranked(product(legs, vector, legs.dense(vector), legs.shares(query)))

    def first_pass(query: str, vector: np.ndarray) -> list[str]:
        return ranked(product(legs, vector, legs.dense(vector), legs.shares(query), papers=0))

    def both(fusion: Callable[[Scores, Scores], Scores]) -> Callable[..., list[str]]:
        return lambda query, vector: ranked(fusion(legs.dense(vector), legs.words(query)))

    ways: dict[str, Callable[[str, np.ndarray], list[str]]] = {
        "dense, best chunk": lambda query, vector: ranked(legs.dense(vector)),
        "BM25": lambda query, vector: ranked(legs.words(query)),
        "BM25, content words": lambda query, vector: ranked(legs.shares(query)),
        "RRF, k = 60": both(reciprocal_ranks),
        "fixed weights .7 / .3, min-max": both(fixed_weights),
        "paperchat without feedback": first_pass,
        "paperchat": ours,
    }
    if reranker is not None:

        def read_again(query: str, vector: np.ndarray) -> list[str]:
            best = [papers[key] for key in ours(query, vector)[:RERANKED]]
            return reranked(reranker, query, best)

        ways["paperchat, reranked"] = read_again
    return ways


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
    folder: Path, embedder: Embedder, cache: Path, reranker: Reranker | None
) -> tuple[dict[str, float], list[str]]:
    """The rows of the table, and what is said of the product's row."""
    task = read_task(folder, embedder)

    def legs(limit: int, titled: bool) -> Legs:
        file = cache / f"emb-{folder.name}-{'title' if titled else 'notitle'}-{limit}.npz"
        return Legs(task.papers, *chunk_vectors(task.papers, embedder, limit, titled, file))

    by_id = {paper.id: paper for paper in task.papers}
    whole = orders(legs(256, titled=True), reranker, by_id)
    gains = {name: task.gains(order) for name, order in whole.items()}
    for size in _SIZES:
        way = orders(legs(size, titled=True), None, by_id)["paperchat"]
        gains[f"paperchat, chunks of {size} tokens"] = task.gains(way)
    untitled = orders(legs(256, titled=False), None, by_id)["paperchat"]
    gains["paperchat, no title in chunks"] = task.gains(untitled)
    halves = np.array([half(query) for query in task.queries])
    ours, fixed = gains["paperchat"], gains["fixed weights .7 / .3, min-max"]
    said = [
        f"all {interval(ours)}",
        f"calibrating half {interval(ours[halves == 0])}",
        f"reporting half {interval(ours[halves == 1])}",
        f"over fixed weights, paired {interval(ours - fixed)}",
    ]
    return {name: float(values.mean()) for name, values in gains.items()}, said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--cache", type=Path, default=Path("ablation-cache"))
    parser.add_argument("--reranker")
    given = parser.parse_args()
    embedder, reranker = load_embedder(), load_reranker(given.reranker)
    columns, notes = [], []
    for folder in given.folders:
        column, said = measure(folder, embedder, given.cache, reranker)
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
