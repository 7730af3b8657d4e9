"""What a question means here: its spelling, the papers that it means, what each is to tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paperchat.answering.lookup import Lookup
from paperchat.answering.surveys.described import described
from paperchat.answering.surveys.surveys import surveyed
from paperchat.followups.mentions import label
from paperchat.followups.resolved import Resolved
from paperchat.followups.resolving import resolve
from paperchat.followups.rules import SUBJECT
from paperchat.history import History
from paperchat.index import Index
from paperchat.questions.question import content_words, understand
from paperchat.questions.surveys import Survey
from paperchat.spelling import correct_spelling
from paperchat.types import Filters, SearchResult


@dataclass(frozen=True, slots=True)
class Understood:
    """A question that is understood.

    Attributes:
        spelt: As the papers spell it.
        resolved: What it means after the turns before it.
        survey: What each paper is to tell; None for any other question.
        found: The papers of a survey, when the conversation does not tell them.
    """

    spelt: str
    resolved: Resolved
    survey: Survey | None = None
    found: Sequence[SearchResult] = ()


def understood(
    index: Index,
    text: str,
    sought: Lookup | None,
    survey: Survey | None,
    history: History,
    filters: Filters,
    threshold: float,
) -> Understood:
    """Read a question against the papers and the conversation.

    Args:
        index: The papers.
        text: The question, in English.
        sought: The paper that it is or names by an identifier.
        survey: The survey that its words ask for.
        history: The conversation so far.
        filters: Conditions on the papers.
        threshold: Least relevance of a paper that an answer may cite.
    """
    if sought is not None:
        asked = sought.question or understand(text)
        papers = tuple(index.get(sorted(sought.papers)).values())
        resolved = Resolved(sought.query, asked.text, asked.text, asked.wanted, papers)
        return Understood(text, resolved, survey if papers else None)
    spelt = correct_spelling(index.keyword, text)
    resolved = resolve(index, spelt, history)
    if survey is None:
        return Understood(spelt, _described(index, spelt, resolved, filters, threshold))
    bare = survey.kind == "summary" or not content_words(survey.topic)
    points = bare or SUBJECT.search(resolved.looked_for)
    if resolved.options or (resolved.papers and points):
        return Understood(spelt, resolved, survey)
    topic = correct_spelling(index.keyword, survey.topic)
    told = content_words(topic)
    found = surveyed(index, replace(survey, topic=topic), filters, threshold) if told else []
    if not found:
        return Understood(spelt, resolved)
    asked_of = Resolved(topic, topic, topic, understand(topic).wanted)
    return Understood(spelt, asked_of, replace(survey, topic=topic), found)


def _described(
    index: Index, text: str, resolved: Resolved, filters: Filters, threshold: float
) -> Resolved:
    """The same about the papers that the question describes, if no others are at hand."""
    if resolved.papers:
        return resolved
    fitting = described(index, text, filters, threshold)
    if fitting is None:
        return resolved
    if fitting.papers:
        names = ", ".join(map(label, fitting.papers))
        return replace(resolved, query=f"{names}: {text}", papers=fitting.papers, options=())
    return replace(resolved, options=fitting.candidates)
