"""Follow-ups that a scripted model words so that they stand alone, as a user gets them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from invented import RECORDS
from paperchat.answers import Answer
from paperchat.assistant import Assistant
from paperchat.embedding import Embedder
from paperchat.events import Searching
from paperchat.index import Index
from paperchat.models import ModelChoices
from scripted import Prompt, ScriptedModel

Said = str | Sequence[str | Exception]

KESTREL, FOOBAR = (str(record["title"]) for record in RECORDS[:2])
NOTE = "The model gave no wording of this follow-up that could be used"


def asks_to_reword(prompt: Prompt) -> bool:
    return "Last question:" in prompt.last


class Talk:
    """A conversation with a model that words follow-ups as a test wants, and names its papers."""

    def __init__(self, built: Path, embedder: Embedder, wording: Callable[[Prompt], Said]) -> None:
        def script(prompt: Prompt) -> Said:
            if asks_to_reword(prompt):
                return wording(prompt)
            paper = prompt.papers[0]
            return f"This is about {paper.title.split(':')[0]} [{paper.number}]."

        self.model = ScriptedModel(script=script)
        self.assistant = Assistant(Index(built, embedder), models=ModelChoices(self.model))
        self.talk = self.assistant.conversation()

    def ask(self, *questions: str) -> Answer:
        """The answer to the last question."""
        return [self.talk.ask(question) for question in questions][-1]

    @property
    def reworded(self) -> list[Prompt]:
        return [prompt for prompt in self.model.prompts if asks_to_reword(prompt)]


Make = Callable[[Callable[[Prompt], Said] | Said], Talk]


@pytest.fixture
def talk(built: Path, embedder: Embedder) -> Make:
    def make(said: Callable[[Prompt], Said] | Said) -> Talk:
        wording = said if callable(said) else lambda _: said
        return Talk(built, embedder, wording)

    return make


def test_a_follow_up_is_searched_as_the_model_words_it(talk: Make):
    wording = "By how much does the memory of KestrelKV fall?"
    held = talk(wording)
    answer = held.ask("What is KestrelKV?", "and by how much does its memory fall?")
    assert answer.search_query == wording
    assert [listed.paper.title for listed in answer.papers] == [KESTREL]
    assert f"In full: {wording}" in held.model.prompts[-1].last
    assert answer.question == "and by how much does its memory fall?"
    assert not any(NOTE in note for note in answer.notes)
    (prompt,) = held.reworded
    assert f"Paper [1]: {KESTREL}" in prompt.last
    assert "Reader: What is KestrelKV?" in prompt.last
    assert prompt.last.endswith("Last question: and by how much does its memory fall?")


def test_what_is_searched_is_told_before_the_answer(talk: Make):
    held = talk("Why does FooBar work?")
    held.ask("What is FooBar?")
    assert Searching("Why does FooBar work?") in list(held.talk.stream("why does it work?"))


def test_the_model_may_mean_another_paper_and_the_rules_paper_is_shown_too(talk: Make):
    held = talk("Does FooBar see the key?")
    answer = held.ask("What is FooBar?", "What is KestrelKV?", "does it see the key?")
    shown = [paper.title for paper in held.model.prompts[-1].papers]
    assert shown == [FOOBAR, KESTREL]
    assert [listed.paper.title for listed in answer.papers] == [FOOBAR]
    assert held.talk.history.turns[-1].subjects == (answer.papers[0].paper.id,)


@pytest.mark.parametrize(
    "question",
    ["What does FooBar lower?", "compare the two", "hello", "Which papers are about bees?"],
)
def test_a_question_that_stands_alone_is_not_reworded(talk: Make, question: str):
    held = talk("Never asked?")
    held.ask("What is KestrelKV?", "What is FooBar?", question)
    assert held.reworded == []


@pytest.mark.parametrize(
    "wording",
    [
        "",
        "One line?\nAnother?",
        "It falls from 24 GB to 9 GB.",
        "How much does the memory of ZebraCache fall with 24 GB?",
        "How much does the memory of ZebraCache fall with 3 tasks?",
        "KestrelKV takes less memory [1].",
        "What is the colour of KestrelKV?",
        "How much does memory fall with 24 GB " + "and so on " * 60 + "?",
        [ConnectionError("gone")],
    ],
)
def test_a_wording_that_cannot_be_trusted_is_not_used(talk: Make, wording: Said):
    question = "How much does its memory fall from the 24 GB?"
    answer = talk(wording).ask("What is KestrelKV?", question)
    assert answer.search_query == f"KestrelKV: {question}"
    assert [listed.paper.title for listed in answer.papers] == [KESTREL]
    assert any(NOTE in note for note in answer.notes)


@pytest.mark.parametrize(
    ("wording", "used"),
    [
        ("What does KestrelKV forget?", True),
        ("What does FooBar forget?", False),
        ("What does [1] forget?", True),
        ("What does [2] forget?", False),
    ],
)
def test_a_number_stays_or_becomes_the_name_of_its_paper(talk: Make, wording: str, used: bool):
    answer = talk(wording).ask("What is KestrelKV?", "What is FooBar?", "What does [1] forget?")
    assert (answer.search_query == wording) == used


def test_a_slow_model_is_not_waited_for(talk: Make, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("paperchat.answering.generating.rewording._PATIENCE", 0.2)

    def slow(prompt: Prompt) -> Said:
        time.sleep(0.5)
        return "By how much does the memory of KestrelKV fall?"

    answer = talk(slow).ask("What is KestrelKV?", "by how much does its memory fall?")
    assert answer.search_query == "KestrelKV: by how much does its memory fall?"
    assert any(NOTE in note for note in answer.notes)


def test_what_the_wording_took_counts(talk: Make):
    alone = talk("").ask("What is KestrelKV?")
    answer = talk("Why does KestrelKV help?").ask("What is KestrelKV?", "why does it help?")
    assert alone.usage is not None and answer.usage is not None
    assert answer.usage.output_tokens == 2 * (alone.usage.output_tokens or 0)
