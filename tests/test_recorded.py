"""What the record of a paper answers, as a reader gets it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from invented import write_records
from paperchat.assistant import Assistant
from paperchat.embedding import Embedder
from paperchat.index import Index
from paperchat.questions.record_questions import record_asked

RECORDS = [
    {
        "title": "Quiet Pumps for Deep Wells",
        "abstract": (
            "Pumps in deep wells are loud. We damp them with cork. (c) 2021 Wellhouse B.V. All "
            "rights reserved."
        ),
        "authors": ["Ada Marsh", "Bo Lindqvist", "Chidi Okafor"],
        "arxiv": "2506.01234",
        "status": "poster",
    },
    {
        "title": "Cork Mills: Grinding Without Dust",
        "abstract": "Cork mills are dusty. We wet the cork. Our code is available on GitHub.",
        "authors": ["Bo Lindqvist"],
        "venue": "Workshop on Mills 2019",
    },
    {
        "title": "木材的湿度研究",
        "abstract": "We measure how wet timber is in winter, with 40 probes in 12 barns.",
    },
    {
        "title": "Copyright in Old Saws",
        "abstract": (
            "Copyright in 2020 troubled every sawyer of the valley. Sharp saws cut dust by half."
        ),
        "year": 2020,
    },
    {
        "title": "Sharp Saws Last Longer",
        "abstract": "We sharpen saws each week; sharp saws hold for two years.",
        "year": 2021,
    },
]


@pytest.fixture(scope="module")
def mills(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Iterator[Assistant]:
    folder = tmp_path_factory.mktemp("mills")
    with Assistant(Index(folder / "index", embedder)) as opened:
        opened.add(write_records(folder / "mills.jsonl", RECORDS))
        yield opened


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "How many authors does Quiet Pumps for Deep Wells have?",
            "“Quiet Pumps for Deep Wells” has 3 authors: Ada Marsh, Bo Lindqvist, Chidi Okafor "
            "[1].",
        ),
        (
            "who is the last author of quiet pumps?",
            "The last of 3 authors of “Quiet Pumps for Deep Wells” is Chidi Okafor [1].",
        ),
        (
            "Who is the first author of Cork Mills?",
            "The only author of “Cork Mills: Grinding Without Dust” is Bo Lindqvist [1].",
        ),
        (
            "When was Quiet Pumps published?",
            "The record has no year; its arXiv number is of June 2025 (2506.01234): Quiet Pumps "
            "for Deep Wells [1].",
        ),
        ("Which venue was Cork Mills in?", "Workshop on Mills"),
        (
            "Is Quiet Pumps an oral?",
            "The status in the record of this paper is “poster”, not “oral”: Quiet Pumps for Deep "
            "Wells [1].",
        ),
        ("Is Cork Mills open source?", "Our code is available on GitHub. [1]"),
    ],
)
def test_a_record_answers_with_the_paper_cited(mills: Assistant, question: str, text: str):
    answer = mills.ask(question)
    assert answer.status == "answered"
    assert text in answer.text
    assert [one.number for one in answer.papers] == [1]
    assert all(one.support != "unsupported" for one in answer.sentences)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Did Quiet Pumps win an award?",
            "The record of “Quiet Pumps for Deep Wells” says nothing of “award”; its status is "
            "“poster”.",
        ),
        (
            "Which journal was Quiet Pumps published in?",
            "The record of “Quiet Pumps for Deep Wells” has no venue. It has an arXiv number: "
            "2506.01234.",
        ),
        (
            "Does Quiet Pumps release its code?",
            "The abstract of “Quiet Pumps for Deep Wells” does not say whether its code can be "
            "had.",
        ),
    ],
)
def test_what_a_record_lacks_is_told_as_such(mills: Assistant, question: str, text: str):
    answer = mills.ask(question)
    assert answer.status == "not_stated"
    assert answer.text == text


def test_a_follow_up_asks_the_record_of_the_paper_at_hand(mills: Assistant):
    talk = mills.conversation()
    talk.ask("How many authors does Quiet Pumps have?")
    assert "is Ada Marsh [1]." in talk.ask("Who is its first author?").text


def test_a_poster_was_accepted(mills: Assistant):
    answer = mills.ask("Was Quiet Pumps accepted?")
    assert "The status in the record of this paper is “poster”:" in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Do sharp saws include code?",
        "Where can I get sharp saws?",
        "What is the status of sharp saws?",
    ],
)
def test_a_topic_of_several_papers_is_no_name_of_one(mills: Assistant, question: str):
    text = mills.ask(question).text
    assert "the record" not in text.casefold()
    assert "its code can be had" not in text


@pytest.mark.parametrize(
    "question", ["How many people worked on the annotations?", "Was the hypothesis rejected?"]
)
def test_something_in_a_paper_has_no_record(mills: Assistant, question: str):
    talk = mills.conversation()
    talk.ask("How many authors does Quiet Pumps have?")
    text = talk.ask(question).text
    assert "has 3 authors" not in text
    assert "status in the record" not in text


def test_a_name_that_others_speak_of_is_told_by_its_capitals(mills: Assistant):
    answer = mills.ask("What is the status of Sharp Saws?")
    assert "The record of “Sharp Saws Last Longer” says nothing of status" in answer.text


def test_a_sentence_on_copyright_is_the_paper_s_own(mills: Assistant):
    assert "troubled every sawyer" in mills.ask("What troubled the sawyers in 2020?").text


def test_a_question_for_more_than_the_record_is_left_to_the_search():
    assert record_asked("Who wrote Quiet Pumps and why is it quiet?") is None
    assert record_asked("How does Quiet Pumps damp the noise?") is None


def test_authors_are_counted_over_all_records(mills: Assistant):
    answer = mills.ask("What is the average number of authors per paper?")
    assert "The records of 2 name authors; 3 name none: 2.0 on average, from 1 to 3" in answer.text
    several = mills.ask("which authors have more than one paper?")
    assert (
        "By author with at least 2 papers (1 of 3): Bo Lindqvist (2); 3 have none." in several.text
    )
    assert len(several.papers) == 2
    most = mills.ask("which paper has the most authors?")
    assert "what has the most authors: 3" in most.text
    assert [one.paper.title for one in most.papers] == ["Quiet Pumps for Deep Wells"]


@pytest.mark.parametrize(
    ("question", "papers"),
    [
        ("How many papers has Ada Marsh?", 1),
        ("how many papers does Lindqvist have?", 2),
        ("What does Bo Lindqvist work on?", 2),
        ("papers by Goodfellow", 0),
    ],
)
def test_an_author_is_asked_for_in_many_ways(mills: Assistant, question: str, papers: int):
    answer = mills.ask(question)
    assert answer.filters.author
    assert len(answer.papers) == papers


def test_a_chinese_title_finds_its_paper(mills: Assistant):
    answer = mills.ask("木材的湿度研究")
    assert [one.paper.title for one in answer.papers] == ["木材的湿度研究"]


def test_the_line_of_the_publisher_is_never_quoted(mills: Assistant):
    for question in ("What is Quiet Pumps about?", "Wellhouse 2021 rights", "papers on pumps"):
        assert "reserved" not in mills.ask(question).text


def test_of_a_very_long_question_the_beginning_is_read(mills: Assistant):
    answer = mills.ask("How are pumps damped? " + "Water is wet. " * 7000)
    assert "Only the first 20,000 characters of the question were read." in answer.notes


@pytest.mark.parametrize("text", ["merci", "Danke schön!", "gracias", "谢谢你"])
def test_thanks_are_understood_in_other_languages(mills: Assistant, text: str):
    assert mills.ask(text).status == "chat"


def test_a_page_is_asked_for_by_its_number(mills: Assistant):
    answer = mills.ask("list all papers, page 4")
    assert answer.status == "not_in_corpus"
    assert answer.text == ("There are 5 papers here.\n\nThere is no page 4: the list has one page.")
