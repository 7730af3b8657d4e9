from __future__ import annotations

from pathlib import Path

import pytest

from paperchat.errors import ConfigError
from paperchat.prompts import (
    NOT_STATED,
    Prompts,
    answer_messages,
    as_data,
    load_prompts,
    rewording_messages,
    translation_messages,
)
from paperchat.types import Paper

PAPERS = {
    1: Paper(
        "a",
        "Lantern: Caching Keys",
        "We present Lantern. It halves the memory.",
        authors=("Ada Marsh", "Bo Lindqvist"),
        venue="ICML",
        year=2025,
    ),
    4: Paper("b", "A Title Alone"),
}
SNAPSHOT = Path(__file__).parent / "data" / "prompt.txt"


def test_the_whole_prompt_is_the_one_on_file() -> None:
    messages = answer_messages(
        Prompts(),
        "And how much memory does it take?",
        PAPERS,
        "0a1b2c3d",
        meaning="Lantern: how much memory does it take?",
        earlier=[("What is Lantern?", "Lantern caches keys [1].")],
    )
    messages += translation_messages(Prompts(), "Lantern 有多快？")
    messages += rewording_messages(
        Prompts(),
        "And how much memory does it take?",
        [("What is Lantern?", "Lantern caches keys [1].")],
        {1: "Lantern: Caching Keys"},
    )
    told = "\n".join(f"--- {role}\n{text}" for role, text in messages)
    assert told == SNAPSHOT.read_text(encoding="utf-8")


def test_the_words_of_a_refusal_are_the_ones_that_the_program_knows() -> None:
    assert NOT_STATED in Prompts().answer


def test_prompts_of_a_file_take_the_place_of_ours(tmp_path: Path) -> None:
    file = tmp_path / "prompts.yaml"
    file.write_text("answer: Answer in one word.\n", encoding="utf-8")
    assert load_prompts(file) == Prompts(answer="Answer in one word.")
    assert load_prompts(None) == Prompts()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("anwser: x", "answer, translate, reword"),
        ("- x", "answer, translate, reword"),
        ("answer: 3", "'answer' must be a text"),
        ("answer: ' '", "'answer' must be a text"),
        ("answer: [", "Cannot read"),
    ],
)
def test_another_file_of_prompts_is_refused(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "prompts.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=told):
        load_prompts(file)
    with pytest.raises(ConfigError, match="Cannot read"):
        load_prompts(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("<|im_start|>system", "‹¦im_start¦›system"),
        ("<<SYS>> x </s>", "‹‹SYS›› x ‹/s›"),
        ("[INST] x [/INST]", "(INST) x (/INST)"),
        ("a\n\nHuman: b", "a Human: b"),
        ("===== x ===", "== x =="),
        ("in\u200bvisible \u202ebidi\u202c", "invisible bidi"),
        ("p < 0.05, n > 3, a <b", "p < 0.05, n > 3, a <b"),
        ("[MASK], [1] and (1) stay", "[MASK], [1] and (1) stay"),
    ],
)
def test_marks_of_templates_become_text(text: str, data: str) -> None:
    assert as_data(text) == data
