from __future__ import annotations

import json
import sys

import pytest

from paperchat import cli


@pytest.fixture
def run(monkeypatch, capsys, built):
    """`paperchat compare …` over the invented collection: status, output, errors."""

    def call(*arguments: str, width: int = 80) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["paperchat", *arguments, "--index", str(built)])
        monkeypatch.setenv("COLUMNS", str(width))
        try:
            cli.main()
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return call


def test_a_wide_terminal_shows_the_papers_side_by_side(run):
    status, out, err = run("compare", "KestrelKV", "FooBar", "-a", "results", width=140)
    assert (status, err) == (0, "")
    heads = next(line for line in out.splitlines() if "[1] KestrelKV" in line)
    assert "[2] FooBar" in heads
    assert "[1] KestrelKV: Forgetting Cache Entries Early" in out


def test_a_narrow_terminal_shows_them_one_under_the_other(run):
    _, out, _ = run("compare", "KestrelKV", "FooBar", "--aspect", "memory", width=50)
    assert "memory\n  [1] KestrelKV: Memory falls from 24 GB to 9 GB.\n" in out
    assert "  [2] FooBar: the abstract does not say\n" in out
    assert "Note: The abstract of FooBar says nothing on memory." in out


def test_what_the_table_does_not_tell_stands_below_it(run):
    _, out, _ = run("compare", "KestrelKV", "FooBar", "-a", "memory")
    assert "Only the abstract of KestrelKV gives a figure." in out


@pytest.mark.parametrize(
    ("form", "beginning"),
    [
        ("markdown", "|  | [1] KestrelKV |"),
        ("csv", "number,id,title,"),
        ("latex", "% \\usepackage"),
    ],
)
def test_the_table_is_written_in_other_formats(run, form, beginning):
    _, out, _ = run("compare", "KestrelKV", "FooBar", "--format", form)
    assert out.startswith(beginning)


def test_json_is_the_answer(run):
    _, out, _ = run("compare", "KestrelKV", "FooBar", "--json")
    assert json.loads(out)["table"]["rows"][0]["cells"]["results"]["citations"][0]["number"] == 1


def test_a_paper_that_is_not_here_ends_in_one_line(run):
    status, out, err = run("compare", "KestrelKV", "Zebrafish")
    assert (status, out) == (1, "")
    assert err.startswith("paperchat: No paper here is called 'Zebrafish'.")


def test_evaluate_comparisons_counts_right_cells(run, tmp_path, built):
    file = tmp_path / "cells.jsonl"
    case = {"paper": "invented.jsonl#1", "aspect": "results", "states": True}
    cases = [
        case | {"must_match": ["3\\.4 times"]},
        case | {"aspect": "code", "states": False},
        case | {"paper": "invented.jsonl#2", "must_match": ["no such words"]},
        case | {"aspect": "models"},
        case | {"aspect": "method", "states": False},
    ]
    file.write_text("\n".join(map(json.dumps, cases)))
    _, out, _ = run("evaluate", "comparisons", str(file), "--json")
    counts = json.loads(out)
    assert (counts["cells"], counts["right"], counts["stated_right"]) == (5, 2, 1)
    assert [one["why"] for one in counts["failures"]] == [
        "fact missing",
        "should not be empty",
        "should be empty",
    ]
    _, out, _ = run("evaluate", "comparisons", str(file))
    assert "2 of 5" in out and "invented.jsonl#2, results: fact missing" in out
