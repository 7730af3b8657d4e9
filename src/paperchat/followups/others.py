"""Questions for papers beside those that were spoken of: "is there another one on …?"."""

from __future__ import annotations

from collections.abc import Sequence

from paperchat.followups import rules
from paperchat.followups.nearness import ELLIPTIC
from paperchat.followups.references import References
from paperchat.followups.resolved import Resolved
from paperchat.index import Index
from paperchat.questions.lists import bare_topic
from paperchat.questions.question import content_words
from paperchat.retrieval import retrieve
from paperchat.types import Paper

FITS = 0.5
"""A paper fits a description that is so relevant to it."""


def others(index: Index, known: References, subjects: Sequence[Paper], text: str) -> Resolved:
    """Papers that were not cited yet; on the topic at hand, if the question names none.

    Args:
        index: The papers.
        known: Those of the conversation.
        subjects: What the talk is about.
        text: The question.
    """
    asked = bare_topic(rules.TOO.sub("", rules.OTHERS.sub("papers on", text)))
    if not content_words(asked):
        asked = _topic(known, subjects) or text
    elif subjects and len(content_words(asked)) < ELLIPTIC and not _finds(index, known, asked):
        asked = f"{asked} {_topic(known, subjects)}"
    excluded = tuple(paper.id for paper in known.spoken_of())
    shown = tuple(paper.id for paper in known.latest())
    return Resolved(asked, asked, asked, "papers", excluded=excluded, shown=shown)


def _finds(index: Index, known: References, topic: str) -> bool:
    """Whether a paper that the talk was not about fits a topic."""
    spoken = {paper.id for paper in known.spoken_of()}
    found = retrieve(index, topic, top_k=len(spoken) + 1)
    return any(one.score >= FITS and one.paper.id not in spoken for one in found)


def _topic(known: References, subjects: Sequence[Paper]) -> str:
    """The words that found the papers at hand, else their titles."""
    began = known.began
    if began is not None and len(content_words(began.looked_for)) >= ELLIPTIC:
        return began.looked_for
    return " ".join(paper.title for paper in subjects)
