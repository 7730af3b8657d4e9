"""Follow-ups that go on with a list, as a reader gets them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from invented import write_records
from paperchat.answers import Answer
from paperchat.assistant import Assistant
from paperchat.conversation import Conversation
from paperchat.embedding import Embedder
from paperchat.index import Index

RECORDS = [
    {
        "title": "Sonar of Otters",
        "abstract": "Otters hunt by sonar. Our code is public.",
        "authors": ["Ada Marsh"],
        "venue": "RiverConf",
        "year": 2024,
    },
    {
        "title": "Otters in Winter",
        "abstract": "Otters sleep under ice. We filmed them with a thermal camera.",
        "authors": ["Bo Lindqvist"],
        "venue": "RiverConf",
        "year": 2025,
    },
    {
        "title": "What Otters Eat",
        "abstract": "We show that otters eat mussels. We count shells from 40 rivers.",
        "authors": ["Ada Marsh", "Cleo Ito"],
        "venue": "SeaConf",
        "year": 2025,
    },
    {
        "title": "Counting Owls",
        "abstract": "Owls are counted by their calls. Our code is public.",
        "authors": ["Ada Marsh"],
        "venue": "SeaConf",
        "year": 2025,
    },
    {
        "title": "Trains on Time",
        "abstract": "We schedule trains by graphs and delays.",
        "authors": ["Dana Iyer"],
        "venue": "SeaConf",
        "year": 2023,
    },
]


@pytest.fixture(scope="module")
def rivers(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Path:
    folder = tmp_path_factory.mktemp("rivers")
    with Assistant(Index(folder / "index", embedder)) as assistant:
        assistant.add(write_records(folder / "rivers.jsonl", RECORDS))
    return folder / "index"


@pytest.fixture
def talk(rivers: Path, embedder: Embedder) -> Conversation:
    return Assistant(Index(rivers, embedder)).conversation()


def titles(answer: Answer) -> set[str]:
    return {listed.paper.title for listed in answer.papers}


SONAR, WINTER, EAT = "Sonar of Otters", "Otters in Winter", "What Otters Eat"


@pytest.mark.parametrize(
    ("follow_up", "left"),
    [
        ("only those from 2025", {WINTER, EAT}),
        ("just 2024", {SONAR}),
        ("which of them have public code?", {SONAR}),
        ("how many of those are by Ada Marsh?", {SONAR, EAT}),
        ("only the ones at RiverConf", {SONAR, WINTER}),
        ("without mussels", {SONAR, WINTER}),
        ("without those at RiverConf", {EAT}),
        ("only the newest two papers", {WINTER, EAT}),
        ("and by Lindqvist?", {WINTER}),
        ("how many is that?", {SONAR, WINTER, EAT}),
        ("the first two of them", {SONAR, WINTER}),
        ("what about owls?", {"Counting Owls"}),
    ],
)
def test_a_list_is_gone_on_with(talk: Conversation, follow_up: str, left: set[str]):
    assert titles(talk.ask("Which papers are about otters?")) == {SONAR, WINTER, EAT}
    if follow_up == "the first two of them":
        left = {one.paper.title for one in talk.ask("how many is that?").papers[:2]}
    assert titles(talk.ask(follow_up)) == left


def test_the_rule_of_a_narrowed_list_is_told(talk: Conversation):
    talk.ask("Which papers are about otters?")
    talk.ask("without mussels")
    answer = talk.ask("only those from 2025")
    assert answer.text.startswith(
        "1 of the 5 papers here is from 2025, on “otters”, not on “mussels”. Counted are"
    )
    assert answer.listing is not None
    assert answer.listing.rule.startswith("from 2025; on “otters”: ")
    assert "; left out “mussels”: " in answer.listing.rule
    assert answer.search_query == "otters"


def test_a_year_takes_the_place_of_another_and_a_range_narrows_a_range(talk: Conversation):
    talk.ask("Which papers are from 2023?")
    assert talk.ask("and in 2024?").filters.year == 2024
    talk.ask("papers since 2023")
    assert talk.ask("only those before 2025").filters.year == (2023, 2024)
    assert talk.ask("only those before 2020").filters.year == (None, 2019)


def test_another_author_takes_the_place_of_the_first_unless_both_are_asked(talk: Conversation):
    assert titles(talk.ask("papers by Ada Marsh")) == {SONAR, EAT, "Counting Owls"}
    assert titles(talk.ask("only those by Cleo Ito")) == {EAT}
    assert titles(talk.ask("and by Dana Iyer?")) == {"Trains on Time"}


def test_a_follow_up_that_leaves_no_paper_does_not_take_the_list_away(talk: Conversation):
    talk.ask("Which papers are about otters?")
    assert talk.ask("only those from 1999").status == "not_in_corpus"
    assert titles(talk.ask("only those from 2024")) == {SONAR}


def test_a_narrowed_list_is_found_again_by_its_question(talk: Conversation):
    """What buttons for the pages of a list ask."""
    talk.ask("Which papers are about otters?")
    narrowed = talk.ask("only those from 2025")
    again = talk.ask(talk.history.turns[-1].looked_for)
    assert titles(again) == titles(narrowed)
    assert again.filters == narrowed.filters
    assert titles(talk.ask("without the filters")) == {SONAR, WINTER, EAT}


def test_what_no_paper_of_a_short_list_lists_is_asked_of_its_papers(talk: Conversation):
    talk.ask("Which papers are about otters?")
    answer = talk.ask("which of them is faster?")
    assert answer.listing is None
    assert titles(answer) == {SONAR, WINTER, EAT}


def test_a_new_list_is_not_narrowed(talk: Conversation):
    talk.ask("Which papers are about otters?")
    assert titles(talk.ask("papers on trains")) == {"Trains on Time"}


def test_studies_that_a_paper_counts_are_no_list(tmp_path: Path, embedder: Embedder):
    records = [
        {"title": "Naps: A Review", "abstract": "We review naps. Nine studies were included."},
        {"title": "Bees", "abstract": "Several studies of bees."},
    ]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "reviews.jsonl", records))
        talk = assistant.conversation()
        talk.ask("What does the review of naps say?")
        answer = talk.ask("how many studies were included?")
        assert "Nine studies were included." in answer.text
        assert titles(answer) == {"Naps: A Review"}
        assert talk.ask("how many papers are about bees?").listing is not None


def test_what_works_of_a_list_is_no_list_without_it(talk):
    talk.ask("list papers on otters")
    answer = talk.ask("which of them works without retraining?")
    assert "not on" not in answer.text


def test_not_that_one_leaves_out_no_topic(talk):
    talk.ask("list papers on otters")
    answer = talk.ask("not that one")
    assert answer.listing is None


@pytest.mark.parametrize(
    ("follow_up", "told"),
    [
        ("how many per year?", "By year: 2025 (2), 2024 (1)."),
        ("and per venue?", "By venue (2): RiverConf (2), SeaConf (1)."),
        ("by author", "By author (3): Ada Marsh (2), Bo Lindqvist (1), Cleo Ito (1)."),
    ],
)
def test_the_papers_of_a_list_are_counted_by_their_records(talk, follow_up, told):
    talk.ask("list papers on otters")
    assert told in talk.ask(follow_up).text


@pytest.mark.parametrize(
    ("follow_up", "years"),
    [
        ("sort by year", [2025, 2025, 2024]),
        ("oldest first", [2024, 2025, 2025]),
        ("only the newest two", [2025, 2025]),
        ("just the oldest", [2024]),
    ],
)
def test_a_list_is_ordered_by_age(talk, follow_up, years):
    talk.ask("list papers on otters")
    answer = talk.ask(follow_up)
    told = {f"[{listed.number}]": listed.paper.year for listed in answer.papers}
    assert [told[mark] for mark in re.findall(r"\[\d+\]", answer.text)] == years
