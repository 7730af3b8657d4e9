"""Answers made of the papers' own sentences; no model writes a word of them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paperchat.citations import check, cite, field_text, quote
from paperchat.index import Index
from paperchat.names import PRESENTS
from paperchat.questions import Question, Wanted
from paperchat.register import Register
from paperchat.retrieval import coverage, rare_terms
from paperchat.sentences import sentence_spans
from paperchat.types import (
    AnswerPaper,
    Citation,
    Paper,
    Quote,
    QuotedField,
    SearchResult,
    Sentence,
)

RELEVANT = 0.5
"""Least score of a paper that an answer may cite: more likely than not about the question."""

_PAPERS_READ = 3
_PAPERS_LISTED = 5
_SENTENCES_A_PAPER = 3

_COVERAGE_WEIGHT = 0.5
"""Weight of the question's rare words beside the cosine of question and sentence."""

_RANK_COST = 0.05
"""What a paper's sentences must gain to overtake the paper before it."""

_SENTENCE_FLOOR = 0.6
_PAPER_FLOOR = 0.92
_LISTED_FLOOR = 0.6
"""Shares of the best sentence's value that a further sentence, a further paper, and a further paper
of a list must reach."""

_TYPE_BONUS = 0.25
_TYPES: Mapping[Wanted, str] = {
    "papers": PRESENTS.pattern,
    "amount": r"\d",
    "data": r"\b(?:datasets?|benchmarks?|experiments?|evaluat\w+|tasks?|corpus|corpora|leaderboard"
    r"|tested|trained on|environments?)\b",
    "definition": rf"{PRESENTS.pattern}|\b(?:is|are) an?\b|\brefers? to\b|\bnamely\b|\bcalled\b",
    "reason": r"\b(?:because|due to|since|caus\w+|owing to|leads? to|stems? from"
    r"|results? (?:in|from)|attribut\w+|arises?|thereby|lack\w*|suffers?|fails?|limit\w+)\b",
    "method": rf"{PRESENTS.pattern}|\b(?:by|via|through|using|uses?|leverag\w+|employ\w+|first|then"
    r"|specifically|based on)\b",
}
"""What a sentence has that gives an answer of a type, whatever the case."""


@dataclass(frozen=True, slots=True)
class _Evidence:
    """A found paper's sentences with their values for a question."""

    result: SearchResult
    quotes: tuple[Quote, ...]
    values: tuple[float, ...]

    @property
    def best(self) -> float:
        return max(self.values)


@dataclass(frozen=True, slots=True)
class Draft:
    """Cited and checked sentences in paragraphs, one a paper, with the papers by number."""

    paragraphs: tuple[tuple[Sentence, ...], ...] = ()
    papers: tuple[AnswerPaper, ...] = ()
    unlisted: int = 0
    """Further relevant papers that a list leaves out; at least so many."""


def extract(
    index: Index, question: Question, results: Sequence[SearchResult], register: Register
) -> Draft:
    """The sentences that answer a question best.

    Args:
        index: Where the results come from.
        question: What was asked.
        results: Papers found for it, best first.
        register: Numbers the papers.

    Returns:
        A paragraph a paper, in the abstract's order; papers numbered as they come. Empty
        when no result is relevant enough.
    """
    relevant = [result for result in results if result.score >= RELEVANT]
    if named := [result for result in relevant if result.named]:
        relevant = named
    lists = question.wanted == "papers"
    read = relevant[: _PAPERS_LISTED if lists else _PAPERS_READ]
    if not read:
        return Draft()
    # Who made a thing is not who wrote a paper that mentions it: its paper must introduce it.
    made = question.wanted == "makers" and read[0].named
    if (made or question.wanted == "authors") and read[0].paper.authors:
        return _record_draft(read[0], "authors", register)
    ranked = _ranked(_weigh(index, question, read))
    together = len(named) > 1  # each paper that the question names has its say
    floor = (0.0 if together else _LISTED_FLOOR if lists else _PAPER_FLOOR) * ranked[0].best
    chosen = [evidence for evidence in ranked if evidence.best >= floor]
    if together:  # in the order of the question
        chosen.sort(key=lambda evidence: read.index(evidence.result))
    most = _SENTENCES_A_PAPER
    if len(chosen) > 1 and (lists or together):
        most = 1 if lists else 2
    numbered = [(register.number(evidence.result.paper.id), evidence) for evidence in chosen]
    return Draft(
        tuple(_paragraph(number, evidence, most) for number, evidence in numbered),
        tuple(
            AnswerPaper(number, evidence.result.paper, evidence.result.score)
            for number, evidence in numbered
        ),
        unlisted=len(relevant) - len(chosen) if lists else 0,
    )


def _record_draft(result: SearchResult, field: QuotedField, register: Register) -> Draft:
    """A field of the paper's record as the answer."""
    number = register.number(result.paper.id)
    whole = quote(result.paper, 0, len(field_text(result.paper, field)), field)
    sentence = _sentence(number, result.paper, whole)
    return Draft(((sentence,),), (AnswerPaper(number, result.paper, result.score),))


def _weigh(index: Index, question: Question, results: Sequence[SearchResult]) -> list[_Evidence]:
    """Value every sentence: meaning, the question's rare words, the type of answer asked for."""
    quotes = [_quotes(result.paper) for result in results]
    # A sentence rarely says what "it" is: the title does.
    texts = [
        f"{result.paper.title}: {quoted.text}"
        for result, own in zip(results, quotes, strict=True)
        for quoted in own
    ]
    vectors = index.embedder.embed([question.text, *texts])
    similar = iter((vectors[1:] @ vectors[0]).tolist())
    keyword = index.keyword
    rarity = rare_terms(keyword, question.text)
    evidence = []
    for result, own in zip(results, quotes, strict=True):
        terms = [set(keyword.terms(quoted.text)) for quoted in own]
        weights = _telling(rarity, terms)
        values = (
            next(similar)
            + _COVERAGE_WEIGHT * coverage(weights, terms[i])
            + (_TYPE_BONUS if _has_type(question.wanted, quoted.text) else 0.0)
            for i, quoted in enumerate(own)
        )
        evidence.append(_Evidence(result, own, tuple(values)))
    return evidence


def _quotes(paper: Paper) -> tuple[Quote, ...]:
    """The sentences of a paper; its title when it has no abstract."""
    if not paper.abstract:
        return (quote(paper, 0, len(paper.title), "title"),)
    return tuple(quote(paper, *span) for span in sentence_spans(paper.abstract))


def _telling(rarity: Mapping[str, float], terms: Sequence[set[str]]) -> dict[str, float]:
    """Weights of the question's terms inside an abstract: one in every sentence tells little."""
    count = len(terms)
    found = {term: sum(term in sentence for sentence in terms) for term in rarity}
    return {
        term: rare * math.log(1 + (count - found[term] + 0.5) / (found[term] + 0.5))
        for term, rare in rarity.items()
    }


def _has_type(wanted: Wanted, text: str) -> bool:
    return wanted in _TYPES and re.search(_TYPES[wanted], text, re.IGNORECASE) is not None


def _ranked(evidence: Sequence[_Evidence]) -> list[_Evidence]:
    """Best first; retrieval's order counts too."""
    costs = {id(one): _RANK_COST * rank for rank, one in enumerate(evidence)}
    return sorted(evidence, key=lambda one: costs[id(one)] - one.best)


def _paragraph(number: int, evidence: _Evidence, most: int) -> tuple[Sentence, ...]:
    """The best sentences of a paper, in the abstract's order."""
    order = np.argsort([-value for value in evidence.values], kind="stable")[:most]
    floor = _SENTENCE_FLOOR * evidence.best
    picked = [evidence.quotes[i] for i in sorted(order) if evidence.values[i] >= floor]
    return tuple(_sentence(number, evidence.result.paper, quoted) for quoted in picked)


def _sentence(number: int, paper: Paper, quoted: Quote) -> Sentence:
    citation = Citation(number, (quoted,))
    text = cite(quoted.text, citation)
    support = check(Sentence(text, "unsupported", (citation,)), {number: paper})
    return Sentence(text, support, (citation,))
