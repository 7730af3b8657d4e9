"""Where a paper is found: its own address, and those that its identifiers have."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from paperchat.types import Paper

_ADDRESSES = {
    "doi": ("DOI", "https://doi.org/"),
    "arxiv": ("arXiv", "https://arxiv.org/abs/"),
    "openreview": ("OpenReview", "https://openreview.net/forum?id="),
    "acl": ("ACL Anthology", "https://aclanthology.org/"),
    "pmid": ("PubMed", "https://pubmed.ncbi.nlm.nih.gov/"),
}
"""Kind of identifier → its name, and where it leads, with the identifier behind it."""


def address(paper: Paper) -> str | None:
    """The paper's own address, else the first that an identifier gives; None without any."""
    return web_link(paper.url) or next((where for _, where in links(paper)), None)


def links(paper: Paper) -> Iterator[tuple[str, str]]:
    """The name and the address of each of its identifiers that leads somewhere."""
    for kind, (name, lead) in _ADDRESSES.items():
        if value := paper.identifiers.get(kind):
            yield name, lead + quote(value, safe="/.:;()")


def web_link(url: str | None) -> str | None:
    """The address when it is one for a browser, http or https with a host; else None."""
    try:
        parts = urlsplit((url or "").strip())
    except ValueError:
        return None
    return (url or "").strip() if parts.scheme in ("http", "https") and parts.netloc else None
