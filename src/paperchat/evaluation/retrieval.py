"""How well papers are found: a BEIR folder through the product's own path.

A BEIR folder holds `corpus.jsonl` (`_id`, `title`, `text`), `queries.jsonl` (`_id`, `text`) and
`qrels.tsv` or `qrels/test.tsv` (query-id, corpus-id, score).
"""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from paperchat.errors import ReadingError
from paperchat.index import Index, Progress
from paperchat.reading import read_papers
from paperchat.retrieval import POOL, retrieve

_CORPUS = "corpus.jsonl"


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Queries with the judged papers, and the id of each record of the corpus.

    Attributes:
        ids: `corpus.jsonl#<position>` → `_id`.
        queries: `_id` → text.
        own: Query → the paper it was taken from, which its result must not hold.
        judged: Query → corpus id → grade.
    """

    folder: Path
    ids: dict[str, str]
    queries: dict[str, str]
    own: dict[str, str]
    judged: dict[str, dict[str, int]]


def read_benchmark(folder: str | Path) -> Benchmark:
    """Read a BEIR folder.

    Raises:
        ReadingError: A file is missing, or one of its lines is not as it should be.
    """
    path = Path(folder)
    corpus = list(_lines(path / _CORPUS))
    queries = list(_lines(path / "queries.jsonl"))
    tables = [path / "qrels.tsv", path / "qrels" / "test.tsv"]
    table = next((each for each in tables if each.is_file()), None)
    if table is None:
        raise ReadingError(f"{path} holds neither qrels.tsv nor qrels/test.tsv.")
    try:
        return Benchmark(
            folder=path,
            ids={f"{_CORPUS}#{at}": str(record["_id"]) for at, record in enumerate(corpus, 1)},
            queries={str(query["_id"]): str(query["text"]) for query in queries},
            own={
                str(one["_id"]): str(one["query_paper"]) for one in queries if "query_paper" in one
            },
            judged=_judged(table),
        )
    except (KeyError, ValueError) as error:
        raise ReadingError(
            f"{path} is not a BEIR folder: {type(error).__name__} {error}."
        ) from error


def evaluate_retrieval(
    benchmark: Benchmark, index: Index, progress: Progress | None = None
) -> dict[str, Any]:
    """Add the corpus, ask every judged query, and measure.

    Args:
        benchmark: What to ask.
        index: Where the corpus goes; what it holds already is not embedded again.
        progress: Called while papers are added.

    Returns:
        `ndcg@10` (gain 2^grade - 1), `recall@5`, `recall@20`, `recall@100`, `mrr`, milliseconds a
        query (`ms_p50`, `ms_p95`), `abstracts_per_second` (0 when nothing was added) and
        `bytes_per_paper`.
    """
    started = time.perf_counter()
    reading = read_papers([benchmark.folder / _CORPUS])
    outcomes = index.add(reading.papers, progress)
    added = sum(outcome.kind == "added" for outcome in outcomes)
    seconds = time.perf_counter() - started
    ids: dict[str, list[str]] = {}
    for paper, outcome in zip(reading.papers, outcomes, strict=True):
        ids.setdefault(outcome.paper_id, []).append(benchmark.ids[paper.sources[0]])
    run, times = _run(benchmark, index, ids)
    size = sum(file.stat().st_size for file in index.folder.rglob("*") if file.is_file())
    return {
        **_measure(benchmark, run),
        "queries": len(times),
        "ms_p50": round(float(np.percentile(times, 50)) * 1000, 1),
        "ms_p95": round(float(np.percentile(times, 95)) * 1000, 1),
        "abstracts_per_second": round(added / seconds, 1),
        "bytes_per_paper": round(size / max(index.count(), 1)),
    }


def _run(
    benchmark: Benchmark, index: Index, ids: dict[str, list[str]]
) -> tuple[dict[str, list[str]], list[float]]:
    """Query → corpus ids in the order found, and the seconds that each query took."""
    index.embed_query("the model is loaded before the clock starts")
    run: dict[str, list[str]] = {}
    times = []
    for query, text in benchmark.queries.items():
        if query not in benchmark.judged:
            continue
        started = time.perf_counter()
        # One more than is measured: the query's own paper is taken out.
        results = retrieve(index, text, top_k=POOL + 1)
        times.append(time.perf_counter() - started)
        found = [corpus_id for result in results for corpus_id in ids.get(result.paper.id, ())]
        run[query] = [corpus_id for corpus_id in found if corpus_id != benchmark.own.get(query)]
    return run, times


def _measure(benchmark: Benchmark, run: dict[str, list[str]]) -> dict[str, float]:
    import ir_measures
    from ir_measures import RR, R, nDCG

    measures = {
        "ndcg@10": nDCG(dcg="exp-log2") @ 10,
        "recall@5": R @ 5,
        "recall@20": R @ 20,
        "recall@100": R @ 100,
        "mrr": RR,
    }
    # The tool behind this nDCG takes numbers for the names of queries.
    numbers = {query: str(number) for number, query in enumerate(run, 1)}
    judged = [
        ir_measures.Qrel(numbers[query], corpus_id, grade)
        for query in run
        for corpus_id, grade in benchmark.judged[query].items()
    ]
    scored = [
        ir_measures.ScoredDoc(numbers[query], corpus_id, float(len(found) - rank))
        for query, found in run.items()
        for rank, corpus_id in enumerate(found)
    ]
    values = ir_measures.calc_aggregate(list(measures.values()), judged, scored)
    return {name: round(float(values[measure]), 4) for name, measure in measures.items()}


def _judged(table: Path) -> dict[str, dict[str, int]]:
    judged: dict[str, dict[str, int]] = {}
    with table.open(encoding="utf-8", newline="") as file:
        rows: Sequence[Sequence[str]] = list(csv.reader(file, delimiter="\t"))
    for query, corpus_id, grade in rows[1:]:
        judged.setdefault(query, {})[corpus_id] = int(grade)
    return judged


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _object(line, file, number)
    except OSError as error:
        raise ReadingError(f"Cannot read {file}: {error.strerror}.") from error


def _object(line: str, file: Path, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        told = f"{error.msg.casefold()} at column {error.colno}"
        raise ReadingError(f"{file}, line {number}: no JSON: {told}.") from error
    if not isinstance(record, dict):
        raise ReadingError(f"{file}, line {number}: not a JSON object.")
    return record
