"""Hostile records on their way: file → papers → index → prompt → page."""

from __future__ import annotations

import json
import re
import unicodedata
from html.parser import HTMLParser

import pytest

from paperchat.answers import Answer, AnswerPaper
from paperchat.assistant import Assistant
from paperchat.citations import field_text, quote
from paperchat.embedding import Embedder
from paperchat.index import Index
from paperchat.prompts import Prompts, answer_messages
from paperchat.types import Citation, Paper, Sentence
from paperchat_ui import answers, evidence
from poisoned import ATTACKS, record

CODE = "5eed5eed"
TEMPLATE_MARKS = re.compile(
    r"<\|[^>]*\|>|<｜|</?s>|<</?SYS>>|\[/?INST\]|</?(?:start|end)_of_turn>|</?think>", re.IGNORECASE
)
ALLOWED = {"section", "h2", "h3", "p", "article", "span", "mark", "div", "a", "br", "details"}
ALLOWED |= {"button"}  # the page's own: it copies the BibTeX entry
UNSEEN = ("Cc", "Cf", "Co")


class Page(HTMLParser):
    """What a browser makes of a fragment: its tags with their attributes, and what can be read."""

    def __init__(self, fragment: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(fragment)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> list[Paper]:
    """The papers of the attacks, as they come back from an index, in their order."""
    folder = tmp_path_factory.mktemp("poisoned")
    file = folder / "poisoned.jsonl"
    lines = [json.dumps(record(at, attack)) for at, attack in enumerate(ATTACKS)]
    file.write_text("\n".join(lines), encoding="utf-8")
    with Assistant(Index(folder / "index", embedder)) as assistant:
        report = assistant.add(file)
        papers = assistant.papers()
    assert (report.added, len(report.skipped)) == (len(ATTACKS), 0)
    return sorted(papers, key=lambda paper: int(paper.sources[0].rpartition("#")[2]))


def seen(text: str) -> str:
    """The text without what cannot be seen, white space folded."""
    visible = "".join(char for char in text if unicodedata.category(char) not in UNSEEN)
    return " ".join(visible.split())


def attacks(*fields: str) -> list[object]:
    """Places of the attacks on these fields, or on any."""
    return [
        pytest.param(at, id=attack.name)
        for at, attack in enumerate(ATTACKS)
        if attack.field in fields or not fields
    ]


def test_there_are_attacks_enough() -> None:
    assert len(ATTACKS) >= 30
    assert {attack.field for attack in ATTACKS} == {"abstract", "title", "authors"}


@pytest.mark.parametrize("at", attacks())
def test_a_record_cannot_leave_its_block_of_the_prompt(stored: list[Paper], at: int) -> None:
    papers = {1: stored[at], 2: stored[at - 1]}
    _, (_, told) = answer_messages(Prompts(), "What?", papers, CODE)
    lines = told.splitlines()
    assert [line for line in lines if line.startswith("===")] == [
        f"=== {CODE} paper [1] ===",
        f"=== {CODE} end of [1] ===",
        f"=== {CODE} paper [2] ===",
        f"=== {CODE} end of [2] ===",
    ]
    names = ("Lines with", "===", "Title: ", "Authors: ", "Published: ", "Abstract: ", "Question: ")
    assert all(line.startswith(names) for line in lines if line)
    assert not TEMPLATE_MARKS.search(told)
    assert "===" not in "".join(line for line in lines if not line.startswith("==="))
    assert not [char for char in told if unicodedata.category(char) in UNSEEN and char != "\n"]


@pytest.mark.parametrize("at", attacks())
def test_a_record_is_shown_as_text(stored: list[Paper], at: int) -> None:
    paper = stored[at]
    answer = quoting(paper)
    for fragment in (evidence.panel(answer, 1), answers.answer(answer, 1)):
        page = Page(fragment)
        assert {tag for tag, _ in page.tags} <= ALLOWED
        for _, attributes in page.tags:
            assert not {"style", "src", "action"} & attributes.keys()
            assert not [name for name in attributes if name.startswith("on")]
            assert attributes.get("href", "#c-1-1") == "#c-1-1"
    panel = seen(Page(evidence.panel(answer, 1)).text)
    assert seen(paper.title) in panel
    assert seen(paper.abstract) in panel
    assert seen(", ".join(paper.authors)) in panel
    assert seen(answer.sentences[0].text.removesuffix(" [1]")) in seen(
        Page(answers.answer(answer, 1)).text
    )


@pytest.mark.parametrize("at", attacks("abstract", "title"))
def test_a_record_keeps_the_words_of_an_attack(stored: list[Paper], at: int) -> None:
    attack = ATTACKS[at]
    words = re.findall(r"[a-z]{4,}", re.sub(r"<[^>]*>|\S*//\S*|\\\w+", " ", attack.text.casefold()))
    held = "".join(field_text(stored[at], attack.field).casefold().split())
    plain = "".join(char for char in held if unicodedata.category(char) not in UNSEEN)
    assert all(word in plain for word in words if word not in ("script", "style", "alert"))


def quoting(paper: Paper) -> Answer:
    """An answer that quotes the whole abstract of a paper."""
    quoted = quote(paper, 0, len(paper.abstract))
    sentence = Sentence(f"{quoted.text} [1]", "supported", (Citation(1, (quoted,)),))
    return Answer(
        "answered",
        sentence.text,
        "What?",
        sentences=(sentence,),
        papers=(AnswerPaper(1, paper, 0.9),),
    )
