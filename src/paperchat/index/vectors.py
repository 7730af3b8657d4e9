"""Exact search over vectors held in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paperchat.embedding import Vectors
from paperchat.types import Chunk


@dataclass(frozen=True, slots=True)
class ChunkHit:
    """A chunk and its cosine similarity to a query, in [0, 1]."""

    chunk: Chunk
    similarity: float


class VectorTable:
    """The vector of every chunk; compares a query with each of them."""

    def __init__(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Hold the vectors, shape (chunks, dimension), each of length 1."""
        self._chunks = chunks
        self._vectors = vectors
        self._rows: dict[str, list[int]] = {}
        for row, chunk in enumerate(chunks):
            self._rows.setdefault(chunk.paper_id, []).append(row)

    def __contains__(self, paper_id: str) -> bool:
        """Whether a paper has chunks here."""
        return paper_id in self._rows

    def of(self, paper_id: str) -> Vectors:
        """The vectors of a paper's chunks, shape (chunks, dimension)."""
        rows: Vectors = self._vectors[self._rows[paper_id]]
        return rows

    def nearest(
        self, vector: Vectors, limit: int | None, ids: Sequence[str] | None = None
    ) -> list[ChunkHit]:
        """The chunks most like a vector, best first.

        Args:
            vector: Shape (dimension,), length 1.
            limit: At most so many; all when None.
            ids: Only chunks of these papers.
        """
        if not self._chunks:
            return []
        if ids is None:
            rows = np.arange(len(self._chunks))
            similar = self._vectors @ vector
        else:
            inside = [row for key in ids for row in self._rows.get(key, ())]
            rows = np.asarray(inside, dtype=np.intp)
            similar = self._vectors[rows] @ vector
        if limit is not None and limit < len(rows):
            best = np.argpartition(-similar, limit)[:limit]
            rows, similar = rows[best], similar[best]
        order = np.lexsort((rows, -similar))
        # Rounding may leave a similarity a hair above 1.
        values = np.clip(similar[order], 0.0, 1.0).tolist()
        return [
            ChunkHit(self._chunks[row], value)
            for row, value in zip(rows[order].tolist(), values, strict=True)
        ]
