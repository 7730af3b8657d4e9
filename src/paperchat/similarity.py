"""More like this: papers by the likeness of whole papers, not of a question and a passage."""

from __future__ import annotations

import numpy as np
from rapidfuzz import fuzz

from paperchat.chunking import split_paper
from paperchat.embedding import Vectors, unit
from paperchat.index import Index
from paperchat.retrieval import POOL, retrieve
from paperchat.types import Filters, Paper, SearchResult

_PASTED_WORDS = 40
"""A query of so many words is a text that was pasted, not a question."""

_SAME_TEXT = 90
"""Two texts that agree to this degree (of 100) are one abstract, give or take line breaks."""


def is_pasted(query: str) -> bool:
    """Whether a query is a pasted abstract."""
    return len(query.split()) >= _PASTED_WORDS


def pasted(text: str) -> Paper:
    """A paper of which only the abstract is known."""
    return Paper("", "", text, title_is_derived=True)


def search_pasted(
    index: Index, text: str, *, filters: Filters | None = None, top_k: int = 10
) -> list[SearchResult]:
    """`retrieve` for a pasted abstract: a paper that has it comes first, whatever it names."""
    found = retrieve(index, text, filters=filters, top_k=POOL)
    return sorted(found, key=lambda result: not same_text(result.paper, text))[:top_k]


def same_text(paper: Paper, text: str) -> bool:
    """Whether a text is the paper's abstract."""
    folded = " ".join(text.split()).casefold()
    return bool(fuzz.ratio(paper.abstract.casefold(), folded, score_cutoff=_SAME_TEXT))


def similar_papers(index: Index, like: Paper, filters: Filters, top_k: int) -> list[SearchResult]:
    """The papers most like one, which is left out.

    Args:
        index: Where to search.
        like: A paper of the index, or one of which only the abstract is known.
        filters: Conditions that every result meets.
        top_k: At most so many results, from 1.
    """
    if index.count() == 0:
        return []
    stored = index.mean_vectors([like.id]) if like.id else {}
    # A paper that was taken out meanwhile is compared as one of which the abstract is known.
    vector = stored[like.id] if like.id in stored else _vector(index, like)
    inside = index.keyword.select(filters)
    near = index.nearest_papers(vector, 2 * top_k + 1, inside)
    papers = index.get(near)
    return [
        SearchResult(paper, (), near[key])
        for key, paper in papers.items()
        if key != like.id and not same_text(paper, like.abstract)
    ][:top_k]


def _vector(index: Index, paper: Paper) -> Vectors:
    """The unit vector in the direction of the mean of the paper's chunks, as the index has it."""
    pieces = split_paper(paper, index.embedder.token_lengths, index.embedder.max_tokens)
    mean = np.mean([index.embed_query(text) for _, text in pieces], axis=0)
    vector: Vectors = unit(mean[None])[0]
    return vector
