"""A paper itself as the question: its DOI or arXiv number, its title, its abstract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rapidfuzz import fuzz

from paperchat.answering import replies
from paperchat.index import Index
from paperchat.questions.question import Question, content_words, fold, understand
from paperchat.reading.identifiers import find_identifiers
from paperchat.reading.identity import identity_keys
from paperchat.sentences import sentence_spans
from paperchat.types import Paper

_PASTED_WORDS = 40
_PASTED_SENTENCES = 3
"""A text of so many words and sentences that asks nothing is a pasted abstract."""

_SAME = 90
"""A pasted text that stands in an abstract to this degree (of 100) is that abstract."""

_LABELS = frozenset(["arxiv", "doi", "openreview", "pmid", "id", "no", "abs", "pdf"])


@dataclass(frozen=True, slots=True)
class Lookup:
    """A paper that was asked for by what it is.

    Attributes:
        papers: Its ids here; empty when it is not here.
        query: What finds it.
        question: What is asked of it beyond naming it; None when nothing is.
        refusal: What is said when it is not here.
    """

    papers: frozenset[str]
    query: str
    question: Question | None
    refusal: str


def look_up(index: Index, text: str) -> Lookup | None:
    """The paper that a text is or names by an identifier; None for any other question."""
    if (identified := _identified(index, text)) is not None:
        return identified
    return titled_in_full(index, text) or _pasted(index, text)


def titled_in_full(index: Index, text: str) -> Lookup | None:
    """The paper whose title or abstract a text is, in any script; None for any other text."""
    bare = fold(text).strip('《》「」『』“”"?？。 ')
    titled = index.keyword.find(identity_keys(Paper("", bare, bare))) if bare else ()
    return Lookup(frozenset(titled), bare, None, "") if titled else None


def is_bare_name(index: Index, question: Question, paper: Paper) -> bool:
    """Whether a text is nothing but words of the paper's title ("ShadowKV", "ShadowKV?")."""
    words = content_words(question.text)
    terms = set(index.keyword.terms(paper.title))
    return not understand(question.text.rstrip("?？ ")).is_sentence and terms.issuperset(
        index.keyword.terms(" ".join(words))
    )


def _identified(index: Index, text: str) -> Lookup | None:
    found: dict[str, str] = {}
    rest = []
    for word in text.split():
        bare = word.strip("()[]<>,;:!?.\"'").removeprefix("doi:")
        identifiers = find_identifiers({"doi": bare, "url": bare, "id": bare})
        found |= identifiers
        if not identifiers:
            rest.append(word)
    if not found:
        return None
    papers = index.keyword.find(_keys(found))
    asked = " ".join(rest)
    words = {word.casefold() for word in content_words(asked)} - _LABELS
    its = index.get(sorted(papers)).values()
    return Lookup(
        frozenset(paper.id for paper in its),
        " ".join([*(paper.title for paper in its), asked]) or text,
        understand(asked) if words else None,
        replies.unknown_identifier(", ".join(found.values())),
    )


def _keys(identifiers: Mapping[str, str]) -> list[str]:
    return [f"{kind}:{value.casefold()}" for kind, value in identifiers.items()]


def _pasted(index: Index, text: str) -> Lookup | None:
    """The paper of a pasted abstract, or of a good part of one."""
    if len(text.split()) < _PASTED_WORDS or "?" in text:
        return None
    near = index.get(index.nearest(index.embed_query(text), 3))
    same = [
        paper
        for paper in near.values()
        if fuzz.partial_ratio(text.casefold(), paper.abstract.casefold()) >= _SAME
    ]
    if same:
        return Lookup(frozenset([same[0].id]), same[0].title, None, "")
    if len(sentence_spans(text)) < _PASTED_SENTENCES:
        return None
    return Lookup(frozenset(), text, None, replies.unknown_abstract(index.count()))
