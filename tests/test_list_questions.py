"""Which questions ask for a list, and which of their words are filters."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from paperchat.questions.filter_words import Known, filters_in
from paperchat.questions.list_followups import step_asked
from paperchat.questions.list_pages import more_asked
from paperchat.questions.lists import list_asked
from paperchat.types import Filters
from places import ROOT

AUTHORS = {"ada marsh", "bo lindqvist", "marsh", "cleo van der berg"}
KNOWN = Known({"icml", "neurips"}, {"oral", "poster"}, lambda name: name.casefold() in AUTHORS)


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Which papers deal with pruning?", "pruning"),
        ("please list everything on watermarks of text", "watermarks of text"),
        ("how many papers on conformal prediction are there?", "conformal prediction"),
        ("Is there work on sleep or rest? List it.", "sleep or rest"),
        ("spiking networks: which papers?", "spiking networks"),
        ("anything on proteins?", "proteins"),
        ("continual learning papers", "continual learning"),
        ("I am looking for papers about bees", "bees"),
        ("list all papers", ""),
        ("How many papers on bees, and when?", "bees"),
        ("can you list papers on bees?", "bees"),
        ("do you have bee papers?", "bee"),
        ("Which recent works use pruning?", "pruning"),
    ],
)
def test_a_list_is_asked_for(question: str, topic: str):
    request = list_asked(question)
    assert request is not None
    assert (request.kind, request.topic) == ("papers", topic)


@pytest.mark.parametrize(
    "question",
    [
        "Which paper introduces KestrelKV?",
        "which paper speeds up decoding?",
        "What do the papers say about sleep?",
        "How do these papers differ?",
        "What works better than paraphrasing?",
        "Any other papers on bees?",
        "which of the papers is the best?",
        "List the datasets used in the papers",
        "How many articles are in the released dataset about bees?",
        "Compare the papers on bees",
        "What is KestrelKV?",
        "How many studies did they include?",
        "which works does it build on?",
        "How many articles does the review read?",
        "Which other clusters show the same?",
        "Which areas of the brain light up?",
        "Can language models write research papers?",
        "Should agents review papers?",
        "What makes papers reproducible?",
        "How many papers can an agent read?",
        "Which papers does the benchmark include?",
        "Which method works without retraining?",
        "And what works without retraining?",
        "How many papers cite it?",
        "What subjects took part in the trial?",
        "Which databases were searched for studies of hip fractures?",
        "From how many articles were the trials chosen?",
        "What share of publications are reviews?",
        "How many people took part in the sleep studies?",
    ],
)
def test_another_question_is_no_list(question: str):
    assert list_asked(question) is None


@pytest.mark.parametrize(
    "name",
    [
        "questions_icml2025",
        "questions_colm2025",
        "questions_iclr2020",
        "questions_arxiv_physics",
        "questions_nips1990",
    ],
)
def test_questions_that_a_paper_answers_ask_for_no_list(name: str):
    lines = (ROOT / "tests" / "data" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    answerable = [one["question"] for one in questions if one.get("answerable", True)]
    assert [text for text in answerable if list_asked(text)] == []


@pytest.mark.parametrize(
    ("question", "topic", "without"),
    [
        ("Which papers are about agents but not about vision?", "agents", "vision"),
        ("Which papers do not mention patients?", "", "patients"),
        ("studies that are not reviews", "", "reviews"),
        ("papers without code", "", "code"),
        ("papers on why models do not generalize", "why models do not generalize", ""),
    ],
)
def test_what_a_list_leaves_out(question: str, topic: str, without: str):
    request = list_asked(question)
    assert request is not None
    assert (request.topic, request.without) == (topic, without)


@pytest.mark.parametrize(
    ("question", "topic", "order", "most"),
    [
        ("oldest paper on bees", "bees", "oldest", 1),
        ("what are the most recent papers about bees?", "bees", "newest", 0),
        ("show me the latest 3 papers on bees", "bees", "newest", 3),
        ("which paper on bees is the newest?", "bees", "newest", 1),
        ("which paper has the most authors?", "", "most authors", 1),
        ("give me three papers on bees", "bees", "", 3),
        ("papers on 3 bees", "3 bees", "", 0),
    ],
)
def test_the_order_and_the_number_of_papers_that_are_wanted(
    question: str, topic: str, order: str, most: int
):
    request = list_asked(question)
    assert request is not None
    assert (request.topic, request.order, request.most) == (topic, order, most)


@pytest.mark.parametrize(
    "question",
    [
        "What topics are there?",
        "list the topics",
        "topics",
        "which main subjects do the papers cover?",
    ],
)
def test_topics_are_asked_for(question: str):
    request = list_asked(question)
    assert request is not None
    assert request.kind == "topics"


@pytest.mark.parametrize(
    ("text", "question", "how"),
    [
        ("only those from 2025", "papers from 2025", "narrower"),
        ("just 2025 please", "papers from 2025", "narrower"),
        ("keep only the ones with a benchmark", "papers with a benchmark", "narrower"),
        ("narrow it down to papers on agents", "papers on agents", "narrower"),
        ("which of them have code?", "papers that have code", "whose"),
        ("how many of those are on agents?", "papers on agents", "whose"),
        ("are any of them about bees?", "papers about bees", "whose"),
        ("which ones use sonar?", "papers that use sonar", "whose"),
        ("without vision", "papers not about vision", "narrower"),
        ("without those at ICML", "papers not at ICML", "narrower"),
        ("OK, but not the ones on vision", "papers not about vision", "narrower"),
        ("and by Marsh?", "papers by Marsh", "instead"),
        ("what about agents?", "papers on agents", "instead"),
        ("and how many is that?", "papers", "again"),
    ],
)
def test_a_follow_up_goes_on_with_a_list(text: str, question: str, how: str):
    step = step_asked(text)
    assert step is not None
    assert (step.question, step.how) == (question, how)


@pytest.mark.parametrize(
    "text",
    [
        "and how many layers?",
        "and why?",
        "on which data?",
        "by whom?",
        "not really",
        "papers on agents",
        "is it only for GPUs?",
        "and the second one?",
        "no, the other one",
        "what about it?",
    ],
)
def test_what_does_not_go_on_with_a_list(text: str):
    assert step_asked(text) is None


@pytest.mark.parametrize("text", ["next page", "More.", "show me the next page", "and the rest?"])
def test_the_next_page_is_asked_for(text: str):
    assert more_asked(text)
    assert not more_asked(f"{text} on bees")


@pytest.mark.parametrize(
    ("question", "rest", "filters"),
    [
        ("papers since 2023", "papers", Filters(year=(2023, None))),
        ("papers from 2023 onwards on bees", "papers on bees", Filters(year=(2023, None))),
        ("papers about bees before 2020", "papers about bees", Filters(year=(None, 2019))),
        ("papers after 2020", "papers", Filters(year=(2021, None))),
        ("papers until 2020", "papers", Filters(year=(None, 2020))),
        ("papers from 2020 to 2022", "papers", Filters(year=(2020, 2022))),
        ("2024 papers on bees", "papers on bees", Filters(year=2024)),
        ("ICML 2025 papers on bees", "papers on bees", Filters(venue="ICML", year=2025)),
        ("which papers from NeurIPS use bees?", "which papers use bees?", Filters(venue="NeurIPS")),
        ("any orals?", "any papers ?", Filters(status="oral")),
        ("ICML orals on bees", "papers on bees", Filters(venue="ICML", status="oral")),
        ("which papers are spotlights?", "which papers ?", Filters(status="spotlight")),
        ("papers at CVPR", "papers", Filters(venue="CVPR")),
        ("CVPR 2019 papers on bees", "papers on bees", Filters(venue="CVPR", year=2019)),
        ("List the studies from 2010 to 2015", "List the studies", Filters(year=(2010, 2015))),
        ('papers whose title contains "bees"', "papers", Filters(title="bees")),
        ("papers by ada marsh", "papers", Filters(author="ada marsh")),
        ("Cleo van der Berg's papers", "papers", Filters(author="Cleo van der Berg")),
        (
            "papers that Ada Marsh and Bo Lindqvist wrote",
            "papers",
            Filters(author="Ada Marsh and Bo Lindqvist"),
        ),
    ],
)
def test_words_that_are_filters(question: str, rest: str, filters: Filters):
    assert filters_in(question, KNOWN) == (rest, filters)


@pytest.mark.parametrize(
    "question",
    [
        "papers about ICML reviewing",
        "papers on the 2025 benchmark",
        "papers on oral cancer",
        "papers using ICML data",
        'papers on "bees since 2023"',
        "papers at scale",
        "papers that speed up decoding by Quantization",
        "papers not at ICML",
    ],
)
def test_words_of_the_topic_are_no_filters(question: str):
    assert filters_in(question, KNOWN) == (question, Filters())


def test_who_wrote_about_a_thing_asks_for_an_author_and_names_none():
    initials = replace(KNOWN, has_author=lambda name: True)  # "W. Marsh" answers to "Who"
    question = "Who wrote about bees?"
    assert filters_in(question, initials) == (question, Filters())
