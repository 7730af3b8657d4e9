from __future__ import annotations

import pytest

from paperchat.questions.kinds import is_protocol, kind_asked, says_kind
from paperchat.types import Paper


@pytest.mark.parametrize(
    ("question", "words", "rest"),
    [
        ("Which papers are meta-analyses?", "meta-analyses", "Which papers"),
        ("Which paper is a protocol?", "protocol", "Which papers"),
        ("Which paper is a review of otters?", "review", "Which papers of otters"),
        ("list all systematic reviews on sleep", "systematic reviews", "list all papers on sleep"),
        ("Are there any RCTs?", "RCTs", "Are there any papers"),
        ("survey papers on agents", "survey", "which papers on agents"),
        ("Which papers are benchmarks for code?", "benchmarks", "Which papers for code"),
    ],
)
def test_a_question_asks_for_a_kind(question: str, words: str, rest: str):
    asked = kind_asked(question)
    assert asked is not None
    assert (asked.words, asked.rest) == (words, rest)


@pytest.mark.parametrize(
    "question",
    [
        "Which papers are about meta-analyses?",
        "Which papers propose benchmarks?",
        "How many benchmarks does the paper use?",
        "Which benchmarks are used?",
        "Is the protocol fast?",
        "What does the survey find?",
    ],
)
def test_a_kind_that_is_a_topic_or_a_thing_is_not_asked_for(question: str):
    assert kind_asked(question) is None


@pytest.mark.parametrize(
    ("title", "abstract", "words"),
    [
        ("Sleep of otters: a systematic review and meta-analysis.", "", "meta-analyses"),
        ("Sleep of otters: a systematic review and meta-analysis.", "", "systematic reviews"),
        ("Protocol for a network meta-analysis of otter trials", "", "protocols"),
        ("Sleep of otters", "We conducted a double-blind, randomised trial.", "RCTs"),
        ("Otters: a placebo-controlled, randomized trial", "", "randomised controlled trials"),
        ("Sleep of otters", "The aim of this review is to count.", "reviews"),
        ("Sleep of otters", "AIM: To count. DESIGN: Prospective cohort study.", "cohort studies"),
        ("Sleep of otters", "In detail, an overview of sleep is provided.", "review"),
        ("OtterBench: A New Benchmark for Sleep", "", "benchmark"),
    ],
)
def test_a_paper_says_what_it_is(title: str, abstract: str, words: str):
    expected = "abstract" if abstract else "title"
    said = says_kind(Paper("p", title, abstract), words)
    assert said is not None
    assert said.field == expected


@pytest.mark.parametrize(
    ("title", "abstract", "words"),
    [
        ("Reporting quality of systematic reviews", "Trials matter.", "systematic review"),
        ("Protocol for a network meta-analysis of trials", "", "meta-analysis"),
        ("A review and meta-analysis protocol", "This meta-analysis will run.", "meta-analysis"),
        ("Sleep", "Many randomised trials have shown that otters sleep.", "randomised trial"),
        ("Sleep", "On this benchmark we are first.", "benchmark"),
        ("Sleep", "A meta-analysis may help.", "meta-analysis"),
    ],
)
def test_a_paper_that_only_mentions_a_kind_is_none(title: str, abstract: str, words: str):
    assert says_kind(Paper("p", title, abstract), words) is None


def test_a_protocol_of_machines_is_no_protocol_of_a_study():
    plan = Paper("a", "Sleep of otters: study protocol", "Otters will be counted in two trials.")
    machines = Paper("b", "Otter: A Fast Protocol", "Otter sends messages between agents.")
    assert is_protocol(plan)
    assert not is_protocol(machines)
