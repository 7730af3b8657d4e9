"""Papers that a text names: by a coined name, by their authors, or by a name few papers have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from paperchat.index import Index
from paperchat.retrieval import introducing
from paperchat.types import Paper

_SURNAME = r"[^\W\d_a-z][\w’'\-]+"
_AUTHORS = re.compile(
    rf"\b(?P<first>{_SURNAME})(?:(?:,? (?:and|&) |, )(?P<second>{_SURNAME}))?"
    r"(?:,? et\.? al\b\.?|,? and (?:colleagues|co-?workers|co-?authors|collaborators)\b"
    r"|[’']s? (?:paper|work|study|group|team|method|approach)\b| ?等人?)"
    rf"|\b(?:paper|work|study|article|one) (?:by|of|from) (?P<by>{_SURNAME})"
    rf"(?: (?:and|&) (?P<with>{_SURNAME}))?"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a text, `text[start:end]`, and the papers that they may mean, likeliest first."""

    start: int
    end: int
    papers: tuple[Paper, ...]


def mentions(index: Index, text: str) -> list[Mention]:
    """The papers that a text names, in its order; a name that no paper has is left out."""
    found = [*_by_name(index, text), *_by_authors(index, text)]
    return sorted(found, key=lambda mention: mention.start)


def _by_name(index: Index, text: str) -> list[Mention]:
    named = introducing(index.keyword, text)
    papers = index.get(named.values())
    found = []
    for word, paper_id in named.items():
        at = text.find(word)
        if paper_id in papers and at >= 0:
            found.append(Mention(at, at + len(word), (papers[paper_id],)))
    return found


def _by_authors(index: Index, text: str) -> list[Mention]:
    found = []
    for match in _AUTHORS.finditer(text):
        names = [name for name in match.groups() if name]
        ids = index.keyword.written_by(names)
        if papers := _of_first_author(names[0], index.get(sorted(ids)).values()):
            found.append(Mention(match.start(), match.end(), papers))
    return found


def _of_first_author(name: str, papers: Iterable[Paper]) -> tuple[Paper, ...]:
    """Those whose first author has the surname, if any; "X et al." means the first."""
    wanted = name.casefold()
    every = [paper for paper in papers if any(_has(wanted, author) for author in paper.authors)]
    first = [paper for paper in every if _has(wanted, paper.authors[0])]
    return tuple(first or every)


def _has(surname: str, author: str) -> bool:
    return author.casefold().split()[-1:] == surname.split()[-1:]

