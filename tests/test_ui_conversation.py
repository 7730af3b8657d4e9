"""A conversation on the page: kept by the browser, acted on by buttons, taken along as a file."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace

import pytest

from fakes import FakeChatAssistant
from paperchat.answers import Answer, AnswerPaper, Cell, Listing, Row, Table
from paperchat.errors import StoreError
from paperchat.types import Citation, Filters, Paper, Quote, Sentence
from paperchat_ui import acting, downloads, handlers, storage
from paperchat_ui.bar import bar, export_menu
from paperchat_ui.state import Asked, PageState, Run, Turn

QUESTION = "What speedup does Lantern reach?"
OTHER = "What removes a watermark?"


def last_of(states: handlers.States) -> PageState | None:
    async def collect() -> list[PageState | None]:
        return [state async for state in states]

    return next(iter(reversed(asyncio.run(collect()))), None)


def asked(assistant: FakeChatAssistant, *questions: str, **how) -> PageState:
    page = handlers.opened()
    for question in questions:
        page = last_of(handlers.ask(assistant, page, Asked(question, **how)))
        assert page is not None
    return page


def act(assistant, page, do, value="", **how) -> PageState | None:
    return last_of(acting.act(assistant, page, do, value, **how))


def reloaded(assistant: FakeChatAssistant, page: PageState) -> PageState:
    """The page after it went through the browser's storage."""
    stored = json.loads(json.dumps(storage.to_stored(page)))
    return asyncio.run(handlers.reopened(assistant, stored))


def compared(answer: Answer) -> Answer:
    """The answer with a table of its paper: one cell said, one not."""
    quote = Quote("abstract", 0, 4, answer.papers[0].paper.abstract[:4])
    cell = Cell(quote.text, (Citation(1, (quote,)),))
    row = Row(1, {"method": cell, "code": None})
    return replace(answer, table=Table(("method", "code"), (row,)))


# Kept by the browser.


def test_a_conversation_survives_the_browser():
    assistant = FakeChatAssistant()
    page = asked(assistant, QUESTION, OTHER)
    again = reloaded(assistant, page)
    assert [turn.answer_html for turn in again.turns] == [turn.answer_html for turn in page.turns]
    assert [turn.question_html for turn in again.turns] == [
        turn.question_html for turn in page.turns
    ]
    assert again.panel_html == page.panel_html
    onward = last_of(handlers.ask(assistant, again, Asked(QUESTION)))
    assert onward.answers[-1].papers[0].number == 1
    assert onward.history.turns[0].question == QUESTION


def test_a_server_that_was_started_anew_goes_on_from_the_browser():
    assistant = FakeChatAssistant()
    page = asked(assistant, QUESTION)
    stored = storage.to_stored(page)
    again = asyncio.run(handlers.recovered(assistant, handlers.opened(), stored))
    assert again.answers == page.answers
    kept = asyncio.run(handlers.recovered(assistant, page, storage.to_stored(handlers.opened())))
    assert kept is page


def test_a_conversation_waits_in_the_browser_for_an_index_that_cannot_be_read(monkeypatch):
    assistant = FakeChatAssistant()
    page = asked(assistant, QUESTION)
    stored = storage.to_stored(page)

    def unreadable(name: str) -> Paper:
        raise StoreError("The index cannot be read.")

    with monkeypatch.context() as broken:
        broken.setattr(assistant, "paper", unreadable)
        empty = asyncio.run(handlers.reopened(assistant, stored))
        assert (empty.turns, empty.unread) == ((), True)
        assistant.error = StoreError("The index cannot be read.")
        now = asyncio.run(handlers.recovered(assistant, handlers.opened(), stored))
        failed = last_of(handlers.ask(assistant, now, Asked(OTHER)))
        assert failed.unread
        assert asyncio.run(handlers.recovered(assistant, failed, stored)) == failed
    again = asyncio.run(handlers.recovered(assistant, failed, stored))
    assert not again.unread
    assert again.answers == page.answers
    assert [turn.typed for turn in again.turns] == [QUESTION, OTHER]
    assert not asyncio.run(handlers.clear(failed)).unread


def test_an_unread_conversation_is_not_overwritten():
    import gradio as gr

    from paperchat_ui.wiring import _update

    stored = 1
    assert _update(replace(handlers.opened(), unread=True))[stored] == gr.skip()
    assert _update(handlers.opened())[stored] == storage.to_stored(handlers.opened())


def test_a_damaged_number_is_an_empty_page():
    stored = storage.to_stored(asked(FakeChatAssistant(), QUESTION))
    stored["turns"][0]["page"] = float("inf")
    assert asyncio.run(handlers.reopened(FakeChatAssistant(), stored)).turns == ()


def test_what_is_stored_holds_no_abstract():
    stored = json.dumps(storage.to_stored(asked(FakeChatAssistant(), QUESTION)))
    assert "Lantern reaches a 2.5x speedup" in stored
    assert "Long documents make the key cache" not in stored


def test_tables_lists_filters_and_notes_survive():
    assistant = FakeChatAssistant()
    assistant.changed = lambda answer: replace(
        compared(answer),
        listing=Listing("on “keys”", 41, 2, 3),
        filters=Filters(year=(2023, None), author="Marsh"),
        notes=("A note.",),
        seconds={"search": 0.5},
    )
    page = asked(assistant, QUESTION)
    again = reloaded(assistant, page)
    assert again.answers == page.answers
    assert bar(again) == bar(page)


def test_a_stopped_and_a_failed_turn_survive():
    assistant = FakeChatAssistant()
    assistant.error = RuntimeError("out of luck")
    page = asked(assistant, QUESTION)
    stopped = Turn(Asked("And Tern?"), "And Tern?", "", "", text="It rem")
    again = reloaded(assistant, replace(page, turns=(*page.turns, stopped)))
    assert "out of luck" in again.turns[0].answer_html
    assert "It rem" in again.turns[1].answer_html
    assert "Stopped" in again.turns[1].answer_html


def test_a_paper_that_was_removed_is_told():
    assistant = FakeChatAssistant()
    page = asked(assistant, QUESTION)
    del assistant.papers[0]
    again = reloaded(assistant, page)
    assert "No longer in the collection: &#91;1&#93;." in again.turns[0].answer_html
    assert again.shown == 0


def test_nearest_papers_come_back_beside_a_refusal():
    assistant = FakeChatAssistant()
    again = reloaded(assistant, asked(assistant, "zebra crossing"))
    assert "Nearest papers (not an answer)" in again.panel_html


@pytest.mark.parametrize(
    "stored",
    [
        None,
        [],
        "x",
        {},
        {"papers": {"1": 5}, "turns": []},
        {"papers": {}, "turns": [{}]},
        {"papers": {}, "turns": 3},
    ],
)
def test_anything_else_in_the_browser_is_an_empty_page(stored):
    page = asyncio.run(handlers.reopened(FakeChatAssistant(), stored))
    assert page.turns == ()
    assert len(page.register) == 0
    assert page.panel_html == handlers.opened().panel_html


def test_of_a_very_long_conversation_the_latest_turns_are_kept(monkeypatch):
    assistant = FakeChatAssistant()
    page = asked(assistant, QUESTION, OTHER)
    monkeypatch.setattr(storage, "MAX_CHARACTERS", 1500)
    again = reloaded(assistant, page)
    assert [turn.typed for turn in again.turns] == [OTHER]
    assert again.answers[0].papers[0].number == 2


# Acted on by buttons.


def test_a_filter_of_the_header_is_dropped_in_place():
    assistant = FakeChatAssistant()
    page = asked(assistant, QUESTION, conditions={"venue": "ICML", "year": 2025})
    assert "Remove the filter ICML and ask again" in bar(page)
    after = act(assistant, page, "without", "venue")
    assert assistant.asked[-1] == (QUESTION, None, 2025)
    assert len(after.turns) == 1
    assert "Remove the filter ICML" not in bar(after)


def test_a_filter_in_the_words_of_a_question_is_dropped_by_words():
    assistant = FakeChatAssistant()
    assistant.changed = lambda answer: replace(answer, filters=Filters("ICML", 2025))
    page = asked(assistant, QUESTION)
    after = act(assistant, page, "without", "year")
    assert assistant.asked[-1] == ("without the filters", "ICML", None)
    assert "Without the filter “2025”" in after.turns[1].question_html


def test_a_list_is_paged_in_its_place():
    assistant = FakeChatAssistant()
    assistant.changed = lambda answer: replace(answer, listing=Listing("all", 41, 2, 3))
    page = asked(assistant, QUESTION)
    assert "Page 2 of 3" in bar(page)
    assert 'data-value="1"' in bar(page)
    after = act(assistant, page, "page", "3")
    assert len(after.turns) == 1
    assert after.turns[0].asked == Asked(QUESTION, page=3)


@pytest.mark.parametrize(("at", "buttons"), [((1, 1), 0), ((1, 2), 1), ((2, 2), 1), ((2, 3), 2)])
def test_there_is_a_button_for_each_neighbouring_page(at, buttons):
    assistant = FakeChatAssistant()
    assistant.changed = lambda answer: replace(answer, listing=Listing("all", 41, *at))
    assert bar(asked(assistant, QUESTION)).count("data-do=") == buttons


def test_a_choice_says_which_paper_was_meant():
    assistant = FakeChatAssistant()
    offered = tuple(AnswerPaper(None, paper, 0.0) for paper in assistant.papers[:2])
    assistant.changed = lambda answer: Answer("unclear", "Which?", QUESTION, nearest=offered)
    page = asked(assistant, QUESTION)
    assert bar(page).count('data-do="choose"') == 2
    assistant.changed = lambda answer: answer
    act(assistant, page, "choose", "1", llm="openai:small")
    assert assistant.asked[-1][0] == f"I meant “{assistant.papers[1].title}”"
    assert assistant.by[-1] == "openai:small"


def test_after_a_failure_the_papers_own_words_are_offered():
    assistant = FakeChatAssistant(model="openai:small")
    assistant.error = RuntimeError("unreachable")
    page = asked(assistant, QUESTION, llm="openai:small")
    assert "Answer without a model" in bar(page)
    after = act(assistant, page, "extractive")
    assert assistant.by == ["openai:small", "extractive"]
    assert len(after.turns) == 1
    assert after.answers


def test_what_the_model_could_not_say_is_offered_without_it():
    assistant = FakeChatAssistant(model="openai:small")
    assistant.changed = lambda answer: replace(answer, status="failed")
    page = asked(assistant, QUESTION)
    assert "The model failed" in page.turns[0].answer_html
    assert "Answer without a model" in bar(page)
    act(assistant, page, "extractive")
    assert assistant.by == [None, "extractive"]


@pytest.mark.parametrize(
    ("do", "value"),
    [("without", "author"), ("choose", "9"), ("choose", "x"), ("page", "-1"), ("other", "")],
)
def test_a_button_that_no_longer_fits_does_nothing(do, value):
    assistant = FakeChatAssistant()
    page = asked(assistant, QUESTION)
    assert act(assistant, page, do, value) is None
    assert len(assistant.asked) == 1


def test_nothing_is_done_while_an_answer_is_being_made():
    page = replace(asked(FakeChatAssistant(), QUESTION), run=Run())
    assert act(FakeChatAssistant(), page, "extractive") is None
    assert bar(page) == ""
    assert bar(handlers.opened()) == ""


def test_what_a_filter_holds_stays_text():
    assistant = FakeChatAssistant()
    assistant.changed = lambda answer: replace(answer, filters=Filters(author="<img src=x>\"'"))
    html = bar(asked(assistant, QUESTION))
    assert "<img" not in html
    assert "by &lt;img src=x&gt;" in html


# Taken along.


def test_each_format_has_a_button():
    assert all(f'data-value="{kind}"' in export_menu(None) for kind in downloads.FILES)


def test_an_answer_is_copied_with_its_references_and_its_marks():
    assistant = FakeChatAssistant()
    assistant.changed = lambda answer: replace(
        answer, sentences=(replace(answer.sentences[0], support="unsupported"),)
    )
    (answer,) = asked(assistant, QUESTION).answers
    text = downloads.copied_text(answer)
    said, reference = text.split("\n\n")
    assert said.endswith("memory. [1] (not supported by the abstracts)")
    assert reference.startswith("[1] Lantern: Caching")
    assert reference.endswith("https://example.org/lantern")
    assert "[1] (not supported by the abstracts)&#10;" not in export_menu(answer)
    assert 'data-copy="Lantern reaches' in export_menu(answer)


def test_a_conversation_is_a_markdown_file():
    page = asked(FakeChatAssistant(), QUESTION, OTHER)
    file = downloads.download(page, "markdown")
    assert file["name"] == "conversation.md"
    assert f"## {QUESTION}" in file["text"]
    assert "## References" in file["text"]


def test_a_comparison_is_a_table_of_the_file():
    assistant = FakeChatAssistant()
    assistant.changed = compared
    text = downloads.download(asked(assistant, QUESTION), "markdown")["text"]
    assert "| **code** | — |" in text


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [
        ("bibtex", "cited-papers.bib", "@inproceedings{"),
        ("ris", "cited-papers.ris", "TY  - CPAPER"),
        ("csl-json", "cited-papers.json", '"container-title"'),
    ],
)
def test_cited_papers_are_written_once_each(kind, name, words):
    page = asked(FakeChatAssistant(), QUESTION, OTHER, QUESTION, "zebra crossing")
    file = downloads.download(page, kind)
    assert file["name"] == name
    assert file["text"].count(words) == 2


# Shown.


def test_a_table_shows_its_cells_and_marks_their_quotes():
    assistant = FakeChatAssistant()
    assistant.changed = compared
    page = asked(assistant, QUESTION)
    html = page.turns[0].answer_html
    assert '<th scope="row">code</th>' in html
    assert "The abstract does not say." in html
    assert html.count('href="#c-1-1"') == 3  # sentence, head of the column, cell
    assert ">Long</mark> documents" in page.panel_html


def test_what_stands_in_a_table_is_not_said_twice():
    def in_cells(answer: Answer) -> Answer:
        quote = compared(answer).table.rows[0].cells["method"].citations[0].quotes[0]
        said = Sentence(f"{quote.text} [1]", "supported", (Citation(1, (quote,)),))
        lead, end = Sentence("Lantern:", "none_needed"), Sentence("Not alike.", "none_needed")
        text = f"{lead.text} {said.text}\n\n{end.text}"
        return replace(compared(answer), text=text, sentences=(lead, said, end))

    assistant = FakeChatAssistant()
    assistant.changed = in_cells
    html = asked(assistant, QUESTION).turns[0].answer_html
    assert "<p>Not alike.</p>" in html
    shown = re.sub(r"<[^>]*>", "", html)
    assert shown.count("Long") == 1
    assert "Lantern:" not in shown


def test_what_was_searched_is_told_where_it_is_not_the_question():
    assistant = FakeChatAssistant()
    assistant.changed = lambda answer: replace(answer, search_query="Lantern: speedup")
    assert "Searched for: Lantern: speedup" in asked(assistant, QUESTION).turns[0].answer_html
    assert "Searched for" not in asked(FakeChatAssistant(), QUESTION).turns[0].answer_html


@pytest.mark.parametrize("support", ["weak", "unsupported"])
def test_marks_are_told_in_words(support):
    assistant = FakeChatAssistant()
    assistant.changed = lambda answer: replace(
        answer, status="partial", sentences=(Sentence(answer.text, support),)
    )
    html = asked(assistant, QUESTION).turns[0].answer_html
    assert "Answered in part" in html
    assert ("Do not rely on it." in html) == (support == "unsupported")
    assert ("Check it before you use it." in html) == (support == "weak")
