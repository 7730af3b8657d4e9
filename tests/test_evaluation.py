from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paperchat.answers import Answer
from paperchat.cli.commands import app
from paperchat.errors import ReadingError
from paperchat.evaluation.answers import read_cases, run_cases, summary

QUESTIONS = [
    {
        "id": "speed",
        "question": "How much faster does KestrelKV decode?",
        "source": "invented.jsonl",
        "paragraph": 1,
        "answer_must_match": [r"3\.4 TIMES"],
    },
    {
        "id": "fact",
        "question": "What does FooBar lower?",
        "source": "invented.jsonl",
        "paragraph": 2,
        "answer_must_match": ["no such fact"],
    },
    {
        "id": "other",
        "question": "What is MossSets?",
        "source": "invented.jsonl",
        "paragraph": 7,
        "answer_must_match": [],
    },
    {
        "id": "absent",
        "question": "Which wine goes with pizza in Naples?",
        "source": "invented.jsonl",
        "paragraph": 3,
    },
    {"id": "off", "question": "Who won the cup?", "answerable": False, "kind": "off_topic"},
    {"id": "near", "question": "What is OtterNet?", "answerable": False, "kind": "near_topic"},
]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    file = tmp_path / "questions.jsonl"
    lines = [json.dumps(question) for question in QUESTIONS]
    file.write_text("\ufeff" + "\n\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_answers_are_counted_by_what_is_right_with_them(assistant, questions):
    outcomes = run_cases(assistant.ask, read_cases(questions))
    counts = summary(outcomes)
    assert counts["answerable"] == 4
    assert counts["answered"] == 3
    assert counts["right_paper_first"] == counts["right_paper_cited"] == 2
    assert counts["facts_present"] == 2  # a fact that nothing is cited for is none
    assert counts["refused"] == {
        "near_topic": {"asked": 1, "refused": 0},
        "off_topic": {"asked": 1, "refused": 1},
    }
    assert counts["median_words"] > 5
    assert counts["median_seconds"] > 0
    assert counts["wrongly_refused"] == 1
    assert counts["refusal_precision"] == 0.5
    assert counts["refusal_recall"] == 0.5
    assert counts["refusal_f1"] == 0.5
    assert counts["citation_precision"] == counts["citation_recall"] == 1.0
    assert {outcome.case.id: outcome.why for outcome in outcomes if outcome.why} == {
        "fact": "fact missing",
        "other": "right paper not cited",
        "absent": "refused (not_in_corpus)",
        "near": "should be refused, was answered",
    }


def test_no_questions_no_counts():
    counts = summary([])
    assert (counts["answerable"], counts["median_words"], counts["median_seconds"]) == (0, 0, 0)
    assert counts["refusal_precision"] is counts["citation_recall"] is None


def test_a_citation_that_does_not_carry_its_sentence_costs_precision(assistant, questions):
    case = read_cases(questions)[0]
    right = assistant.ask(case.question)
    said = right.sentences[0]
    loose = replace(said, text="It plays the violin. [1]", support="unsupported")
    bare = replace(said, text="It is famous.", citations=())
    mixed = replace(right, sentences=(said, loose, bare))
    counts = summary(run_cases(lambda question: mixed, [case]))
    assert counts["citation_precision"] == 0.5  # of two citations one carries
    assert counts["citation_recall"] == 0.6667  # of three claims two have one


def test_no_answer_at_all_is_no_refusal(questions):
    case = read_cases(questions)[-1]
    failed = Answer("failed", "The model could not be reached.", case.question)
    (outcome,) = run_cases(lambda question: failed, [case])
    assert (outcome.refused, outcome.why) == (False, "should be refused, was failed")


def test_words_of_the_question_prove_no_fact(questions):
    case = read_cases(questions)[0]
    echo = Answer("answered", "You asked whether it is 3.4 times faster.", case.question)
    (outcome,) = run_cases(lambda question: echo, [case])
    assert not outcome.facts


@pytest.mark.parametrize(
    "line",
    [
        "{broken",
        '{"id": "no question", "answerable": false}',
        '{"question": "no source"}',
        '{"question": "no place", "source": "a.txt"}',
        '{"question": "q", "source": "a.txt", "paragraph": 1, "answer_must_match": ["("]}',
        '["a", "list"]',
        '"a string"',
        "3",
    ],
)
def test_a_line_that_is_no_question_is_named(tmp_path, line):
    file = tmp_path / "bad.jsonl"
    file.write_text(f"{json.dumps(QUESTIONS[0])}\n\n{line}\n", encoding="utf-8")
    with pytest.raises(ReadingError, match=r"bad\.jsonl, line 3: not a question") as told:
        read_cases(file)
    assert "\n" not in str(told.value)


def test_a_file_in_another_encoding_is_refused_by_name(tmp_path):
    file = tmp_path / "latin.jsonl"
    file.write_bytes(b'{"question": "caf\xe9"}\n')
    with pytest.raises(ReadingError, match=r"latin\.jsonl is not UTF-8"):
        read_cases(file)


def test_other_line_ends_inside_a_question_do_not_end_it(tmp_path):
    file = tmp_path / "ends.jsonl"
    question = {**QUESTIONS[0], "question": "What\u2028does it do?"}
    file.write_text(json.dumps(question, ensure_ascii=False), encoding="utf-8")
    assert [case.question for case in read_cases(file)] == ["What\u2028does it do?"]


def test_evaluate_answers_prints_a_table_and_what_went_wrong(built, questions):
    shown = CliRunner().invoke(app, ["evaluate", "answers", str(questions), "--index", str(built)])
    assert shown.exit_code == 0, shown.output
    rows = [" ".join(line.split()) for line in shown.stdout.splitlines()]
    assert "right paper cited first 2 of 4" in rows
    assert "refused: off_topic 1 of 1" in rows
    assert "fact: fact missing: What does FooBar lower?" in rows


def test_evaluate_answers_as_json(built, questions):
    command = ["evaluate", "answers", str(questions), "--index", str(built), "--json"]
    counts = json.loads(CliRunner().invoke(app, command).stdout)
    assert counts["right_paper_first"] == 2
    assert [failure["id"] for failure in counts["failures"]] == ["fact", "other", "absent", "near"]


def test_evaluate_answers_as_a_page_to_read(built, questions, tmp_path):
    page = tmp_path / "report.html"
    command = ["evaluate", "answers", str(questions), "--index", str(built), "--html", str(page)]
    assert CliRunner().invoke(app, command).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "4 of 6 went wrong" in text
    assert "<td>right paper cited first<td>2 of 4" in text
    wrong, _, right = text.partition("The others")
    assert wrong.count("<details open>") == 4
    assert "What does FooBar lower?" in wrong
    assert "fact missing" in wrong
    assert "no such fact" in wrong  # what was expected
    assert "How much faster does KestrelKV decode?" in right
    assert "3.4 times" in right  # what was answered
    assert "http" not in text  # nothing is fetched


def test_a_page_shows_markup_as_text(built, tmp_path):
    file = tmp_path / "q.jsonl"
    question = {"question": "<script>x()</script>?", "answerable": False}
    file.write_text(json.dumps(question), encoding="utf-8")
    page = tmp_path / "report.html"
    command = ["evaluate", "answers", str(file), "--index", str(built), "--html", str(page)]
    assert CliRunner().invoke(app, command).exit_code == 0
    assert "<script>" not in page.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_is_told(built, questions, tmp_path):
    page = tmp_path / "no-such-folder" / "report.html"
    command = ["evaluate", "answers", str(questions), "--index", str(built), "--html", str(page)]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 1
