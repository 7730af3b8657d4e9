"""Follow-ups that mean several papers, authors, or the collection, as a reader gets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from invented import RECORDS, write_records
from paperchat.answers import Answer
from paperchat.assistant import Assistant
from paperchat.embedding import Embedder
from paperchat.index import Index

KESTREL, FOOBAR, MOSS = (str(record["title"]) for record in RECORDS[:3])

SONAR, WINTER, OWLS = "Sonar of Otters", "Otters in Winter", "Counting Owls"
RIVERS = [
    {
        "title": SONAR,
        "abstract": "Otters hunt by sonar. We record 40 otters. Our method hears fish at 9 metres.",
        "authors": ["Ada Marsh", "B.A. Quill"],
        "year": 2024,
    },
    {
        "title": WINTER,
        "abstract": "Otters sleep under ice. We film otters with a camera. They lose 5% of weight.",
        "authors": ["Bo Lindqvist", "Ada Marsh"],
        "year": 2025,
    },
    {
        "title": OWLS,
        "abstract": "Owls are counted by their calls. We count 70 owls in a wood.",
        "authors": ["B.A. Quill", "Cleo Ito"],
        "year": 2025,
    },
]


def index_of(folder: Path, embedder: Embedder, count: int) -> Path:
    with Assistant(Index(folder / "index", embedder)) as assistant:
        assistant.add(write_records(folder / "rivers.jsonl", RIVERS[:count]))
    return folder / "index"


@pytest.fixture(scope="module")
def rivers(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Assistant:
    return Assistant(Index(index_of(tmp_path_factory.mktemp("rivers"), embedder, 3), embedder))


@pytest.fixture(scope="module")
def two_papers(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Assistant:
    return Assistant(Index(index_of(tmp_path_factory.mktemp("two"), embedder, 2), embedder))


def talk(assistant: Assistant, *questions: str) -> Answer:
    """The answer to the last question."""
    conversation = assistant.conversation()
    return [conversation.ask(question) for question in questions][-1]


def titles(answer: Answer) -> set[str]:
    return {listed.paper.title for listed in answer.papers}


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("papers by her", {SONAR, WINTER}),
        ("what else did she write?", {SONAR, WINTER}),
        ("any other papers by the first author?", {SONAR, WINTER}),
        ("papers by the last author", {SONAR, OWLS}),
        ("did they publish other papers?", {SONAR, WINTER}),
        ("list their papers", {SONAR, WINTER}),
        ("Did Lindqvist write others?", {WINTER}),
    ],
)
def test_papers_by_the_authors_at_hand_are_listed(rivers, question, found):
    answer = talk(rivers, "How do otters hunt by sonar?", question)
    assert answer.status == "answered"
    assert titles(answer) == found


def test_papers_by_authors_that_no_record_names_are_not_made_up(tmp_path, embedder):
    record = {"title": "Bees", "abstract": "Bees dance to tell where flowers are."}
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "bees.jsonl", [record]))
        answer = talk(assistant, "What do bees dance for?", "papers by him")
    assert answer.status == "not_in_corpus"


@pytest.mark.parametrize(
    "asked", [("thanks",), ("ok, thank you!", "What is the capital of Mongolia?"), ("???",)]
)
def test_the_authors_are_those_of_the_paper_at_hand_whatever_was_said_aside(assistant, asked):
    answer = talk(assistant, "What is KestrelKV?", *asked, "who are the authors?")
    assert titles(answer) == {KESTREL}
    assert "Ada Marsh" in answer.text


@pytest.mark.parametrize(
    ("counted", "listed"),
    [
        ("How many papers per year?", {SONAR, WINTER, OWLS}),
        ("How many papers by Ada Marsh are there per year?", {SONAR, WINTER}),
    ],
)
def test_papers_that_were_counted_can_be_listed(rivers, counted, listed):
    answer = talk(rivers, counted, "list them")
    assert answer.listing is not None
    assert titles(answer) == listed
    assert titles(talk(rivers, counted, "only those from 2024")) == {SONAR}


@pytest.mark.parametrize(
    "question",
    [
        "compare the two papers",
        "What do the papers have in common?",
        "how do both papers differ?",
        "Compare all papers",
    ],
)
def test_of_a_collection_of_two_papers_the_two_are_compared(two_papers, question):
    for answer in (two_papers.ask(question), talk(two_papers, "How do otters hunt?", question)):
        assert answer.table is not None
        assert titles(answer) == {SONAR, WINTER}


def test_the_two_of_three_papers_are_asked_back(rivers):
    assert rivers.ask("compare the two papers").status == "unclear"


@pytest.mark.parametrize(
    "questions",
    [
        ("Compare KestrelKV and KestrelKV",),
        ("What is KestrelKV?", "compare it with KestrelKV"),
        ("What is KestrelKV?", "compare [1] and [1]"),
        (f"Compare KestrelKV with “{KESTREL}”",),
    ],
)
def test_a_paper_is_not_compared_with_itself(assistant, questions):
    answer = talk(assistant, *questions)
    assert answer.status == "partial"
    assert "one paper here" in answer.text.partition("\n")[0]
    assert titles(answer) == {KESTREL}


@pytest.mark.parametrize(
    ("questions", "title"),
    [
        (("compare KestrelKV and FooBar", "what does Okafor say about tokens?"), FOOBAR),
        (("compare KestrelKV and FooBar", "and Marsh?"), KESTREL),
        (("What does Okafor propose?",), FOOBAR),
        (("What is removed according to Okafor?",), FOOBAR),
    ],
)
def test_a_paper_may_be_named_by_an_author(assistant, questions, title):
    answer = talk(assistant, *questions)
    assert answer.status in ("answered", "partial")
    assert titles(answer) == {title}


@pytest.mark.parametrize("question", ["who made it?", "Who developed this?", "and who built it?"])
def test_who_made_what_a_paper_is_about_is_who_wrote_it(assistant, question):
    assert "Chidi Okafor" in talk(assistant, "What is FooBar?", question).text


@pytest.mark.parametrize(
    "question",
    ["what do they have in common?", "do they agree?", "how do these differ?", "list those papers"],
)
def test_all_papers_of_an_answer_are_meant_together(assistant, question):
    asked = "compare KestrelKV, FooBar and MossSets"
    assert titles(talk(assistant, asked, question)) == {KESTREL, FOOBAR, MOSS}


def test_which_of_them_leaves_the_talk_with_the_one_that_says_it(assistant):
    questions = ("compare KestrelKV and FooBar", "Which of them removes a watermark?")
    assert titles(talk(assistant, *questions)) == {KESTREL, FOOBAR}
    assert titles(talk(assistant, *questions, "why does it work?")) == {FOOBAR}
    assert titles(talk(assistant, *questions, "and the other one?")) == {KESTREL}
    assert titles(talk(assistant, *questions, "compare both")) == {KESTREL, FOOBAR}


@pytest.mark.parametrize("question", ["how many GB exactly?", "and the memory, how much exactly?"])
def test_how_exact_an_answer_is_to_be_asks_for_nothing(assistant, question):
    answer = talk(assistant, "What is KestrelKV?", question)
    assert answer.status == "answered"
    assert "9 GB" in answer.text


def test_a_paper_that_has_no_word_of_the_question_before_is_introduced(assistant):
    answer = talk(assistant, "How much memory does KestrelKV need?", "And MossSets?")
    assert "conformal sets" in answer.text
    assert titles(answer) == {MOSS}


@pytest.mark.parametrize(
    "question",
    [
        "Compare the paper on watermarks with the one about conformal sets",
        "How does the paper on conformal sets differ from the study about watermark removal?",
    ],
)
def test_papers_to_compare_may_be_told_by_what_they_are_about(assistant, question):
    answer = assistant.ask(question)
    assert answer.table is not None
    assert titles(answer) == {FOOBAR, MOSS}


def test_a_comparison_is_asked_again_by_another_aspect(assistant):
    answer = talk(assistant, "compare KestrelKV and FooBar", "and on speed?")
    assert answer.table is not None
    assert answer.table.aspects == ("speed",)
    assert titles(answer) == {KESTREL, FOOBAR}


def test_a_question_that_no_paper_here_has_words_for_leaves_the_paper_at_hand(assistant):
    answer = talk(assistant, "What is KestrelKV?", "What is the best ramen recipe?")
    assert answer.status == "not_in_corpus"
    assert answer.papers == ()


def test_papers_offered_in_a_refusal_are_not_counted_later(assistant):
    compared = ("compare KestrelKV and FooBar", "How do I renew my passport?")
    assert titles(talk(assistant, *compared, "thanks", "what about the second one?")) == {FOOBAR}


def test_the_others_are_those_that_the_talk_is_not_about(assistant):
    asked = ("compare KestrelKV, FooBar and MossSets", "what does the first one forget?")
    assert titles(talk(assistant, *asked, "and the others?")) == {FOOBAR, MOSS}


def test_related_work_is_looked_for_on_the_topic_at_hand(assistant):
    answer = talk(assistant, "Which paper is on language models that abstain?", "any related work?")
    assert answer.status == "answered"
    assert MOSS not in titles(answer)


def test_so_many_papers_are_the_last_that_were_spoken_of(assistant):
    asked = ("What is KestrelKV?", "And FooBar?", "What is MossSets?")
    assert titles(talk(assistant, *asked, "compare all three")) == {KESTREL, FOOBAR, MOSS}
    assert titles(talk(assistant, "What is KestrelKV?", "which of the three tasks?")) == {KESTREL}


def test_the_same_question_is_asked_of_another_paper(assistant):
    answer = talk(assistant, "How much faster does FooBar decode?", "same question for KestrelKV")
    assert "3.4 times" in answer.text
    assert titles(answer) == {KESTREL}


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("and the authors?", "Chidi Okafor"),
        ("what about its authors?", "Chidi Okafor"),
        ("and the authors of the second one?", "Chidi Okafor"),
        ("and the year?", "2025"),
    ],
)
def test_a_field_of_the_record_is_asked_for_by_its_name(assistant, question, told):
    answer = talk(assistant, "How much faster does KestrelKV decode?", "What is FooBar?", question)
    assert told in answer.text
    assert titles(answer) == {FOOBAR}


def test_what_is_asked_again_of_another_paper_keeps_what_it_hung_on(assistant):
    asked = ("Which paper decodes faster?", "by how much?", "what about FooBar?")
    assert "decodes faster" in talk(assistant, *asked).search_query


def test_others_are_asked_for_without_a_word_for_papers(assistant):
    answer = talk(assistant, "Which paper removes watermarks?", "are there any others?")
    assert FOOBAR not in titles(answer)


@pytest.mark.parametrize(
    ("questions", "found"),
    [
        (("How many otters are recorded?", "is there anything newer?"), {WINTER}),
        (("Do otters lose weight?", "any older papers?"), {SONAR}),
        (("How many otters are recorded?", "only papers after 2024 please"), {WINTER}),
        (("Do otters lose weight?", "only those before 2025"), {SONAR}),
        (("which papers are about otters?", "only those after 2024"), {WINTER}),
    ],
)
def test_papers_on_the_topic_at_hand_are_told_by_their_years(rivers, questions, found):
    answer = talk(rivers, *questions)
    assert answer.status == "answered"
    assert titles(answer) == found


def test_without_papers_at_hand_nothing_is_newer(rivers):
    assert talk(rivers, "anything newer?").status != "answered"


@pytest.mark.parametrize("question", ["which author?", "the authors", "and the author"])
def test_which_author_is_that_of_the_paper_at_hand(rivers, question):
    answer = talk(rivers, "Who counts owls by their calls?", question)
    assert "Cleo Ito" in answer.text
    assert titles(answer) == {OWLS}


@pytest.mark.parametrize("question", ["which of the two is more recent?", "which one is older?"])
def test_which_of_two_is_newer_is_told_by_their_records(two_papers, question):
    answer = talk(two_papers, "compare the two papers", question)
    assert answer.status == "answered"
    assert {"2024", "2025"} <= set(answer.text.replace(".", " ").split())


def test_which_of_two_has_more_asks_for_no_other_papers(two_papers):
    asked = ("compare the two papers", "which of those two studies reports more papers?")
    assert titles(talk(two_papers, *asked)) == {SONAR, WINTER}


def test_a_name_that_the_paper_at_hand_speaks_of_is_asked_of_it(tmp_path, embedder):
    records = [
        *RIVERS,
        {"title": "Swift Clouds", "abstract": "Clouds race at 9 km/s. QUARN gives 4 km/s, too."},
    ]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "clouds.jsonl", records))
        answer = talk(assistant, "How fast do clouds race?", "and QUARN?")
    assert answer.search_query.endswith("and QUARN?")
    assert "4 km/s" in answer.text


@pytest.mark.parametrize("question", ["what's the capital of Peru?", "who's the mayor of Lima?"])
def test_a_question_with_a_verb_of_its_own_may_leave_the_talk(rivers, question):
    assert talk(rivers, "How do otters hunt by sonar?", question).status == "not_in_corpus"


@pytest.mark.parametrize(
    "question",
    [
        "Filmed by a camera under ice, how much weight do otters lose beside the rest?",
        "Do the first three winters under ice cost otters weight?",
        "Do otters lose weight between the first and the second dive under ice?",
    ],
)
def test_a_first_question_with_words_of_its_own_points_at_nothing(rivers, question):
    answer = rivers.ask(question)
    assert answer.status not in ("unclear", "failed")
    assert titles(answer) >= {WINTER}


def test_a_first_question_that_only_points_is_asked_back(rivers):
    assert rivers.ask("And the rest?").status == "unclear"
    assert rivers.ask("What does the second one show?").status == "unclear"


@pytest.mark.parametrize(
    ("question", "found", "said"),
    [
        ("And the winter paper - when was it published?", WINTER, "appeared in 2025"),
        ("and the paper on counting: who wrote it?", OWLS, "B.A. Quill, Cleo Ito"),
        ("how many authors does the camera paper have?", WINTER, "has 2 authors"),
        ('and the paper "Otters in Win…": who wrote it?', WINTER, "Bo Lindqvist"),
        ("what does the review of calls say?", OWLS, "70 owls"),
    ],
)
def test_a_paper_that_is_told_by_its_topic_is_found_among_all(rivers, question, found, said):
    answer = talk(rivers, "How do otters hunt by sonar?", "who wrote it?", question)
    assert titles(answer) == {found}
    assert said in answer.text


def test_a_paper_that_is_told_by_its_topic_is_compared(rivers):
    answer = talk(rivers, "How do otters hunt by sonar?", "compare it with the paper on counting")
    assert answer.table is not None
    assert titles(answer) == {SONAR, OWLS}


def test_related_papers_are_those_like_the_one_at_hand(rivers):
    answer = talk(rivers, "How do otters hunt by sonar?", "show me related papers")
    assert answer.listing is None
    assert titles(answer) <= {WINTER}
