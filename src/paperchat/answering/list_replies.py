"""What a list says of itself: how many of how many, by what rule, which page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperchat.answering.matching import COMMON, PARTLY, SAID, STANDS_OUT, TOGETHER
from paperchat.answers import Listing
from paperchat.list_questions import ListRequest
from paperchat.types import Filters

TOPICS_RULE = (
    "Papers alike in meaning are one topic (k-means over their vectors), named by the words that "
    "tell its titles from those of the others."
)


def authors(filters: Filters) -> list[str]:
    """The names that an author filter asks for."""
    return [name for name in re.split(r"\s+and\s+|\s*[;&]\s*", filters.author or "") if name]


def conditions(filters: Filters) -> str:
    """The filters as they are read: "by Ada Marsh, at ICML, from 2025"; empty without any."""
    told = filters.to_dict()
    leads = {"author": "by", "venue": "at", "status": "marked as", "keyword": "with the keyword"}
    said = [f"{lead} {told[name]}" for name, lead in leads.items() if name in told]
    if filters.title:
        said.append(f"with “{filters.title}” in the title")
    if filters.year is not None:
        said.append(_years(filters.year))
    return ", ".join(said)


def _years(years: int | tuple[int | None, int | None]) -> str:
    if not isinstance(years, tuple):
        return f"from {years}"
    first, last = years
    if first is None:
        return f"up to {last}"
    return f"since {first}" if last is None else f"from {first} to {last}"


def filtered(filters: Filters) -> tuple[str, ...]:
    """A note on the filters, and how to do without them."""
    said = conditions(filters)
    if not said:
        return ()
    return (
        f"Filtered: only papers {said}. “Without the filters” lists all; words in quotation marks "
        "are no filter.",
    )


@dataclass(frozen=True, slots=True)
class Form:
    """What form the rule of a list took.

    Attributes:
        common: Whether many papers say the topic in passing.
        labelled: Whether titles begin with the topic.
        kind: Of papers ("meta-analyses"); empty for any.
    """

    common: bool = False
    labelled: bool = False
    kind: str = ""


def rule(request: ListRequest, filters: Filters, form: Form) -> str:
    """By what a paper is in the list, with the numbers that decide."""
    parts = [said] if (said := conditions(filters)) else []
    if form.kind:
        parts.append(f"the title or a sentence on the paper itself says “{form.kind}”")
    if form.labelled:
        parts.append(f"the title begins with “{request.label}:”")
    elif request.topic:
        parts.append(f"on “{request.topic}”: {_MEASURED}{_MEASURED_COMMON if form.common else ''}")
    if request.without:
        lead = "the same rule" if request.topic and not form.labelled else _MEASURED
        parts.append(f"not on “{request.without}” by {lead}")
    return "; ".join(parts) or "every paper"


_MEASURED = (
    f"title or one sentence has the topic's words in any form or abbreviated ({SAID:.0%} of them, "
    f"by rarity), or {PARTLY:.0%} of them if that share and the nearness in meaning (0 for an "
    f"ordinary paper, 1 for the nearest) come to {TOGETHER:g}"
)
_MEASURED_COMMON = (
    f"; since more than {COMMON:.0%} of the papers have them, "
    f"only with a nearness of {STANDS_OUT:g}"
)


def opening(
    request: ListRequest,
    filters: Filters,
    listing: Listing,
    whole: int,
    form: Form,
) -> str:
    """How many of how many, and by what rule, in plain words."""
    among = f"of the {whole:,} papers here" if whole != 1 else "of the one paper here"
    many = f"{listing.total:,}" if listing.total else "None"
    parts = [f"of the kind “{form.kind}”"] if form.kind else []
    parts += [said] if (said := conditions(filters)) else []
    why = _PLAIN_KIND if form.kind else ""
    if form.labelled:
        parts.append(f"{request.label} papers")
        why = f" Their titles begin with “{request.label}:”."
    elif request.topic:
        parts.append(f"on “{request.topic}”")
        why += _PLAIN_COMMON if form.common else _PLAIN
    if request.without:
        parts.append(f"not on “{request.without}”")
        why += _LEFT_OUT if why else _PLAIN.replace(" Counted are", " Left out are")
    if not parts:
        return f"There are {whole:,} papers here." if whole != 1 else "There is one paper here."
    return f"{many} {among} {'are' if listing.total > 1 else 'is'} {', '.join(parts)}.{why}"


_PLAIN_KIND = " A paper is of a kind when its title, or a sentence on the paper itself, says so."
_PLAIN = (
    " Counted are papers with these words in the title or in one sentence, in any form or "
    "abbreviated, or with some of them and a meaning near to the topic."
)
_LEFT_OUT = " What they are not on is told by the same rule."
_PLAIN_COMMON = (
    " Many papers have these words; counted are those of them with a meaning near to the topic."
)


def page_line(listing: Listing) -> str:
    """Which page it is, and how to go on; empty for the only one."""
    if listing.pages == 1:
        return ""
    more = " “Next page” goes on." if listing.page < listing.pages else ""
    return f"Page {listing.page} of {listing.pages}.{more}"


def no_page(listing: Listing) -> str:
    """The list has no such page."""
    return f"There is no page {listing.page}: the list ends with page {listing.pages}."


def topics_opening(papers: int, topics: int, filters: Filters) -> str:
    """How many topics of how many papers."""
    said = f" that are {told}" if (told := conditions(filters)) else ""
    groups = f"{topics} topic{'' if topics == 1 else 's'}"
    return f"The {papers:,} papers here{said} fall into {groups}."


def topic_line(label: str, papers: int, *, more: bool) -> str:
    """A topic with its count, before the titles of its papers or of a few."""
    count = f"{papers:,} paper{'' if papers == 1 else 's'}"
    return f"{label[:1].upper()}{label[1:]}: {count}{', for example:' if more else ':'}"
