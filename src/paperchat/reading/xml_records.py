"""XML of PubMed, JATS, the ACL Anthology, arXiv, DBLP and simpler lists → records."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final
from xml.etree.ElementTree import Element

from paperchat.errors import ReadingError
from paperchat.reading.fields import known_fields
from paperchat.reading.records import NoPapersError, Record, Records, Unreadable
from paperchat.reading.xml_schemas import (
    of_acl_anthology,
    of_atom,
    of_dblp,
    of_jats,
    of_other,
    of_pubmed,
)
from paperchat.reading.xml_tree import Broken, read_elements

_BEFORE_ROOT: Final = re.compile(
    r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE(?!\s+html)[^\[>]*(?:\[.*?\]\s*)?>", re.DOTALL
)
_ROOT: Final = re.compile(r"<([A-Za-z][\w:.-]*)(?:\s[^<>]*)?/?>")
_HTML: Final = frozenset(
    {
        "html", "head", "body", "div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "img", "a", "br",
        "center", "table", "details", "span", "ul", "ol", "b", "i", "strong", "em", "think",
    }
)  # fmt: skip
"""Tags that web pages and Markdown begin with."""

_DBLP: Final = frozenset(
    {
        "article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis",
        "proceedings", "data",
    }
)  # fmt: skip
_DBLP_ROOTS: Final = frozenset({"dblp", "dblpperson", "bht"})
_OTHER: Final = frozenset({"paper", "record", "item", "entry", "article", "publication", "info",
                           "document", "doc", "row"})  # fmt: skip

Reader = Callable[[Element, Element | None], dict[str, Any] | None]


def looks_like_xml(text: str) -> bool:
    """Whether the text starts as XML that is no web page."""
    position = 0
    while match := _BEFORE_ROOT.match(text, position):
        position = match.end()
    root = _ROOT.match(text, position)
    return root is not None and root[1].casefold() not in _HTML


def read_xml(text: str) -> Records:
    """The records, as far as the XML is well-formed; where it breaks off is told.

    Raises:
        NoPapersError: It holds no papers of a kind that is known.
        ReadingError: It declares entities.
    """
    position = 0
    around: Element | None = None
    try:
        for path, element in read_elements(text, _is_record, _is_around):
            if not _is_record(path):
                around = element
                continue
            fields = _reader(path)(element, around)
            if fields is not None:
                position += 1
                yield Record(position, fields)
    except Broken as error:
        if not position:
            raise ReadingError(f"{error}; no paper stands before that.") from error
        position += 1
        yield Unreadable(position, f"{error}; what follows was not read")
    if not position:
        root = re.search(r"<([A-Za-z][\w:.-]*)", text)
        raise NoPapersError(
            f"no papers were found in this XML (<{root[1] if root else ''}>); PubMed, JATS, ACL "
            "Anthology, arXiv and DBLP are known, and elements with a <title> and an <abstract>."
        )


def _reader(path: list[str]) -> Reader:
    name = path[-1]
    if name in ("PubmedArticle", "PubmedBookArticle"):
        return of_pubmed
    if name == "front":
        return of_jats
    if name == "paper" and "volume" in path:
        return of_acl_anthology
    if name == "entry" and path[0] in ("feed", "entry"):
        return of_atom
    if _is_of_dblp(path):
        return of_dblp
    return _of_other


def _of_other(element: Element, _: Element | None) -> dict[str, Any] | None:
    """Many kinds of XML have titles or summaries; one alone makes no paper."""
    fields = of_other(element)
    known = known_fields(name for name, value in fields.items() if value)
    return fields if "title" in known and known & {"abstract", "authors"} else None


def _is_record(path: list[str]) -> bool:
    name = path[-1]
    if name in ("PubmedArticle", "PubmedBookArticle"):
        return True
    if name == "front":  # before a body that may be cut off; not that of a letter to the paper
        return path[-2:-1] == ["article"] and "sub-article" not in path
    if _is_of_dblp(path):
        return True
    if name == "article" or "article" in path[:-1]:
        return False
    return name in _OTHER


def _is_of_dblp(path: list[str]) -> bool:
    return path[-1] in _DBLP and path[0] in _DBLP_ROOTS


def _is_around(path: list[str]) -> bool:
    return path[-1] == "meta" and path[-2:-1] == ["volume"]
