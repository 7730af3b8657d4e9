"""What answers are made with."""

from __future__ import annotations

from dataclasses import dataclass

from paperchat.answering.generating.fitting import Writer
from paperchat.index import Index
from paperchat.reranking import Reranker


@dataclass(frozen=True, slots=True)
class Pipeline:
    """What answers are made with.

    Attributes:
        index: The papers.
        top_k: How many papers are found for a question.
        threshold: Least relevance of a paper that an answer may cite.
        reranker: Reads the best of them again.
        writer: What writes the answer; None takes the papers' own sentences.
    """

    index: Index
    top_k: int
    threshold: float
    reranker: Reranker | None = None
    writer: Writer | None = None
