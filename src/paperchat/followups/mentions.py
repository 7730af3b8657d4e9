"""Papers that a text names: by a coined name, by their authors, or by a name few papers have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperchat.english import is_common
from paperchat.index import Index
from paperchat.names import introduced_names, is_coined
from paperchat.questions.question import content_words
from paperchat.retrieval import introducing
from paperchat.types import Paper

_SURNAME = r"[^\W\d_a-z][\w’'\-]+"
_SAYS = (
    r"(?:say|said|propos|argu|report|find|found|show|suggest|claim|introduc|present|stud|conclud"
    r"|describ|develop|demonstrat|investigat|recommend|observ|examin|us|do)\w*"
)
_AUTHORS = re.compile(
    rf"\b(?P<first>{_SURNAME})(?:(?:,? (?:and|&) |, )(?P<second>{_SURNAME}))?"
    r"(?:,? et\.? al\b\.?|,? and (?:colleagues|co-?workers|co-?authors|collaborators)\b"
    r"|[’']s? (?:paper|work|study|group|team|method|approach)\b| ?等人?)"
    rf"|\b(?:paper|work|study|article|one) (?:by|of|from) (?P<by>{_SURNAME})"
    rf"(?: (?:and|&) (?P<with>{_SURNAME}))?(?:,? et\.? al\b\.?| and (?:colleagues|others))?"
    rf"|\b(?:do|does|did|have|has) (?P<says>{_SURNAME})(?: (?:and|&) (?P<says_with>{_SURNAME}))?"
    rf" (?:\w+ly )?{_SAYS}\b|\baccording to (?P<told>{_SURNAME})"
)

_AROUND = ".,;:?!()\"'“”"
_READ = 20
_FEW = 3
"""A word counts as a name when at most so many of the papers read have it."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a text, `text[start:end]`, and the papers that they may mean, likeliest first.

    They are `indirect` when they are no name of the paper: they tell its authors or its topic.
    """

    start: int
    end: int
    papers: tuple[Paper, ...]
    indirect: bool = False


def find_mentions(index: Index, text: str) -> list[Mention]:
    """The papers that a text names, in its order; a name that no paper has is left out."""
    by_name = _by_name(index, text)
    taken = {mention.start for mention in by_name}
    spelt = [one for one in _by_spelling(index, text) if one.start not in taken]
    return _in_order([*by_name, *spelt, *_by_authors(index, text)])


def known_authors(papers: Sequence[Paper], text: str) -> list[Mention]:
    """Capitalised words that are surnames of authors of some papers, and stand in none of them.

    Args:
        papers: Those of the conversation.
        text: The question.
    """
    found = []
    for match in re.finditer(_SURNAME, text):
        surname = re.sub(r"['’]s?$", "", match[0])
        if match.start() == 0 and is_common(surname):
            continue
        by = [one for one in papers if any(_has(surname.casefold(), name) for name in one.authors)]
        if by and not any(surname in f"{one.title} {one.abstract}" for one in by):
            found.append(Mention(match.start(), match.end(), tuple(by), indirect=True))
    return found


def passing_mentions(index: Index, text: str) -> list[Mention]:
    """Words with the look of a name that stand, letter for letter, in very few papers.

    Those papers need not introduce the name: what a question asks of another paper may be such a
    word, too ("and on WikiText2?").
    """
    found = []
    for match in re.finditer(r"\S+", text):
        word = match[0].strip(_AROUND)
        if is_coined(re.sub(r"[\W_]", "", word)) and (papers := _having(index, word)):
            at = match.start() + match[0].index(word)
            found.append(Mention(at, at + len(word), papers))
    return found


def apart(mentions: Sequence[Mention], others: Sequence[Mention]) -> list[Mention]:
    """Mentions with those of the others that are of other words."""
    new = (two for two in others if not any(one.start <= two.start < one.end for one in mentions))
    return [*mentions, *new]


def without_details(
    mentions: Sequence[Mention], text: str, papers: Sequence[Paper]
) -> list[Mention]:
    """Mentions without names that a paper at hand alone has, and has not in its title.

    Args:
        mentions: Of the text.
        text: A question that goes on from the one before: such a name is a detail ("and MOND?").
        papers: Those at hand; of several a name tells which is meant.
    """
    if len(papers) != 1:
        return list(mentions)
    own = papers[0]
    return [
        one
        for one in mentions
        if one.indirect
        or [paper.id for paper in one.papers] != [own.id]
        or text[one.start : one.end].casefold() in own.title.casefold()
    ]


def _in_order(found: Iterable[Mention]) -> list[Mention]:
    return sorted(found, key=lambda mention: mention.start)


def _by_name(index: Index, text: str) -> list[Mention]:
    """Words that one paper alone introduces."""
    named = introducing(index.keyword, text)
    papers = index.get(named.values())
    return [
        _mention(text, word, (papers[paper_id],))
        for word, paper_id in named.items()
        if paper_id in papers and word in text
    ]


def _by_spelling(index: Index, text: str) -> list[Mention]:
    """Names in front of titles that are common words but for their capitals, such as RAPID."""
    found = []
    whole = (word.strip(_AROUND) for word in text.split())
    words = [*content_words(text), *(word for word in whole if "." in word)]  # "LLaVA-1.5"
    for word in filter(is_coined, words):
        papers = index.get(sorted(index.keyword.named([word]))).values()
        own = tuple(paper for paper in papers if word in introduced_names(paper.title, ""))
        if own and word in text:
            found.append(_mention(text, word, own))
    return found


def _mention(text: str, word: str, papers: tuple[Paper, ...]) -> Mention:
    at = text.index(word)
    return Mention(at, at + len(word), papers)


def _having(index: Index, word: str) -> tuple[Paper, ...]:
    """The papers that have a word as it is spelt, those that say it most first; none if many do."""
    near = index.nearest(index.embed_query(word), _READ)
    papers = index.get([*index.keyword.search(word, _READ), *near]).values()
    times = {paper.id: f"{paper.title} {paper.abstract}".count(word) for paper in papers}
    having = sorted((paper for paper in papers if times[paper.id]), key=lambda one: -times[one.id])
    return tuple(having) if len(having) <= _FEW else ()


def _by_authors(index: Index, text: str) -> list[Mention]:
    found = []
    for match in _AUTHORS.finditer(text):
        names = [name for name in match.groups() if name]
        ids = index.keyword.written_by(names)
        if papers := _of_first_author(names[0], index.get(sorted(ids)).values()):
            found.append(Mention(match.start(), match.end(), papers, indirect=True))
    return found


def _of_first_author(name: str, papers: Iterable[Paper]) -> tuple[Paper, ...]:
    """Those whose first author has the surname, if any; "X et al." means the first."""
    wanted = name.casefold()
    every = [paper for paper in papers if any(_has(wanted, author) for author in paper.authors)]
    first = [paper for paper in every if _has(wanted, paper.authors[0])]
    return tuple(first or every)


def _has(surname: str, author: str) -> bool:
    return author.casefold().split()[-1:] == surname.split()[-1:]


def label(paper: Paper) -> str:
    """A short name of a paper: the name that its title begins with, else its title."""
    title = "" if paper.title_is_derived else paper.title
    return next(iter(introduced_names(title, "")), paper.title)
