"""The page over the real assistant: a real index, the real embedder, another process adding."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from paperchat.assistant import Assistant
from paperchat.index import Index

pytestmark = pytest.mark.browser


@pytest.fixture
def assistant(copied, embedder):
    """Takes the place of the fake one: `address` serves this."""
    with Assistant(Index(copied, embedder)) as opened:
        yield opened


def test_a_question_is_answered_with_a_citation_and_its_quote(reader):
    reader.ask("How much faster does KestrelKV decode?")
    chip = reader.answers.last.locator("a.cite").first
    assert chip.inner_text() == "[1]"
    assert "3.4 times faster" in reader.answers.last.inner_text()
    assert reader.panel.locator("mark").filter(has_text="3.4 times faster").count() == 1
    assert "KestrelKV: Forgetting Cache Entries" in reader.panel.inner_text()
    assert "Ada Marsh" in reader.panel.inner_text()


def test_an_off_topic_question_cites_nothing(reader):
    reader.ask("What is the capital of Mongolia?")
    assert reader.answers.last.locator("a.cite").count() == 0
    assert "I found no answer to this" in reader.answers.last.inner_text()
    assert "Nearest papers (not an answer)" in reader.panel.inner_text()


_ODD = {
    "emoji": "😀🎉👩‍👩‍👧",
    "one long word": "a" * 20_000,
    "many words": "cache " * 3_400,
    "right to left": "ما هو KestrelKV؟",
    "no words": "?!",
}


@pytest.mark.parametrize("question", _ODD.values(), ids=_ODD)
def test_an_odd_question_leaves_the_page_whole(reader, question):
    reader.ask(question)
    widths = reader.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    assert reader.answers.last.get_by_role("alert").count() == 0
    reader.ask("How much faster does KestrelKV decode?")
    assert "3.4 times faster" in reader.answers.last.inner_text()
    assert reader.complaints == []


def test_each_example_is_answered_from_the_paper_that_it_names(reader):
    for example in reader.page.locator(".pc-examples button").all_inner_texts():
        reader.ask(example)
        assert reader.answers.last.locator("a.cite").count() > 0


def test_the_open_page_finds_what_another_process_adds(reader, copied, tmp_path):
    reader.ask("How does QuokkaNet sort parcels?")
    assert "I found no answer" in reader.answers.last.inner_text()
    record = {
        "title": "QuokkaNet: Sorting Parcels by Smell",
        "abstract": "Parcels are many. We propose QuokkaNet, which sorts parcels by their smell.",
    }
    (tmp_path / "more.json").write_text(json.dumps([record]))
    command = [sys.executable, "-m", "paperchat", "add", str(tmp_path / "more.json")]
    subprocess.run([*command, "--index", str(copied)], check=True, capture_output=True)
    reader.ask("How does QuokkaNet sort parcels?")
    assert "sorts parcels by their smell" in reader.answers.last.inner_text()
    reader.page.locator(".pc-status", has_text="13 papers").wait_for()
