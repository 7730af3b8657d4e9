from __future__ import annotations

import asyncio
import json

import pytest

from invented import RECORDS, write_records
from paperchat.answers import Answer
from paperchat.assistant import Assistant
from paperchat.events import Done, Searching
from paperchat.history import History
from paperchat.index import Index

KESTREL, FOOBAR, MOSS = (str(record["title"]) for record in RECORDS[:3])
OTTER = "OtterNet: Depth from a Single Underwater Photograph"


def talk(assistant: Assistant, *questions: str) -> list[Answer]:
    conversation = assistant.conversation()
    return [conversation.ask(question) for question in questions]


def cited(answer: Answer) -> dict[int | None, str]:
    return {listed.number: listed.paper.title for listed in answer.papers}


def test_papers_keep_their_numbers_and_a_single_question_starts_anew(assistant):
    answers = talk(
        assistant, "What is KestrelKV?", "And FooBar?", "How fast does KestrelKV decode?"
    )
    assert [cited(answer) for answer in answers] == [{1: KESTREL}, {2: FOOBAR}, {1: KESTREL}]
    assert "[1]" in answers[2].text
    assert cited(assistant.ask("What is FooBar?")) == {1: FOOBAR}


@pytest.mark.parametrize(
    ("question", "fact", "number"),
    [
        ("How much memory does it need?", "9 GB", 1),
        ("and the memory?", "9 GB", 1),
        ("how many times faster?", "3.4 times", 1),
        ("And FooBar?", "paraphraser", 2),
        ("FooBar 呢？", "paraphraser", 2),
        ("What did Okafor et al. introduce?", "paraphraser", 2),
        ("no, I meant FooBar", "paraphraser", 2),
    ],
)
def test_a_follow_up_is_answered_from_the_paper_it_means(assistant, question, fact, number):
    answer = talk(assistant, "What is KestrelKV?", question)[1]
    assert answer.status in ("answered", "partial")
    assert fact in answer.text
    assert set(cited(answer)) == {number}
    assert answer.question == question


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("How do the two differ?", {1, 2}),
        ("compare both", {1, 2}),
        ("How much quality does [1] keep?", {1}),
        ("What about the first one?", {1}),
        ("and the other one?", {1}),
        ("What does the second paper lower?", {2}),
        ("compare 1 and 2", {1, 2}),
        ("compare it with MossSets", {2, 3}),
        ("Which of them removes a watermark?", {1, 2}),
        ("go back to the first paper", {1}),
    ],
)
def test_numbers_ordinals_and_pairs_point_at_papers(assistant, question, numbers):
    answer = talk(assistant, "What is KestrelKV?", "What is FooBar?", question)[2]
    assert set(cited(answer)) == numbers


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("And the paper on underwater photographs?", OTTER),
        ("back to the decoding paper: how much faster?", KESTREL),
        ("which entries are forgotten?", KESTREL),
        ("what quality is kept?", KESTREL),
    ],
)
def test_papers_told_by_their_topic_are_found_and_details_asked_of_the_one_at_hand(
    assistant, question, title
):
    answer = talk(assistant, "What is FooBar?", "What is KestrelKV?", question)[2]
    assert set(cited(answer).values()) == {title}


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("how does it fare?", ("answered", "partial")),
        ("so it was built on Wikipedia?", ("partial",)),
        ("which GPUs did they use?", ("not_stated",)),
    ],
)
def test_only_the_thing_asked_for_makes_a_detail_not_stated(assistant, question, status):
    answer = talk(assistant, "What is KestrelKV?", question)[1]
    assert answer.status in status
    assert set(cited(answer).values()) == {KESTREL}


def test_what_was_searched_shows_the_paper_that_was_meant(assistant):
    answers = talk(assistant, "What is KestrelKV?", "What is FooBar?", "why does it work?")
    assert answers[2].search_query == "FooBar: why does it work?"
    assert "because paraphrasing breaks the order" in answers[2].text
    events = list(assistant.conversation().stream("What is FooBar?"))
    assert events[0] == Searching("What is FooBar?")


def test_compared_papers_stay_the_subject(assistant):
    answers = talk(assistant, "compare KestrelKV and FooBar", "which is faster?", "and the latter?")
    assert cited(answers[0]) == {1: KESTREL, 2: FOOBAR}
    assert set(cited(answers[1])) == {1, 2}
    assert set(cited(answers[2])) == {2}


def test_another_paper_is_none_that_was_cited(assistant):
    answers = talk(
        assistant, "Which paper decodes faster?", "Is there another paper on language models?"
    )
    assert KESTREL in cited(answers[0]).values()
    assert answers[1].status == "answered"
    assert not set(cited(answers[0])) & set(cited(answers[1]))


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("new topic: how does tidal routing use every expert?", "answered"),
        ("How does tidal routing use every expert?", "answered"),
        ("Who won the football world cup in 1998?", "not_in_corpus"),
        ("How do I renew my passport?", "not_in_corpus"),
    ],
)
def test_a_new_topic_is_not_glued_to_the_old_one(assistant, question, status):
    answer = talk(assistant, "What is KestrelKV?", question)[1]
    assert answer.status == status
    assert 1 not in cited(answer)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What about protein backbones?", "HeronDiff: Protein Backbones from Discrete Diffusion"),
        ("and the schedule of trains?", "Learning to Schedule Trains with Graph Neural Networks"),
        ("and the memory?", KESTREL),
        ("what about the quality?", KESTREL),
        ("how many GB?", KESTREL),
        ("relative to how many GB?", KESTREL),
    ],
)
def test_what_goes_on_may_be_the_topic_of_another_paper(assistant, question, title):
    answer = talk(assistant, "How much faster does KestrelKV decode?", question)[1]
    assert set(cited(answer).values()) == {title}


def test_another_paper_is_looked_for_by_its_topic(assistant):
    answer = talk(assistant, "What is KestrelKV?", "Is there another paper on watermarks?")[1]
    assert answer.search_query.startswith("watermarks")
    assert set(cited(answer).values()) == {FOOBAR}


def test_another_paper_may_be_one_that_only_a_list_showed(assistant):
    answers = talk(
        assistant,
        "Which papers are about watermarks or conformal sets?",
        "What is MossSets?",
        "Another paper, on watermarks?",
    )
    assert set(cited(answers[0]).values()) == {FOOBAR, MOSS}
    assert set(cited(answers[2]).values()) == {FOOBAR}


def test_parts_of_a_series_are_told_apart(tmp_path, embedder):
    records = [
        {"title": "Wind over Dunes. Part I: Sand", "abstract": "Sand is carried by the wind."},
        {"title": "Wind over Dunes. Part II: Grass", "abstract": "Grass holds the dune."},
        {"title": "Bees", "abstract": "Bees dance."},
    ]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "dunes.jsonl", records))
        answer = talk(assistant, "What carries sand?", "and in part II?")[1]
    assert "Grass holds the dune." in answer.text


def test_a_comparison_is_gone_on_with(assistant):
    answers = talk(
        assistant,
        "compare KestrelKV and FooBar",
        "add MossSets",
        "also compare their data",
        "who wrote them?",
    )
    assert set(cited(answers[1])) == set(cited(answers[2])) == set(cited(answers[3])) == {1, 2, 3}
    assert answers[1].search_query == "KestrelKV, FooBar, MossSets: compare them"
    assert answers[2].table is not None
    assert answers[2].table.aspects == ("data and benchmarks",)
    for author in ("Ada Marsh", "Chidi Okafor", "Dana Iyer"):
        assert author in answers[3].text


@pytest.mark.parametrize(
    ("text", "status"), [("🤔", "unclear"), ("???", "unclear"), ("👍", "chat"), ("🙏", "chat")]
)
def test_a_text_without_words_searches_nothing(assistant, text, status):
    answer = talk(assistant, "What is KestrelKV?", text)[1]
    assert answer.status == status
    assert answer.search_query == ""
    assert "KestrelKV" not in answer.text


def test_after_a_refusal_and_small_talk_the_subject_is_still_known(assistant):
    answers = talk(
        assistant,
        "What is KestrelKV?",
        "ok, thanks, very helpful",
        "How do I renew my passport?",
        "and how much faster does it decode?",
    )
    assert [answer.status for answer in answers[1:3]] == ["chat", "not_in_corpus"]
    assert "3.4 times" in answers[3].text


def test_a_question_that_cannot_be_told_apart_is_asked_back(assistant):
    unclear = assistant.ask("what about that thing?")
    assert unclear.status == "unclear"
    assert len(unclear.nearest) == 2
    assert unclear.text.startswith("I cannot tell which paper you mean: “")
    assert unclear.text.endswith("?")
    assert unclear.papers == ()
    beyond = talk(assistant, "What is KestrelKV?", "What is FooBar?", "compare [1] and [7]")[2]
    assert beyond.status == "unclear"
    assert {listed.paper.title for listed in beyond.nearest} == {KESTREL, FOOBAR}


def test_what_is_taken_for_granted_meets_the_quote_that_says_otherwise(assistant):
    question = "Since KestrelKV decodes slower, why would anyone use it?"
    answer = talk(assistant, "What is KestrelKV?", question)[1]
    assert "decodes 3.4 times faster" in answer.text
    assert all(one.support in ("supported", "none_needed") for one in answer.sentences)


@pytest.mark.parametrize(
    ("question", "otherwise"),
    [
        ("so the lanterns need oil?", "The lanterns need no oil"),
        ("since moths are drawn to them, do you net the garden?", "Moths are not drawn"),
        ("so the light increases with rain, right?", "The light decreases with rain"),
    ],
)
def test_whatever_is_taken_for_granted_meets_its_denial(tmp_path, embedder, question, otherwise):
    abstract = (
        "We study lanterns in gardens. Lanterns that burn oil light garden paths in summer. "
        "In summer the light of the lanterns draws guests to the garden. The lanterns need no oil "
        "in summer. Guests net moths in the garden in rain. Moths are not drawn to the lanterns. "
        "Rain fell often, and the light was measured in rain. The light decreases with rain."
    )
    record = {"title": "Lanterns in Gardens", "abstract": abstract}
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "lanterns.jsonl", [record, *RECORDS]))
        answer = talk(assistant, "What do lanterns do in gardens?", question)[1]
    assert answer.text.startswith(otherwise)


def test_the_memory_of_a_conversation_is_plain_data_without_abstracts(assistant):
    before = assistant.conversation()
    before.ask("What is KestrelKV?")
    before.ask("What is FooBar?")
    stored = json.dumps(before.to_dict())
    assert str(RECORDS[0]["abstract"]) not in stored
    after = assistant.conversation(History.from_dict(json.loads(stored)))
    assert after.history.turns == before.history.turns
    assert set(cited(after.ask("How do they differ?"))) == {1, 2}


@pytest.mark.parametrize(
    "spoilt",
    [
        [],
        {"turns": []},
        {"papers": {"1": "x"}, "turns": [{"question": "?"}]},
        {"papers": {"5": "x"}, "turns": []},
    ],
)
def test_what_is_no_conversation_is_refused(spoilt):
    with pytest.raises(ValueError, match=r"stored conversation|1, 2, 3"):
        History.from_dict(spoilt)


def test_a_status_that_does_not_exist_is_refused(assistant):
    conversation = assistant.conversation()
    conversation.ask("hello")
    stored = json.loads(json.dumps(conversation.to_dict()))
    stored["turns"][0]["status"] = "sure"
    with pytest.raises(ValueError, match="'sure' is none of"):
        History.from_dict(stored)


def test_a_removed_paper_is_told(copied, embedder):
    with Assistant(Index(copied, embedder)) as assistant:
        conversation = assistant.conversation()
        conversation.ask("What is KestrelKV?")
        conversation.ask("What is FooBar?")
        assistant.remove(KESTREL)
        gone = conversation.ask("What about [1]?")
        assert (gone.status, gone.text) == ("not_in_corpus", "No longer in the collection: [1].")
        rest = conversation.ask("compare [1] and [2]")
        assert cited(rest) == {2: FOOBAR}
        assert "No longer in the collection: [1]." in rest.notes


def test_a_paper_keeps_its_number_when_its_record_is_merged(embedder, tmp_path):
    bare = {"abstract": RECORDS[1]["abstract"]}
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "bare.jsonl", [bare]))
        conversation = assistant.conversation()
        conversation.ask("What is FooBar?")
        (old,) = conversation.history.register
        assistant.add(write_records(tmp_path / "full.jsonl", [RECORDS[1]]))
        assert cited(conversation.ask("What does it lower?")) == {1: FOOBAR}
        (new,) = conversation.history.register
        assert old != new


def test_conversations_run_in_an_event_loop(assistant):
    async def converse() -> tuple[Answer, Answer]:
        conversation = assistant.conversation()
        first = await conversation.aask("What is KestrelKV?")
        async for event in conversation.astream("How much faster does it decode?"):
            if isinstance(event, Done):
                return first, event.answer
        raise AssertionError("no answer")

    first, second = asyncio.run(converse())
    assert cited(first) == cited(second) == {1: KESTREL}
    assert "3.4 times" in second.text


def test_filters_hold_in_a_conversation(assistant):
    conversation = assistant.conversation()
    conversation.ask("What is KestrelKV?", venue="ICML")
    answer = conversation.ask("How much faster does it decode?", year=2024)
    assert answer.status == "not_in_corpus"
