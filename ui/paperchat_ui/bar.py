"""The bar under the conversation: what can be done with its last answer.

Every button carries what it does (`data-do`) and to what (`data-value`), a name or a number of
ours, never text of a paper.
"""

from __future__ import annotations

from paperchat.answers import Answer, Listing
from paperchat.models import EXTRACTIVE
from paperchat.types import Filters, Paper
from paperchat_ui.downloads import copied_text
from paperchat_ui.markup import clean, copy_button, escape
from paperchat_ui.state import PageState, Turn

_FILTER_NAMES = {"title": "in the title", "author": "by", "status": "status", "keyword": "keyword"}
_EXPORTS = {
    "markdown": "the conversation, Markdown",
    "bibtex": "cited papers, BibTeX",
    "ris": "cited papers, RIS",
    "csl-json": "cited papers, CSL-JSON",
}


def bar(page: PageState) -> str:
    """The buttons for the last turn; empty while an answer is being made, or without any."""
    if page.busy or not page.turns:
        return ""
    last = page.turns[-1]
    groups = [] if last.answer is None else _for_answer(last.answer)
    groups.append(_without_model(last))
    return clean("".join(groups))


def _for_answer(found: Answer) -> list[str]:
    return [
        _filters(found.filters),
        _pages(found.listing) if found.listing else "",
        _choices([entry.paper for entry in found.nearest]) if found.status == "unclear" else "",
    ]


def _filters(filters: Filters) -> str:
    chips = "".join(
        _button("without", name, f"{told} ×", f"Remove the filter {told} and ask again")
        for name, told in _told(filters).items()
    )
    return _group("Only papers", chips)


def _told(filters: Filters) -> dict[str, str]:
    """Filter → how it reads: `ICML`, `2023-2025`, `by Zhuang`."""
    return {
        name: f"{_FILTER_NAMES[name]} {value}" if name in _FILTER_NAMES else str(value)
        for name, value in filters.to_dict().items()
    }


def _pages(listing: Listing) -> str:
    if listing.pages <= 1:
        return ""
    first, last = listing.page == 1, listing.page == listing.pages
    before = "" if first else _button("page", str(listing.page - 1), "← Previous", "Previous page")
    after = "" if last else _button("page", str(listing.page + 1), "Next →", "Next page")
    return _group(f"Page {listing.page} of {listing.pages}", before + after)


def _choices(papers: list[Paper]) -> str:
    buttons = "".join(
        _button("choose", str(at), paper.title, f"I mean {paper.title}")
        for at, paper in enumerate(papers)
    )
    return _group("Do you mean", buttons)


def _without_model(turn: Turn) -> str:
    """After a model failed: the papers' own sentences instead."""
    failed = bool(turn.error) or (turn.answer is not None and turn.answer.status == "failed")
    if not failed or turn.asked.llm == EXTRACTIVE:
        return ""
    own = _button(EXTRACTIVE, "", "Answer without a model", "Answer in the papers' own sentences")
    return _group("", own)


def _group(label: str, buttons: str) -> str:
    lead = f'<span class="pc-lead">{escape(label)}</span> ' if label else ""
    return f'<div class="pc-group">{lead}{buttons}</div>' if buttons else ""


def _button(do: str, value: str, text: str, name: str) -> str:
    return (
        f'<button type="button" class="pc-do" data-do="{do}" data-value="{escape(value)}" '
        f'aria-label="{escape(name)}">{escape(text)}</button>'
    )


def export_menu(last: Answer | None) -> str:
    """What a reader can take along: the last answer on the clipboard, files."""
    copied = copy_button("Copy", "Copy the answer", copied_text(last), "pc-copy") if last else ""
    items = "".join(
        f"<li>{_button('export', kind, text, f'Export {text}')}</li>"
        for kind, text in _EXPORTS.items()
    )
    menu = f'<details class="pc-export"><summary>Export</summary><ol>{items}</ol></details>'
    return clean(f'<div class="pc-take">{copied}{menu}</div>')
