"""The evidence panel as HTML: an answer's papers, the quoted words marked in their abstracts."""

from __future__ import annotations

from collections.abc import Sequence

from paperchat.answers import Answer, AnswerPaper
from paperchat_ui.cards import card
from paperchat_ui.claims import quotes_of
from paperchat_ui.markup import clean, escape

_LONGEST_QUESTION = 140
_OPEN_ABSTRACTS = 8
"""Of so many papers the abstracts stand open; more are folded, and a chip opens its own."""


def empty_panel() -> str:
    """What the panel is for, before there is an answer."""
    return clean(
        '<section class="pc-evidence pc-empty"><h2>Evidence</h2>'
        "<p>The papers behind an answer appear here, with the quoted words marked in their "
        "abstracts.</p></section>"
    )


def forgotten_panel() -> str:
    """For an answer that the page still shows and the server no longer has."""
    return clean(
        '<section class="pc-evidence pc-empty"><h2>Evidence</h2>'
        "<p>This answer is no longer kept. Ask again to see its papers.</p></section>"
    )


def panel(found: Answer, turn: int) -> str:
    """The cited papers of an answer, and the nearest ones where it offers any."""
    sections = ""
    if found.papers:
        count = len(found.papers)
        lead = f"{count} {'paper' if count == 1 else 'papers'} cited for"
        sections += _section("Evidence", lead, found.papers, found, turn)
    if found.nearest:
        unclear = found.status == "unclear"
        heading = "Papers you may mean" if unclear else "Nearest papers (not an answer)"
        lead = "It is open which one is meant by" if unclear else "Close to, but not answering"
        sections += _section(heading, lead, found.nearest, found, turn)
    return clean(sections) if sections else empty_panel()


def _section(
    heading: str, lead: str, papers: Sequence[AnswerPaper], found: Answer, turn: int
) -> str:
    cards = "".join(
        card(
            listed,
            turn,
            quotes_of(found, listed.number),
            folded=listed.number is None or len(papers) > _OPEN_ABSTRACTS,
        )
        for listed in papers
    )
    return (
        f'<section class="pc-evidence"><h2>{escape(heading)}</h2>'
        f'<p class="pc-for">{lead} “{escape(_short(found.question))}”</p>{cards}</section>'
    )


def _short(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= _LONGEST_QUESTION else folded[: _LONGEST_QUESTION - 1] + "…"
