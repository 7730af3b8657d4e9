"""The sentences of found papers, each with its value for a question."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paperchat.abstracts import POINTS, introduces, own_work, quotes_of, sections
from paperchat.answering.extracting.asked_sections import (
    asks_for_effect,
    section_values,
    told_effect,
)
from paperchat.answering.extracting.attributes import asked_for
from paperchat.answering.extracting.premises import denying, premise_of
from paperchat.index import Index
from paperchat.index.keyword import KeywordIndex
from paperchat.names import PRESENTS
from paperchat.questions.question import Question, Wanted, proper_names
from paperchat.relevance import coverage, rare_terms
from paperchat.types import Quote, SearchResult

_COVERAGE, _TYPE, _ASKED, _BEFORE = 0.7, 0.4, 0.2, 0.25
_BACKGROUND, _POINTER = 0.45, 0.8
"""Weights beside the cosine of question and sentence: the question's rare words; the type of answer
asked for; the thing asked for by its word; what the sentence before covers of the rare words, since
"this" and "it" stand for it. Taken off: what is said before the paper comes to its own work, and
sentences that only point to code. Fitted to half of the questions in tests/data."""

_SURENESS = 0.12
"""Weight of a paper's log odds of being relevant beside the cosine of its nearest sentence. Fitted
likewise."""

_DENIES = 0.5
"""What a sentence is worth that says otherwise than what the question takes for granted."""

_LEAST = 0.001

_TYPES: Mapping[Wanted, str] = {
    "papers": PRESENTS.pattern,
    "topic": PRESENTS.pattern,
    "amount": r"(?<![A-Za-z_.,/])(?<![A-Za-z]-)(?!(?:1[89]|20)\d\d\b(?! ?[%a-z]))\d"
    r"|\b(?:hundred|thousand|million|billion)\b",
    "data": r"\b(?:datasets?|benchmarks?|experiments?|evaluat\w+|tasks?|corpus|corpora|leaderboard"
    r"|tested|trained on|environments?)\b",
    "definition": rf"{PRESENTS.pattern}|\b(?:is|are) an?\b|\brefers? to\b|\bnamely\b|\bcalled\b",
    "reason": r"\b(?:because|due to|since|caus\w+|owing to|leads? to|stems? from"
    r"|results? (?:in|from)|attribut\w+|arises?|thereby|lack\w*|suffers?|fails?|limit\w+"
    r"|as [\w\- ]+ (?:becomes?|grows?|increases?|decreases?|falls?)|dominated by)\b",
    "method": rf"{PRESENTS.pattern}|\b(?:by|via|through|using|uses?|leverag\w+|employ\w+|first|then"
    r"|specifically|based on)\b",
}
"""What a sentence has that gives an answer of a type, whatever the case."""

_UNNAMED = 0.5
"""What a sentence on data is worth that names none."""

_ASKS_FOR_POINTER = re.compile(r"\b(?:code|github|url|link|repositor\w+|available|released?)\b")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A found paper's sentences with their values for a question, and where it introduces itself.

    Attributes:
        similarity: The greatest cosine of a sentence and the question.
        introduces: Place of the sentence that introduces the paper's own thing.
        denying: Places of sentences that deny what the question takes for granted.
    """

    result: SearchResult
    quotes: tuple[Quote, ...]
    values: tuple[float, ...]
    similarity: float
    introduces: int
    denying: frozenset[int]

    @property
    def best(self) -> float:
        """The value of the sentence that answers best."""
        return max(self.values)

    @property
    def rank(self) -> float:
        """What orders papers: the nearest sentence, and how surely the paper is about it."""
        score = min(max(self.result.score, _LEAST), 1 - _LEAST)
        return self.similarity + _SURENESS * math.log(score / (1 - score))

    def order(self) -> list[int]:
        """Places of the sentences, the best first."""
        return [int(at) for at in np.argsort([-value for value in self.values], kind="stable")]


def weigh(index: Index, question: Question, results: Sequence[SearchResult]) -> list[Evidence]:
    """Value every sentence: meaning, the question's words, the type of answer asked for."""
    quotes = [quotes_of(result.paper) for result in results]
    # A sentence rarely says what "it" is: the title does.
    texts = [
        f"{result.paper.title}: {quoted.text}"
        for result, own in zip(results, quotes, strict=True)
        for quoted in own
    ]
    asked = index.embed_query(question.text)
    similar = iter(np.vecdot(index.embed_sentences(texts), asked).tolist())
    rarity = rare_terms(index.keyword, question.text)
    return [
        _evidence(index.keyword, question, rarity, result, own, [next(similar) for _ in own])
        for result, own in zip(results, quotes, strict=True)
    ]


def _evidence(
    keyword: KeywordIndex,
    question: Question,
    rarity: Mapping[str, float],
    result: SearchResult,
    quotes: tuple[Quote, ...],
    similar: Sequence[float],
) -> Evidence:
    texts = [quoted.text for quoted in quotes]
    terms = [set(keyword.terms(text)) for text in texts]
    weights = _telling(rarity, terms)
    covered = [coverage(weights, found) for found in terms]
    asked = [set(keyword.terms(word)) for one in asked_for(question.text) for word in one.words]
    begins = own_work(result.paper, texts)
    gained = section_values(question, result.paper)
    named = sections(result.paper)
    gains = [gained.get(one, 0.0) if one else 0.0 for one in named]
    # A question with a type of its own ("by how much …?") keeps it where no label tells better.
    effect = asks_for_effect(question) and (question.wanted == "other" or any(named))
    denied = denying(premise_of(question.text), texts)
    pointer_wanted = _ASKS_FOR_POINTER.search(question.text.casefold()) is not None
    values = tuple(
        similar[at]
        + _COVERAGE * covered[at]
        + _TYPE * (told_effect(text, named[at]) if effect else _has_type(question.wanted, text))
        + gains[at]
        + _ASKED * any(one <= terms[at] for one in asked)
        + _BEFORE * (covered[at - 1] if at else 0.0)
        + _DENIES * denied[at]
        - _BACKGROUND * (at < begins)
        - _POINTER * (not pointer_wanted and POINTS.search(text) is not None)
        for at, text in enumerate(texts)
    )
    return Evidence(
        result,
        quotes,
        values,
        max(similar),
        introduces(result.paper, texts),
        frozenset(at for at, says_otherwise in enumerate(denied) if says_otherwise),
    )


def _telling(rarity: Mapping[str, float], terms: Sequence[set[str]]) -> dict[str, float]:
    """Weights of the question's terms inside an abstract: one in every sentence tells little."""
    count = len(terms)
    found = {term: sum(term in sentence for sentence in terms) for term in rarity}
    return {
        term: rare * math.log(1 + (count - found[term] + 0.5) / (found[term] + 0.5))
        for term, rare in rarity.items()
    }


def _has_type(wanted: Wanted, text: str) -> float:
    """How far a sentence gives an answer of a type: 1, or less where data are not named."""
    if wanted not in _TYPES or re.search(_TYPES[wanted], text, re.IGNORECASE) is None:
        return 0.0
    return _UNNAMED if wanted == "data" and not proper_names(text) else 1.0
