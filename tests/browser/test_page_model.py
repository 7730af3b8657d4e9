"""The page with a model behind it, seen by the reader and by the model's server."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from model_server import ModelServer, OpenAI, Pause, Reply, streamed
from paperchat.assistant import Assistant
from paperchat.index import Index
from paperchat.models import ModelChoices

pytestmark = pytest.mark.browser

QUESTION = "How much faster does KestrelKV decode?"
FAST = "KestrelKV decodes 3.4 times faster on three summarisation tasks [1]. "
PRIZE = "KestrelKV won seven prizes in 1962 [1]. "
ON_AND_ON = [each for _ in range(600) for each in ("so ", Pause(0.05))]
ENDLESS = streamed(OpenAI, FAST, PRIZE, *ON_AND_ON)
WHOLE = streamed(OpenAI, FAST)


@pytest.fixture
def server():
    with ModelServer(WHOLE) as serving:
        yield serving


@pytest.fixture
def assistant(built, embedder, server, monkeypatch):
    """Takes the place of the fake one: it has a model, and another one without its key."""
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    choices = ModelChoices(
        OpenAI.name, ["anthropic:claude-small"], base_url=server.url + OpenAI.path
    )
    with Assistant(Index(built, embedder), models=choices) as opened:
        opened.warm_up()
        yield opened


def begin(server: ModelServer, reader, reply: Reply = ENDLESS) -> None:
    """A question whose answer has begun."""
    server.replies = [reply]
    before = reader.answers.count()
    reader.type(QUESTION)
    expect(reader.answers.nth(before)).to_contain_text("3.4 times faster")


def seconds_until_left(server: ModelServer) -> float:
    started = time.monotonic()
    assert server.left.wait(5)
    return time.monotonic() - started


def answers_again(server: ModelServer, reader) -> bool:
    server.replies = [WHOLE]
    reader.ask(QUESTION)
    return "3.4 times faster" in reader.answers.last.inner_text()


def test_stop_ends_the_request_and_keeps_what_was_said(server, reader):
    begin(server, reader)
    reader.page.get_by_role("button", name="Stop").click()
    assert seconds_until_left(server) < 1
    reader.settle()
    expect(reader.answers.last).to_contain_text("Stopped before the answer was complete")
    expect(reader.answers.last).to_contain_text("3.4 times faster")
    assert answers_again(server, reader)
    assert len(server.requests) == 2


def test_a_stopped_answer_keeps_its_evidence_its_marks_and_its_numbers(server, reader):
    begin(server, reader)
    expect(reader.answers.last.locator(".pc-support")).to_have_count(1)
    assert reader.answers.last.locator("a.cite").count() == 0
    reader.page.get_by_label("Your question").press("Escape")
    reader.settle()
    expect(reader.answers.last.locator(".pc-support")).to_have_count(1)
    reader.answers.last.locator("a.cite").first.click()
    expect(reader.panel.locator("#c-1-1 mark")).to_contain_text("3.4 times faster")
    server.replies = [streamed(OpenAI, "FooBar lowers the detection rate from 97% to 12% [1]. ")]
    reader.ask("How far does FooBar lower the detection rate?")
    assert reader.answers.last.locator("a.cite").first.inner_text() == "[2]"
    assert reader.complaints == []
    reader.page.reload()
    expect(reader.answers.first).to_contain_text("Stopped before the answer was complete")


def test_a_silent_model_can_be_stopped(server, reader):
    server.replies = [streamed(OpenAI, Pause(60), FAST)]
    reader.type(QUESTION)
    server.wait_until_asked()
    reader.page.get_by_role("button", name="Stop").click()
    assert seconds_until_left(server) < 1
    reader.settle()
    assert answers_again(server, reader)


def test_a_closed_tab_ends_the_request(server, reader, open_page):
    begin(server, reader)
    reader.page.close()
    assert seconds_until_left(server) < 1
    assert answers_again(server, open_page())


def test_a_reload_ends_the_request(server, reader):
    begin(server, reader)
    reader.page.reload()
    assert seconds_until_left(server) < 1
    reader.page.locator(".pc-example").first.wait_for()
    assert answers_again(server, reader)


def test_a_new_conversation_ends_the_request(server, reader):
    begin(server, reader)
    reader.page.get_by_role("button", name="New conversation").click()
    assert seconds_until_left(server) < 1
    expect(reader.answers).to_have_count(0)
    assert answers_again(server, reader)
    expect(reader.answers).to_have_count(1)


def test_stop_in_one_tab_leaves_the_other(server, reader, open_page):
    begin(server, reader)
    other = open_page()
    begin(server, other)
    reader.page.get_by_role("button", name="Stop").click()
    assert seconds_until_left(server) < 1
    server.left.clear()
    sent = server.sent
    reader.settle()
    expect(other.page.get_by_role("button", name="Stop")).to_be_visible()
    assert not server.left.wait(0.5)
    assert server.sent > sent
    other.page.get_by_role("button", name="Stop").click()
    assert seconds_until_left(server) < 1


def test_a_model_without_its_key_is_told_in_one_line_and_another_can_be_chosen(reader):
    def choose(name: str) -> None:
        reader.page.get_by_label("Answers by").click()
        reader.page.get_by_role("option", name=name, exact=True).click()

    choose("claude-small")
    reader.ask(QUESTION)
    alert = reader.answers.last.get_by_role("alert")
    expect(alert).to_contain_text("needs a key: set ANTHROPIC_API_KEY in the environment.")
    choose("The papers’ own sentences")
    reader.page.get_by_role("button", name="Retry").click()
    expect(reader.answers).to_contain_text("decodes 3.4 times faster and keeps 99%")
    choose("small")
    reader.page.get_by_role("button", name="Retry").click()
    expect(reader.answers).to_contain_text("on three summarisation tasks")
    expect(reader.answers).to_have_count(1)
