"""Exact search over vectors held in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperchat.embedding import Vectors, unit
from paperchat.types import Chunk


@dataclass(frozen=True, slots=True)
class ChunkHit:
    """A chunk and its cosine similarity to a query, in [0, 1]."""

    chunk: Chunk
    similarity: float


def similarities(vectors: Vectors, vector: Vectors) -> Vectors:
    """The cosine of each row and a vector, all of length 1; in [0, 1], shape (rows,).

    Row by row, in this thread: a product of matrices is given to threads of BLAS, which then wait
    for more, 20 ms of the processor for each question.
    """
    # Rounding may leave a similarity a hair above 1.
    similar: Vectors = np.vecdot(vectors, vector).clip(0.0, 1.0)
    return similar


def _best(values: Vectors, papers: NDArray[np.intp], limit: int) -> list[int]:
    """Where the highest values stand, the best first; equal ones in the order of their papers."""
    places = np.arange(len(values))
    if 0 < limit < len(values):
        least = np.partition(values, len(values) - limit)[len(values) - limit]
        places = np.flatnonzero(values >= least)
    order = np.lexsort((papers[places], -values[places]))[:limit]
    best: list[int] = places[order].tolist()
    return best


class VectorTable:
    """The vector of every chunk of some papers; compares a query with each of them."""

    def __init__(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Hold the vectors, shape (chunks, dimension), each of length 1."""
        ids = np.array([chunk.paper_id for chunk in chunks])
        order = np.argsort(ids, kind="stable")
        self._chunks = [chunks[row] for row in order.tolist()]
        self._vectors = vectors[order] if chunks else vectors
        # The chunks of a paper stand together, from its start to the next paper's.
        papers, self._starts = np.unique(ids[order], return_index=True)
        self._papers: list[str] = papers.tolist()
        self._ends = np.append(self._starts[1:], len(chunks))
        self._places = {key: at for at, key in enumerate(self._papers)}

    def __contains__(self, paper_id: str) -> bool:
        """Whether a paper has chunks here."""
        return paper_id in self._places

    def of(self, paper_id: str) -> tuple[list[Chunk], Vectors]:
        """A paper's chunks with their vectors, shape (chunks, dimension)."""
        rows = self._rows(self._places[paper_id])
        return self._chunks[rows], self._vectors[rows]

    def mean(self, paper_id: str) -> Vectors:
        """The mean of a paper's chunk vectors, of length 1, shape (dimension,)."""
        mean: Vectors = unit(self.of(paper_id)[1].mean(axis=0)[None])[0]
        return mean

    def nearest(
        self, vector: Vectors, limit: int, ids: Sequence[str] | None = None
    ) -> dict[str, list[ChunkHit]]:
        """The papers whose best chunk is most like a vector, each with its chunks; best first.

        Args:
            vector: Shape (dimension,), length 1.
            limit: At most so many papers.
            ids: Only these papers.
        """
        if not self._chunks:
            return {}
        papers = np.arange(len(self._papers))
        starts, vectors = self._starts, self._vectors
        if ids is not None:
            papers = np.array([self._places[key] for key in ids if key in self._places], np.intp)
            starts, vectors = self._gathered(papers)
        similar = similarities(vectors, vector)
        best = np.maximum.reduceat(similar, starts) if len(papers) else similar
        ends = np.append(starts[1:], len(similar))
        return {
            self._papers[papers[at]]: self._hits(papers[at], similar[starts[at] : ends[at]])
            for at in _best(best, papers, limit)
        }

    def _gathered(self, papers: NDArray[np.intp]) -> tuple[NDArray[np.intp], Vectors]:
        """The vectors of some papers, paper after paper, and where each begins."""
        lengths = self._ends[papers] - self._starts[papers]
        starts = np.cumsum(lengths) - lengths
        rows = np.arange(lengths.sum()) + np.repeat(self._starts[papers] - starts, lengths)
        return starts, self._vectors[rows]

    def _hits(self, at: int, similar: Vectors) -> list[ChunkHit]:
        """The chunks of the paper at that place, the best first."""
        hits = map(ChunkHit, self._chunks[self._rows(at)], similar.tolist())
        return sorted(hits, key=lambda hit: -hit.similarity)

    def _rows(self, at: int) -> slice:
        return slice(int(self._starts[at]), int(self._ends[at]))
