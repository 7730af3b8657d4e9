"""How the support of a sentence is told where nothing but text can be shown."""

from __future__ import annotations

from paperchat.answers import Answer
from paperchat.cli.terminal import show_answer
from paperchat.export import to_markdown
from paperchat.labels import marked
from paperchat.types import Sentence

SAID = (
    Sentence("It is fast. [1]", "supported"),
    Sentence("It is free [1].", "unsupported"),
    Sentence("It is fast. [1]", "weak"),
    Sentence("It was never said.", "unsupported"),
)
TEXT = "It is fast. [1] It is free [1].\n\nIt is fast. [1]"
ANSWER = Answer("partial", TEXT, "How is it?", sentences=SAID)


def test_a_sentence_that_lacks_support_says_so():
    assert marked(ANSWER) == (
        "It is fast. [1] It is free [1]. (not supported by the abstracts)\n\n"
        "It is fast. [1] (weakly supported)"
    )


def test_exports_and_terminals_show_the_marks(capsys):
    assert "(not supported by the abstracts)" in to_markdown([ANSWER])
    show_answer(ANSWER)
    assert "(not supported by the abstracts)" in " ".join(capsys.readouterr().out.split())
