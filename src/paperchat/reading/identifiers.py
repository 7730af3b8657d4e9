"""Identifiers that mean one paper everywhere: DOI, arXiv, OpenReview, PubMed, ACL, S2."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

_DOI: Final = re.compile(r"10\.\d{4,9}/[^\s\"<>]+[^\s\"<>.,;)]", re.IGNORECASE)
_ARXIV: Final = r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"
_ARXIV_ID: Final = re.compile(rf"(?:arxiv:)?\s*{_ARXIV}(?:\s*\[[^\]]*\])?", re.IGNORECASE)
_ARXIV_DOI: Final = re.compile(rf"10\.48550/arxiv\.{_ARXIV}", re.IGNORECASE)
_BARE_ARXIV_ID: Final = re.compile(rf"(?:arxiv:)?{_ARXIV}", re.IGNORECASE)
_IN_ADDRESSES: Final = {
    "arxiv": re.compile(
        rf"(?:arxiv\.org|alphaxiv\.org|ar5iv\.org)/(?:abs|pdf|html|overview)/{_ARXIV}",
        re.IGNORECASE,
    ),
    "openreview": re.compile(r"openreview\.net/(?:forum|pdf|attachment)\?(?:.*&)?id=([\w-]{6,})"),
    "pmid": re.compile(r"(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/(\d{4,9})"),
    "acl": re.compile(
        r"(?:aclanthology\.org|aclweb\.org/anthology)/((?:[A-Z]\d{2}-\d{4}|\d{4}\.[\w-]+\.\d+))"
    ),
    "s2": re.compile(r"(?:semanticscholar\.org/p/|CorpusI[dD]:)(\d{3,})"),
}
_ADDRESS_FIELDS: Final = (
    "url", "urls", "link", "links", "site", "pdf", "pdfurl", "abs", "paperurl", "paperlink",
    "openreviewurl", "arxivurl", "arxiv", "openreview", "forum", "href", "doi", "ee", "homepage",
    "project", "paper",
)  # fmt: skip
_NAMED: Final = {
    "arxiv": (("arxivid", "arxiv", "eprint"), _ARXIV_ID),
    "openreview": (("openreviewid", "openreview", "forum", "forumid"), re.compile(r"([\w-]{6,})")),
    "pmid": (("pmid", "pubmedid", "pubmed"), re.compile(r"(\d{4,9})")),
    "acl": (
        ("aclid", "aclanthology", "anthologyid", "acl"),
        re.compile(r"([A-Z]\d{2}-\d{4}|\d{4}\.[\w-]+\.\d+)"),
    ),
    "s2": (("corpusid", "s2corpusid", "s2id"), re.compile(r"(\d{3,})")),
}


def find_identifiers(values: Mapping[str, Any]) -> dict[str, str]:
    """Kind → identifier, from fields of that name and from addresses.

    Args:
        values: Folded field name → value, as found in the file. A number that a venue or a program
            gave its records (`id`) is no identifier, unless it has the form of an arXiv one.
    """
    found: dict[str, str] = {}
    for name in ("externalids", "identifiers"):
        if isinstance(inner := values.get(name), Mapping):
            values = {**{str(kind).lower(): value for kind, value in inner.items()}, **values}
    doi = next(
        (
            match[0]
            for text in _texts(values, "doi", "url", "link", "ee")
            if (match := _DOI.search(text))
        ),
        "",
    )
    if doi:
        _add_doi(found, doi.lower())
    for kind, (names, pattern) in _NAMED.items():
        for text in _texts(values, *names):
            if match := pattern.fullmatch(text):
                found.setdefault(kind, match[1])
    for text in _texts(values, *_ADDRESS_FIELDS):
        for kind, pattern in _IN_ADDRESSES.items():
            if match := pattern.search(text):
                found.setdefault(kind, match[1])
    for text in _texts(values, "id", "paperid", "uid"):
        if match := _BARE_ARXIV_ID.fullmatch(text):
            found.setdefault("arxiv", match[1])
    return dict(sorted(found.items()))


def _add_doi(found: dict[str, str], doi: str) -> None:
    """A DOI of arXiv is the arXiv number again; beside a publisher's it would be a second DOI."""
    match = _ARXIV_DOI.match(doi)
    if match:
        found["arxiv"] = match[1]
    else:
        found["doi"] = doi


def _texts(values: Mapping[str, Any], *names: str) -> list[str]:
    texts: list[str] = []
    for name in names:
        value = values.get(name)
        if value is None or value == "":
            continue
        items = value if isinstance(value, list) else [value]
        texts += [str(item).strip() for item in items if isinstance(item, (str, int)) and item]
    return texts
