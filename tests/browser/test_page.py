"""The page as a reader meets it, in a real browser."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from paperchat.errors import ConfigError, ModelUnreachableError, StoreError

pytestmark = pytest.mark.browser

QUESTION = "What speedup does Lantern reach?"


def wait_until(condition, seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def test_an_answer_has_a_numbered_citation_and_its_quote_is_marked(reader):
    reader.ask(QUESTION)
    expect(reader.answers).to_have_text("Lantern reaches a 2.5x speedup with 1.3x less memory. [1]")
    chip = reader.chat.get_by_role("link", name="[1]")
    expect(chip).to_have_attribute("title", re.compile("^Lantern: Caching"))
    expect(reader.panel.locator("mark")).to_have_text(
        "Lantern reaches a 2.5x speedup with 1.3x less memory."
    )
    expect(reader.panel).to_contain_text("Ada Marsh, Bo Lindqvist")
    link = reader.panel.get_by_role("link", name="Lantern: Caching")
    expect(link).to_have_attribute("href", "https://example.org/lantern")
    expect(link).to_have_attribute("rel", "noopener noreferrer")


def test_a_click_on_a_chip_marks_its_paper(reader):
    reader.ask(QUESTION)
    reader.chat.get_by_role("link", name="[1]").click()
    expect(reader.panel.locator("#c-1-1")).to_have_class(re.compile("pc-active"))


def test_enter_on_an_earlier_chip_brings_its_papers_back(reader):
    reader.ask(QUESTION)
    reader.ask("What removes a watermark?")
    expect(reader.panel).to_contain_text("Tern: Removing Watermarks")
    chip = reader.chat.get_by_role("link", name="[1]").first
    chip.press("Enter")
    expect(reader.panel.locator("#c-1-1")).to_be_focused()
    expect(reader.panel).to_contain_text("Lantern: Caching")
    reader.page.keyboard.press("Escape")
    expect(chip).to_be_focused()


def test_off_topic_shows_the_nearest_papers_and_no_chip(reader):
    reader.ask("zebra crossing")
    expect(reader.panel.get_by_role("heading", level=2)).to_have_text(
        "Nearest papers (not an answer)"
    )
    expect(reader.answers).to_contain_text("Not in this collection")
    expect(reader.answers).to_contain_text("None of the papers here answers this.")
    expect(reader.page.locator("a.cite")).to_have_count(0)
    reader.panel.get_by_text("Abstract").first.click()
    expect(reader.panel).to_contain_text("Long documents make the key cache")


@pytest.mark.parametrize(
    "text",
    [
        "<img src=x onerror=\"document.title='taken'\"> <style>body{display:none}</style>",
        "**bold** _it_ `code` # heading\n\n- item",
        "costs $5 and $6, $$x^2$$ \\(y\\)",
        "</mark></article></div><form action='https://example.org'><input></form>",
        "{{x}} {{{y}}} ${value} @children `${1+1}`",
        "[link](javascript:alert(1)) ![i](https://example.org/i.png)",
        "<thinking>hidden</thinking> <https://example.org>",
    ],
)
def test_hostile_text_is_shown_as_text(assistant, reader, text):
    folded = " ".join(text.split())
    paper = replace(
        assistant.papers[0], title=folded, authors=(folded,), abstract=f"Glowworm {folded} end."
    )
    assistant.papers = [paper]
    reader.ask(f"Glowworm {text}")
    expect(reader.answers).to_contain_text(folded)
    for part in text.split("\n"):
        expect(reader.chat.locator(".pc-question")).to_contain_text(part)
    expect(reader.panel.locator("h3")).to_contain_text(folded)
    expect(reader.panel.locator("mark")).to_contain_text(folded)
    content = reader.page.locator("#pc-chat .message-content, #pc-panel")
    forbidden = "img, style, form, input, strong, em, code, h1, li, .katex, iframe, script"
    expect(content.locator(forbidden)).to_have_count(0)
    expect(reader.page).to_have_title("paperchat")
    assert all(urlsplit(url).hostname == "127.0.0.1" for url in reader.requests)


def test_a_hostile_example_is_asked_as_it_is_read(assistant, open_page):
    text = "<img src=x> **Glow** {{x}} $5 & $6?"
    assistant.examples = lambda: (text,)
    reader = open_page()
    reader.page.get_by_role("button", name="Glow").click()
    expect(reader.chat.locator(".pc-question")).to_have_text(text)
    wait_until(lambda: assistant.asked)
    assert assistant.asked[0][0] == text


def test_an_example_is_answered_by_a_click(assistant, reader):
    reader.page.get_by_role("button", name="What does Lantern do?").click()
    expect(reader.chat.locator("a.cite")).to_have_count(1)
    expect(reader.page.locator(".pc-example")).to_have_count(0)
    assert assistant.asked == [("What does Lantern do?", None, None)]


def test_stop_ends_the_answer_and_keeps_what_was_said(assistant, reader):
    assistant.endless = True
    reader.type(QUESTION)
    expect(reader.answers).to_contain_text("on and on")
    reader.page.get_by_role("button", name="Stop").click()
    wait_until(lambda: assistant.closed == 1)
    reader.settle()
    expect(reader.answers).to_contain_text("Stopped before the answer was complete")
    expect(reader.answers).to_contain_text("on and on")
    assistant.endless = False
    reader.ask("What removes a watermark?")
    expect(reader.answers.last).to_contain_text("paraphrasing")


def test_a_closed_page_ends_the_answer(assistant, reader):
    assistant.endless = True
    reader.type(QUESTION)
    expect(reader.answers).to_contain_text("on and on")
    reader.page.close()
    wait_until(lambda: assistant.closed == 1)


def test_a_silent_answer_ends_with_the_page(assistant, reader):
    assistant.delay = 60.0
    reader.type(QUESTION)
    expect(reader.answers).to_contain_text("Searching")
    wait_until(lambda: assistant.asked)
    reader.page.close()
    wait_until(lambda: assistant.closed == 1)


def test_a_second_reader_does_not_wait(assistant, reader, open_page):
    assistant.endless = True
    reader.type(QUESTION)
    expect(reader.answers).to_contain_text("on and on")
    assistant.endless = False
    second = open_page()
    second.ask("What removes a watermark?")
    expect(second.answers).to_contain_text("paraphrasing")
    expect(reader.answers).not_to_contain_text("paraphrasing")


def test_focus_is_visible(reader):
    reader.ask(QUESTION)
    reader.page.get_by_label("Your question").focus()
    for _ in range(3):
        reader.page.keyboard.press("Tab")
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert reader.page.evaluate(outline) == "solid"


def test_an_error_can_be_retried(assistant, reader):
    assistant.error = StoreError("The index is gone: run paperchat add.")
    reader.ask(QUESTION)
    expect(reader.chat.get_by_role("alert")).to_have_text("The index is gone: run paperchat add.")
    reader.page.get_by_role("button", name="Retry").click()
    expect(reader.chat.locator("a.cite")).to_have_count(1)
    expect(reader.chat.get_by_role("alert")).to_have_count(0)
    assert [question for question, _, _ in assistant.asked] == [QUESTION, QUESTION]


def test_an_unexpected_error_is_told(assistant, reader):
    assistant.error = ZeroDivisionError("division by zero")
    reader.ask(QUESTION)
    expect(reader.chat.get_by_role("alert")).to_have_text("Something went wrong: division by zero")


def test_a_new_conversation_empties_the_page(reader):
    reader.ask(QUESTION)
    reader.page.get_by_role("button", name="New conversation").click()
    expect(reader.answers).to_have_count(0)
    expect(reader.panel).to_contain_text("The papers behind an answer appear here")
    expect(reader.page.locator(".pc-example")).to_have_count(3)
    reader.ask("What removes a watermark?")
    expect(reader.chat.locator("a.cite")).to_have_attribute("href", "#c-1-1")


def test_a_new_conversation_ends_a_running_answer(assistant, reader):
    assistant.endless = True
    reader.type(QUESTION)
    expect(reader.answers).to_contain_text("on and on")
    reader.page.get_by_role("button", name="New conversation").click()
    wait_until(lambda: assistant.closed == 1)
    reader.settle()
    expect(reader.answers).to_have_count(0)


def test_filters_reach_the_assistant(assistant, reader):
    reader.page.get_by_label("Venue").click()
    reader.page.get_by_role("option", name="NeurIPS").click()
    reader.page.get_by_label("Year").click()
    reader.page.get_by_role("option", name="2024").click()
    reader.ask("What should a model know?")
    assert assistant.asked == [("What should a model know?", "NeurIPS", 2024)]
    expect(reader.page.get_by_label("Venue")).to_have_value("NeurIPS")


def test_papers_added_meanwhile_are_counted_and_can_be_chosen(assistant, reader):
    expect(reader.page.locator(".pc-status")).to_have_text(
        "3 papers · ICML, NeurIPS 2024–2025 · answers in the papers’ own sentences"
    )
    assistant.papers.append(replace(assistant.papers[0], id="new", venue="ACL", year=2026))
    reader.ask(QUESTION)
    expect(reader.page.locator(".pc-status")).to_contain_text("4 papers")
    reader.page.get_by_label("Venue").click()
    reader.page.get_by_role("option", name="ACL").click()
    reader.ask(QUESTION)
    assert assistant.asked[-1] == (QUESTION, "ACL", None)


def test_an_empty_question_does_nothing(assistant, reader):
    reader.type("   ")
    reader.page.wait_for_timeout(700)
    assert reader.answers.count() == 0
    reader.ask(QUESTION)
    assert assistant.asked == [(QUESTION, None, None)]


def test_the_question_box_is_free_while_an_answer_comes(assistant, reader):
    assistant.delay = 0.05
    reader.type(QUESTION)
    box = reader.page.get_by_label("Your question")
    expect(box).to_have_value("")
    box.fill("What removes")
    reader.settle()
    expect(box).to_have_value("What removes")


def test_a_question_sent_while_another_is_answered_is_asked_next(assistant, reader):
    assistant.delay = 0.05
    reader.type(QUESTION)
    box = reader.page.get_by_label("Your question")
    expect(box).to_have_value("")
    reader.type("What removes watermarks?")
    told = reader.page.get_by_text("Asked next, once this answer is complete.")
    expect(told).to_be_visible()
    expect(reader.answers).to_have_count(2)
    expect(told).to_have_count(0)
    reader.settle()
    assert [question for question, *_ in assistant.asked] == [QUESTION, "What removes watermarks?"]
    expect(box).to_have_value("")


def test_a_very_long_question_is_answered(assistant, reader):
    reader.ask("speedup " * 2500)
    expect(reader.chat.locator("a.cite")).to_have_count(1)
    assert len(assistant.asked[0][0]) > 19_000


def test_nothing_leaves_the_machine_and_nothing_is_complained_about(reader):
    reader.ask(QUESTION)
    reader.ask("zebra crossing")
    reader.page.wait_for_timeout(500)
    hosts = {urlsplit(url).hostname for url in reader.requests if not url.startswith("data:")}
    assert hosts == {"127.0.0.1"}
    assert reader.complaints == []


def test_everything_has_a_name_and_the_page_a_language(reader):
    reader.ask(QUESTION)
    assert reader.page.locator("html").get_attribute("lang") == "en"
    expect(reader.page.get_by_role("heading", level=1)).to_have_text("paperchat")
    expect(reader.chat.get_by_role("group", name="Answer")).to_have_count(1)
    nameless = reader.page.evaluate(
        """() => [...document.querySelectorAll('button, input, textarea')]
            .filter(e => e.offsetParent && !e.innerText.trim() && !e.ariaLabel && !e.title
                && !(e.labels && e.labels.length && e.labels[0].innerText.trim()))
            .map(e => e.outerHTML.slice(0, 200))"""
    )
    assert nameless == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(open_page, scheme):
    reader = open_page(color_scheme=scheme)
    reader.ask(QUESTION)
    reader.page.mouse.move(0, 0)
    pale = reader.page.evaluate(_CONTRAST)
    assert pale == []


@pytest.fixture
def written(assistant):
    """A model that writes, beside the papers' own words; asked for before the page is served."""
    assistant.models = ("openai:small", "extractive")


@pytest.mark.usefixtures("written")
def test_each_model_can_be_chosen(assistant, reader):
    reader.ask(QUESTION)
    reader.page.get_by_label("Answers by").click()
    reader.page.get_by_role("option", name="The papers’ own sentences").click()
    reader.ask(QUESTION)
    assert assistant.by == ["openai:small", "extractive"]


def test_without_a_choice_of_models_none_is_shown(reader):
    expect(reader.page.get_by_label("Answers by")).to_have_count(0)


@pytest.mark.usefixtures("written")
def test_a_failed_model_can_be_done_without(assistant, reader):
    assistant.error = ModelUnreachableError("The model cannot be reached.")
    reader.ask(QUESTION)
    reader.page.get_by_role("button", name="Answer in the papers' own sentences").click()
    expect(reader.chat.locator("a.cite")).to_have_count(1)
    assert assistant.by[-1] == "extractive"


def test_an_unsupported_sentence_is_marked_in_words(assistant, reader):
    def unsupported(answer):
        marked = replace(answer.sentences[0], support="unsupported")
        return replace(answer, status="partial", sentences=(marked,))

    assistant.changed = unsupported
    reader.ask(QUESTION)
    expect(reader.answers).to_contain_text("Answered in part")
    expect(reader.answers.locator(".pc-support")).to_have_text("not supported by the abstracts")
    expect(reader.answers).to_contain_text("no cited abstract carries the sentence")


def test_a_narrow_page_puts_the_panel_below(open_page):
    reader = open_page(viewport={"width": 400, "height": 800})
    reader.ask(QUESTION)
    widths = reader.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    asked, shown = reader.page.locator("#pc-question").bounding_box(), reader.panel.bounding_box()
    reader.chat.get_by_role("link", name="[1]").click()
    expect(reader.panel.locator("mark")).to_be_in_viewport()
    assert widths[0] <= widths[1]
    assert shown["y"] > asked["y"]


def test_a_taken_port_is_told_in_one_line(assistant, address):
    from paperchat_ui.app import launch

    port = urlsplit(address).port
    with pytest.raises(ConfigError, match=rf"127\.0\.0\.1:{port} .*choose another"):
        launch(assistant, port=port)


_CONTRAST = """() => {
  const rgb = (css) => (css.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > 0.99) return c;
    }
    return [255, 255, 255];
  };
  const pale = [];
  for (const e of document.querySelectorAll("main *")) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.offsetParent || e.disabled) continue;
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) pale.push(`${e.textContent.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
  }
  return pale;
}"""
