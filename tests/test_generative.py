"""Answers that a scripted model writes, as a user gets them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from invented import RECORDS
from misbehaving import Case, answered, cases, faults
from paperchat.answering.generating.fitting import PAPERS_SHOWN, Request, Writer, fit
from paperchat.answering.generating.generative import Written
from paperchat.answering.generating.trust import reporting
from paperchat.answers import Answer, Usage
from paperchat.assistant import Assistant
from paperchat.embedding import Embedder
from paperchat.events import Done, Event, Retracted, Text
from paperchat.index import Index
from paperchat.models import ModelChoices, load_model
from paperchat.prompts import NOT_STATED, Prompts
from paperchat.types import Paper, SearchResult
from poisoned import ORDERS
from scripted import Prompt, ScriptedModel

QUESTION = "How much faster does KestrelKV decode?"
FACT = "KestrelKV decodes 3.4 times faster on three summarisation tasks [1]."


class Asking:
    """An assistant whose model says what a test wants, and what that model was sent."""

    def __init__(self, built: Path, embedder: Embedder, script: Callable[[Prompt], Any]) -> None:
        self.model = ScriptedModel(script=script)
        self.assistant = Assistant(Index(built, embedder), models=ModelChoices(self.model))

    def events(self, question: str = QUESTION) -> list[Event]:
        with self.assistant:
            return list(self.assistant.stream(question))

    def answer(self, question: str = QUESTION) -> Answer:
        (*_, done) = events = self.events(question)
        assert isinstance(done, Done)
        shown = ""
        for event in events:
            match event:
                case Text(piece):
                    shown += piece
                case Retracted():
                    shown = ""
        assert shown == done.answer.text
        for sentence in done.answer.sentences:
            assert sentence.text in shown
        return done.answer


@pytest.fixture
def asking(built: Path, embedder: Embedder) -> Callable[[Any], Asking]:
    """Makes an assistant with a scripted model; a text is said whatever is asked."""

    def make(script: Any) -> Asking:
        said = script if callable(script) else lambda prompt: script
        return Asking(built, embedder, said)

    return make


Make = Callable[[Any], Asking]


def test_an_answer_is_cited_checked_and_counted(asking: Make) -> None:
    answer = asking(FACT).answer()
    assert answer.status == "answered"
    assert answer.text == FACT
    assert answer.model == "scriptedmodel"
    (sentence,) = answer.sentences
    assert sentence.support == "supported"
    (citation,) = sentence.citations
    assert any("3.4 times faster" in quote.text for quote in citation.quotes)
    (listed,) = answer.papers
    assert (listed.number, listed.paper.title[:9]) == (1, "KestrelKV")
    assert answer.usage == Usage(100, 20, answer.usage.seconds if answer.usage else 0)
    assert json.loads(json.dumps(answer.to_dict()))["usage"]["input_tokens"] == 100


def test_each_sentence_has_its_own_support_and_the_notes_count(asking: Make) -> None:
    answer = asking(
        f"{FACT} It decodes 9.9 times faster [1]. Cats are mammals. KestrelKV runs on Mars [8]. "
        "The abstracts do not say which GPU was used."
    ).answer()
    assert answer.status == "partial"
    assert [sentence.support for sentence in answer.sentences] == [
        "supported",
        "unsupported",
        "unsupported",
        "unsupported",
        "none_needed",
    ]
    assert answer.notes == (
        "3 of 4 statements are not supported by the abstracts.",
        "A part of the question is open: The abstracts do not say which GPU was used.",
        "1 citation was removed: it named no paper that the model was shown.",
    )
    assert "[8]" not in answer.text


def test_a_sentence_without_marker_gets_one_when_a_paper_carries_it(asking: Make) -> None:
    answer = asking("Memory falls from 24 GB to 9 GB.").answer()
    assert answer.text == "Memory falls from 24 GB to 9 GB. [1]"
    assert answer.sentences[0].support == "supported"


def test_without_a_relevant_paper_the_model_is_not_asked(asking: Make) -> None:
    ask = asking(FACT)
    answer = ask.answer("What is the best pizza in Naples?")
    assert (answer.status, answer.model, answer.usage) == ("not_in_corpus", "extractive", None)
    assert not ask.model.prompts
    ask = asking(FACT)
    assert ask.answer("Hello!").status == "chat"
    assert not ask.model.prompts


@pytest.mark.parametrize("said", [NOT_STATED, "I'm sorry, but I cannot help with that."])
def test_a_model_that_finds_nothing_is_told_by_status(asking: Make, said: str) -> None:
    answer = asking(said).answer()
    assert (answer.status, answer.text) == ("not_stated", said)
    assert not answer.papers
    assert answer.nearest[0].paper.title.startswith("KestrelKV")
    unnamed = asking(said).answer("Which way of paraphrasing erases watermarks?")
    assert unnamed.status == "not_in_corpus"


def test_thinking_aloud_is_retracted(asking: Make) -> None:
    answer = asking(f"Let me see. The user asks about speed. So be it.</think>{FACT}").answer()
    assert answer.text == FACT


@pytest.mark.parametrize("kept", ["", f"{FACT} It also"])
def test_a_model_that_fails_leaves_what_it_said_and_the_papers_own_words(
    asking: Make, kept: str
) -> None:
    answer = asking(lambda prompt: [kept, ConnectionError("gone")]).answer()
    assert answer.status == "failed"
    assert answer.text.startswith(kept)
    assert "What the papers themselves say:" in answer.text
    assert "decodes 3.4 times faster and keeps 99% of the quality. [1]" in answer.text
    assert [listed.number for listed in answer.papers] == [1]
    assert sum("gone" in sentence.text for sentence in answer.sentences) == 1


def test_a_reply_without_words_is_a_failure(asking: Make) -> None:
    answer = asking("```\n```").answer()
    assert answer.status == "failed"
    assert "answered without a word" in answer.text


def test_stopping_an_answer_stops_the_model(built: Path, embedder: Embedder) -> None:
    sent = []

    def script(prompt: Prompt) -> Sequence[str]:
        return Endless(sent)

    ask = Asking(built, embedder, script)
    ask.model.pause = 0.005

    async def first_words() -> None:
        async with aclosing(ask.assistant.astream(QUESTION)) as events:
            async for event in events:
                if isinstance(event, Text):
                    return

    with ask.assistant:
        asyncio.run(first_words())
    assert len(sent) < 1000


class Endless(Sequence[str]):
    """A reply that goes on and on, and counts."""

    def __init__(self, sent: list[int]) -> None:
        self._sent = sent

    def __len__(self) -> int:
        return 10_000

    def __getitem__(self, at: Any) -> Any:
        if at >= len(self):
            raise IndexError
        self._sent.append(at)
        return f"Sentence {at} says this. "


def test_papers_keep_their_numbers_and_earlier_turns_are_told(asking: Make) -> None:
    def script(prompt: Prompt) -> str:
        (paper,) = prompt.papers
        name = paper.title.split(":")[0]
        return f"This is about {name} [{paper.number}]."

    ask = asking(script)
    with ask.assistant:
        talk = ask.assistant.conversation()
        first = talk.ask("What is KestrelKV?")
        second = talk.ask("What is MossSets?")
        third = talk.ask("And how much memory does the first one take?")
    assert [answer.papers[0].number for answer in (first, second, third)] == [1, 2, 1]
    roles = [role for role, _ in ask.model.prompts[-1].messages]
    assert roles == ["system", "human", "ai", "human", "ai", "human"]
    assert ask.model.prompts[-1].messages[2][1] == "This is about KestrelKV [1]."
    assert "In full:" in ask.model.prompts[-1].last


def test_only_papers_that_are_cited_take_a_number(asking: Make) -> None:
    def script(prompt: Prompt) -> str:
        paper = prompt.papers[-1]
        return f"This is about {paper.title.split(':')[0]} [{paper.number}]."

    ask = asking(script)
    with ask.assistant:
        talk = ask.assistant.conversation()
        first = talk.ask("How can decoding with a language model be made faster?")
        second = talk.ask("What is MossSets?")
    shown = ask.model.prompts[0].papers
    assert [paper.number for paper in shown] == [1, 2]
    assert first.text == f"This is about {shown[1].title.split(':')[0]} [1]."
    assert [(one.number, one.paper.title) for one in first.papers] == [(1, shown[1].title)]
    assert [one.number for one in first.sentences[0].citations] == [1]
    assert second.text == "This is about MossSets [2]."
    assert [paper.number for paper in ask.model.prompts[1].papers] == [2]
    assert len(talk.history.register) == 2


def test_each_piece_comes_with_its_checked_sentence_and_the_papers_it_cites(asking: Make) -> None:
    *events, done = asking(f"{FACT} It decodes 9.9 times faster [1].").events()
    assert isinstance(done, Done)
    pieces = [event for event in events if isinstance(event, Text)]
    assert tuple(piece.sentence for piece in pieces) == done.answer.sentences
    assert [piece.papers for piece in pieces] == [done.answer.papers] * 2


def test_what_was_said_before_a_stop_keeps_its_numbers(asking: Make) -> None:
    def script(prompt: Prompt) -> Sequence[str]:
        paper = prompt.papers[0]
        return [f"This is about {paper.title.split(':')[0]} [{paper.number}]. ", "And it goes on. "]

    ask = asking(script)
    with ask.assistant:
        talk = ask.assistant.conversation()
        events = talk.stream(QUESTION)
        stopped = next(event for event in events if isinstance(event, Text))
        events.close()
        second = talk.ask("What is MossSets?")
    assert stopped.piece == "This is about KestrelKV [1]."
    assert second.text.startswith("This is about MossSets [2].")


def test_turns_that_gave_no_answer_are_not_told(asking: Make) -> None:
    said = iter(["It is [1]. ", FACT])
    fails = iter([True, False])

    def script(prompt: Prompt) -> list[str | Exception]:
        return [next(said), *([ConnectionError("gone")] if next(fails) else [])]

    ask = asking(script)
    with ask.assistant:
        talk = ask.assistant.conversation()
        statuses = [talk.ask(question).status for question in ("Hello!", QUESTION, QUESTION)]
    assert statuses == ["chat", "failed", "answered"]
    assert [role for role, _ in ask.model.prompts[-1].messages] == ["system", "human"]


def test_a_question_in_another_script_is_searched_in_english(asking: Make) -> None:
    def script(prompt: Prompt) -> str:
        if prompt.messages[0][1].startswith("Translate"):
            return "How much faster does KestrelKV decode?"
        return "KestrelKV 的解码速度快 3.4 倍[1]。"

    ask = asking(script)
    answer = ask.answer("KestrelKV 的解码快多少？")
    assert answer.search_query == "How much faster does KestrelKV decode?"
    assert "Question: KestrelKV 的解码快多少？" in ask.model.prompts[-1].last
    assert answer.usage is not None and answer.usage.output_tokens == 40
    assert [listed.number for listed in answer.papers] == [1]


def test_an_answer_in_another_script_says_that_its_meaning_was_not_checked(asking: Make) -> None:
    answer = asking("KestrelKV 的解码速度快 3.4 倍 [1]。它在火星上运行 [1]。").answer()
    assert answer.status == "partial"
    assert [sentence.support for sentence in answer.sentences] == ["weak", "unsupported"]
    assert answer.notes == (
        "2 of 2 statements are in another script than the abstracts: names and numbers were "
        "looked up there, the meaning could not be checked.",
    )


def test_a_comparison_in_another_script_tells_what_its_translation_took(asking: Make) -> None:
    answer = asking("Compare KestrelKV and FooBar on memory").answer(
        "请把 KestrelKV 与 FooBar 的内存需求对照一下吧"
    )
    assert answer.table is not None
    assert answer.usage is not None and answer.usage.output_tokens == 40


@pytest.mark.parametrize("translated", ["How much faster is it?", "KestrelKV 快多少", "a\nb", ""])
def test_a_translation_that_loses_the_name_is_not_used(asking: Make, translated: str) -> None:
    def script(prompt: Prompt) -> str:
        return translated if prompt.messages[0][1].startswith("Translate") else FACT

    answer = asking(script).answer("KestrelKV 的速度多快？")
    assert "KestrelKV" in answer.search_query
    assert answer.search_query != translated
    assert answer.papers[0].number == 1


def test_papers_and_turns_that_do_not_fit_are_left_out_whole() -> None:
    model = replace(load_model(ScriptedModel(script=str)), context=2300, max_tokens=500)
    papers = [Paper(str(at), f"Title {at}", "word " * 150) for at in range(10)]
    results = [SearchResult(paper, (), 0.9) for paper in papers]
    earlier = [(f"Question {at}?", "answer " * 40) for at in range(5)]
    fitting = fit(Writer(model, Prompts()), Request("What?", "", results, earlier))
    assert 1 < len(fitting.results) < PAPERS_SHOWN
    assert list(fitting.results) == results[: len(fitting.results)]
    assert list(fitting.earlier) == earlier[len(earlier) - len(fitting.earlier) :]
    assert fitting.notes[0] == (
        f"The model read the {len(fitting.results)} most relevant of {PAPERS_SHOWN} papers: more "
        "do not fit it."
    )
    roomy = replace(model, context=100_000)
    whole = fit(Writer(roomy, Prompts()), Request("What?", "", results, earlier))
    assert (len(whole.results), len(whole.earlier), whole.notes) == (PAPERS_SHOWN, 5, ())
    tight = replace(model, context=600)
    assert len(fit(Writer(tight, Prompts()), Request("What?", "", results)).results) == 1


@pytest.mark.parametrize("order", ORDERS)
def test_orders_in_an_abstract_carry_nothing(order: str) -> None:
    abstract = f"We measure rivers for a year. {order} The error stays below 4%."
    paper = reporting(Paper("a", "Rivers", abstract))
    assert order not in paper.abstract
    assert len(paper.abstract) == len(abstract)
    whole = "We measure rivers for a year. The error stays below 4%."
    assert paper.abstract.split() == whole.split()


@pytest.mark.parametrize("record", RECORDS)
def test_what_abstracts_report_carries(record: dict[str, Any]) -> None:
    paper = Paper("a", record["title"], record["abstract"])
    assert reporting(paper) == paper


def test_what_misbehaving_models_say_is_marked_right(embedder: Embedder) -> None:
    papers = [
        Paper(str(at), str(record["title"]), str(record["abstract"]))
        for at, record in enumerate(RECORDS)
    ]
    made = list(cases(papers))[::2]
    assert len({case.kind for case in made}) >= 8

    async def judged(case: Case) -> list[str]:
        async with aclosing(answered(case, embedder)) as events:
            written = [event async for event in events][-1]
        assert isinstance(written, Written)
        return faults(case, written)

    wrong = [fault for case in made for fault in asyncio.run(judged(case))]
    assert len(wrong) <= 0.05 * len(made), wrong


SUMMARY = "KestrelKV decodes 3.4 times faster [1]. FooBar lowers the detection rate to 12% [2]."


def test_a_comparison_is_summed_up_by_the_model_and_its_table_stays(asking: Make) -> None:
    alone = asking("").assistant.compare(["KestrelKV", "FooBar"])
    answer = asking(SUMMARY).answer("Compare KestrelKV and FooBar")
    assert answer.table == alone.table
    assert answer.text == f"{alone.text}\n\n{SUMMARY}"
    assert answer.status == "answered"
    assert [one.support for one in answer.sentences[-2:]] == ["supported", "supported"]
    assert [one.citations[0].number for one in answer.sentences[-2:]] == [1, 2]
    assert answer.model != "extractive"
    assert answer.usage is not None


def test_what_a_summary_makes_up_is_marked(asking: Make) -> None:
    answer = asking("FooBar decodes 7 times faster [2].").answer("Compare KestrelKV and FooBar")
    assert answer.sentences[-1].support == "unsupported"
    assert answer.status == "partial"
    assert answer.table is not None


def test_a_comparison_stands_when_its_summary_fails(asking: Make) -> None:
    def script(prompt: Prompt) -> list[str | Exception]:
        return ["", ConnectionError("refused")]

    answer = asking(script).answer("Compare KestrelKV and FooBar")
    assert answer.status == "answered"
    assert answer.model == "extractive"
    assert answer.table is not None
    assert answer.notes[-1].startswith("The comparison is not summed up: ")


def test_thinking_aloud_before_a_summary_leaves_the_comparison(asking: Make) -> None:
    answer = asking(f"First I look at both. </think>{SUMMARY}").answer(
        "Compare KestrelKV and FooBar"
    )
    assert answer.text.endswith(SUMMARY)
    assert "First I look" not in answer.text
