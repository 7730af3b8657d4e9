"""Answers and papers as HTML: what is a chip, what is marked, and that text stays text."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperchat.answers import Answer, AnswerPaper
from paperchat.export import to_bibtex
from paperchat.types import Citation, Overview, Paper, Quote, Sentence
from paperchat_ui import answers, evidence, render
from paperchat_ui.cards import highlighted
from paperchat_ui.links import links, web_link
from paperchat_ui.markup import clean, escape
from paperchat_ui.state import Corpus

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<style>*{display:none}</style>",
    "<form action=https://example.org><input name=q></form>",
    "<a href='javascript:alert(1)'>x</a>",
    "**bold** and _it_ and `code`",
    "costs $5 and $6, $$x^2$$ and \\(y\\)",
    "</mark></p></article>",
    "{{x}} ${value} @children",
    "# heading",
    "[link](https://example.org) ![i](https://example.org/i.png)",
    "\"quoted\" 'single' & &amp; &lt;",
    "&#60;img src=x&#62;",
]


class _Page(HTMLParser):
    """What a browser reads: the visible text, and the elements with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.marked: list[str] = []
        self._in_mark = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag == "mark":
            self._in_mark = True
            self.marked.append("")

    def handle_endtag(self, tag):
        self._in_mark = self._in_mark and tag != "mark"

    def handle_data(self, data):
        self.text += data
        if self._in_mark:
            self.marked[-1] += data

    def tags(self) -> set[str]:
        return {tag for tag, _ in self.elements}

    def chips(self) -> list[dict[str, str | None]]:
        return [
            attrs for tag, attrs in self.elements if "cite" in (attrs.get("class") or "").split()
        ]


def quoted(paper: Paper, words: str) -> Quote:
    start = paper.abstract.index(words)
    return Quote("abstract", start, start + len(words), words)


def cited(text: str, *numbers: int, support="supported") -> Sentence:
    return Sentence(text, support, tuple(Citation(number, ()) for number in numbers))


def answer_of(*sentences: Sentence, text: str | None = None, papers=2, **more) -> Answer:
    entries = tuple(
        AnswerPaper(number, Paper(f"p{number}", f"Title {number}"), 0.5)
        for number in range(1, papers + 1)
    )
    whole = " ".join(sentence.text for sentence in sentences) if text is None else text
    return Answer("answered", whole, "Why?", sentences=sentences, papers=entries, **more)


def rendered(answer: Answer, turn: int = 3) -> _Page:
    return _Page(answers.answer(answer, turn))


def test_a_marker_becomes_a_chip_with_the_papers_title():
    page = rendered(answer_of(cited("It is fast. [2]", 2)))
    assert page.text == "It is fast. [2]"
    assert [(chip["href"], chip["title"]) for chip in page.chips()] == [("#c-3-2", "Title 2")]


@pytest.mark.parametrize("text", ["Both. [1] [2]", "Both. [1][2]", "Both. [1, 2]", "Both [1] [2]."])
def test_every_number_of_a_sentence_is_a_chip(text):
    chips = rendered(answer_of(cited(text, 1, 2))).chips()
    assert [chip["href"] for chip in chips] == ["#c-3-1", "#c-3-2"]


@pytest.mark.parametrize(
    ("text", "cites", "chips"),
    [
        ("Values in [0, 1] are kept. [1]", (1,), 1),
        ("Values lie in [0, 1] [1]", (1,), 1),
        ("We cite [1] [1]", (1,), 1),
        ("We (1) show and (2) prove. [2]", (2,), 1),
        ("As in [2], it holds.", (), 0),
        ("It holds [2]", (), 0),
        ("It holds [2]", (1,), 0),
    ],
)
def test_brackets_of_the_quoted_text_are_left_alone(text, cites, chips):
    page = rendered(answer_of(cited(text, *cites)))
    assert len(page.chips()) == chips
    assert page.text.replace(" ", "") == text.replace(" ", "")


def test_paragraphs_follow_the_text():
    first, second, third = cited("One. [1]", 1), cited("Two. [1]", 1), cited("Three. [2]", 2)
    text = f"{first.text} {second.text}\n\n{third.text}"
    html = answers.answer(answer_of(first, second, third, text=text), 1)
    assert html.count("<p>") == 2
    assert html.index("Two.") < html.index("</p>") < html.index("Three.")


def test_words_between_sentences_are_kept():
    sentence = cited("It is fast. [1]", 1)
    page = rendered(answer_of(sentence, text="In short: It is fast. [1] That is all."))
    assert page.text == "In short: It is fast. [1] That is all."


def test_a_sentence_that_the_text_lacks_is_still_shown():
    page = rendered(answer_of(cited("It is fast. [1]", 1), text=""))
    assert "It is fast. [1]" in page.text


def test_an_answer_without_sentences_is_its_text():
    answer = Answer("chat", "Hello!\n\nAsk me about [1] papers.", "Hi")
    page = rendered(answer)
    assert "a" not in page.tags()
    assert page.text == "Hello!Ask me about [1] papers."


@pytest.mark.parametrize(
    ("support", "label"),
    [("weak", "weakly supported"), ("unsupported", "not supported by the abstracts")],
)
def test_lacking_support_is_said(support, label):
    assert label in rendered(answer_of(cited("It is fast. [1]", 1, support=support))).text


def test_marks_stand_while_an_answer_grows():
    sentences = (cited("Fast. [1]", 1), cited("Free [2].", 2, support="unsupported"))
    page = _Page(answers.so_far("Fast. [1] Free [2]. And th", sentences))
    assert page.text == "Fast. [1] Free [2]. not supported by the abstracts And th"
    assert "a" not in page.tags()


def test_a_long_line_before_a_sentence_is_no_heading():
    lead = Sentence("It does not say this. The closest sentence:", "none_needed")
    said = answer_of(lead, cited("It is fast. [1]", 1))
    assert "<strong>" in answers.answer(said, 1)
    assert "<strong>" not in answers.answer(replace(said, status="not_stated"), 1)


def test_notes_are_shown():
    page = rendered(answer_of(cited("Fast. [1]", 1), notes=("No abstract mentions “zebra”.",)))
    assert "No abstract mentions “zebra”." in page.text


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    "make",
    [
        render.question,
        lambda text: answers.so_far(text, ()),
        lambda text: answers.so_far(text, (cited(text, 1, support="unsupported"),)),
        render.stopped,
        render.waiting,
        lambda text: render.failure(text, text),
        lambda text: render.examples([text]),
        lambda text: answers.answer(Answer("chat", text, text, notes=(text,)), 1),
        lambda text: answers.answer(answer_of(cited(f"{text} [1]", 1)), 1),
    ],
)
def test_hostile_text_is_read_as_it_was_written(make, text):
    html = make(text)
    page = _Page(html)
    assert text.replace(" ", "") in page.text.replace(" ", "")
    assert page.tags() <= {"div", "p", "br", "a", "span", "ol", "li", "button"}
    assert not set("$*`{}\\_") & set(html)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_paper_is_read_as_it_was_written(text):
    paper = Paper("x", text, f"Before. {text} After.", authors=(text,), venue=text, url=text)
    quote = quoted(paper, text)
    sentence = Sentence(f"{text} [1]", "supported", (Citation(1, (quote,)),))
    answer = Answer(
        "answered", sentence.text, text, sentences=(sentence,), papers=(AnswerPaper(1, paper, 1),)
    )
    page = _Page(evidence.panel(answer, 1))
    assert page.marked == [text]
    assert page.text.count(text) == 5  # question, title, author, venue, abstract
    assert page.tags() <= {"section", "article", "h2", "h3", "p", "span", "mark", "button"}
    buttons = [set(attrs) for tag, attrs in page.elements if tag == "button"]
    assert all(attrs <= {"type", "class", "aria-label", "data-copy"} for attrs in buttons)


@given(st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"])))
def test_any_text_survives(text):
    assert _Page(clean(f"<p>{escape(text)}</p>")).text == text


def test_quotes_are_marked_by_code_points():
    paper = Paper("x", "T", "𝒳 🚀 naïve: the loss falls. End.")
    assert _Page(highlighted(paper.abstract, [("a", quoted(paper, "the loss"))])).marked == [
        "the loss"
    ]


def test_each_mark_names_the_claims_that_it_carries():
    paper = Paper("x", "T", "one two three four")
    quotes = [("a", quoted(paper, "two three")), ("b", quoted(paper, "one two"))]
    html = highlighted(paper.abstract, [*quotes, ("a", quoted(paper, "four"))])
    marks = '<mark class="b">one </mark><mark class="a b">two</mark><mark class="a"> three</mark>'
    assert html == f'{marks} <mark class="a">four</mark>'


@pytest.mark.parametrize("span", [(5, 2), (-4, 2), (0, 99), (1, 4)])
def test_a_quote_that_is_not_there_marks_nothing(span):
    assert "<mark" not in highlighted("one two", [("a", Quote("abstract", *span, "one"))])


def test_a_paper_shows_its_facts():
    paper = Paper(
        id="x",
        title="A <Title>",
        abstract="Text.",
        title_is_derived=True,
        authors=tuple(f"A{n}" for n in range(10)),
        venue="ICML",
        year=2025,
        status="oral",
        url="https://example.org/?a=1&b=2",
    )
    page = _Page(evidence.panel(answer_with(AnswerPaper(1, paper, 1)), 4))
    for words in ("[1]", "A <Title>", "A7, and 2 more", "ICML 2025 · oral", "made from", "Text."):
        assert words in page.text
    links = [attrs for tag, attrs in page.elements if tag == "a"]
    assert [link["href"] for link in links] == ["https://example.org/?a=1&b=2"]
    assert ("article", "c-4-1") in [(tag, attrs.get("id")) for tag, attrs in page.elements]


def test_a_paper_leads_to_where_it_is_found():
    paper = Paper("x", "Keys", "T.", identifiers={"arxiv": "2505.1", "doi": "10.1/a b", "s2": "7"})
    page = _Page(evidence.panel(answer_with(AnswerPaper(1, paper, 1)), 1))
    where = [attrs["href"] for tag, attrs in page.elements if tag == "a"]
    assert where == ["https://doi.org/10.1/a%20b"] * 2 + ["https://arxiv.org/abs/2505.1"]
    assert [name for name, _ in links(paper)] == ["DOI", "arXiv"]


def test_a_paper_is_copied_as_bibtex_line_by_line():
    paper = Paper("x", "Fast “Keys” <b> & $more$", "T.", authors=("Ada Marsh",), year=2025)
    page = _Page(evidence.panel(answer_with(AnswerPaper(1, paper, 1)), 1))
    (copied,) = [attrs["data-copy"] for _, attrs in page.elements if "data-copy" in attrs]
    assert copied == to_bibtex([paper]).strip()
    assert copied.count("\n") > 2


def test_abstracts_of_many_papers_are_folded():
    many = [AnswerPaper(number, Paper(f"p{number}", "T", "A."), 1) for number in range(1, 10)]
    assert "<details>" not in evidence.panel(answer_with(*many[:8]), 1)
    assert evidence.panel(answer_with(*many), 1).count("<details>") == 9


def test_what_supports_nothing_is_no_evidence():
    paper = Paper("x", "T", "one two three")
    sentences = (
        Sentence("Two. [1]", "supported", (Citation(1, (quoted(paper, "two"),)),)),
        Sentence("Ten. [1]", "unsupported", (Citation(1, (quoted(paper, "three"),)),)),
    )
    answer = Answer("partial", "", "?", sentences=sentences, papers=(AnswerPaper(1, paper, 1),))
    assert _Page(evidence.panel(answer, 1)).marked == ["two"]


def answer_with(*papers: AnswerPaper) -> Answer:
    return Answer("answered", "", "Why?", papers=papers)


def test_a_quoted_title_is_marked():
    paper = Paper("x", "Fast Keys")
    sentence = Sentence("Keys [1]", "supported", (Citation(1, (Quote("title", 5, 9, "Keys"),)),))
    answer = Answer(
        "answered", "Keys [1]", "?", sentences=(sentence,), papers=(AnswerPaper(1, paper, 1),)
    )
    page = _Page(evidence.panel(answer, 1))
    assert page.marked == ["Keys"]
    assert "no abstract" in page.text


def test_nearest_papers_are_no_answer():
    nearest = (AnswerPaper(None, Paper("x", "Near", "Text."), 0.1),)
    answer = Answer("not_in_corpus", "Nothing here.", "Why " * 60, nearest=nearest)
    page = _Page(evidence.panel(answer, 1))
    assert page.text.startswith("Nearest papers (not an answer)")
    assert "[" not in page.text
    assert "…" in page.text


def test_an_unclear_question_offers_what_it_may_mean():
    nearest = (AnswerPaper(None, Paper("x", "Near", "Text."), 0.1),)
    answer = Answer("unclear", "Which one?", "The second?", nearest=nearest)
    assert _Page(evidence.panel(answer, 1)).text.startswith("Papers you may mean")


def test_cited_and_nearest_papers_have_their_own_headings():
    nearest = (AnswerPaper(None, Paper("x", "Near", "Text."), 0.1),)
    answer = Answer(
        "partial", "", "?", papers=(AnswerPaper(1, Paper("y", "Cited"), 1),), nearest=nearest
    )
    text = _Page(evidence.panel(answer, 1)).text
    assert text.index("Cited") < text.index("Nearest papers") < text.index("Near", 99)


def test_an_answer_without_papers_has_an_empty_panel():
    assert evidence.panel(Answer("chat", "Hello!", "Hi"), 1) == evidence.empty_panel()


@pytest.mark.parametrize(
    ("url", "linked"),
    [
        ("https://example.org/x", True),
        ("http://example.org", True),
        (" https://example.org ", True),
        ("javascript:alert(1)", False),
        ("JaVaScRiPt:alert(1)", False),
        ("data:text/html,x", False),
        ("//example.org", False),
        ("https://", False),
        ("https://[broken", False),
        ("", False),
        (None, False),
    ],
)
def test_only_web_addresses_are_links(url, linked):
    assert (web_link(url) is not None) is linked


@pytest.mark.parametrize(
    ("overview", "models", "line"),
    [
        (
            Overview(38, ("ICML",), (2025,)),
            ["extractive"],
            "38 papers · ICML 2025 · answers in the papers’ own sentences",
        ),
        (
            Overview(1, ("ICML", "NeurIPS"), (2025, 2023)),
            ["openai:gpt-5-mini", "extractive"],
            "1 paper · ICML, NeurIPS 2023–2025",
        ),
        (
            Overview(12000, tuple("ABCD"), ()),
            ["extractive"],
            "12,000 papers · 4 venues · answers in the papers’ own sentences",
        ),
        (
            Overview(9, ("Proceedings of the Society of Fens", "Transactions on Marshes"), ()),
            ["small", "extractive"],
            "9 papers · Proceedings of the Society of Fens, Transactions on Marshes",
        ),
        (
            Overview(9, ("Proceedings of the Society of Fens", "Transactions on Wide Marshes"), ()),
            ["small", "extractive"],
            "9 papers · 2 venues",
        ),
        (
            Overview(0, (), ()),
            ["extractive"],
            "No papers yet: add some with “paperchat add FILE”",
        ),
    ],
)
def test_the_status_line(overview, models, line):
    assert _Page(render.status_line(Corpus(overview), models)).text == line


def test_models_have_plain_names_while_those_tell_them_apart():
    names = ["ollama:qwen3:8b", "openai:small", "other:small", "scripted", "extractive"]
    assert render.model_choices(names) == [
        ("qwen3:8b", "ollama:qwen3:8b"),
        ("openai:small", "openai:small"),
        ("other:small", "other:small"),
        ("scripted", "scripted"),
        ("The papers’ own sentences", "extractive"),
    ]


def test_a_broken_index_is_told_in_the_status_line():
    corpus = Corpus(Overview(0, (), ()), problem="The index is gone.")
    assert _Page(render.status_line(corpus, ["extractive"])).text == "The index is gone."


def test_no_examples_no_list():
    assert render.examples(()) == ""
