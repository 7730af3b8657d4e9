"""What a reader can take along: the conversation, and the papers that it cites."""

from __future__ import annotations

from paperchat.export import FORMATS, to_markdown
from paperchat.types import Paper
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


def cited_papers(page: PageState) -> list[Paper]:
    """Every cited paper once, by number."""
    cited = {
        listed.number: listed.paper
        for answer in page.answers
        for listed in answer.papers
        if listed.number is not None
    }
    return [cited[number] for number in sorted(cited)]
