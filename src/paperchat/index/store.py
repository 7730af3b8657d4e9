"""The store: two Chroma collections, the only source of truth.

`papers` holds one row a paper: the record as JSON, the abstract as the document, the mean of its
chunk vectors. `chunks` holds a vector, offsets and the paper's id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import chromadb.errors
import numpy as np

from paperchat.embedding import Vectors, unit
from paperchat.errors import StoreError
from paperchat.index.connection import Connection, Handle, collection
from paperchat.index.graph import AT_REST, rows_between
from paperchat.index.rows import Row, chunk_at, metadata_of, place_of, rows_of
from paperchat.types import Chunk

_PAGE = 300
"""Rows read in one call: Chroma Cloud gives no more (its quotas), and a server answers sooner."""

_UNUSABLE = (
    "The index in {} could not be used: {}. Try again; if it stays, `paperchat doctor` says more."
)


class StaleError(StoreError):
    """The open client does not see what another process has written since."""


class Store:
    """What the two collections hold; safe to use from several threads."""

    def __init__(self, connection: Connection) -> None:
        """Read and write through that connection; nothing is opened before it is needed."""
        self._connection = connection

    def exists(self) -> bool:
        """Whether there are collections to read."""
        if not self._connection.database_exists():
            return False
        with self._connection.use() as handle:
            return handle.is_whole

    def count(self) -> int:
        """How many papers there are; Chroma counts row by row, in seconds where there are many."""
        if not self._connection.database_exists():
            return 0
        with self._connection.use() as handle:
            return 0 if handle.found["papers"] is None else int(handle.papers.count())

    def metadata(self) -> dict[str, Any]:
        """Schema version, revision, embedder identity…; empty when nothing was written yet."""
        if not self._connection.database_exists():
            return {}
        with self._connection.use() as handle:
            return {} if handle.found["chunks"] is None else dict(handle.metadata)

    def update_metadata(self, **values: Any) -> None:
        """Change some of the metadata."""
        with self._use() as handle:
            papers = collection(handle.client, "papers")
            papers.modify(metadata={**papers.metadata, **values})
            # What this process wrote, its own client sees.
            handle.revision = int(values.get("revision", handle.revision))

    def rows(self, ids: Sequence[str]) -> dict[str, Row]:
        """Rows by paper id, in the order asked for; ids that are not stored are left out."""
        found: dict[str, Row] = {}
        with self._use() as handle:
            for at in range(0, len(ids), _PAGE):
                page = handle.papers.get(
                    ids=list(ids[at : at + _PAGE]), include=["metadatas", "documents"]
                )
                found |= {row.entry.paper.id: row for row in rows_of(page)}
        return {paper_id: found[paper_id] for paper_id in ids if paper_id in found}

    def chunk_ids_of(self, ids: Sequence[str]) -> list[str]:
        """The ids of the chunks of some papers."""
        found: list[str] = []
        with self._use() as handle:
            for at in range(0, len(ids), _PAGE):
                page = handle.papers.get(ids=list(ids[at : at + _PAGE]), include=["metadatas"])
                kept = [metadata for metadata in page["metadatas"] if metadata]
                found += [chunk for metadata in kept for chunk in metadata.get("chunks", ())]
        return found

    def all_rows(self, inside: Iterable[str] | None = None) -> Iterator[Row]:
        """Every row, or those of some papers, in the order of writing, read page by page."""
        ids = self.paper_ids()
        if inside is not None:
            wanted = set(inside)
            ids = [paper_id for paper_id in ids if paper_id in wanted]
        # By their ids: Chroma counts its way to an offset, through all rows before it.
        for at in range(0, len(ids), _PAGE):
            yield from self.rows(ids[at : at + _PAGE]).values()

    def paper_ids(self) -> list[str]:
        """The id of every paper, in the order of writing."""
        if not self.exists():
            return []
        with self._use() as handle:
            return list(handle.papers.get(include=[])["ids"])

    def chunk_ids(self) -> set[str]:
        """The id of every chunk."""
        with self._use() as handle:
            return set(handle.chunks.get(include=[])["ids"])

    def chunk_vectors(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Vectors of chunks by id; ids that are not stored are left out."""
        found: dict[str, Vectors] = {}
        with self._use() as handle:
            for at in range(0, len(ids), _PAGE):
                got = handle.chunks.get(ids=list(ids[at : at + _PAGE]), include=["embeddings"])
                vectors = np.asarray(got["embeddings"], dtype=np.float32)
                found |= dict(zip(got["ids"], vectors, strict=True))
        return found

    def put_chunks(self, chunks: dict[str, Chunk], vectors: dict[str, Vectors]) -> None:
        """Write chunks with their vectors, both by chunk id."""
        ids = list(chunks)
        with self._use() as handle:
            for some in _batches(handle, ids):
                with handle.writing("chunks") as rows:
                    rows.upsert(
                        ids=some,
                        embeddings=[vectors[chunk_id] for chunk_id in some],
                        metadatas=[place_of(chunks[chunk_id]) for chunk_id in some],
                    )

    def put_rows(self, rows: dict[str, Row], vectors: dict[str, Vectors]) -> None:
        """Write rows, each with the mean vector of its chunks, both by paper id."""
        with self._use() as handle:
            for some in _batches(handle, list(rows)):
                with handle.writing("papers") as papers:
                    papers.upsert(
                        ids=some,
                        embeddings=[vectors[paper_id] for paper_id in some],
                        documents=[rows[paper_id].entry.paper.abstract for paper_id in some],
                        metadatas=[metadata_of(rows[paper_id]) for paper_id in some],
                    )

    def delete_rows(self, ids: Sequence[str]) -> None:
        """Delete rows by paper id."""
        with self._use() as handle:
            for some in _batches(handle, ids):
                with handle.writing("papers") as papers:
                    papers.delete(ids=some)

    def delete_chunks(self, ids: Sequence[str]) -> None:
        """Delete chunks by id."""
        with self._use() as handle:
            for some in _batches(handle, ids):
                with handle.writing("chunks") as chunks:
                    chunks.delete(ids=some)

    def state(self) -> tuple[object, int]:
        """What compares equal as long as nothing was written."""
        with self._use() as handle:
            return handle.found["papers"].id, handle.revision

    def has_more_chunks(self, than: int) -> bool:
        """Whether there are more chunks; Chroma counts row by row, but only so far here."""
        with self._use() as handle:
            return bool(handle.chunks.get(limit=1, offset=than, include=[])["ids"])

    def all_chunks(self) -> tuple[list[Chunk], Vectors]:
        """Every chunk with its vector, shape (chunks, dimension); errors as of `read_chunks`."""
        with self._use() as handle:
            # By their ids: counted pages would shift under another process's deletions.
            return self.read_chunks(handle.chunks.get(include=[])["ids"])

    def read_chunks(self, ids: Sequence[str]) -> tuple[list[Chunk], Vectors]:
        """Chunks by id with their vectors, shape (chunks, dimension), in no order.

        Raises:
            StaleError: Another process is writing; `reopen` helps.
        """
        chunks: list[Chunk] = []
        vectors: list[Vectors] = []
        with self._use() as handle:
            for at in range(0, len(ids), _PAGE):
                with _seeing_all(self._connection.place):
                    got = handle.chunks.get(
                        ids=list(ids[at : at + _PAGE]), include=["embeddings", "metadatas"]
                    )
                chunks += [chunk_at(place) for place in got["metadatas"]]
                vectors.append(np.asarray(got["embeddings"], dtype=np.float32))
        return chunks, unit(np.concatenate(vectors)) if chunks else np.zeros((0, 0), np.float32)

    def nearest_chunks(self, vector: Vectors, limit: int) -> dict[str, float]:
        """The chunks most like a vector: id → cosine in [0, 1], best first, by Chroma's graph.

        Args:
            vector: Shape (dimension,), length 1.
            limit: At most so many.

        Raises:
            StaleError: Another process is writing, or was killed while it did; `reopen` helps.
        """
        with self._use() as handle:
            return self._nearest(handle.chunks, vector, limit)

    def paper_vectors(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Mean vectors of papers by id; ids that are not stored are left out."""
        found: dict[str, Vectors] = {}
        with self._use() as handle:
            for at in range(0, len(ids), _PAGE):
                with _seeing_all(self._connection.place):
                    got = handle.papers.get(ids=list(ids[at : at + _PAGE]), include=["embeddings"])
                vectors = np.asarray(got["embeddings"], np.float32)
                found |= dict(zip(got["ids"], vectors, strict=True))
        return found

    def nearest_papers(self, vector: Vectors, limit: int) -> dict[str, float]:
        """The papers whose mean vector is most like a vector, as `nearest_chunks` says it."""
        with self._use() as handle:
            return self._nearest(handle.papers, vector, limit)

    def _nearest(self, rows: Any, vector: Vectors, limit: int) -> dict[str, float]:
        with _seeing_all(self._connection.place):
            got = rows.query(query_embeddings=[vector], n_results=limit, include=["distances"])
        # Chroma's cosine distance is 1 - similarity, and a hair below 0 at times.
        found = zip(got["ids"][0], got["distances"][0], strict=True)
        return {key: min(max(1.0 - float(distance), 0.0), 1.0) for key, distance in found}

    def begin(self) -> int:
        """Say that a write is under way; returns the revision it will make."""
        revision = int(self.metadata()["revision"]) + 1
        self.update_metadata(writing=True)
        return revision

    def end(self, revision: int) -> None:
        """Say that it is done."""
        self.update_metadata(writing=False, revision=revision)

    @contextmanager
    def adding(self, papers: int, total: int) -> Iterator[None]:
        """Around the writes of so many papers, which make a total."""
        rows = rows_between(total)
        many = papers >= rows  # fewer are sooner written than put into the graph a second time
        self._connection.sync_every(rows if many else AT_REST)
        try:
            yield
        finally:
            self._connection.sync_every(AT_REST)
        if many:
            # What the log still holds, each new client would have to add to its graph.
            with self._use() as handle:
                for name in handle.found:
                    handle.load(name)

    def reopen(self) -> None:
        """Take a new client for what comes next."""
        self._connection.close()

    @contextmanager
    def _use(self) -> Iterator[Handle]:
        """An open client; Chroma's errors come out as ours."""
        try:
            with self._connection.use() as handle:
                if not handle.is_whole:
                    raise StaleError(_UNUSABLE.format(self._connection.place, "it was emptied"))
                yield handle
        except chromadb.errors.ChromaError as error:
            raise StoreError(_UNUSABLE.format(self._connection.place, error)) from error


@contextmanager
def _seeing_all(place: str) -> Iterator[None]:
    """Chroma fails inside when it knows a row without its vector."""
    try:
        yield
    except chromadb.errors.InternalError as error:
        raise StaleError(_UNUSABLE.format(place, error)) from error


def _batches(handle: Handle, ids: Sequence[str]) -> Iterator[list[str]]:
    """Lists no longer than Chroma takes in one call."""
    size = handle.client.get_max_batch_size()
    return (list(ids[at : at + size]) for at in range(0, len(ids), size))
