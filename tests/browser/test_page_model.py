"""The page with a model behind it, looked at from both ends: the reader's and the model's server's."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from model_server import ModelServer, OpenAI, Pause, Reply, refusal, streamed
from paperchat.assistant import Assistant
from paperchat.index import Index
from paperchat.models import ModelChoices

pytestmark = pytest.mark.browser

QUESTION = "How much faster does KestrelKV decode?"
FAST = "KestrelKV decodes 3.4 times faster on three summarisation tasks [1]. "
PRIZE = "KestrelKV won seven prizes in 1962 [1]. "
ENDLESS = streamed(OpenAI, FAST, PRIZE, *(each for _ in range(600) for each in ("so ", Pause(0.05))))
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
