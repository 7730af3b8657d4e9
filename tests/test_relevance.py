from __future__ import annotations

from dataclasses import replace

import pytest

from paperchat.assistant import Assistant
from paperchat.index import Index
from paperchat.relevance import Signals, behind, coverage, query_words, rare_terms, relevance

NEAR = Signals(similarity=0.5, lead=0.1, shared=0.5, unknown=0.2, named=False)


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
        ({"lead": 0.2}, True),
        ({"shared": 0.9}, True),
        ({"unknown": 0.5}, False),
        ({"named": True}, True),
    ],
)
def test_relevance_follows_each_signal_and_stays_within_bounds(change, rises):
    before, after = relevance(NEAR), relevance(replace(NEAR, **change))
    assert 0 < before < 1
    assert 0 < after < 1
    assert (after > before) == rises


def test_a_paper_stands_out_from_the_one_at_a_fixed_place():
    assert behind([0.9 - 0.01 * at for at in range(100)]) == pytest.approx(0.8)
    assert behind([0.6, 0.5]) == 0.3
    assert behind([]) == 0.0


def test_the_words_that_no_paper_has_are_told_by_their_share(invented):
    known = query_words(invented.keyword, "coral reef colour", [])
    half = query_words(invented.keyword, "coral pizza", [])
    assert known.unknown == 0.0
    assert 0.4 < half.unknown < 0.7
