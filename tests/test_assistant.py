from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path

import pytest

import paperchat
from invented import RECORDS, write_records
from paperchat.answers import Answer
from paperchat.assistant import Assistant
from paperchat.embedding import Embedder
from paperchat.errors import ConfigError, ReadingError, UnknownPaperError
from paperchat.events import Done, Searching, Text
from paperchat.index import Index
from paperchat.types import Overview

SPEED = "How much faster does KestrelKV decode?"


@pytest.fixture
def writable(copied: Path, embedder: Embedder):
    with Assistant(Index(copied, embedder)) as opened:
        yield opened


def facts(answer: Answer) -> dict[str, object]:
    """Everything but how long it took."""
    return {**answer.to_dict(), "seconds": None}


def test_open_makes_nothing_before_the_first_paper_is_added(tmp_path):
    with Assistant.open(tmp_path / "index") as opened:
        assert opened.overview() == Overview(0, (), ())
        assert opened.papers() == []
        assert opened.examples() == ()
        assert opened.search("anything") == []
        assert opened.model == "extractive"
    assert not (tmp_path / "index").exists()


def test_open_refuses_what_it_does_not_know(tmp_path):
    with pytest.raises(ConfigError, match="Unknown setting `embeder`"):
        Assistant.open(tmp_path, embeder="x")


def test_a_model_is_refused_once_it_is_asked_and_papers_can_be_added_without_it(copied):
    with Assistant.open(copied, llm="gpt-5-mini") as opened:
        assert opened.count() == 12
        with pytest.raises(ConfigError, match="cannot be 'gpt-5-mini': write `extractive` or"):
            opened.ask("How much faster does KestrelKV decode?")


def test_from_config_opens_what_the_file_says(tmp_path, built):
    file = tmp_path / "some.yaml"
    file.write_text(f"index: {built}\ntop_k: 2\n", encoding="utf-8")
    with Assistant.from_config(file) as opened:
        assert opened.overview().papers == 12
        assert len(opened.search("language models")) == 2
        assert len(opened.search("language models", top_k=4)) == 4


def test_adding_reports_what_became_of_every_record(tmp_path, embedder):
    records = [*RECORDS[:3], RECORDS[0], {"venue": "ICML"}]
    file = write_records(tmp_path / "list.jsonl", records)
    with Assistant(Index(tmp_path / "index", embedder)) as opened:
        told: list[tuple[int, int]] = []
        report = opened.add(file, progress=lambda done, total: told.append((done, total)))
        assert report.records == 5
        assert report.added == 3
        assert report.added + report.updated + report.unchanged + report.merged == 4
        (skipped,) = report.skipped
        assert skipped.source == "list.jsonl#5"
        assert told == [(3, 3)]
        again = opened.add(file)
        assert (again.added, again.updated, again.merged) == (0, 0, 0)
        assert again.records == 5
        assert opened.overview().papers == 3


def test_adding_another_list_of_the_same_papers_merges(writable, tmp_path):
    other = write_records(tmp_path / "other.jsonl", RECORDS[:4])
    report = writable.add(other)
    assert (report.merged, report.added) == (4, 0)
    assert len(writable.papers()) == 12
    assert {"invented.jsonl#1", "other.jsonl#1"} == set(writable.papers()[0].sources)


def test_a_file_that_cannot_be_read_adds_nothing(writable, tmp_path):
    fresh = write_records(
        tmp_path / "new.jsonl", [{"title": "A New One", "abstract": "New it is."}]
    )
    with pytest.raises(ReadingError, match=r"missing\.jsonl does not exist"):
        writable.add(fresh, tmp_path / "missing.jsonl")
    assert len(writable.papers()) == 12


def test_a_paper_added_is_found_at_the_next_question(writable, tmp_path):
    record = {
        "title": "NewtVoice: Singing Lessons for Speech Synthesis",
        "abstract": "We present NewtVoice, which sings. Listeners prefer it in 73% of trials.",
    }
    assert writable.ask("What is NewtVoice?").status == "not_in_corpus"
    writable.add(write_records(tmp_path / "new.jsonl", [record]))
    answer = writable.ask("In how many trials is NewtVoice preferred?")
    assert answer.papers[0].paper.title == record["title"]
    assert "73%" in answer.text


def test_ask_aask_stream_and_astream_agree(assistant):
    async def asked() -> tuple[Answer, Answer, str]:
        answer = await assistant.aask(SPEED, venue="ICML", year=2025)
        events = [event async for event in assistant.astream(SPEED, venue="ICML", year=2025)]
        text = "".join(event.piece for event in events if isinstance(event, Text))
        return answer, events[-1].answer, text

    answer, streamed, text = asyncio.run(asked())
    events = list(assistant.stream(SPEED, venue="ICML", year=2025))
    assert isinstance(events[-1], Done)
    expected = facts(assistant.ask(SPEED, venue="ICML", year=2025))
    assert facts(answer) == facts(streamed) == facts(events[-1].answer) == expected
    assert text == answer.text
    assert expected["filters"] == {"venue": "ICML", "year": 2025}
    json.dumps(answer.to_dict())


def test_asking_works_inside_a_running_event_loop(assistant):
    async def notebook() -> str:
        return assistant.ask(SPEED).status

    assert asyncio.run(notebook()) == "answered"


def test_a_stream_can_be_left_early(assistant):
    before = threading.active_count()
    for event in assistant.stream(SPEED):
        assert isinstance(event, Searching)
        break
    assert assistant.ask(SPEED).status == "answered"
    assert threading.active_count() <= before + 1


def test_many_ask_at_once_in_one_event_loop(assistant):
    async def together() -> list[Answer]:
        return await asyncio.gather(*(assistant.aask(SPEED) for _ in range(10)))

    assert {answer.text for answer in asyncio.run(together())} == {assistant.ask(SPEED).text}


def test_several_threads_ask_at_once(assistant):
    questions = list(assistant.examples()) * 2
    expected = [facts(assistant.ask(question)) for question in questions]
    found: dict[int, dict[str, object]] = {}

    def ask(at: int) -> None:
        found[at] = facts(assistant.ask(questions[at]))

    threads = [threading.Thread(target=ask, args=(at,)) for at in range(len(questions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for at, answer in enumerate(expected):
        assert found[at]["text"] == answer["text"]


def test_examples_are_answered_with_the_paper_they_name_first(assistant):
    examples = assistant.examples()
    assert len(examples) == 4
    for example in examples:
        answer = assistant.ask(example)
        assert answer.status == "answered", example
        name = answer.papers[0].paper.title.split(":")[0]
        assert name in example


def test_overview_lists_venues_and_years(assistant):
    assert assistant.overview() == Overview(
        12,
        ("AAAI", "ACL", "CVPR", "ICASSP", "ICLR", "ICML", "NeurIPS"),
        (2025, 2024, 2023),
    )


def test_papers_come_in_the_order_of_adding_and_can_be_filtered(assistant):
    assert [paper.title for paper in assistant.papers()] == [one["title"] for one in RECORDS]
    assert {paper.venue for paper in assistant.papers(venue="iclr")} == {"ICLR"}
    assert len(assistant.papers(venue="ICLR", year=2024)) == 1
    assert assistant.papers(venue="nowhere") == []


@pytest.mark.parametrize("by", ["id", "title", "title in another case", "id and title"])
def test_a_paper_is_removed_by_id_or_title(writable, by):
    paper = writable.papers()[4]
    names = {
        "id": [paper.id],
        "title": [paper.title],
        "title in another case": [f"  {paper.title.upper()} "],
        "id and title": [paper.id, paper.title],
    }[by]
    assert writable.remove(*names) == [paper]
    assert paper not in writable.papers()
    assert all(one.paper.id != paper.id for one in writable.search("agents repair code"))


def test_removing_what_is_not_there_removes_nothing(writable):
    known = writable.papers()[0].id
    with pytest.raises(UnknownPaperError, match=r"'No Such Paper'.*`paperchat papers`"):
        writable.remove(known, "No Such Paper")
    assert len(writable.papers()) == 12


def test_a_title_that_two_papers_have_names_neither(writable, tmp_path):
    twins = [
        {"title": "Twins", "abstract": f"{word} of it is about {word}s.", "authors": [f"{word} Y"]}
        for word in ("Apple", "Pear")
    ]
    writable.add(write_records(tmp_path / "twins.jsonl", twins))
    with pytest.raises(UnknownPaperError, match="2 papers have the title 'twins': name one of"):
        writable.remove("twins")


def test_answer_uses_the_configured_index(built, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPERCHAT_INDEX", str(built))
    answer = paperchat.answer(SPEED, year=2025)
    assert "3.4 times" in str(answer)
    assert "[1] KestrelKV" in str(answer)


def test_an_interrupted_answer_ends_quietly(built, run_python):
    """Ctrl-C while the answer is made: the interrupt comes out, and nothing hangs or complains."""
    script = """
import os, signal, sys, threading
from paperchat import Assistant
with Assistant.open(sys.argv[1]) as assistant:
    assistant.ask("warm up")
    for event in assistant.stream("How much faster does KestrelKV decode?"):
        if type(event).__name__ == "Searching":
            threading.Timer(0.01, os.kill, [os.getpid(), signal.SIGINT]).start()
    signal.pause()
"""
    ran = run_python(script, built)
    assert "KeyboardInterrupt" in ran.stderr
    assert "RuntimeError" not in ran.stderr
