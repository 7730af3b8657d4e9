"""Questions about a whole collection, and about papers named by what they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from invented import write_records
from paperchat.answers import Answer
from paperchat.assistant import Assistant
from paperchat.embedding import Embedder
from paperchat.index import Index
from paperchat.questions.collection import facet_asked
from paperchat.questions.surveys import authors_asked, survey_asked

RECORDS: tuple[dict[str, object], ...] = (
    {
        "title": "Otter Sleep in Cold Rivers: A Field Study",
        "abstract": (
            "How otters sleep in winter is poorly understood. We tagged 31 otters in two rivers. "
            "We found that otters slept 40 minutes less on frozen days. However, the tags failed "
            "below minus ten degrees, and nights under ice remain unrecorded."
        ),
        "authors": ["Ada Marsh", "Bo Lind"],
        "venue": "Journal of Rivers",
        "year": 2021,
    },
    {
        "title": "Warm Dens and Otter Sleep: A Trial Protocol",
        "abstract": (
            "Keeping dens warm remains a challenge. This paper introduces the protocol of a "
            "trial of heated dens, with otter sleep as its outcome. Forty dens will be heated."
        ),
        "authors": ["Ada Marsh"],
        "venue": "Journal of Rivers",
        "year": 2022,
    },
    {
        "title": "Heron Counts from Drones: A Survey Protocol",
        "abstract": (
            "Counting herons from boats disturbs them. We describe a protocol that counts herons "
            "from drones. Heron counts will be repeated each month."
        ),
        "authors": ["Chidi Okafor"],
        "venue": "Birds Today",
        "year": 2022,
    },
    {
        "title": "ReedMap: Mapping Reed Beds by Sound",
        "abstract": (
            "Mapping reed beds by hand is slow and limits their care. We propose ReedMap, which "
            "maps reed beds from the sound of wind by a small neural network. On nine lakes "
            "ReedMap finds 94% of the reed and halves the cost of mapping."
        ),
        "authors": ["Dana Iyer", "Emil Novak"],
        "year": 2023,
    },
)


@pytest.fixture(scope="module")
def rivers(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Iterator[Assistant]:
    folder = tmp_path_factory.mktemp("rivers")
    with Assistant(Index(folder / "index", embedder)) as assistant:
        assistant.add(write_records(folder / "rivers.jsonl", RECORDS))
        yield assistant


def titles(answer: Answer) -> list[str]:
    return [listed.paper.title.split(":")[0] for listed in answer.papers]


@pytest.mark.parametrize(
    "question",
    [
        "summarize the papers",
        "What is this collection about?",
        "what's in here?",
        "Could you give me an overview, please?",
        "which fields do they cover?",
    ],
)
def test_an_overview_counts_the_records_and_quotes_each_of_a_few_papers(
    rivers: Assistant, question: str
):
    answer = rivers.ask(question)
    assert answer.status == "answered"
    assert answer.text.startswith(
        "There are 4 papers here. All are from 2021 to 2023. They appeared in 2 venues, Journal of "
        "Rivers with the most papers (2)."
    )
    assert "We propose ReedMap" in answer.text
    assert len(answer.papers) == 4


def test_more_papers_are_told_by_their_topics_with_an_example_each(assistant: Assistant):
    answer = assistant.ask("give me an overview")
    topics = answer.text.split("\n\n")[1:]
    assert len(answer.papers) == len(topics) < assistant.overview().papers
    assert all("paper" in topic and topic.endswith("]") for topic in topics)
    cited = [one for one in answer.sentences if one.citations]
    assert {one.support for one in cited} == {"supported"}


def test_the_size_of_a_collection_is_told_without_its_papers(rivers: Assistant):
    answer = rivers.ask("how big is this collection?")
    assert answer.text.startswith("There are 4 papers here.")
    assert answer.papers == ()


def test_an_overview_keeps_to_the_filters(rivers: Assistant):
    answer = rivers.ask("summarize the papers", year=2022)
    assert answer.text.startswith("There are 2 papers here that are from 2022.")
    assert rivers.ask("summarize the papers", year=1999).status == "not_in_corpus"


def test_one_paper_is_told_in_the_singular(tmp_path: Path, embedder: Embedder):
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "one.jsonl", RECORDS[3:]))
        answer = assistant.ask("what do you have here?")
    assert answer.text.startswith("There is one paper here. It is from 2023.")


def test_who_wrote_most_is_counted_with_the_papers_cited(rivers: Assistant):
    answer = rivers.ask("who are the main authors?")
    assert "Ada Marsh (2)" in answer.text
    assert sorted(titles(answer)) == ["Otter Sleep in Cold Rivers", "Warm Dens and Otter Sleep"]
    (first, *_) = [one for one in answer.sentences if one.citations]
    assert [quote.field for quote in first.citations[0].quotes] == ["title", "authors"]
    assert any("as they are written" in note for note in answer.notes)


def test_years_and_venues_are_asked_in_many_words(rivers: Assistant):
    for question in ("What years are the papers from?", "how recent are they?"):
        assert "By year: 2023 (1), 2022 (2), 2021 (1)." in rivers.ask(question).text
    answer = rivers.ask("Where were these papers published?")
    assert "By venue (2): Journal of Rivers (2), Birds Today (1); 1 has none." in answer.text


def test_in_a_conversation_the_papers_are_those_at_hand(rivers: Assistant):
    talk = rivers.conversation()
    talk.ask("summarize the papers")
    assert "By year" in talk.ask("which years?").text
    talk.ask("How does ReedMap map reed beds?")
    assert "There are 4 papers" not in talk.ask("summarize the paper").text
    assert talk.ask("what is this collection about?").text.startswith("There are 4 papers")


@pytest.mark.parametrize(
    "question",
    [
        "what is it about?",
        "who wrote this?",
        "what do they have in common?",
        "which is bigger?",
        "summarize this",
        "when?",
        "what can you do?",
        "how many otters are in the rivers?",
        "who wrote the 2021 papers?",
        "",
    ],
)
def test_what_asks_for_something_else_is_no_question_about_the_collection(question: str):
    assert facet_asked(question) is None


def test_the_papers_at_hand_are_no_collection():
    assert facet_asked("summarize the papers") == "overview"
    assert facet_asked("summarize the papers", at_hand=True) is None
    assert facet_asked("summarize the whole collection", at_hand=True) == "overview"


def test_what_these_papers_say_is_asked_of_every_paper_on_it(rivers: Assistant):
    answer = rivers.ask("what do these papers say about otter sleep?")
    assert answer.status == "answered"
    assert sorted(titles(answer)) == ["Otter Sleep in Cold Rivers", "Warm Dens and Otter Sleep"]
    assert "otters slept 40 minutes less on frozen days." in answer.text


def test_what_no_paper_speaks_of_is_still_refused(rivers: Assistant):
    answer = rivers.ask("what do these papers say about stock markets?")
    assert answer.status == "not_in_corpus"
    assert answer.papers == ()


def test_agreement_is_left_to_the_reader(rivers: Assistant):
    answer = rivers.ask("do the papers agree on otter sleep?")
    assert answer.text.startswith("What each abstract says; whether they agree")
    assert len(answer.papers) == 2


def test_limits_are_what_a_paper_leaves_open_before_what_it_overcomes(rivers: Assistant):
    answer = rivers.ask("What are the challenges in otter sleep?")
    left, addressed = answer.text.split("Problems that these abstracts set out to solve")
    assert "nights under ice remain unrecorded" in left
    assert "Keeping dens warm" not in left
    assert "We tagged" not in answer.text
    assert "Keeping dens warm remains a challenge." in addressed
    assert answer.status == "answered"


def test_papers_that_tell_only_of_what_they_overcome_are_told_as_such(rivers: Assistant):
    answer = rivers.ask("what are the open problems in mapping reed beds?")
    assert answer.text.startswith("Problems that these abstracts set out to solve")
    assert "Mapping reed beds by hand is slow and limits their care." in answer.text
    assert "halves the cost" not in answer.text


def test_reading_is_ordered_by_relevance_and_says_so(rivers: Assistant):
    answer = rivers.ask("recommend me something to read on herons")
    assert "in the order of relevance; how good a paper is" in answer.text
    assert titles(answer)[0] == "Heron Counts from Drones"


def test_groups_that_study_something_are_its_authors(rivers: Assistant):
    answer = rivers.ask("which groups study heron counts?")
    assert "Chidi Okafor" in answer.text
    assert titles(answer) == ["Heron Counts from Drones"]


@pytest.mark.parametrize(
    "question",
    ["Summarize ReedMap", "tl;dr of ReedMap", "main findings of the reed bed mapping paper"],
)
def test_a_summary_tells_problem_method_and_result_in_this_order(rivers: Assistant, question: str):
    answer = rivers.ask(question)
    assert titles(answer) == ["ReedMap"]
    places = [answer.text.index(words) for words in ("by hand is slow", "We propose", "finds 94%")]
    assert places == sorted(places)
    assert len(answer.text.split()) <= 90


def test_a_paper_of_the_conversation_is_summarized_by_it(rivers: Assistant):
    talk = rivers.conversation()
    talk.ask("How does ReedMap map reed beds?")
    answer = talk.ask("summarize it")
    assert titles(answer) == ["ReedMap"]
    assert "finds 94%" in answer.text


def test_two_papers_are_compared_by_what_they_are_about(rivers: Assistant):
    answer = rivers.ask("compare the two papers on otter sleep")
    assert answer.table is not None
    assert sorted(titles(answer)) == ["Otter Sleep in Cold Rivers", "Warm Dens and Otter Sleep"]
    protocols = rivers.ask("what is the difference between the two protocols?")
    assert sorted(titles(protocols)) == ["Heron Counts from Drones", "Warm Dens and Otter Sleep"]


def test_a_description_that_fits_more_papers_is_asked_back(tmp_path: Path, embedder: Embedder):
    third: dict[str, object] = {
        "title": "Mink Dens: A Protocol",
        "abstract": "We describe a protocol on mink dens.",
    }
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "more.jsonl", (*RECORDS, third)))
        answer = assistant.ask("compare the two protocols")
    assert answer.status == "unclear"
    assert len(answer.nearest) == 3


@pytest.mark.parametrize(
    ("question", "kind", "topic"),
    [
        ("What are the open problems in coral reef repair?", "limits", "coral reef repair"),
        ("Where do gliders still fail?", "limits", "gliders"),
        ("what future research is needed on tides?", "limits", "tides"),
        ("pros and cons of night ferries", "views", "night ferries"),
        ("Is there a consensus on sea levels in these papers?", "views", "sea levels"),
        ("What is known about salt marshes?", "said", "salt marshes"),
        ("summary of the papers on tides", "said", "tides"),
        ("best paper on tides?", "reading", "tides"),
        ("I'm new to tides, where should I start?", "reading", "tides"),
        ("explain the tide model in simple terms", "summary", "tide model"),
        ("key contributions of the TideNet paper", "summary", "TideNet"),
    ],
)
def test_what_each_paper_is_to_tell_is_read_from_the_words(question: str, kind: str, topic: str):
    survey = survey_asked(question)
    assert survey is not None
    assert (survey.kind, survey.topic) == (kind, topic)


@pytest.mark.parametrize(
    "question",
    [
        "What limits the speed of TideNet?",
        "What is the result of TideNet on Harbour?",
        "Which challenge does TideNet address?",
        "Who wrote the paper on tides?",
        "summarize",
        "How do gliders work?",
    ],
)
def test_questions_for_one_fact_are_no_survey(question: str):
    assert survey_asked(question) is None
    assert authors_asked(question) == ""


@pytest.mark.parametrize(
    "question",
    [
        "what are its limitations?",
        "what limits does it have?",
        "does it have any drawbacks?",
        "limitations?",
        "and the main limitations?",
    ],
)
def test_the_limits_of_the_paper_at_hand_are_what_it_says_of_limits(
    rivers: Assistant, question: str
):
    talk = rivers.conversation()
    talk.ask("What did the field study of otter sleep in cold rivers find?")
    answer = talk.ask(question)
    assert [listed.paper.title for listed in answer.papers] == [RECORDS[0]["title"]]
    assert "the tags failed below minus ten degrees" in answer.text


def test_a_record_without_what_is_asked_of_it_is_told_as_such(rivers: Assistant):
    talk = rivers.conversation()
    answer = talk.ask("Where was ReedMap published?")
    assert answer.status == "not_stated"
    assert answer.text == "The record of “ReedMap: Mapping Reed Beds by Sound” has no venue."
    assert [listed.number for listed in answer.papers] == [1]
    assert "2023" in talk.ask("When was it published?").text
