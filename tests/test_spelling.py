from __future__ import annotations

import time

import pytest

from paperchat.assistant import Assistant
from paperchat.spelling import correct_spelling


@pytest.fixture(scope="module")
def correct(assistant: Assistant):
    return lambda text: correct_spelling(assistant._index.keyword, text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("watermrak removal", "watermark removal"),
        ("What does KestralKV forget?", "What does kestrelkv forget?"),
        ("undervater photographs", "underwater photographs"),
        ("parraphrasing of tokens", "paraphrasing of tokens"),
        ("Waht is tidal routing?", "what is tidal routing?"),
    ],
)
def test_a_slip_becomes_the_word_of_the_papers(correct, typed, meant):
    assert correct(typed) == meant


@pytest.mark.parametrize(
    "text",
    [
        "What is KestrelKV?",
        "Which papers by Sørensen use experts?",
        "pizza, passports and football",  # English, though no paper has it
        "Zyxwvutic flibberjib",  # near to nothing
        "GPT-4 at 12%",
        "Is FooBaz like MosSets?",  # a short name is another name, not a slip
        "Why doesn't it work, and why couldn’t it?",
        "水印可以被去除吗",
        "",
        'title:" -) [ AND',
    ],
)
def test_anything_else_stays_as_it_is(correct, text):
    assert correct(text) == text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("summarization tasks", "summarisation tasks"),  # the papers' own spelling of the word
        ("quantised optimiser", "quantised optimiser"),  # British, and no paper has either
        ("color loss under water", "colour loss under water"),
        ("tokeniser of bytes", "tokenizer of bytes"),
        ("defense of gradients", "defence of gradients"),
        ("modelled behaviours", "modelled behaviours"),
    ],
)
def test_british_and_american_words_are_no_slips(correct, typed, meant):
    assert correct(typed) == meant


def test_an_answer_says_what_was_searched_instead(assistant):
    answer = assistant.ask("How much faster does KestralKV decode?")
    assert answer.papers[0].paper.title.startswith("KestrelKV")
    assert answer.question == "How much faster does KestralKV decode?"
    assert answer.search_query == "How much faster does kestrelkv decode?"
    assert answer.notes == (f"Searched for: {answer.search_query}",)
    assert assistant.ask("How much faster does KestrelKV decode?").notes == ()


def test_search_corrects_too(assistant):
    assert assistant.search("KestralKV")[0].paper.title.startswith("KestrelKV")


def test_a_long_text_of_unknown_words_takes_no_longer_than_a_glance(correct):
    text = " ".join(f"qu{chr(97 + at % 26)}x{chr(97 + at // 26 % 26)}zzt" for at in range(2500))
    started = time.perf_counter()
    correct(text)
    assert time.perf_counter() - started < 5
