from __future__ import annotations

import dataclasses
import json

import pytest

from paperchat.answers import Answer, AnswerPaper
from paperchat.reporting import AddReport
from paperchat.types import Citation, Filters, Paper, Quote, Sentence, Skipped

PAPER = Paper(
    id="p1",
    title="FooBar: Erasing Watermarks",
    abstract="It removes 85% of watermarks.",
    authors=("Ada Marsh", "Bo Lindqvist", "Chidi Okafor", "Dana Iyer"),
    venue="ICML",
    year=2025,
    identifiers={"doi": "10.1/x"},
    sources=("list.txt#3",),
)
QUOTE = Quote("abstract", 0, 29, PAPER.abstract)
ANSWER = Answer(
    status="answered",
    text="It removes 85% of watermarks. [1]",
    question="What does FooBar remove?",
    search_query="What does FooBar remove?",
    filters=Filters(year=2025),
    sentences=(
        Sentence("It removes 85% of watermarks. [1]", "supported", (Citation(1, (QUOTE,)),)),
    ),
    papers=(AnswerPaper(1, PAPER, 0.83333333),),
    seconds={"search": 0.0212345},
)


def test_an_answer_as_json():
    assert ANSWER.to_dict() == {
        "schema": 1,
        "status": "answered",
        "text": "It removes 85% of watermarks. [1]",
        "question": "What does FooBar remove?",
        "search_query": "What does FooBar remove?",
        "filters": {"year": 2025},
        "model": "extractive",
        "sentences": [
            {
                "text": "It removes 85% of watermarks. [1]",
                "support": "supported",
                "citations": [
                    {
                        "number": 1,
                        "quotes": [
                            {"field": "abstract", "text": PAPER.abstract, "start": 0, "end": 29}
                        ],
                    }
                ],
            }
        ],
        "papers": [
            {
                "number": 1,
                "id": "p1",
                "title": "FooBar: Erasing Watermarks",
                "title_is_derived": False,
                "abstract": PAPER.abstract,
                "authors": ["Ada Marsh", "Bo Lindqvist", "Chidi Okafor", "Dana Iyer"],
                "venue": "ICML",
                "year": 2025,
                "url": None,
                "identifiers": {"doi": "10.1/x"},
                "status": "",
                "keywords": [],
                "sources": ["list.txt#3"],
                "score": 0.8333,
            }
        ],
        "nearest": [],
        "table": None,
        "listing": None,
        "notes": [],
        "seconds": {"search": 0.0212},
        "usage": None,
    }


def test_json_keeps_what_to_dict_says():
    assert json.loads(json.dumps(ANSWER.to_dict())) == ANSWER.to_dict()


def test_an_answer_printed_is_its_text_and_its_papers():
    assert str(ANSWER) == (
        "It removes 85% of watermarks. [1]\n\n"
        "[1] FooBar: Erasing Watermarks. Ada Marsh, Bo Lindqvist, Chidi Okafor, et al. ICML 2025."
    )


def test_a_refusal_printed_offers_the_nearest_papers_without_numbers():
    refusal = Answer("not_in_corpus", "Nothing.", "q", nearest=(AnswerPaper(None, PAPER, 0.2),))
    assert str(refusal).startswith("Nothing.\n\nNearest papers:\nFooBar")
    assert str(Answer("chat", "Hello!", "hi")) == "Hello!"


@pytest.mark.parametrize(
    ("paper", "reference"),
    [
        (Paper("1", "Only a Title"), "Only a Title."),
        (Paper("1", "Does it end."), "Does it end."),
        (Paper("1", "T", authors=("A B",), year=2024), "T. A B. 2024."),
        (Paper("1", "T", authors=("A B", "C D", "E F"), venue="ICLR"), "T. A B, C D, E F. ICLR."),
    ],
)
def test_a_reference_leaves_out_what_is_not_known(paper, reference):
    assert AnswerPaper(None, paper, 0.0).reference() == reference
    assert AnswerPaper(3, paper, 0.0).reference() == f"[3] {reference}"


def test_filters_tell_only_what_is_set():
    assert Filters().to_dict() == {}
    assert Filters("ICML").to_dict() == {"venue": "ICML"}
    assert Filters("ICML", 2025).to_dict() == {"venue": "ICML", "year": 2025}


def test_a_report_accounts_for_every_record():
    report = AddReport(4, 3, 2, 1, (Skipped("a.bib#7", "no title"),), ("odd encoding",))
    assert report.records == 11
    assert report.to_dict() == {
        "records": 11,
        "added": 4,
        "updated": 3,
        "unchanged": 2,
        "merged": 1,
        "skipped": [{"source": "a.bib#7", "reason": "no title"}],
        "warnings": ["odd encoding"],
        "details": [],
        "without_abstract": 0,
        "removed": 0,
        "dry_run": False,
    }


def test_records_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        PAPER.title = "Another"
