"""More like this, over the invented collection and the real embedder."""

from __future__ import annotations

from dataclasses import replace

import pytest

from invented import RECORDS
from paperchat.errors import FilterError, UnknownPaperError
from paperchat.similarity import similar_papers
from paperchat.types import Filters

KESTREL, FOOBAR, SLEEP = RECORDS[0], RECORDS[1], RECORDS[9]


def titles(results) -> list[str]:
    return [result.paper.title for result in results]


def test_a_paper_is_not_like_itself_and_the_nearest_come_first(assistant):
    found = assistant.similar(KESTREL["title"], top_k=100)
    assert len(found) == 11
    assert KESTREL["title"] not in titles(found)
    scores = [result.score for result in found]
    assert scores == sorted(scores, reverse=True)
    assert 0 <= scores[-1] <= scores[0] < 1
    federated = assistant.similar("Tidal Routing for Mixtures of Experts", top_k=3)
    assert "OtterNet: Depth from a Single Underwater Photograph" not in titles(federated)


def test_an_id_and_a_title_name_the_same_paper(assistant):
    paper = assistant.papers()[4]
    assert assistant.similar(paper.id) == assistant.similar(paper.title.upper())


def test_a_paper_that_was_taken_out_meanwhile_is_compared_by_its_abstract(assistant):
    gone = replace(assistant.papers()[0], id="p-taken-out")
    found = similar_papers(assistant._index, gone, Filters(), 5)
    assert len(found) == 5
    assert gone.title not in titles(found)


@pytest.mark.parametrize("change", [str, lambda text: text.replace(" ", "\n"), str.upper])
def test_a_pasted_abstract_finds_what_its_paper_finds_and_not_that_paper(assistant, change):
    found = assistant.similar(text=change(FOOBAR["abstract"]), top_k=5)
    assert FOOBAR["title"] not in titles(found)
    assert len(found) == 5


def test_an_abstract_of_no_paper_finds_those_on_its_subject(assistant):
    text = "Text that a model wrote carries a watermark; we rewrite it until no detector sees it."
    assert titles(assistant.similar(text=text, top_k=1)) == [FOOBAR["title"]]


def test_searching_for_an_abstract_finds_its_paper_first_whatever_it_names(assistant):
    for record in RECORDS:
        if record["abstract"]:
            pasted = f"{record['abstract']}\nUnlike KestrelKV, FooBar and MossSets."
            (first, *_) = assistant.search(pasted, top_k=3)
            assert first.paper.title == record["title"]


def test_filters_hold_for_similar_papers(assistant):
    found = assistant.similar(KESTREL["title"], venue="icml", year="2024-2025", top_k=10)
    assert {result.paper.venue for result in found} == {"ICML"}
    assert len(found) == 2
    assert assistant.similar(KESTREL["title"], venue="nowhere") == []
    with pytest.raises(FilterError):
        assistant.similar(KESTREL["title"], year="soon")


def test_what_is_not_there_is_told_and_one_of_two_is_given(assistant):
    with pytest.raises(UnknownPaperError, match="'No Such Paper'"):
        assistant.similar("No Such Paper")
    for wrong in ({}, {"paper": "x", "text": "y"}):
        with pytest.raises(ValueError, match="give a paper, or a text"):
            assistant.similar(**wrong)
