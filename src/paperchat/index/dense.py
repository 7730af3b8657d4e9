"""Dense search: the papers whose chunks are most like a vector.

A collection of usual size is held in memory and compared whole: exact, and every candidate's true
score costs nothing more. A larger one is searched by Chroma's graph, of which no more is asked than
its best: restricted to some ids it would visit every chunk. Papers named one by one, and those of a
filter that lets few through, are compared whole instead; of a filter that lets many through, the
graph's best are asked whether they pass.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeGuard, TypeVar

import numpy as np

from paperchat.embedding import Vectors
from paperchat.index.rows import paper_of
from paperchat.index.selection import Selection
from paperchat.index.store import StaleError, Store
from paperchat.index.vectors import ChunkHit, VectorTable
from paperchat.memory import give_back_memory
from paperchat.types import Chunk

_ROWS_A_PAPER = 3
_TRIES = 5
_WIDER = 4
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Up to where vectors are compared one by one.

    Attributes:
        chunks: Of the whole collection (10,000 abstracts): within 2 ms, after they have been read
            in less than a second.
        papers: Of a filter, in a larger collection: they are read once in half a second.
    """

    chunks: int = 20_000
    papers: int = 10_000


class DenseSearch:
    """Over the chunks of a store; safe to use from several threads."""

    def __init__(self, store: Store, bounds: Bounds = Bounds()) -> None:
        """Search that store."""
        self._store = store
        self._bounds = bounds
        self._whole = _Kept()
        self._part = _Kept()
        self._lately: dict[str, tuple[list[Chunk], Vectors]] = {}
        self._lately_of: object = None
        self._reading = threading.Lock()

    def nearest(
        self, vector: Vectors, limit: int, inside: Selection | Sequence[str] | None
    ) -> dict[str, list[ChunkHit]]:
        """The papers whose best chunk is most like a vector, best first.

        Args:
            vector: Shape (dimension,), length 1.
            limit: At most so many papers.
            inside: Only these papers; named one by one, each of them is scored.
        """
        return self._seeing_all(lambda: self._nearest(vector, limit, inside))

    def nearest_papers(
        self, vector: Vectors, limit: int, inside: Selection | None
    ) -> dict[str, float]:
        """Papers most like a vector as wholes, of all or of some: id → cosine, best first."""

        def search() -> dict[str, float]:
            if inside is None or self._lets_many_through(inside):
                found = self._widening(
                    lambda rows: self._store.nearest_papers(vector, rows), str, limit, inside
                )
            else:
                means = self._store.paper_vectors(inside.ids)
                found = {key: float(np.clip(mean @ vector, 0, 1)) for key, mean in means.items()}
            best = sorted(found.items(), key=lambda item: -item[1])
            return dict(best[:limit])

        return self._seeing_all(search)

    def means(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """The mean of each paper's chunk vectors, of length 1, by id; unknown ids are left out."""
        return self._seeing_all(lambda: self._means(ids))

    def _means(self, ids: Sequence[str]) -> dict[str, Vectors]:
        table = self._all() or self._those(ids)
        return {key: table.mean(key) for key in ids if key in table}

    def _seeing_all(self, search: Callable[[], _Found]) -> _Found:
        """What a search finds; begun anew with what is there now while another process writes."""
        for _ in range(_TRIES - 1):
            try:
                return search()
            except StaleError:
                self._store.reopen()
        return search()

    def _nearest(
        self, vector: Vectors, limit: int, inside: Selection | Sequence[str] | None
    ) -> dict[str, list[ChunkHit]]:
        table = self._all()
        if table is not None:
            return table.nearest(vector, limit, None if inside is None else tuple(inside))
        if inside is None or self._lets_many_through(inside):
            few: Sequence[str] = self._by_graph(vector, limit, inside)
        elif isinstance(inside, Selection):
            return self._passing(inside).nearest(vector, limit)
        else:
            few = inside
        return self._those(few).nearest(vector, limit)

    def _lets_many_through(self, inside: Selection | Sequence[str]) -> TypeGuard[Selection]:
        return isinstance(inside, Selection) and len(inside) > self._bounds.papers

    def _by_graph(self, vector: Vectors, limit: int, inside: Selection | None) -> list[str]:
        """The papers of the nearest chunks, best first."""

        def search(rows: int) -> dict[str, float]:
            return self._store.nearest_chunks(vector, rows)

        found = self._widening(search, paper_of, limit, inside)
        return list(dict.fromkeys(map(paper_of, found)))[:limit]

    def _widening(
        self,
        search: Callable[[int], dict[str, float]],
        owner: Callable[[str], str],
        limit: int,
        inside: Selection | None,
    ) -> dict[str, float]:
        """What a search finds of the papers that pass; more is asked for until they are enough.

        Args:
            search: At most so many rows, best first.
            owner: The paper that a row is of.
            limit: So many papers are enough.
            inside: The papers that pass; all of them when None.
        """
        share = 1.0 if inside is None else inside.share
        rows = int(_ROWS_A_PAPER * limit / share)
        while True:
            found = search(rows)
            papers = list(dict.fromkeys(map(owner, found)))
            passing = set(papers) if inside is None else inside.within(papers)
            if len(passing) >= limit or len(found) < rows:
                return {row: value for row, value in found.items() if owner(row) in passing}
            rows *= _WIDER

    def _all(self) -> VectorTable | None:
        """Every chunk's vector as of now; None when there are too many to hold."""
        with self._reading:
            state = self._store.state()
            if self._whole.of != state:
                self._whole = _Kept()  # not two at a time; and none, where the reading fails
                table = None
                if not self._store.has_more_chunks(than=self._bounds.chunks):
                    table = VectorTable(*self._store.all_chunks())
                    # To tell them Chroma has loaded its graph, which holds them once more. A client
                    # that writes stays: it alone has seen every row of its write.
                    if not self._store.metadata().get("writing"):
                        self._store.reopen()
                    give_back_memory()
                self._whole = _Kept(state, table)
            return self._whole.table

    def _passing(self, inside: Selection) -> VectorTable:
        """The vectors of a filter's papers, kept: a question looks at them more than once."""
        with self._reading:
            wanted = (self._store.state(), inside.ids)
            table = self._part.table if self._part.of == wanted else None
            if table is None:
                table = self._read(inside.ids)
                self._part = _Kept(wanted, table)
            return table

    def _those(self, ids: Sequence[str]) -> VectorTable:
        """The vectors of a few papers; those looked at lately are still here."""
        with self._reading:
            if self._lately_of != (state := self._store.state()):
                self._lately, self._lately_of = {}, state
            missing = [key for key in ids if key not in self._lately]
            if missing:
                table = self._read(missing)
                if len(self._lately) + len(missing) > self._bounds.papers:
                    self._lately = {key: self._lately[key] for key in ids if key in self._lately}
                self._lately |= {key: table.of(key) for key in missing if key in table}
            found = [self._lately[key] for key in ids if key in self._lately]
        chunks = [chunk for own, _ in found for chunk in own]
        vectors = [own for _, own in found]
        return VectorTable(chunks, np.concatenate(vectors) if found else _NO_VECTORS)

    def _read(self, ids: Sequence[str]) -> VectorTable:
        return VectorTable(*self._store.read_chunks(self._store.chunk_ids_of(ids)))


_NO_VECTORS = np.zeros((0, 0), np.float32)


@dataclass(slots=True)
class _Kept:
    """A table, and what it is of."""

    of: object = None
    table: VectorTable | None = None
