"""The whole way over real lists: the two under data/ and 526 papers of one conference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from paperchat.assistant import Assistant
from paperchat.citations import field_text
from paperchat.embedding import load_embedder
from paperchat.evaluation.answers import read_cases, run_cases, summary
from paperchat.index import Index
from paperchat.reporting import AddReport
from places import ROOT

pytestmark = pytest.mark.shared_data


@dataclass
class Built:
    folder: Path
    files: list[Path]
    report: AddReport


@pytest.fixture(scope="module")
def real(shared_data, tmp_path_factory, embedder) -> Built:
    files = [ROOT / "data", shared_data / "corpora" / "icml2025_llm" / "icml2025_llm.jsonl"]
    folder = tmp_path_factory.mktemp("real") / "index"
    with Assistant(Index(folder, embedder)) as opened:
        report = opened.add(*files)
    return Built(folder, files, report)


@pytest.fixture(scope="module")
def real_assistant(real, embedder) -> Iterator[Assistant]:
    with Assistant(Index(real.folder, embedder)) as opened:
        yield opened


def test_every_record_becomes_a_paper(real, real_assistant):
    assert real.report.records == 38 + 38 + 526
    assert real.report.skipped == ()
    assert real_assistant.overview().papers == 546
    assert real.report.added == 546
    assert real.report.merged == 38 + 38 + 526 - 546


def test_adding_again_changes_nothing_and_loads_no_model(real):
    embedder = load_embedder()
    with Assistant(Index(real.folder, embedder)) as opened:
        again = opened.add(*real.files)
    assert again.unchanged == again.records == real.report.records
    assert "_loaded" not in embedder.__dict__


TWICE = """
import json, sys, time
from paperchat import Assistant
with Assistant.open(sys.argv[1]) as assistant:
    seconds = []
    for _ in range(2):
        started = time.perf_counter()
        report = assistant.add(sys.argv[2])
        seconds.append(time.perf_counter() - started)
print(json.dumps([report.unchanged, *seconds]))
"""


def test_adding_again_takes_a_twentieth_of_the_time(real, run_python, tmp_path):
    # In a process of its own: measuring coverage slows Python, not what embeds.
    ran = run_python(TWICE, tmp_path / "index", real.files[-1])
    unchanged, first, again = json.loads(ran.stdout)
    assert unchanged == 526
    assert again * 20 <= first, f"{again:.2f} s against {first:.2f} s"


def test_every_paper_is_first_for_its_own_title(real_assistant):
    missed = []
    for paper in real_assistant.papers()[::7]:
        if not paper.title_is_derived:
            found = real_assistant.search(paper.title, top_k=1)
            missed += [paper.title] if found[0].paper != paper else []
    assert missed == []


def test_questions_over_the_seeds_are_answered(shared_data, real_assistant):
    cases = read_cases(shared_data / "eval" / "questions.jsonl")
    outcomes = run_cases(real_assistant.ask, cases)
    counts = summary(outcomes)
    told = "\n".join(
        f"{one.case.id}: {one.why}: {one.case.question}" for one in outcomes if one.why
    )
    print(json.dumps(counts), told, sep="\n")
    assert counts["answerable"] == 38
    assert counts["right_paper_first"] >= 37, told
    assert counts["facts_present"] >= 33, told
    assert counts["refused"]["off_topic"] == {"asked": 11, "refused": 11}, told
    for outcome in outcomes:
        for sentence in outcome.answer.sentences:
            for citation in sentence.citations:
                paper = outcome.answer.papers[citation.number - 1].paper
                for quote in citation.quotes:
                    field = field_text(paper, quote.field)
                    assert field[quote.start : quote.end] == quote.text
                    assert sentence.text == f"{quote.text} [{citation.number}]"


def test_refusals_keep_to_the_rate_that_is_stated(real_assistant):
    """Half of the questions was not seen by the calibration: at a rate of .05, six or more of 29
    would be refused in one run of two hundred."""
    cases = read_cases(ROOT / "tests" / "data" / "questions_icml2025.jsonl")[1::2]
    outcomes = run_cases(real_assistant.ask, cases)
    answerable = [one for one in outcomes if not one.case.kind]
    refused = [one.case.question for one in answerable if one.answer.status == "not_in_corpus"]
    assert len(refused) <= 5, refused
    off_topic = [one for one in outcomes if one.case.kind == "off_topic"]
    assert all(not one.answered for one in off_topic)
