from __future__ import annotations

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from invented import RECORDS
from paperchat.answering import Pipeline, answer_events
from paperchat.answers import Answer
from paperchat.assistant import Assistant
from paperchat.calibration import shipped
from paperchat.citations import field_text
from paperchat.events import Done, Event, Found, Searching, Text
from paperchat.history import History
from paperchat.index import Index
from paperchat.types import Filters

QUESTIONS = [
    ("How much faster does KestrelKV decode?", "KestrelKV", "3.4 times"),
    ("Why does the paraphrasing attack work against the detector?", "FooBar", "because"),
    ("What is MossSets?", "MossSets", "conformal sets"),
    ("What does sending only the largest gradient entries keep?", "Sparse", "accuracy"),
    ("How many faults does the best agent repair in BeaverBench?", "BeaverBench", "31%"),
    ("How does tidal routing use every expert?", "Tidal", "waves"),
    ("How does OtterNet read depth under water?", "OtterNet", "loss of colour"),
    ("By how much does the delay of trains fall?", "Learning to Schedule", "27%"),
    ("How many HeronDiff designs fold as intended?", "HeronDiff", "41"),
    ("What removes the drift of reward models?", "How Much Sleep", "Pausing"),
]
OFF_TOPIC = [
    "What is the best pizza in Naples?",
    "Who won the football world cup in 1998?",
    "How do I renew my passport?",
]


def events_of(index: Index, question: str, filters: Filters | None = None) -> list[Event]:
    async def collect() -> list[Event]:
        bar = shipped().threshold(0.05)
        told = answer_events(Pipeline(index, 10, bar), question, filters or Filters(), History())
        return [event async for event in told]

    return asyncio.run(collect())


def assert_honest(answer: Answer) -> None:
    """Every quote holds, every sentence is a quote and its markers, every number has its paper."""
    numbered = {listed.number: listed.paper for listed in answer.papers}
    assert list(numbered) == list(range(1, len(numbered) + 1))
    cited = set()
    for sentence in answer.sentences:
        assert sentence.text in answer.text
        if not sentence.citations:  # our own connecting words
            assert sentence.support == "none_needed"
            continue
        assert sentence.support == "supported"
        (citation,) = sentence.citations
        (quote,) = citation.quotes
        source = field_text(numbered[citation.number], quote.field)
        assert source[quote.start : quote.end] == quote.text
        stop = "." if quote.field != "abstract" and sentence.text.endswith(".") else ""
        assert sentence.text == f"{quote.text} [{citation.number}]{stop}"
        cited.add(citation.number)
    assert cited == set(numbered)
    assert " ".join(answer.text.split()) == " ".join(one.text for one in answer.sentences)


@pytest.mark.parametrize(("question", "title", "fact"), QUESTIONS)
def test_a_question_is_answered_from_the_right_paper_first(assistant, question, title, fact):
    answer = assistant.ask(question)
    assert answer.status == "answered"
    assert answer.papers[0].paper.title.startswith(title)
    claims = [one for one in answer.sentences if one.citations]
    first = [one.text for one in claims if one.citations[0].number == 1]
    assert fact in " ".join(first)
    assert 1 <= len(first) <= 3
    assert_honest(answer)


@pytest.mark.parametrize("question", OFF_TOPIC)
def test_what_the_papers_do_not_say_is_said_so_with_the_nearest(assistant, question):
    answer = assistant.ask(question)
    assert answer.status == "not_in_corpus"
    assert answer.text == "I found no answer to this in the 12 papers here."
    assert answer.papers == ()
    assert [one.support for one in answer.sentences] == ["none_needed"]
    assert [one.citations for one in answer.sentences] == [()]
    assert len(answer.nearest) == 3
    assert {listed.number for listed in answer.nearest} == {None}
    assert answer.search_query == question


def test_a_refusal_names_what_it_was_confined_to(assistant):
    answer = assistant.ask("How much faster does KestrelKV decode?", venue="CVPR", year=2023)
    assert answer.status == "not_in_corpus"
    assert answer.text.endswith("in the papers here that are from CVPR 2023.")
    assert answer.filters == Filters("CVPR", 2023)
    assert [one.paper.title[:8] for one in answer.nearest] == ["OtterNet"]


def test_filters_that_nothing_passes_are_a_refusal_without_papers(assistant):
    answer = assistant.ask("How much faster does KestrelKV decode?", venue="nowhere")
    assert (answer.status, answer.nearest) == ("not_in_corpus", ())


def test_filters_confine_an_answer(assistant):
    answer = assistant.ask("Which papers deal with language models?", venue="neurips")
    assert {listed.paper.venue for listed in (*answer.papers, *answer.nearest)} == {"NeurIPS"}


def test_an_empty_index_says_how_it_is_filled(tmp_path, embedder):
    with Assistant(Index(tmp_path / "none", embedder)) as empty:
        answer = empty.ask("What is KestrelKV?")
        assert answer.status == "no_corpus"
        assert "`paperchat add FILE`" in answer.text
        assert (answer.papers, answer.nearest, answer.search_query) == ((), (), "")
        assert empty.ask("Hello").status == "chat"
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("Hello!", "Hello!"),
        ("thanks", "You are welcome"),
        ("bye", "Goodbye"),
        ("What can you do?", "I answer questions about the paper abstracts"),
    ],
)
def test_small_talk_is_answered_and_nothing_is_searched(built, embedder, said, begins):
    with Assistant(Index(built, embedder)) as opened:
        events = events_of(opened._index, said)
    assert [type(event) for event in events] == [Text, Done]
    answer = events[-1].answer
    assert answer.status == "chat"
    assert answer.text.startswith(begins)
    assert (answer.search_query, answer.papers, answer.nearest) == ("", (), ())


@pytest.mark.parametrize("question", [QUESTIONS[0][0], OFF_TOPIC[0], "Which papers use models?"])
def test_events_come_in_order_and_their_text_is_the_answers(assistant, question):
    events = events_of(assistant._index, question)
    searching, found, *texts, done = events
    assert isinstance(searching, Searching)
    assert isinstance(found, Found)
    assert isinstance(done, Done)
    assert searching.search_query == done.answer.search_query
    assert searching.search_query in question
    assert all(isinstance(event, Text) for event in texts)
    assert "".join(event.piece for event in texts) == done.answer.text
    # No marker comes in two halves.
    assert all(event.piece.count("[") == event.piece.count("]") for event in texts)
    listed = done.answer.papers or done.answer.nearest
    assert {one.paper.id for one in listed} <= {result.paper.id for result in found.papers}
    assert done.answer.seconds.keys() == {"search", "answer"}


def test_brackets_inside_a_quote_stay_as_they_are(assistant):
    answer = assistant.ask("Does FooBar need to see the key to remove a watermark?")
    quoted = "without seeing the key (see [1] for the setup). [1]"
    assert quoted in answer.text
    assert_honest(answer)
    enumerated = assistant.ask("Which auxiliary loss does tidal routing need?")
    assert "(1) needs no auxiliary loss, (2) works" in enumerated.text
    assert_honest(enumerated)


def test_a_list_has_a_sentence_a_paper(assistant):
    answer = assistant.ask("answers of language models")
    assert answer.status == "answered"
    assert_honest(answer)
    paragraphs = answer.text.split("\n\n")
    assert len(paragraphs) == len(answer.papers)
    if len(answer.papers) > 1:
        assert len([one for one in answer.sentences if one.citations]) == len(answer.papers)
        for paragraph, listed in zip(paragraphs, answer.papers, strict=True):
            assert paragraph.startswith(f"{listed.paper.title}:")


def test_a_paper_without_abstract_is_quoted_by_its_title(assistant):
    answer = assistant.ask("Is there a catalogue of wild bee recordings?")
    assert answer.status == "answered"
    (quote,) = answer.sentences[-1].citations[0].quotes
    assert (quote.field, quote.text) == ("title", "A Catalogue of Wild Bee Recordings")
    assert_honest(answer)


WORDS = sorted({word for record in RECORDS for word in record["abstract"].split()})


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join))
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_every_answer_is_made_of_quotes_that_hold(assistant, question):
    answer = assistant.ask(question)
    assert answer.status in (
        "answered",
        "partial",
        "not_stated",
        "not_in_corpus",
        "chat",
        "unclear",
    )
    if answer.papers:
        assert_honest(answer)
    else:
        assert answer.papers == ()
    texts = [event.piece for event in assistant.stream(question) if isinstance(event, Text)]
    assert "".join(texts) == answer.text


@pytest.mark.parametrize(
    ("question", "text", "fields"),
    [
        ("Who proposed KestrelKV?", " is by Ada Marsh, Bo Lindqvist [1].", ["authors"]),
        ("Who wrote the paper on KestrelKV?", " is by Ada Marsh, Bo Lindqvist [1].", ["authors"]),
        (
            "Who wrote KestrelKV and when?",
            " is by Ada Marsh, Bo Lindqvist [1] in 2025 [1].",
            ["authors", "year"],
        ),
        ("Where was KestrelKV published?", " appeared in ICML [1].", ["venue"]),
        (
            "When and where was KestrelKV published?",
            " appeared in ICML [1] in 2025 [1].",
            ["venue", "year"],
        ),
        ("When did KestrelKV appear?", " appeared in 2025 [1].", ["year"]),
    ],
)
def test_what_the_record_says_is_answered_from_it(assistant, question, text, fields):
    answer = assistant.ask(question)
    assert answer.status == "answered"
    title = "KestrelKV: Forgetting Cache Entries Early in Long Decoding"
    assert answer.text == f"“{title}”{text}"
    quoted = [quote.field for one in answer.sentences for c in one.citations for quote in c.quotes]
    assert quoted == fields
    assert_honest(answer)


@pytest.mark.parametrize(
    "question",
    ["Who introduced conformal sets?", "Who developed watermarks?", "Who invented caches?"],
)
def test_who_made_a_thing_is_not_who_wrote_a_paper_that_mentions_it(assistant, question):
    answer = assistant.ask(question)
    fields = {quote.field for s in answer.sentences for c in s.citations for quote in c.quotes}
    assert "authors" not in fields


@pytest.mark.parametrize(
    "question", ["What speedup does Medusa deliver?", "How much memory does GPT-9 save?"]
)
def test_a_name_that_no_paper_knows_is_not_answered_with_another_paper(assistant, question):
    assert assistant.ask(question).status == "not_in_corpus"


def test_a_name_beside_a_known_one_is_told_to_be_missing(assistant):
    answer = assistant.ask("How much faster is KestrelKV than Medusa?")
    assert answer.status == "partial"
    assert answer.papers[0].paper.title.startswith("KestrelKV")
    assert answer.notes == ("Not mentioned in the papers cited here: Medusa.",)


@pytest.mark.parametrize(
    ("question", "title", "word"),
    [
        ("What learning rate was used to train OtterNet?", "OtterNet", "learning rate"),
        ("On which GPU does KestrelKV run?", "KestrelKV", "GPU"),
        ("How many annotators judged the answers of MossSets?", "MossSets", "annotators"),
        ("Under which licence is BeaverBench released?", "BeaverBench", "licence"),
        ("How fast is KestrelKV on an H200?", "KestrelKV", "H200"),
        ("Who funded the work on HeronDiff?", "HeronDiff", "funded"),
        ("Where was the coral data of OtterNet collected?", "OtterNet", "collected"),
        ("BeaverBench batch size", "BeaverBench", "batch size"),
        ("How long does it take to train OtterNet?", "OtterNet", "How long"),
        ("What beam width does KestrelKV use?", "KestrelKV", "beam width"),
        ("What attention size does KestrelKV have?", "KestrelKV", "attention size"),
        ("How many tokens does the detector of FooBar count?", "FooBar", "tokens"),
        ("What does BeaverBench cost in dollars?", "BeaverBench", "dollars"),
        ("Which camera took the photographs of OtterNet?", "OtterNet", "camera"),
        ("What temperature did the HeronDiff designs fold at?", "HeronDiff", "temperature"),
    ],
)
def test_a_detail_that_the_abstract_lacks_is_said_to_be_missing(assistant, question, title, word):
    answer = assistant.ask(question)
    assert answer.status == "not_stated"
    (listed,) = answer.papers
    assert listed.paper.title.startswith(title)
    lead, nearest = answer.sentences
    assert f"“{listed.paper.title}” does not say this" in lead.text
    assert f"“{word}”" in lead.text
    assert lead.text.endswith("Its closest sentence, which is not an answer:")
    assert nearest.support == "supported"
    assert_honest(answer)


@pytest.mark.parametrize(
    "question",
    [
        "How many repositories does BeaverBench have?",
        "On how many questions is MossSets calibrated?",
        "How much memory does KestrelKV need?",
        "How much longer is decoding without KestrelKV?",
        "On which tasks was KestrelKV tried?",
        "Which network does OtterNet use?",
        "To what percentage does FooBar lower the detection rate?",
        "Which cache entries does KestrelKV forget?",
        "What does the colour loss tell OtterNet?",
        "How many repositories come with BeaverBench?",  # a verb behind what is counted
        "Compared with what the agents of BeaverBench did, how many faults do they repair?",
        "What duration does rescheduling trains with a graph neural network take?",  # two seconds
        "Which benchmarks measure KestrelKV?",  # things in the plural are told by their names
    ],
)
def test_a_detail_that_the_abstract_gives_is_answered(assistant, question):
    answer = assistant.ask(question)
    assert answer.status == "answered"
    assert_honest(answer)


def test_a_definition_begins_with_the_sentence_that_introduces_it(assistant):
    answer = assistant.ask("What is KestrelKV?")
    assert answer.sentences[0].text.startswith("We propose KestrelKV")


TITLE = RECORDS[1]["title"]
ABSTRACT = RECORDS[4]["abstract"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("10.1234/kestrel.1", "KestrelKV"),
        ("https://doi.org/10.1234/KESTREL.1", "KestrelKV"),
        (TITLE, "FooBar"),
        (TITLE.upper(), "FooBar"),
        ("FooBar", "FooBar"),
        (ABSTRACT, "BeaverBench"),
    ],
)
def test_a_paper_is_found_by_what_it_is(assistant, text, title):
    answer = assistant.ask(text)
    assert answer.status == "answered"
    (listed,) = answer.papers
    assert listed.paper.title.startswith(title)
    assert title in answer.sentences[0].text
    assert_honest(answer)


def test_a_question_about_an_identifier_is_about_its_paper(assistant):
    answer = assistant.ask("How much faster does 10.1234/kestrel.1 decode?")
    assert answer.papers[0].paper.title.startswith("KestrelKV")
    assert "3.4 times" in answer.text


@pytest.mark.parametrize("text", ["10.9999/elsewhere.7", "What does arXiv:2401.01234 propose?"])
def test_an_identifier_that_is_not_here_is_said_so(assistant, text):
    answer = assistant.ask(text)
    assert answer.status == "not_in_corpus"
    assert answer.text.startswith("No paper here has the identifier ")
    assert answer.papers == ()


def test_a_pasted_abstract_that_is_not_here_is_said_so(assistant):
    words = "Glaciers carve valleys slowly. Their ice grinds the rock below. Rivers follow later. "
    answer = assistant.ask(words * 4)
    assert answer.status == "not_in_corpus"
    assert answer.text == "None of the 12 papers here has this abstract."


def test_a_few_words_list_papers(assistant):
    answer = assistant.ask("language model answers")
    assert answer.status == "answered"
    assert_honest(answer)


def test_each_of_two_named_papers_has_its_say(assistant):
    answer = assistant.ask("What is the difference between KestrelKV and FooBar?")
    named = {listed.paper.title.split(":")[0] for listed in answer.papers}
    assert named == {"KestrelKV", "FooBar"}
