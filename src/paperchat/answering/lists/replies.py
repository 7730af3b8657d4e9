"""What a list says of itself: how many of how many, by what rule, which page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from paperchat.answering.lists.matching import (
    COMMON,
    PARTLY,
    SAID,
    STANDS_OUT,
    TITLED,
    TOGETHER,
    Told,
)
from paperchat.answering.lists.offers import asks_for_code
from paperchat.answers import Listing
from paperchat.questions.lists import ListRequest
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
class Rule:
    """By what a paper is in a list.

    Attributes:
        request: What is asked for.
        filters: Conditions that the papers meet.
        outside: Conditions whose papers are left out.
        told: How the papers on the topic, or on its alternatives, are told.
        labelled: Whether titles begin with the topic.
        left_out: How many papers are left out.
        before: The rule of the list that this one narrows; None when it narrows none.
    """

    request: ListRequest
    filters: Filters
    outside: Filters
    told: tuple[Told, ...]
    labelled: bool
    left_out: int
    before: Rule | None = None

    def exactly(self) -> str:
        """The rule with the numbers that decide."""
        parts = [said] if (said := conditions(self.filters)) else []
        if out := conditions(self.outside):
            parts.append(f"not {out}")
        return "; ".join((*parts, *self._measured())) or "every paper"

    def _measured(self) -> Iterator[str]:
        request = self.request
        if self.before:
            yield from self.before._measured()
        if request.of_kind:
            yield f"its title, or a sentence on itself, says “{request.of_kind}”"
        if self.labelled:
            yield f"the title begins with “{request.label}:”"
        elif asks_for_code(request):
            yield _MEASURED_CODE
        elif request.topic:
            told = self._told(_measured)
            again = any(told == one._told(_measured) for one in self._earlier())
            yield f"on “{request.topic}”" + (" by the same rule" if again else f": {told}")
        if request.without:
            yield f"left out “{request.without}”: {_SAYS}"

    def _told(self, say: Callable[[Told], str]) -> str:
        """How the topic is told, or how each of its alternatives is where they differ."""
        said = {one.topic: say(one) for one in self.told}
        if len(set(said.values())) < 2:
            return next(iter(said.values()), "")
        return "; ".join(f"“{topic}”: {how}" for topic, how in said.items())

    def _earlier(self) -> Iterator[Rule]:
        if self.before:
            yield from self.before._earlier()
            yield self.before

    def opening(self, found: int, whole: int) -> str:
        """How many of how many, and by what rule, in plain words.

        Args:
            found: Papers in the list.
            whole: Papers in the collection.
        """
        said = conditions(self.filters)
        if not (parts := [*([said] if said else []), *self._parts()]):
            return f"There are {whole:,} papers here." if whole != 1 else "There is one paper here."
        among = f"of the {whole:,} papers here" if whole != 1 else "of the one paper here"
        many = f"{found:,}" if found else "None"
        why = "".join(
            dict.fromkeys(told for one in (*self._earlier(), self) for told in one._why())
        )
        return f"{many} {among} {'are' if found > 1 else 'is'} {', '.join(parts)}.{why}"

    def _parts(self) -> Iterator[str]:
        request = self.request
        if self.before:
            yield from self.before._parts()
        if request.of_kind:
            yield f"of the kind “{request.of_kind}”"
        if self.labelled:
            yield f"{request.label} papers"
        elif asks_for_code(request):
            yield "offering their code"
        elif request.topic:
            yield f"on “{request.topic}”"
        if out := conditions(self.outside):
            yield f"not {out}"
        if request.without:
            yield f"not on “{request.without}”"

    def _why(self) -> Iterator[str]:
        request = self.request
        if request.of_kind:
            yield _PLAIN_KIND
        if self.labelled:
            yield f" Their titles begin with “{request.label}:”."
        elif asks_for_code(request):
            yield f" Counted is a paper when {_MEASURED_CODE}."
        elif request.topic:
            yield f" Counted are {self._told(_plain)}."
        if request.without:
            many = f"{self.left_out:,} {'is' if self.left_out == 1 else 'are'} left out: those"
            yield f" {many if self.left_out else 'None is left out: none'} {_LEFT_OUT}"


_MEASURED = (
    f"title or one sentence has the topic's words in any form or abbreviated ({SAID:.0%} of them, "
    f"by rarity), or {PARTLY:.0%} of them if that share and the nearness in meaning (0 for an "
    f"ordinary paper, 1 for the nearest) come to {TOGETHER:g}"
)
_MEASURED_CODE = "a sentence of its abstract says that code or weights can be had"
_MEASURED_SAID = f"title or one sentence has {SAID:.0%} of its words in any form or abbreviated"
_MEASURED_COMMON = (
    f"; since more than {COMMON:.0%} of the papers have them, "
    f"only with a nearness of {STANDS_OUT:g}, of {TITLED:g} with all of them in the title and "
    f"{PARTLY:.0%} in a sentence of the abstract, if there is one"
)
_SAYS = (
    f"the title, or a sentence from where the abstract comes to the own work on, has {SAID:.0%} of "
    "these words in any form or abbreviated, and does not deny them"
)
_PLAIN_KIND = " A paper is of a kind when its title, or a sentence on the paper itself, says so."
_LEFT_OUT = (
    "with these words in the title or in a sentence on their own work that does not deny them. "
    "What an abstract leaves unsaid cannot be told."
)
_PLAIN = "papers with these words in the title or in one sentence, in any form or abbreviated"
_PLAIN_PARTLY = f"{_PLAIN}, or with some of them and a meaning near to the topic"
_PLAIN_COMMON = (
    "papers with a meaning near to the topic, or not far from it with its words in title and "
    "abstract, since many papers have them"
)


def _measured(told: Told) -> str:
    measured = _MEASURED_SAID if told.whole else _MEASURED
    return f"{measured}{_MEASURED_COMMON}" if told.common else measured


def _plain(told: Told) -> str:
    if told.common:
        return _PLAIN_COMMON
    return _PLAIN if told.whole else _PLAIN_PARTLY


IN_CHINESE = (
    "Chinese words that are not known here are looked for as they stand: ask in English, or "
    "configure a model, which translates."
)


def otherwise(count: int) -> str:
    """What a list has without the conditions that no record meets; its papers follow."""
    return f"Without that, {count:,} {'paper is' if count == 1 else 'papers are'} in the list."


def page_line(listing: Listing) -> str:
    """Which page it is, and how to go on; empty for the only one."""
    if listing.pages == 1:
        return ""
    more = " “Next page” goes on." if listing.page < listing.pages else ""
    return f"Page {listing.page} of {listing.pages}.{more}"


def no_page(listing: Listing) -> str:
    """The list has no such page."""
    if listing.pages == 1:
        return f"There is no page {listing.page}: the list has one page."
    return f"There is no page {listing.page}: the last page of this list is page {listing.pages}."


def topics_opening(papers: int, topics: int, filters: Filters) -> str:
    """How many topics of how many papers."""
    said = f" that are {told}" if (told := conditions(filters)) else ""
    groups = f"{topics} topic{'' if topics == 1 else 's'}"
    return f"The {papers:,} papers here{said} fall into {groups}."


def topic_line(label: str, papers: int, *, more: bool) -> str:
    """A topic with its count, before the titles of its papers or of a few."""
    count = f"{papers:,} paper{'' if papers == 1 else 's'}"
    return f"{label[:1].upper()}{label[1:]}: {count}{', for example:' if more else ':'}"
