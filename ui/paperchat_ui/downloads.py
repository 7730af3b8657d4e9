"""What a reader can take along: the conversation, an answer, and the papers that they cite."""

from __future__ import annotations

from paperchat.answers import Answer, AnswerPaper
from paperchat.export import FORMATS, markdown_table, to_markdown
from paperchat.labels import marked
from paperchat.types import Paper
from paperchat_ui.links import address
from paperchat_ui.state import PageState

FILES = {
    "markdown": "conversation.md",
    "bibtex": "cited-papers.bib",
    "ris": "cited-papers.ris",
    "csl-json": "cited-papers.json",
}
"""Format → the name of its file."""


def download(page: PageState, kind: str) -> dict[str, str]:
    """A file's `name` and `text`.

    Raises:
        KeyError: There is no such format.
    """
    name = FILES[kind]
    if kind == "markdown":
        return {"name": name, "text": to_markdown(page.answers)}
    return {"name": name, "text": FORMATS[kind](cited_papers(page))}


def copied_text(answer: Answer) -> str:
    """An answer for the clipboard: its text, a table in Markdown, and the papers by number."""
    papers = {one.number: one.paper for one in answer.papers if one.number is not None}
    parts = [marked(answer)]
    parts += [markdown_table(answer.table, papers)] if answer.table else []
    parts += ["\n".join(_reference(listed) for listed in answer.papers)]
    return "\n\n".join(part for part in parts if part)


def _reference(listed: AnswerPaper) -> str:
    return " ".join(part for part in (listed.reference(), address(listed.paper)) if part)


def cited_papers(page: PageState) -> list[Paper]:
    """Every cited paper once, by number."""
    cited = {
        listed.number: listed.paper
        for answer in page.answers
        for listed in answer.papers
        if listed.number is not None
    }
    return [cited[number] for number in sorted(cited)]
