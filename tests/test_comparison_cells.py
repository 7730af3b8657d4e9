"""Cells judged by hand, over the sample corpus."""

from __future__ import annotations

import pytest

from paperchat.assistant import Assistant
from paperchat.comparison.aspects import DEFAULT_ASPECTS, aspect_of
from paperchat.comparison.cues import CODE, DATA, MODELS, is_measured
from paperchat.errors import ReadingError
from paperchat.evaluation.comparisons import cell_failures, cell_summary, read_cells, run_cells
from paperchat.index import Index
from places import ROOT

CELLS = ROOT / "tests" / "data" / "comparison_cells.jsonl"


@pytest.fixture(scope="module")
def sample(tmp_path_factory, embedder):
    """Over the sample corpus as received."""
    folder = tmp_path_factory.mktemp("sample") / "index"
    with Assistant(Index(folder, embedder)) as opened:
        opened.add(*sorted((ROOT / "data").glob("*.txt")))
        yield opened


def test_cells_are_right_or_rightly_empty_for_sixty_one_of_seventy_two_or_more(sample):
    cases = read_cells(CELLS)
    outcomes = run_cells(sample.compare, sample.papers(), cases)
    counts = cell_summary(outcomes)
    assert counts["cells"] == 72
    assert counts["right"] >= 61, cell_failures(outcomes)
    # Papers at odd positions took no part in fitting the weights.
    papers = list(dict.fromkeys(case.source for case in cases))
    odd = [outcome for outcome in outcomes if papers.index(outcome.case.source) % 2]
    assert sum(not outcome.why for outcome in odd) >= 30


def test_a_sentence_tells_one_thing_of_the_whole_work(sample):
    papers = sample.papers()[:8]
    answer = sample.compare([paper.id for paper in papers])
    assert answer.table is not None
    shared = []
    for row in answer.table.rows:
        told = [row.cells[name] for name in ("problem", "method", "results")]
        quotes = [quote for cell in told if cell for quote in cell.citations[0].quotes]
        shared += [quote for quote in set(quotes) if quotes.count(quote) > 1]
    assert shared == []


def test_a_file_of_cells_that_the_index_does_not_hold_is_told(sample, tmp_path):
    file = tmp_path / "cells.jsonl"
    line = '{"paper": "%s", "aspect": "method", "states": true, "must_match": ["x"]}\n'
    file.write_text(line % "gone.txt#1" + line % "gone.txt#2")
    with pytest.raises(ReadingError, match=r"gone\.txt#1 is not in the index"):
        run_cells(sample.compare, sample.papers(), read_cells(file))
    (source, *_), *_ = (paper.sources for paper in sample.papers())
    file.write_text(line % source)
    with pytest.raises(ReadingError, match="fewer"):
        run_cells(sample.compare, sample.papers(), read_cells(file))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"paper": "a#1", "aspects": []}', "unknown key 'aspects'"),
        ('{"paper": "a#1", "aspect": "b", "states": true, "must_match": "x"}', "is a list"),
        ("[]", "not a JSON object"),
    ],
)
def test_a_line_that_is_no_cell_is_told_with_its_number(tmp_path, line, told):
    file = tmp_path / "cells.jsonl"
    file.write_text(line + "\n")
    with pytest.raises(ReadingError, match=told):
        read_cells(file)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("faster", "speed"),
        ("Latency", "speed"),
        ("memory footprint", "memory"),
        ("data", "data and benchmarks"),
        ("the datasets used", "data and benchmarks"),
        ("availability of code", "code"),
        ("models", "models"),
        ("better", "results"),
        ("robustness to noise", "robustness to noise"),
        ("memory of elephants", "memory of elephants"),
    ],
)
def test_words_mean_a_known_aspect_or_stand_for_themselves(words, name):
    assert aspect_of(words).name == name


def test_every_default_aspect_is_known_by_its_own_name():
    assert [aspect_of(one.name) for one in DEFAULT_ASPECTS] == list(DEFAULT_ASPECTS)


@pytest.mark.parametrize(
    "text",
    [
        "Our code is available at https://github.com/someone/thing.",
        "We release the weights and training scripts.",
        "The code and models will be open-sourced.",
        "We make our implementation publicly available.",
    ],
)
def test_code_that_can_be_had(text):
    assert CODE.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "We evaluate eight open-source LLMs of several sizes.",
        "We make assumptions about the model and its training.",
        "Agents write code in a sandbox.",
        "The data set is available on request.",
    ],
)
def test_no_code_to_be_had(text):
    assert not CODE.search(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Tests on Llama-3.1-8B and Qwen confirm it.", True),
        ("A 25M-parameter transformer solves it.", True),
        ("We pretrain models of 1B parameters.", True),
        ("It works for various LLM architectures.", False),
        ("The draft model shares the weights of the target model.", False),
    ],
)
def test_models_are_known_by_name_or_size(text, named):
    assert (MODELS.search(text) is not None) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Results on the MarshBench benchmark are best.", True),
        ("We evaluate on three retrieval datasets.", True),
        ("Experiments on tasks such as sorting and parsing agree.", True),
        ("Extensive experiments across diverse domains agree.", False),
        ("Experiments on multiple downstream tasks agree.", False),
    ],
)
def test_data_are_known_by_name_number_or_kind(text, named):
    assert (DATA.search(text) is not None) == named


def test_a_size_in_a_name_is_no_measured_number():
    assert is_measured("It is 2.5 times faster.") and is_measured("Accuracy rises by 12%.")
    assert not is_measured("We prune Llama-3.1-8B to Llama-3.2-3B.")
