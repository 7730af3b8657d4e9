"""Questions that several papers answer, each in a sentence; and one paper in short."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from paperchat.answering.extracting.evidence import Evidence, weigh
from paperchat.answering.extracting.extractive import Draft
from paperchat.answering.lists.matching import matches
from paperchat.answering.replies import lead
from paperchat.answering.surveys import replies as say
from paperchat.answering.surveys.limits import limits_of
from paperchat.answering.surveys.summary import summarize
from paperchat.answers import AnswerPaper
from paperchat.citations import cited, quote
from paperchat.comparison.cues import RESULT
from paperchat.index import Index
from paperchat.questions.question import Wanted, understand
from paperchat.questions.surveys import Survey
from paperchat.register import Register
from paperchat.retrieval import retrieve
from paperchat.types import Filters, Quote, SearchResult, Sentence

_READ = 20
"""Papers among which those on a topic are looked for."""

_SHOWN = 5
"""Papers that have a say."""

_FOUND = 0.25
"""What a sentence on results is worth more where papers are asked what they say."""

_PLAN = re.compile(r"\bwill\b", re.IGNORECASE)
_SENTENCES = {1: 3, 2: 2}
"""Number of papers → sentences of each; more have one each."""

_LESS = 0.2
"""A further sentence of a paper is worth at most so much less than its best."""


@dataclass(frozen=True, slots=True)
class Part:
    """Papers with their sentences under a heading, which may be empty."""

    heading: str
    said: Sequence[tuple[SearchResult, Sequence[Quote]]]


def on_topic(index: Index, topic: str, filters: Filters, threshold: float) -> list[SearchResult]:
    """The papers on a topic, by the rule of lists, else by their relevance; nearest first.

    Papers that the topic names are alone in it. The rule of lists holds also where a collection is
    too small for relevance to be told from rare words.

    Args:
        index: The papers.
        topic: In words.
        filters: Conditions that every paper meets.
        threshold: Least relevance of a paper that an answer may cite; each result has it.
    """
    found = retrieve(index, topic, filters=filters, top_k=_READ)
    relevant = [one for one in found if one.score >= threshold]
    if named := [one for one in relevant if one.named]:
        return named
    selected = index.keyword.select(filters)
    inside = None if selected is None else frozenset(selected)
    matched = matches(index, topic, inside)
    said = {one.paper.id for one in matched.papers}
    on = [one for one in found if one.paper.id in said or (matched.common and one in relevant)]
    return [replace(one, score=max(one.score, threshold)) for one in on] or relevant


def surveyed(
    index: Index, survey: Survey, filters: Filters, threshold: float
) -> list[SearchResult]:
    """The papers that answer a survey; empty when it is better answered as any other question."""
    found = on_topic(index, survey.topic, filters, threshold)
    if survey.kind != "summary":
        return found
    one = len(found) == 1 or survey.describes
    return found[:1] if one else []


def survey_draft(
    index: Index, survey: Survey, results: Sequence[SearchResult], register: Register
) -> Draft:
    """What the papers say, each in its own words, with a line that tells how to read it.

    Args:
        index: Where the results come from.
        survey: What was asked.
        results: The papers that it is asked of, in their order.
        register: Numbers the papers.
    """
    match survey.kind:
        case "summary":
            told = [Part("", [(one, summarize(index, one.paper)) for one in results[:_SHOWN]])]
        case "limits":
            told = _limits(index, survey, results)
        case "reading":
            said = _said(index, survey.topic, "papers", results)
            told = [Part(say.reading(survey.topic), [(one, own[:1]) for one, own in said])]
        case "views":
            told = [Part(say.VIEWS, _said(index, survey.topic, "other", results))]
        case "said":
            told = [Part("", _said(index, survey.topic, "other", results))]
    shown = sum(len(part.said) for part in told)
    if not shown:  # limits of which no abstract speaks
        return _silent(results[:_SHOWN], register)
    several = survey.kind not in ("summary", "limits")
    return replace(_drafted(told, register), unlisted=len(results) - shown if several else 0)


def _said(
    index: Index, topic: str, wanted: Wanted, results: Sequence[SearchResult]
) -> list[tuple[SearchResult, list[Quote]]]:
    """The sentences of each paper that say most of a topic: findings before plans."""
    read = results[:_SHOWN]
    question = replace(understand(topic), wanted=wanted)
    most = _SENTENCES.get(len(read), 1)
    return [(one.result, _best(one, most)) for one in weigh(index, question, read)]


def _best(evidence: Evidence, most: int) -> list[Quote]:
    worth = [
        value + _FOUND * (RESULT.search(quoted.text) is not None and not _PLAN.search(quoted.text))
        for value, quoted in zip(evidence.values, evidence.quotes, strict=True)
    ]
    order = sorted(range(len(worth)), key=lambda at: -worth[at])
    chosen = [at for at in order if worth[at] >= worth[order[0]] - _LESS][:most]
    return [evidence.quotes[at] for at in sorted(chosen)]


def _limits(index: Index, survey: Survey, results: Sequence[SearchResult]) -> list[Part]:
    """What the papers leave open or find to fail, then what they set out to overcome."""
    most = _SENTENCES[1] if len(results) == 1 else 1
    found = [limits_of(index, survey.topic, one.paper, most) for one in results]
    open_ = [(one, list(own.open)) for one, own in zip(results, found, strict=True) if own.open]
    addressed = [
        (one, list(own.addressed))
        for one, own in zip(results, found, strict=True)
        if own.addressed and not own.open
    ]
    kept = addressed[: max(_SHOWN - len(open_), 0)]
    return [Part(say.OPEN, open_[:_SHOWN]), Part(say.ADDRESSED, kept)]


def _silent(results: Sequence[SearchResult], register: Register) -> Draft:
    """The papers on the topic, none of which says what is asked of it."""
    titles = [(one, [quote(one.paper, 0, len(one.paper.title), "title")]) for one in results]
    return replace(_drafted([Part(say.SILENT, titles)], register), status="not_stated")


def _drafted(parts: Sequence[Part], register: Register) -> Draft:
    """A paragraph a paper under the heading of its part."""
    paragraphs: list[tuple[Sentence, ...]] = []
    papers: list[AnswerPaper] = []
    several = sum(len(part.said) for part in parts) > 1
    for part in parts:
        if part.heading and part.said:
            paragraphs.append((Sentence(part.heading, "none_needed"),))
        for result, quotes in part.said:
            number = register.number(result.paper.id)
            papers.append(AnswerPaper(number, result.paper, result.score))
            sentences = [cited(number, result.paper, one) for one in quotes]
            title = lead(result.paper, quotes[0].field, several=several)
            if title and quotes[0].field != "title":
                sentences.insert(0, Sentence(title, "none_needed"))
            paragraphs.append(tuple(sentences))
    return Draft(tuple(paragraphs), tuple(papers), "answered")
