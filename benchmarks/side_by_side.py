"""paperchat and a peer on the same papers and queries, in one run.

Every system runs in processes of its own, with the same model (all-MiniLM-L6-v2, from the installed
package) and whole BEIR corpora. paperchat appears twice: in float32, like the peers, and as it runs
on a processor that has bfloat16, which it then uses by itself. Measured are

- nDCG@10: gain 2^grade - 1; a query's own paper is removed from its result;
- abstracts a second: indexing the first `--sample` papers anew, the systems in turn, the median of
  `--rounds`; the model is loaded before;
- milliseconds a query: 100 results, the query's embedding included, the systems in turn for each
  query;
- seconds cold: from the start of a process to the first result, imports and the model included;
- CPU seconds of all three: what else the machine does hardly changes them;
- MB of memory: what a process holds that opened the index and answered all queries;
- MB on disk: the index of the whole corpus.

paperchat is asked through `Assistant.search`, spelling correction included.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import ir_measures

from measuring import disk_megabytes, percentiles, print_table
from paperchat import Assistant
from paperchat.evaluation.retrieval import Benchmark, read_benchmark
from worker import Reply, Worker, serve

_FLOAT32 = "--float32"


class Paperchat:
    """This project, through its Python API."""

    def index(self, corpus: Path, folder: Path) -> None:
        with Assistant.open(folder) as assistant:
            assistant.add(corpus)

    def open(self, folder: Path) -> None:
        self._assistant = Assistant.open(folder)

    def search(self, query: str, limit: int) -> list[str]:
        results = self._assistant.search(query, top_k=limit)
        return [source for result in results for source in result.paper.sources]


@dataclass
class Contender:
    """One column of the table: how to start its worker, and what was measured."""

    command: Sequence[str]
    measured: dict[str, float] = field(default_factory=dict)
    folder: Path = Path()

    def start(self) -> Worker:
        return Worker(self.command)


def compare(peer: str, command: Sequence[str], arguments: argparse.Namespace) -> None:
    """Measure and print; `command` starts the peer's worker."""
    own = [sys.executable, str(Path(__file__))]
    contenders = {
        "paperchat, float32": Contender([*own, _FLOAT32]),
        peer: Contender(command),
        "paperchat": Contender(own),
    }
    benchmark = read_benchmark(arguments.folder)
    with tempfile.TemporaryDirectory() as scratch:
        _indexing(contenders, arguments, Path(scratch))
        _cold(contenders, benchmark, arguments.rounds)
        _queries(contenders, benchmark)
    columns = {name: contender.measured for name, contender in contenders.items()}
    if arguments.json:
        print(json.dumps({"folder": str(arguments.folder), **columns}, indent=1))
    else:
        first, second, _ = columns.values()
        ratio = {row: value / first[row] for row, value in second.items()}
        print_table(list(first), {**columns, f"{peer} / paperchat, float32": ratio})


def _indexing(
    contenders: Mapping[str, Contender], arguments: argparse.Namespace, scratch: Path
) -> None:
    corpus = arguments.folder / "corpus.jsonl"
    lines = corpus.read_text(encoding="utf-8").splitlines(keepends=True)[: arguments.sample]
    sample = _corpus(scratch / "sample", lines)
    few = _corpus(scratch / "few", lines[:8])
    replies: dict[str, list[Reply]] = {name: [] for name in contenders}
    with ExitStack() as stack:
        workers = {name: stack.enter_context(one.start()) for name, one in contenders.items()}
        for name, worker in workers.items():
            worker.do("index", few, scratch / f"few {name}")  # loads the model
        for number in range(arguments.rounds):
            for name, worker in workers.items():
                replies[name].append(worker.do("index", sample, scratch / f"{number} {name}"))
    for name, one in contenders.items():
        one.folder = _whole(name, one, corpus, arguments.keep or scratch)
        seconds = statistics.median(reply.seconds for reply in replies[name])
        cpu_seconds = statistics.median(reply.cpu_seconds for reply in replies[name])
        one.measured["abstracts/s"] = len(lines) / seconds
        one.measured["abstracts/CPU s"] = len(lines) / cpu_seconds
        one.measured["MB on disk"] = disk_megabytes(one.folder)


def _whole(name: str, one: Contender, corpus: Path, parent: Path) -> Path:
    """The index of the whole corpus; one that an earlier run finished is taken as it is."""
    parent.mkdir(parents=True, exist_ok=True)
    folder, finished = parent / name, parent / f"{name} is whole"
    if not finished.exists():
        shutil.rmtree(folder, ignore_errors=True)
        with one.start() as worker:
            worker.do("index", corpus, folder)
        finished.touch()
    return folder


def _corpus(folder: Path, lines: Sequence[str]) -> Path:
    folder.mkdir()
    file = folder / "corpus.jsonl"
    file.write_text("".join(lines), encoding="utf-8")
    return file


def _cold(contenders: Mapping[str, Contender], benchmark: Benchmark, rounds: int) -> None:
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    cpu_seconds: dict[str, list[float]] = {name: [] for name in contenders}
    query = next(iter(benchmark.queries.values()))
    for _ in range(rounds):
        for name, one in contenders.items():
            with one.start() as worker:
                worker.do("open", one.folder)
                cpu_seconds[name].append(worker.do("search", query).cpu_since_start)
                seconds[name].append(time.perf_counter() - worker.started)
    for name, one in contenders.items():
        one.measured["s cold to the first result"] = statistics.median(seconds[name])
        one.measured["CPU s cold to the first result"] = statistics.median(cpu_seconds[name])


def _queries(contenders: Mapping[str, Contender], benchmark: Benchmark) -> None:
    replies: dict[str, dict[str, Reply]] = {name: {} for name in contenders}
    with ExitStack() as stack:
        workers = {name: stack.enter_context(one.start()) for name, one in contenders.items()}
        for name, worker in workers.items():
            worker.do("open", contenders[name].folder)
            worker.do("search", "the first query loads the model")
        for query in benchmark.judged:
            for name, worker in workers.items():
                replies[name][query] = worker.do("search", benchmark.queries[query])
    for name, one in contenders.items():
        told = list(replies[name].values())
        one.measured["MB of memory"] = told[-1].megabytes
        one.measured["nDCG@10"] = _ndcg(benchmark, replies[name])
        for measure, value in percentiles([reply.seconds for reply in told]).items():
            one.measured[f"{measure} a query"] = value
        cpu_seconds = statistics.median(reply.cpu_seconds for reply in told)
        one.measured["CPU ms a query"] = cpu_seconds * 1000


def _ndcg(benchmark: Benchmark, replies: Mapping[str, Reply]) -> float:
    # The tool behind this nDCG takes numbers for the names of queries.
    numbers = {query: str(number) for number, query in enumerate(replies)}
    judged = [
        ir_measures.Qrel(numbers[query], corpus_id, grade)
        for query in replies
        for corpus_id, grade in benchmark.judged[query].items()
    ]
    scored = []
    for query, reply in replies.items():
        found = dict.fromkeys(benchmark.ids.get(each, each) for each in reply.found)
        found.pop(benchmark.own.get(query, ""), None)
        scored += [
            ir_measures.ScoredDoc(numbers[query], corpus_id, -float(rank))
            for rank, corpus_id in enumerate(found)
        ]
    measure = ir_measures.nDCG(dcg="exp-log2") @ 10
    return float(ir_measures.calc_aggregate([measure], judged, scored)[measure])


def parser(description: str) -> argparse.ArgumentParser:
    """The arguments that all comparisons take."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("folder", type=Path, help="BEIR folder: corpus.jsonl, queries.jsonl, qrels")
    made.add_argument("--peer-python", required=True, help="interpreter that has the peer")
    made.add_argument("--sample", type=int, default=400, help="papers to time indexing with")
    made.add_argument("--rounds", type=int, default=3, help="of indexing and of cold starts")
    made.add_argument("--keep", type=Path, help="where to keep the indexes for the next run")
    made.add_argument("--json", action="store_true", help="print the figures as JSON")
    return made


if __name__ == "__main__":
    if _FLOAT32 in sys.argv:
        import torch

        torch.cpu.get_capabilities = dict  # a processor without bfloat16
    serve(Paperchat())
