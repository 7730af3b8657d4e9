"""Dense search: the papers whose chunks are most like a vector.

A collection of usual size is held in memory and compared whole: exact, and every candidate's true
score costs nothing more. A larger one is searched by Chroma's graph.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from paperchat.embedding import Vectors
from paperchat.index.store import StaleError, Store
from paperchat.index.vectors import ChunkHit, VectorTable

_IN_MEMORY = 20_000
"""Up to so many chunks (10,000 abstracts) are compared one by one: within 2 ms, after they have
been read in less than a second."""

_CHUNKS_A_PAPER = 3
_TRIES = 5
_Found = TypeVar("_Found")


class DenseSearch:
    """Over the chunks of a store; safe to use from several threads."""

    def __init__(self, store: Store, in_memory: int = _IN_MEMORY) -> None:
        """Search that store; up to `in_memory` chunks are held and compared whole."""
        self._store = store
        self._in_memory = in_memory
        self._table: VectorTable | None = None
        self._table_of: object = None
        self._reading = threading.Lock()

    def nearest(
        self, vector: Vectors, limit: int, ids: Sequence[str] | None
    ) -> dict[str, list[ChunkHit]]:
        """The papers whose best chunk is most like a vector, best first.

        Args:
            vector: Shape (dimension,), length 1.
            limit: At most so many papers; without `ids`, found among three times as many chunks.
            ids: Only these papers; every one of them is scored.
        """
        papers: dict[str, list[ChunkHit]] = {}
        for hit in self._seeing_all(lambda: self._hits(vector, limit, ids)):
            papers.setdefault(hit.chunk.paper_id, []).append(hit)
        return dict(list(papers.items())[:limit])

    def nearest_papers(
        self, vector: Vectors, limit: int, ids: Sequence[str] | None
    ) -> dict[str, float]:
        """Papers most like a vector as wholes, of all or of some: id → cosine, best first."""
        return self._seeing_all(lambda: self._store.nearest_papers(vector, limit, ids))

    def _seeing_all(self, search: Callable[[], _Found]) -> _Found:
        """What a search finds; begun anew with what is there now while another process writes."""
        for _ in range(_TRIES - 1):
            try:
                return search()
            except StaleError:
                self._store.reopen()
        return search()

    def _hits(self, vector: Vectors, limit: int, ids: Sequence[str] | None) -> list[ChunkHit]:
        """The nearest chunks of all papers, or every chunk of some."""
        # A few papers are scored whole; of many only the best are wanted.
        most = None if ids is not None and len(ids) <= limit else _CHUNKS_A_PAPER * limit
        table = self._vectors()
        if table is not None:
            return table.nearest(vector, most, ids)
        inside = None if ids is None else self._store.chunk_ids_of(ids)
        return self._store.nearest_chunks(vector, most, inside)

    def _vectors(self) -> VectorTable | None:
        """Every chunk's vector as of now; None when there are too many to hold."""
        with self._reading:
            state = self._store.state()
            if self._table_of != state:
                self._table = None  # not two at a time
                if self._store.chunk_count() <= self._in_memory:
                    self._table = VectorTable(*self._store.all_chunks())
                self._table_of = state
            return self._table
