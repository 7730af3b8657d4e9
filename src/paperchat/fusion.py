"""Similarity by meaning and by words → one order.

Both are put on scales that mean the same for every query, rather than stretched to fill [0, 1] over
whatever was found: a leg that tells the candidates apart for one query and hardly for another must
weigh accordingly. For words the scale is the BM25 of an ordinary paper that has each of the query's
words once; for meaning it goes from the least similar candidate to identity.

The query is then drawn toward its best papers (pseudo-relevance feedback: Rocchio 1971, in the
space of the embedder), each as strongly as meaning and words together say that it is right. For a
query that one paper answers this changes next to nothing; one that a paper's own text asks finds
the papers about the same thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from paperchat.embedding import Vectors, unit

KEYWORD_WEIGHT = 0.6
"""What a share of words counts for against similarity of meaning.

Found by benchmarks/calibrate_fusion.py on the calibrating halves of its collections, like
`FEEDBACK_PAPERS`.
"""

FEEDBACK_PAPERS = 2
"""So many of the best papers draw the query."""


def fuse(similarities: Mapping[str, float], shares: Mapping[str, float]) -> dict[str, float]:
    """The value that papers are ordered by; it compares papers for one query only.

    Args:
        similarities: Cosine of the query and each candidate.
        shares: BM25 of candidates as a share of `KeywordIndex.reach`; 0 where one is missing.
    """
    low = min(similarities.values(), default=0.0)
    room = (1.0 - low) or 1.0
    return {
        key: (similarity - low) / room + KEYWORD_WEIGHT * shares.get(key, 0.0)
        for key, similarity in similarities.items()
    }


def trust(similarity: float, share: float) -> float:
    """How far a paper is taken for one that the query wants, in [0, 1]: both legs must say so."""
    return similarity * min(share, 1.0)


def drawn(query: Vectors, papers: Iterable[tuple[Vectors, float]]) -> Vectors:
    """The query's vector, drawn toward papers.

    Args:
        query: Shape (dimension,), length 1.
        papers: Vector of each paper, of the same shape, and how strongly it draws (`trust`).

    Returns:
        Shape (dimension,), length 1.
    """
    total = query + sum(weight * vector for vector, weight in papers)
    result: Vectors = unit(total[np.newaxis])[0]
    return result
