from __future__ import annotations

from dataclasses import replace

import pytest

from paperchat.assistant import Assistant
from paperchat.index import Index
from paperchat.relevance import Signals, coverage, query_words, rare_terms, relevance, signals

NEAR = Signals(0.5, shared=0.5, unknown=0.2, apart=0.1, named=False, papers=500, possible=True)


@pytest.fixture(scope="module")
def invented(assistant: Assistant) -> Index:
    return assistant._index


def test_rare_words_of_a_query_weigh_more_and_framing_words_nothing(invented):
    rarity = rare_terms(invented.keyword, "Which paper shows how a model learns from reefs?")
    assert set(rarity) == {"model", "learn", "reef"}
    assert 1 > rarity["reef"] > rarity["model"] > 0


def test_a_word_that_no_paper_has_is_as_rare_as_can_be(invented):
    assert rare_terms(invented.keyword, "pizza") == {"pizza": 1.0}


def test_coverage_is_the_share_of_rarity():
    rarity = {"reef": 3.0, "model": 1.0}
    assert coverage(rarity, {"reef"}) == 0.75
    assert coverage(rarity, {"reef", "model", "other"}) == 1.0
    assert coverage(rarity, set()) == 0.0
    assert coverage({}, {"reef"}) == 0.0


@pytest.mark.parametrize(
    ("change", "rises"),
    [
        ({"similarity": 0.6}, True),
        ({"shared": 0.9}, True),
        ({"unknown": 0.5}, False),
        ({"apart": 0.3}, False),
        ({"named": True}, True),
        ({"papers": 12}, True),  # the best of few on other things would be less near
    ],
)
def test_relevance_follows_each_signal_and_stays_within_bounds(change, rises):
    before, after = relevance(NEAR), relevance(replace(NEAR, **change))
    assert 0 < before < 1
    assert 0 < after < 1
    assert (after > before) == rises


@pytest.mark.parametrize(
    ("query", "apart"),
    [
        ("Who removes watermark detection?", True),  # the detector counts tokens, elsewhere
        ("What lowers the detection rate?", False),
        ("What is the rate of detection?", False),  # not side by side in the query
    ],
)
def test_words_side_by_side_that_a_paper_has_only_apart_speak_against_it(invented, query, apart):
    paper = next(one for one in invented.papers() if one.title.startswith("FooBar"))
    words = query_words(invented.keyword, query, [])
    assert (signals(invented.keyword, paper, words, 0.5, named=False).apart > 0) == apart


def test_what_a_question_asks_of_a_named_paper_does_not_speak_against_it(invented):
    paper = next(one for one in invented.papers() if one.title.startswith("KestrelKV"))
    words = query_words(invented.keyword, "On which GPU does KestrelKV run?", [paper])
    assert words.unknown > 0
    found = signals(invented.keyword, paper, words, 0.5, named=True)
    assert (found.unknown, found.apart) == (0.0, 0.0)


def test_everyday_words_that_no_paper_has_count_little(invented):
    plain = query_words(invented.keyword, "How do corals get old?", [])
    telling = query_words(invented.keyword, "How do corals get scurvy?", [])
    assert plain.unknown < 0.1 < telling.unknown
    assert relevance(replace(NEAR, unknown=plain.unknown)) > relevance(
        replace(NEAR, unknown=telling.unknown)
    )


def test_more_papers_than_can_say_how_rare_a_word_is_change_nothing():
    assert relevance(replace(NEAR, papers=500)) == relevance(replace(NEAR, papers=20_000))


def test_the_words_that_no_paper_has_are_told_by_their_share(invented):
    known = query_words(invented.keyword, "coral reef colour", [])
    half = query_words(invented.keyword, "coral pizza", [])
    assert known.unknown == 0.0
    assert 0.4 < half.unknown < 0.7
