from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from typer.testing import CliRunner

from invented import RECORDS
from paperchat.cli.commands import app
from paperchat.errors import ReadingError
from paperchat.evaluation.retrieval import evaluate_retrieval, read_benchmark
from paperchat.index import Index

QUERIES = [
    {"_id": "cache", "text": "Decoding is slowed by the size of the key-value cache"},
    {"_id": "own", "text": str(RECORDS[1]["abstract"]), "query_paper": "d1"},
    {"_id": "graded", "text": "KestrelKV or FooBar?"},
    {"_id": "unjudged", "text": "trains"},
]
QRELS = [
    ("cache", "d0", 1),
    ("own", "d1", 1),  # cannot be found: the query was taken from it
    ("graded", "d0", 1),
    ("graded", "d1", 1),
    ("graded", "d2", 0),
    ("graded", "absent", 3),
]


def write_benchmark(folder: Path, qrels: str = "qrels.tsv") -> Path:
    def lines(records) -> str:
        return "".join(json.dumps(record) + "\n" for record in records)

    corpus = [
        {"_id": f"d{at}", "title": record["title"], "text": record["abstract"]}
        for at, record in enumerate(RECORDS)
    ]
    table = folder / qrels
    table.parent.mkdir(parents=True, exist_ok=True)
    rows = ["query-id\tcorpus-id\tscore", *("\t".join(map(str, row)) for row in QRELS)]
    table.write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "corpus.jsonl").write_text(lines(corpus), encoding="utf-8")
    (folder / "queries.jsonl").write_text(lines(QUERIES), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def measured(tmp_path_factory, embedder) -> dict[str, float]:
    folder = write_benchmark(tmp_path_factory.mktemp("beir"))
    index = Index(tmp_path_factory.mktemp("index"), embedder)
    found = evaluate_retrieval(read_benchmark(folder), index)
    index.close()
    return found


def test_gain_is_two_to_the_grade_and_a_querys_own_paper_is_taken_out(measured):
    # First and second of the graded query are right; what lacks has grade 3, gain 7.
    found = 1 + 1 / math.log2(3)
    ideal = 7 + 1 / math.log2(3) + 1 / math.log2(4)
    assert measured["ndcg@10"] == pytest.approx((1 + 0 + found / ideal) / 3, abs=1e-4)
    assert measured["mrr"] == pytest.approx((1 + 0 + 1) / 3, abs=1e-4)
    for depth in (5, 20, 100):
        assert measured[f"recall@{depth}"] == pytest.approx((1 + 0 + 2 / 3) / 3, abs=1e-4)


def test_speed_and_size_are_told_and_unjudged_queries_not_asked(measured):
    assert measured["queries"] == 3
    assert 0 < measured["ms_p50"] <= measured["ms_p95"]
    assert measured["abstracts_per_second"] > 0
    assert measured["bytes_per_paper"] > 1000


def test_an_index_that_holds_the_corpus_and_more_is_measured_without_the_more(copied, tmp_path):
    folder = write_benchmark(tmp_path / "beir", "qrels/test.tsv")
    command = ["evaluate", "retrieval", str(folder), "--index", str(copied)]
    told = CliRunner().invoke(app, [*command, "--json"])
    assert told.exit_code == 0, told.output
    measured = json.loads(told.stdout)
    assert measured["recall@5"] == pytest.approx(5 / 9, abs=1e-4)
    assert measured["abstracts_per_second"] == 0
    shown = CliRunner().invoke(app, command)
    rows = [line.split() for line in shown.stdout.splitlines()]
    assert ["ndcg@10", str(measured["ndcg@10"])] in rows


@pytest.mark.parametrize(
    ("file", "content", "told"),
    [
        ("qrels.tsv", None, "holds neither qrels.tsv nor qrels/test.tsv"),
        ("queries.jsonl", None, "Cannot read"),
        ("queries.jsonl", "[1]", r"queries\.jsonl, line 1: not a JSON object"),
        ("queries.jsonl", "{", r"queries\.jsonl, line 1: no JSON"),
        ("queries.jsonl", '{"text": "no id"}', "not a BEIR folder: KeyError"),
        ("qrels.tsv", "q\tc\ts\ncache\td0\tmuch\n", "not a BEIR folder: ValueError"),
        ("qrels.tsv", "q\tc\ts\ncache d0 1\n", "not a BEIR folder: ValueError"),
    ],
)
def test_a_folder_that_is_no_benchmark_is_refused_in_one_line(tmp_path, file, content, told):
    folder = write_benchmark(tmp_path)
    (folder / file).unlink()
    if content is not None:
        (folder / file).write_text(content, encoding="utf-8")
    with pytest.raises(ReadingError, match=told) as refused:
        read_benchmark(folder)
    assert "\n" not in str(refused.value)
