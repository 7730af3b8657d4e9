from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paperchat.cli.commands import app
from paperchat.errors import ReadingError
from paperchat.evaluation.conversations import read_conversations

CONVERSATIONS = [
    {
        "id": "kestrel",
        "turns": [
            {"question": "What is KestrelKV?", "must_cite": ["invented.jsonl#1"]},
            {
                "question": "How much faster is it?",
                "must_cite": ["invented.jsonl#1"],
                "answer_must_match": [r"3\.4 TIMES"],
            },
            {"question": "Thanks!", "must_cite": [], "status": "chat"},
        ],
    },
    {
        "id": "wrong",
        "turns": [
            {"question": "What is MossSets?", "must_cite": ["invented.jsonl#2"]},
            {
                "question": "And FooBar?",
                "must_cite": ["invented.jsonl#2"],
                "answer_must_match": ["no such fact"],
            },
            {"question": "What about the sun?", "must_cite": [], "status": "chat"},
            {"question": "How do I renew my passport?", "must_cite": ["invented.jsonl#1"]},
        ],
    },
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "conversations.jsonl"
    written.write_text("\n".join(map(json.dumps, CONVERSATIONS)), encoding="utf-8")
    return written


def test_the_command_counts_right_turns_beside_each_question_alone(built, file):
    command = ["evaluate", "conversations", str(file), "--index", str(built)]
    told = json.loads(CliRunner().invoke(app, [*command, "--json"]).output)
    assert {key: told[key] for key in ("conversations", "turns", "right", "right_alone")} == {
        "conversations": 2,
        "turns": 7,
        "right": 3,
        "right_alone": 2,
    }
    assert told["by_status"]["answered"] == {"turns": 5, "right": 2}
    assert told["by_status"]["chat"] == {"turns": 2, "right": 1}
    whys = {failure["id"]: failure["why"] for failure in told["failures"]}
    assert whys["wrong#1"] == "right paper not cited"
    assert whys["wrong#2"] == "fact missing"
    assert whys["wrong#3"].startswith("should be chat, was ")
    assert whys["wrong#4"] == "should be answered, was not_in_corpus"
    shown = CliRunner().invoke(app, command).output
    assert "3 of 7" in shown
    assert "each question alone" in shown
    assert "wrong#2: fact missing: And FooBar?" in shown


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("[]", "not a JSON object"),
        ('{"id": "x"}', "turns"),
        ('{"turns": ["?"]}', "a turn is a JSON object"),
        ('{"turns": [{"question": "?", "cites": []}]}', "'cites'"),
        ('{"turns": [{"question": "?", "must_cite": "a#1"}]}', "are lists"),
        ('{"turns": [{"question": "?", "status": "sure"}]}', "`status` is one of answered"),
        ('{"turns": [{"question": "?", "answer_must_match": ["("]}]}', "line 1"),
    ],
)
def test_a_line_that_is_no_conversation_is_told(tmp_path, line, why):
    file = tmp_path / "spoilt.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(ReadingError, match="line 1: not a conversation") as told:
        read_conversations(file)
    assert why in str(told.value)
