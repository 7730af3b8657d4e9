"""A question after the turns before it, as one that stands alone."""

from __future__ import annotations

from dataclasses import dataclass

from paperchat.questions.question import Wanted
from paperchat.types import Paper


@dataclass(frozen=True, slots=True)
class Resolved:
    """A question that stands alone.

    Attributes:
        query: What is searched, and shown as such.
        asked: What the papers are asked, without numbers and ordinals.
        looked_for: The same without the papers' names, for the next turn to ask again.
        wanted: The type of answer asked for.
        papers: The only papers that may answer; empty when all may.
        excluded: Papers that are no answer, since others are asked for.
        shown: Papers that were shown without being spoken of; where others are asked for, they are
            an answer when nothing new is about as relevant.
        options: The likeliest papers, when it cannot be told what is meant; else empty.
        gone: Numbers that the question points at and whose papers were removed.
        compare: The comparison that is asked for, where the question's own words do not say it.
        introduce: The question is but a name: when the paper does not say what was asked of the
            one before, it is introduced.
        chosen: Of several papers the one that "which of them …?" means, and the talk goes on about.
    """

    query: str
    asked: str
    looked_for: str
    wanted: Wanted
    papers: tuple[Paper, ...] = ()
    excluded: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    options: tuple[Paper, ...] = ()
    gone: tuple[int, ...] = ()
    compare: str = ""
    introduce: bool = False
    chosen: tuple[Paper, ...] = ()
