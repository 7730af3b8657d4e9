"""YAML in front of a page (Jekyll, Hugo) → the fields of the one paper that the page is about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import yaml

from paperchat.reading.fields import known_fields

_FRONT: Final = re.compile(r"\A\s*---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_LINE: Final = re.compile(r"^([A-Za-z][\w -]*?)[ \t]*:(?:[ \t]+(.*))?$")
_PAPER_FIELDS: Final = frozenset({"abstract", "authors", "venue"})
_PAPER_NAMES: Final = frozenset({"bibkey", "bibtex", "doi", "arxiv", "paperurl", "arxiv_id"})
_PAPER_WORDS: Final = re.compile(r"paper|pdf|arxiv|publication", re.IGNORECASE)


class _PlainLoader(yaml.SafeLoader):
    """Without `&anchors`: a few lines of them can stand for gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Refuse a reference to another value."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("references between values")
        return super().compose_node(parent, index)


def split_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """The fields in front of a page, and the page without them; no fields when there are none."""
    match = _FRONT.match(text)
    if match is None:
        return {}, text
    try:
        fields = yaml.load(match[1], Loader=_PlainLoader)  # noqa: S506 (a safe one, see above)
    except (yaml.YAMLError, ValueError, RecursionError):
        fields = _line_by_line(match[1])
    if not isinstance(fields, Mapping):
        return {}, text
    return {str(name): value for name, value in fields.items()}, text[match.end() :]


def is_about_a_paper(fields: Mapping[str, Any]) -> bool:
    """Whether the fields are those of a paper, not of a page about something else."""
    filled = {name for name, value in fields.items() if value}
    known = known_fields(filled)
    return "title" in known and bool(known & _PAPER_FIELDS or filled & _PAPER_NAMES)


def with_addresses(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields, with the addresses in lists of links where identifiers are looked for."""
    links = [
        (str(item.get("name") or item.get("title") or ""), str(item["url"]))
        for value in fields.values()
        if isinstance(value, list)
        for item in value
        if isinstance(item, Mapping) and item.get("url")
    ]
    papers = [url for name, url in links if _PAPER_WORDS.search(f"{name} {url}")]
    if not papers:
        return fields
    return {**fields, "links": papers, "url": fields.get("url") or papers[0]}


def _line_by_line(text: str) -> dict[str, str]:
    """`title: On cats: a study` is no YAML, but is often written."""
    fields: dict[str, str] = {}
    name = ""
    for line in text.split("\n"):
        if match := _LINE.match(line):
            name = match[1]
            fields[name] = (match[2] or "").strip().strip("'\"")
        elif name and line.strip():
            fields[name] = f"{fields[name]} {line.strip()}".strip()
    return fields
