from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paperchat.cli import app
from paperchat.errors import ReadingError
from paperchat.evaluation import failures, read_cases, run_cases, summary
from paperchat.types import Answer

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
    assert {outcome.case.id: why for outcome, why in failures(outcomes)} == {
        "fact": "fact missing",
        "other": "right paper not cited",
        "absent": "refused (not_in_corpus)",
        "near": "answered, should be refused",
    }


def test_no_questions_no_counts():
    counts = summary([])
    assert (counts["answerable"], counts["median_words"], counts["median_seconds"]) == (0, 0, 0)


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
