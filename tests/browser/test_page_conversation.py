"""A whole conversation on the page, over the real assistant."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from conftest import Reader
from paperchat.assistant import Assistant
from paperchat.index import Index
from paperchat_ui.app import launch

pytestmark = pytest.mark.browser

_BIRDS = "auk bittern crane dipper egret falcon grebe heron ibis jay kite lapwing magpie nightjar"
_MORE = "osprey plover quail rook stork tern umbrellabird vulture wren yellowhammer"


@pytest.fixture(scope="module")
def birds(tmp_path_factory, embedder):
    """An index of more papers than a page of a list has, from two years."""
    folder = tmp_path_factory.mktemp("birds")
    records = [
        {
            "title": f"Counting the {bird.title()} from the Air",
            "abstract": f"The {bird} is shy. We count every {bird} with a drone over the marsh.",
            "authors": ["Ada Marsh"],
            "venue": "BirdConf",
            "year": 2024 + at % 2,
        }
        for at, bird in enumerate(f"{_BIRDS} {_MORE}".split())
    ]
    (folder / "birds.json").write_text(json.dumps(records))
    with Assistant(Index(folder / "index", embedder)) as assistant:
        assistant.add(folder / "birds.json")
    return folder / "index"


@pytest.fixture
def assistant(request, built, embedder):
    """Takes the place of the fake one: `address` serves this, over the folder of a marker."""
    folder = request.getfixturevalue(getattr(request, "param", "built"))
    with Assistant(Index(folder, embedder)) as opened:
        yield opened


def numbers_of(answer) -> list[str]:
    return answer.locator("a.cite").all_inner_texts()


def test_five_turns_with_a_comparison_survive_a_reload(reader):
    reader.ask("How much faster does KestrelKV decode?")
    reader.ask("How much memory does it need?")
    assert "24 GB to 9 GB" in reader.answers.last.inner_text()
    reader.ask("And FooBar, by how much does it lower the detection rate?")
    assert set(numbers_of(reader.answers.last)) == {"[2]"}
    reader.ask("Compare the two")
    table = reader.answers.last.get_by_role("table")
    heads = table.get_by_role("columnheader")
    expect(heads).to_have_text([re.compile("Kestrel"), re.compile("Foo")])
    expect(table).to_contain_text("The abstract does not say.")
    chip = table.get_by_role("cell").locator("a.cite", has_text="[2]").last
    chip.click()
    expect(reader.panel.locator("#c-4-2")).to_have_class(re.compile("pc-active"))
    assert reader.panel.locator("#c-4-2 mark").count() > 0
    cell = chip.locator("xpath=ancestor::td")
    words = reader.panel.locator("#c-4-2 mark.pc-now")
    expect(words.first).to_be_in_viewport()
    assert all(" ".join(part.split()) in cell.inner_text() for part in words.all_inner_texts())
    reader.ask("Why does the second one work?")
    assert "breaks the order of the tokens" in reader.answers.last.inner_text()
    before = reader.answers.all_inner_texts()
    assert reader.complaints == []

    reader.page.reload()
    reader.complaints.clear()  # a request that the reload cut off
    expect(reader.answers).to_have_count(5)
    assert reader.answers.all_inner_texts() == before
    expect(reader.page.locator(".pc-example")).to_have_count(0)
    reader.chat.get_by_role("table").get_by_role("columnheader").first.locator("a.cite").click()
    expect(reader.panel).to_contain_text("KestrelKV: Forgetting Cache Entries")
    reader.ask("And the first one, how much memory does it need?")
    assert set(numbers_of(reader.answers.last)) == {"[1]"}
    assert reader.complaints == []


def test_a_new_conversation_is_new_after_a_reload_too(reader):
    reader.ask("How much faster does KestrelKV decode?")
    reader.page.get_by_role("button", name="New conversation").click()
    expect(reader.answers).to_have_count(0)
    reader.page.reload()
    expect(reader.page.locator(".pc-example").first).to_be_visible()
    expect(reader.answers).to_have_count(0)
    reader.ask("What lowers the detection rate of watermarks?")
    assert set(numbers_of(reader.answers.last)) == {"[1]"}


def another_tab(reader, address) -> Reader:
    return Reader(reader.page.context, address)


def test_each_tab_keeps_its_own_conversation(reader, address):
    reader.ask("How much faster does KestrelKV decode?")
    other = another_tab(reader, address)
    expect(other.page.locator(".pc-example").first).to_be_visible()
    expect(other.answers).to_have_count(0)
    other.ask("What lowers the detection rate of watermarks?")
    assert set(numbers_of(other.answers.last)) == {"[1]"}
    for one, said in ((reader, "3.4 times faster"), (other, "detection rate")):
        one.page.reload()
        expect(one.answers).to_have_count(1)
        expect(one.answers).to_contain_text(said)


def test_the_last_conversation_is_there_when_no_tab_holds_it(reader, address):
    reader.ask("How much faster does KestrelKV decode?")
    context = reader.page.context
    reader.page.close()
    later = Reader(context, address)
    expect(later.answers).to_contain_text("3.4 times faster")


_FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }"
_BARRED = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError"); } });
"""


@pytest.mark.parametrize("script", [_FULL, _BARRED])
def test_a_browser_that_keeps_nothing_can_talk_all_the_same(reader, address, script):
    reader.page.context.add_init_script(script)
    other = another_tab(reader, address)
    expect(other.page.locator(".pc-example").first).to_be_visible()
    other.ask("How much faster does KestrelKV decode?")
    expect(other.answers).to_contain_text("3.4 times faster")
    other.ask("And what is it?")
    expect(other.answers).to_have_count(2)
    assert other.complaints == []


def test_an_open_page_outlives_its_server(browser, assistant):
    def served(port: int = 0):
        app = launch(assistant, port=port)
        return app, f"http://127.0.0.1:{app.server_port}"

    first, address = served()
    context = browser.new_context()
    reader = Reader(context, address)
    reader.ask("How much faster does KestrelKV decode?")
    first.close(verbose=False)
    reader.type("And FooBar?")
    expect(reader.page.get_by_text("Connection to the server was lost")).to_be_visible()
    second, _ = served(first.server_port)
    try:
        expect(reader.page.get_by_text("Connection to the server was lost")).to_have_count(0)
        expect(reader.answers).to_contain_text("3.4 times faster")
        box = reader.page.get_by_label("Your question")
        expect(box).to_have_value("And FooBar?")
        box.press("Enter")
        expect(reader.answers).to_have_count(2)
        reader.settle()
        assert set(numbers_of(reader.answers.last)) == {"[2]"}
    finally:
        context.close()
        second.close(verbose=False)


@pytest.mark.parametrize("assistant", ["birds"], indirect=True)
def test_a_list_is_paged_and_its_filter_removed(reader):
    reader.ask("List all papers from 2025")
    bar = reader.page.locator("#pc-bar")
    expect(bar.get_by_role("button", name="Remove the filter 2025 and ask again")).to_be_visible()
    assert len(set(numbers_of(reader.answers.last))) == 12
    bar.get_by_role("button", name="Remove the filter 2025").click()
    expect(reader.chat.locator(".pc-question").last).to_have_text("Without the filter “2025”")
    expect(bar).to_contain_text("Page 1 of 2")
    first = set(numbers_of(reader.answers.last))
    assert len(first) == 20
    bar.get_by_role("button", name="Next page").click()
    expect(bar).to_contain_text("Page 2 of 2")
    assert len(set(numbers_of(reader.answers.last)) - first) == 4
    bar.get_by_role("button", name="Previous page").click()
    expect(bar).to_contain_text("Page 1 of 2")
    assert set(numbers_of(reader.answers.last)) == first
    expect(reader.answers).to_have_count(2)


def test_a_filter_of_the_header_can_be_removed_from_the_answer(reader):
    reader.page.get_by_label("Venue").click()
    reader.page.get_by_role("option", name="NeurIPS").click()
    reader.ask("How much faster does KestrelKV decode?")
    assert "3.4 times" not in reader.answers.last.inner_text()
    reader.page.get_by_role("button", name="Remove the filter NeurIPS").click()
    expect(reader.answers).to_contain_text("3.4 times faster")
    expect(reader.answers).to_have_count(1)
    expect(reader.page.get_by_label("Venue")).to_have_value("All venues")


def test_a_question_that_is_unclear_offers_papers_to_choose(reader):
    reader.ask("How does it work?")
    expect(reader.answers.last).to_contain_text("Which one do you mean?")
    choice = reader.page.locator("#pc-bar [data-do=choose]").first
    title = choice.inner_text()
    choice.press("Enter")
    expect(reader.page.get_by_label("Your question")).to_be_focused()
    expect(reader.answers).to_have_count(2)
    reader.settle()
    expect(reader.panel.locator("h3").first).to_contain_text(title)
    assert numbers_of(reader.answers.last)


@pytest.mark.parametrize(
    ("button", "name", "words"),
    [
        (
            "the conversation, Markdown",
            "conversation.md",
            "## How much faster does KestrelKV decode?",
        ),
        ("cited papers, BibTeX", "cited-papers.bib", "@inproceedings{marsh2025kestrelkv"),
        ("cited papers, RIS", "cited-papers.ris", "AU  - Marsh, Ada"),
        ("cited papers, CSL-JSON", "cited-papers.json", '"family": "Marsh"'),
    ],
)
def test_a_reader_takes_files_along(reader, tmp_path, button, name, words):
    reader.ask("How much faster does KestrelKV decode?")
    reader.page.get_by_text("Export", exact=True).click()
    with reader.page.expect_download() as download:
        reader.page.get_by_role("button", name=f"Export {button}").click()
    assert download.value.suggested_filename == name
    download.value.save_as(tmp_path / name)
    assert words in (tmp_path / name).read_text(encoding="utf-8")
    expect(reader.page.locator("#pc-export details")).not_to_have_attribute("open", "")


def test_an_answer_and_a_paper_are_copied(open_page):
    reader = open_page(permissions=["clipboard-read", "clipboard-write"])
    reader.ask("How much faster does KestrelKV decode?")
    copy = reader.page.get_by_role("button", name="Copy the answer")
    copy.click()
    expect(reader.page.get_by_role("button", name="Copied")).to_be_visible()
    copied = reader.page.evaluate("navigator.clipboard.readText()")
    assert "3.4 times faster" in copied
    assert "\n\n[1] KestrelKV: Forgetting Cache Entries" in copied
    assert copied.endswith("https://doi.org/10.1234/kestrel.1")
    reader.panel.get_by_role("button", name="Copy the BibTeX entry of KestrelKV").click()
    reader.panel.get_by_text("Copied").wait_for()
    copied = reader.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("@inproceedings{marsh2025kestrelkv,\n")
    expect(copy).to_have_text("Copy")


@pytest.mark.parametrize("assistant", ["birds"], indirect=True)
def test_a_chip_of_a_long_list_opens_the_abstract_and_there_is_a_way_back(open_page):
    reader = open_page(viewport={"width": 400, "height": 800})
    reader.ask("List all papers")
    abstract = reader.panel.locator("#c-1-9 .pc-abstract")
    expect(abstract).to_be_hidden()
    chip = reader.answers.last.locator("a.cite", has_text="[9]")
    chip.click()
    expect(reader.panel.locator("#c-1-9")).to_be_in_viewport()
    reader.panel.locator("#c-1-9").get_by_role("button", name="Back to the answer").click()
    expect(chip).to_be_focused()
    expect(chip).to_be_in_viewport()


_BROKEN = """
heads => heads.flatMap(head => {
  const walk = document.createTreeWalker(head, NodeFilter.SHOW_TEXT), broken = [];
  for (let node; (node = walk.nextNode()); )
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\d]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const line = range.getClientRects()[0].height;
      if (range.getBoundingClientRect().height > 1.5 * line) broken.push(word);
    }
  return broken;
})
"""


def test_no_head_of_a_comparison_breaks_inside_a_word(reader):
    reader.ask("Compare KestrelKV and FooBar by computational requirements and interpretability")
    heads = reader.answers.last.locator("th")
    expect(heads.first).to_be_visible()
    assert "nterpretability" in " ".join(heads.all_inner_texts())
    assert heads.evaluate_all(_BROKEN) == []


@pytest.mark.parametrize("assistant", ["birds"], indirect=True)
def test_a_list_says_who_wrote_each_paper_and_when(reader):
    reader.ask("List all papers by Marsh")
    entries = reader.answers.last.locator(".pc-by")
    expect(entries).to_have_count(20)
    expect(entries.first).to_have_text(re.compile(r"Ada Marsh\. BirdConf 202[45]\."))


@pytest.mark.parametrize("width", [390, 1280])
def test_a_comparison_fits_the_page(open_page, width):
    reader = open_page(viewport={"width": width, "height": 844})
    reader.ask("Compare KestrelKV and FooBar")
    sizes = "[document.documentElement.scrollWidth, innerWidth]"
    whole, seen = reader.page.evaluate(sizes)
    assert whole <= seen
    table = reader.answers.last.get_by_role("table").bounding_box()
    assert table["x"] >= 0
    assert table["x"] + table["width"] <= width
    heads = reader.answers.last.locator("thead")
    expect(heads).to_be_visible() if width > 900 else expect(heads).to_be_hidden()
    question = reader.chat.locator(".pc-question").last.bounding_box()
    chat = reader.chat.bounding_box()
    assert question["y"] - chat["y"] < 60  # the answer is read from its beginning
