from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from invented import write_records
from paperchat import export
from paperchat.answers import Answer, AnswerPaper
from paperchat.cli.commands import app
from paperchat.reading import read_papers
from paperchat.types import Paper

HARD = Paper(
    id="p0123456789abcdef",
    title="50% of $5_x & “Gödel”: a #1 ~ DNA-Based λ-Calculus for 中文 3×4",
    abstract='A "quote", 10^6, a < b, 5 ≤ 6.',
    authors=("Mihaela van der Schaar", "Erdős Pál", "Plato", "José-María Ñúñez y Gasset"),
    venue="Trans. & Proc.",
    year=1999,
    url="https://example.org/a_b?c=%7B1%7D&d=2#e",
    identifiers={"arxiv": "2505.01234", "doi": "10.1000/a_b(c)1"},
    status="oral",
    keywords=("graphs, directed", "R&D"),
)


@pytest.fixture(scope="module")
def invented_papers(tmp_path_factory):
    file = write_records(tmp_path_factory.mktemp("papers") / "invented.jsonl")
    return read_papers([file]).papers


def written_and_read(papers, form, ending, folder):
    file = folder / f"papers.{ending}"
    file.write_text(export.FORMATS[form](papers), encoding="utf-8")
    reading = read_papers([file])
    assert reading.skipped == ()
    return reading.papers


@pytest.mark.parametrize(
    ("form", "ending"),
    [("bibtex", "bib"), ("ris", "ris"), ("csl-json", "json"), ("jsonl", "jsonl")],
)
def test_what_is_exported_is_read_again_as_it_was(form, ending, invented_papers, tmp_path):
    papers = [HARD, *invented_papers]
    back = written_and_read(papers, form, ending, tmp_path)
    for paper, again in zip(papers, back, strict=True):
        assert again.title == paper.title
        assert again.abstract == paper.abstract
        assert again.authors == paper.authors
        assert (again.venue, again.year, again.url) == (paper.venue, paper.year, paper.url)
        assert again.keywords == paper.keywords


def test_jsonl_gives_the_same_papers_with_the_same_ids(invented_file, tmp_path):
    papers = read_papers([invented_file]).papers
    back = written_and_read(papers, "jsonl", "jsonl", tmp_path)
    assert [replace(paper, sources=()) for paper in back] == [
        replace(paper, sources=()) for paper in papers
    ]


def test_a_title_made_from_the_abstract_does_not_come_back_as_a_real_one(tmp_path):
    bare = replace(HARD, title="Quotes alone", title_is_derived=True, authors=(), identifiers={})
    (back,) = written_and_read([bare], "jsonl", "jsonl", tmp_path)
    assert back.title_is_derived


def test_bibtex_keys_are_plain_and_depend_on_the_paper(invented_papers):
    keys = export.citation_keys([HARD, *invented_papers])
    assert keys[0] == "vanderschaar199950"
    assert keys[1] == "marsh2025kestrelkv"
    assert all(re.fullmatch(r"[a-z0-9-]+", key) for key in keys)


def test_papers_that_would_share_a_key_get_their_ids():
    twin = replace(HARD, id="pfedcba9876543210")
    assert export.citation_keys([HARD, twin]) == [
        "vanderschaar199950-p01234",
        "vanderschaar199950-pfedcb",
    ]


def test_bibtex_braces_are_balanced_whatever_the_text():
    text = export.to_bibtex([replace(HARD, abstract="Braces } and {{ alone, @misc{x}.")])
    assert text.count("{") == text.count("}")
    assert "\\{" not in text
    assert "\\}" not in text


def test_bibtex_keeps_capitals_of_names_and_particles_of_families():
    text = export.to_bibtex([HARD])
    assert "{DNA-Based}" in text
    assert "author = {van der Schaar, Mihaela and " in text
    assert " and {Plato} and " in text


def test_a_conversation_as_markdown_has_references_that_its_markers_lead_to(invented_papers):
    said = "It is *fast* [1] and small [2]."
    cited = (AnswerPaper(1, HARD, 0.9), AnswerPaper(2, invented_papers[0], 0.8))
    answers = [
        Answer("answered", said, "How fast_is it?", papers=cited, notes=("Searched for: it",)),
        Answer("chat", "You are welcome.", "Thanks <b>!"),
    ]
    text = export.to_markdown(answers)
    assert "## How fast\\_is it?" in text
    assert "It is \\*fast\\* [\\[1\\]](#ref-1) and small [\\[2\\]](#ref-2)." in text
    assert text.count('<a id="ref-1"></a>') == text.count('<a id="ref-2"></a>') == 1
    assert "Thanks \\<b\\>!" in text
    assert "*Searched for: it*" in text
    assert "<https://example.org/a_b?c=%7B1%7D&d=2#e>" in text


def test_the_command_writes_a_file_that_names_what_was_asked(built, invented_papers, tmp_path):
    file = tmp_path / "refs.bib"
    title = invented_papers[0].title
    command = ["export", title, "--index", str(built), "--output", str(file)]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output
    assert "1 paper written to" in shown.output
    text = file.read_text(encoding="utf-8")
    assert text.count("@inproceedings{") == 1
    assert "KestrelKV" in text


def test_the_command_prints_every_paper_of_a_venue(built):
    command = ["export", "--format", "csl-json", "--venue", "neurips", "--index", str(built)]
    items = json.loads(CliRunner().invoke(app, command).stdout)
    assert {item["container-title"] for item in items} == {"NeurIPS"}


def test_a_paper_that_is_not_here_and_a_file_that_cannot_be_written_are_told(built, tmp_path):
    shown = CliRunner().invoke(app, ["export", "no such paper", "--index", str(built)])
    assert shown.exit_code == 1
    target = str(tmp_path / "none" / "refs.bib")
    shown = CliRunner().invoke(app, ["export", "--index", str(built), "-o", target])
    assert shown.exit_code == 1


def test_a_paper_is_exported_by_the_name_that_it_coined(built: Path):
    told = CliRunner().invoke(app, ["export", "beaverbench", "--index", str(built)])
    assert told.exit_code == 0
    assert told.output.count("\n  title = ") == 1
    assert "BeaverBench" in told.output
