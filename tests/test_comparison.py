from __future__ import annotations

import json

import pytest

from invented import RECORDS
from paperchat.answers import Answer
from paperchat.citations import field_text
from paperchat.errors import ComparisonError, UnknownPaperError
from paperchat.events import Done, Found, Text
from paperchat.history import History
from paperchat.types import Filters

KESTREL, FOOBAR, MOSS = (str(record["title"]) for record in RECORDS[:3])


def titles(answer: Answer) -> list[str]:
    return [listed.paper.title for listed in answer.papers]


def cell(answer: Answer, row: int, aspect: str) -> str | None:
    assert answer.table is not None
    found = answer.table.rows[row].cells[aspect]
    return found and found.text


def talk(assistant, *questions: str) -> list[Answer]:
    conversation = assistant.conversation()
    return [conversation.ask(question) for question in questions]


def test_two_papers_are_told_in_their_own_sentences_aspect_by_aspect(assistant):
    answer = assistant.compare(["KestrelKV", "FooBar"])
    assert (answer.status, titles(answer)) == ("answered", [KESTREL, FOOBAR])
    assert answer.table.aspects[:3] == ("problem", "method", "results")
    assert "slowed by the size of the key-value cache" in cell(answer, 0, "problem")
    assert "forgets cache entries" in cell(answer, 0, "method")
    assert "3.4 times faster" in cell(answer, 0, "results")
    assert "from 97% to 12%" in cell(answer, 1, "results")
    assert "three summarisation tasks" in cell(answer, 0, "data and benchmarks")
    assert cell(answer, 0, "models") is cell(answer, 0, "code") is None


def test_every_cell_quotes_the_paper_of_its_own_row_to_the_letter(assistant):
    answer = assistant.compare(["KestrelKV", "FooBar", "MossSets", "BeaverBench", "HeronDiff"])
    papers = {listed.number: listed.paper for listed in answer.papers}
    cells = [(row.number, one) for row in answer.table.rows for one in row.cells.values() if one]
    assert len(cells) > 10
    for number, filled in cells:
        (citation,) = filled.citations
        assert citation.number == number
        for quote in citation.quotes:
            assert field_text(papers[number], quote.field)[quote.start : quote.end] == quote.text
            assert quote.text in filled.text


def test_the_text_names_each_paper_and_cites_each_sentence(assistant):
    answer = assistant.compare(["KestrelKV", "FooBar"])
    first, second = answer.text.split("\n\n")
    assert first.startswith("KestrelKV: ") and "[1]" in first and "[2]" not in first
    assert second.startswith("FooBar: ") and "[2]" in second
    assert {one.support for one in answer.sentences} == {"supported", "none_needed"}


def test_the_json_form_holds_the_table_with_null_where_nothing_is_said(assistant):
    answer = assistant.compare(["KestrelKV", "FooBar"], ["memory", "results"])
    table = json.loads(json.dumps(answer.to_dict()))["table"]
    assert table["aspects"] == ["memory", "results"]
    assert table["rows"][1]["cells"]["memory"] is None
    memory = table["rows"][0]["cells"]["memory"]
    assert memory["text"] == "Memory falls from 24 GB to 9 GB."
    assert memory["citations"][0]["number"] == 1


def test_an_aspect_that_one_abstract_lacks_makes_the_answer_partial(assistant):
    answer = assistant.compare(["KestrelKV", "FooBar"], ["memory"])
    assert answer.status == "partial"
    assert answer.notes == ("The abstract of FooBar says nothing on memory.",)


def test_an_aspect_in_own_words_takes_the_sentences_that_have_them(assistant):
    answer = assistant.compare(["MossSets", "BeaverBench"], ["when it abstains"])
    assert "abstain on 8%" in cell(answer, 0, "when it abstains")
    assert cell(answer, 1, "when it abstains") is None


def test_aspects_that_are_one_text_are_one_aspect(assistant):
    answer = assistant.compare(["KestrelKV", "FooBar"], "memory")
    assert answer.table.aspects == ("memory",)
    assert cell(answer, 0, "memory") == "Memory falls from 24 GB to 9 GB."


def test_what_no_abstract_says_is_not_stated_and_the_usual_aspects_are_shown(assistant):
    answer = assistant.compare(["KestrelKV", "FooBar"], ["carbon emissions"])
    assert answer.status == "not_stated"
    assert "The abstracts of KestrelKV and FooBar say nothing on carbon emissions." in answer.notes
    assert cell(answer, 0, "carbon emissions") is None
    assert cell(answer, 0, "method")


def test_a_paper_without_an_abstract_has_its_title_and_nothing_else(assistant):
    answer = assistant.compare(["A Catalogue of Wild Bee Recordings", "OtterNet"], ["speed"])
    assert cell(answer, 0, "speed") is None


@pytest.mark.parametrize(
    "name",
    [
        "kestrelkv",
        KESTREL,
        "10.1234/kestrel.1",
        "Forgetting Cache Entries Early",
        "Marsh et al.",
    ],
)
def test_papers_are_named_as_people_name_them(assistant, name):
    assert titles(assistant.compare([name, "FooBar"])) == [KESTREL, FOOBAR]


@pytest.mark.parametrize(
    ("names", "aspects", "error", "told"),
    [
        (["KestrelKV", "Zebrafish"], None, UnknownPaperError, "Zebrafish"),
        (["KestrelKV"], None, ComparisonError, "2 to 8"),
        ("KestrelKV", None, ComparisonError, "a list of 2 to 8 papers, not the text 'KestrelKV'"),
        (["KestrelKV", KESTREL], None, ComparisonError, "2 to 8"),
        ([str(record["title"]) for record in RECORDS[:9]], None, ComparisonError, "not 9"),
        (["KestrelKV", "FooBar"], ["of the"], ComparisonError, "of the"),
    ],
)
def test_what_cannot_be_compared_is_told_in_one_line(assistant, names, aspects, error, told):
    with pytest.raises(error, match=told) as raised:
        assistant.compare(names, aspects)
    assert "\n" not in str(raised.value)


def test_an_empty_index_is_told_as_such(embedder, tmp_path):
    from paperchat.assistant import Assistant
    from paperchat.index import Index

    with (
        Assistant(Index(tmp_path / "none", embedder)) as empty,
        pytest.raises(UnknownPaperError, match="no papers here yet"),
    ):
        empty.compare(["A", "B"])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Compare KestrelKV and FooBar", [KESTREL, FOOBAR]),
        ("FooBar vs KestrelKV on memory", [FOOBAR, KESTREL]),
        ("how do kestrelkv and mosssets differ?", [KESTREL, MOSS]),
        ("What is the difference between KestrelKV, FooBar and MossSets?", [KESTREL, FOOBAR, MOSS]),
        (f"compare “{MOSS}” with KestrelKV", [MOSS, KESTREL]),
        ("Is KestrelKV faster than FooBar?", [KESTREL, FOOBAR]),
    ],
)
def test_a_question_that_compares_gets_a_table_of_the_papers_it_names(
    assistant, question, expected
):
    answer = assistant.ask(question)
    assert answer.table is not None
    assert set(titles(answer)) == set(expected)
    assert answer.question == question


@pytest.mark.parametrize(
    "question",
    ["compare the two", "how do they differ?", "put them side by side", "what's the difference?"],
)
def test_papers_of_the_conversation_are_compared(assistant, question):
    answer = talk(assistant, "What is KestrelKV?", "And FooBar?", question)[2]
    assert answer.table is not None
    assert {listed.number: listed.paper.title for listed in answer.papers} == {
        1: KESTREL,
        2: FOOBAR,
    }


def test_which_is_faster_gives_what_both_say_and_that_it_settles_nothing(assistant):
    answers = talk(assistant, "Compare KestrelKV and Tidal Routing", "which is faster?")
    assert answers[1].table.aspects == ("speed",)
    assert "3.4 times faster" in answers[1].text and "18%" in answers[1].text
    assert "cannot be compared directly" in answers[1].text


def test_a_single_figure_is_told_as_the_only_one(assistant):
    answer = talk(assistant, "Compare KestrelKV and FooBar", "which needs less memory?")[1]
    assert "24 GB to 9 GB" in answer.text
    assert "Only the abstract of KestrelKV gives a figure." in answer.text


def test_compared_papers_stay_the_subject_of_the_next_turn(assistant):
    answers = talk(assistant, "compare KestrelKV and FooBar", "and the second one?")
    assert titles(answers[1]) == [FOOBAR]


def test_a_named_paper_that_is_not_here_is_told_and_the_other_is_shown(assistant):
    answer = assistant.ask("Compare KestrelKV with ZebraNet-9")
    assert answer.status == "partial"
    assert titles(answer) == [KESTREL]
    assert "No paper here is called ZebraNet-9." in answer.notes


def test_when_none_of_the_named_papers_is_here_nothing_is_cited(assistant):
    answer = assistant.ask("Compare QuaggaNet with ZebraNet-9")
    assert answer.status == "not_in_corpus"
    assert answer.text == "No paper here is called QuaggaNet or ZebraNet-9."
    assert answer.papers == () and answer.nearest


def test_one_paper_held_against_a_thing_it_speaks_of_is_a_question_like_any_other(assistant):
    answer = assistant.ask("How does OtterNet compare with the previous best method?")
    assert answer.table is None
    assert "halves the error" in answer.text


def test_a_conversation_compares_by_number_and_goes_on_from_there(assistant):
    conversation = assistant.conversation()
    conversation.ask("What is KestrelKV?")
    answer = conversation.compare([1, "FooBar"], ["results"])
    assert [row.number for row in answer.table.rows] == [1, 2]
    stored = History.from_dict(json.loads(json.dumps(conversation.to_dict())))
    assert titles(assistant.conversation(stored).ask("which is better?")) == [KESTREL, FOOBAR]
    with pytest.raises(UnknownPaperError, match="'9'"):
        conversation.compare([1, 9])


def test_more_than_eight_papers_in_a_question_are_cut_and_told(assistant):
    names = ["KestrelKV", "FooBar", "MossSets", "BeaverBench", "OtterNet", "HeronDiff"]
    named = [f"“{record['title']}”" for record in (*RECORDS[3:4], *RECORDS[5:6], *RECORDS[7:8])]
    answer = assistant.ask(f"compare {', '.join([*names, *named])}")
    assert len(answer.table.rows) == 8
    assert "Compared the first 8 of 9 papers." in answer.notes


def test_the_events_hold_the_text_of_the_answer(assistant):
    events = list(assistant.stream("Compare KestrelKV and FooBar"))
    done = events[-1]
    assert isinstance(done, Done)
    pieces = [event.piece for event in events if isinstance(event, Text)]
    assert len(pieces) > 1 and "".join(pieces) == done.answer.text
    assert any(isinstance(event, Found) and len(event.papers) == 2 for event in events)


def test_a_name_inside_a_title_brings_no_further_paper(embedder, tmp_path):
    from invented import write_records
    from paperchat.assistant import Assistant
    from paperchat.index import Index

    inside = {**RECORDS[1], "title": "Sandpiper: Keeping KestrelKV Honest", "doi": ""}
    records = [RECORDS[0], RECORDS[2], inside]
    with Assistant(Index(tmp_path / "index", embedder)) as assistant:
        assistant.add(write_records(tmp_path / "three.jsonl", records))
        answer = assistant.ask(f"compare {inside['title']} with MossSets")
    assert titles(answer) == [inside["title"], MOSS]


def test_papers_outside_the_filters_are_told_and_not_compared(assistant):
    answer = assistant.ask("Compare KestrelKV and MossSets", venue="ICML")
    assert (answer.status, titles(answer)) == ("partial", [KESTREL])
    assert "Not among the papers here that are from ICML: MossSets." in answer.notes
    assert answer.filters == Filters(venue="ICML")


def test_when_all_named_papers_are_outside_the_filters_nothing_is_cited(assistant):
    answer = assistant.ask("Compare KestrelKV and FooBar", venue="NeurIPS", year=2024)
    assert (answer.status, answer.papers) == ("not_in_corpus", ())
    assert answer.text == "Not among the papers here that are from NeurIPS 2024: KestrelKV, FooBar."
    assert {listed.paper.venue for listed in answer.nearest} == {"NeurIPS"}


def test_filters_hold_for_papers_of_the_conversation(assistant):
    conversation = assistant.conversation()
    conversation.ask("Compare KestrelKV and MossSets")
    answer = conversation.ask("how do they differ?", year=2024)
    assert titles(answer) == [MOSS]


def test_a_comparison_tells_its_stages(assistant):
    answer = assistant.ask("Compare KestrelKV and FooBar")
    assert set(answer.seconds) == {"search", "answer"}
    assert min(answer.seconds.values()) > 0


def test_a_slip_in_a_name_is_corrected_and_told(assistant):
    answer = assistant.ask("Compare KestralKV and FooBar")
    assert (answer.status, titles(answer)) == ("answered", [KESTREL, FOOBAR])
    assert answer.notes == ("Searched for: Compare kestrelkv and FooBar",)


def test_a_comparison_that_is_stopped_is_no_turn(assistant):
    conversation = assistant.conversation()
    stream = conversation.stream("Compare KestrelKV and FooBar")
    assert any(isinstance(event, Found) for event in stream)
    stream.close()
    assert conversation.history.turns == []
    conversation.ask("Compare KestrelKV and FooBar")
    assert len(conversation.history.turns) == 1
