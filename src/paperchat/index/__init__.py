"""The index: a Chroma store, and a tantivy keyword index that follows it.

Writing order makes a crash harmless: new chunks, then the paper's row, then what the row no longer
names is deleted; `revision` last. A paper exists when its row does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from paperchat.chunking import split_paper
from paperchat.embedding import Embedder, Vectors, unit
from paperchat.errors import IndexLockedError
from paperchat.index import identity
from paperchat.index.connection import Connection
from paperchat.index.keyword import KeywordIndex
from paperchat.index.lock import write_lock
from paperchat.index.store import ChunkHit, Row, StaleError, Store
from paperchat.reading.merging import Change, Entry, Outcome, identity_keys, plan_merge
from paperchat.types import Chunk, Paper

__all__ = ["ChunkHit", "Index", "Progress", "clear"]

Progress = Callable[[int, int], None]
"""Called with papers written so far and papers to write."""

_BATCH = 128
"""Papers written at once: a killed run loses at most the batch at hand."""


class Index:
    """Everything about a collection of papers, in one folder; safe to use from several threads."""

    def __init__(self, folder: str | Path, embedder: Embedder) -> None:
        """Open the index in `folder`; nothing is made before the first paper is added.

        Raises:
            StoreError: The index was written by another version or with another embedder.
        """
        self.folder = Path(folder)
        self.embedder = embedder
        self._connection = Connection(self.folder / "chroma")
        self._store = Store(self._connection)
        self._opened_keyword: KeywordIndex | None = None
        self._verified = False
        if metadata := self._store.metadata():
            identity.check(metadata, embedder, self.folder)

    @property
    def _keyword(self) -> KeywordIndex:
        if self._opened_keyword is None or self._opened_keyword.is_gone():
            self._opened_keyword = KeywordIndex(self.folder)
        return self._opened_keyword

    @property
    def keyword(self) -> KeywordIndex:
        """The keyword index, following the store as it is now."""
        metadata = self._store.metadata()
        if metadata and self._keyword.revision != metadata["revision"]:
            # Another process has written, perhaps with another embedder.
            identity.check(metadata, self.embedder, self.folder)
            self._verified = False
            self._keyword.reload()
            if self._keyword.revision != metadata["revision"]:
                self._catch_up()
        return self._keyword

    def close(self) -> None:
        """Let go of the files."""
        self._connection.close()

    def count(self) -> int:
        """How many papers there are."""
        return self._store.count()

    def papers(self) -> Iterator[Paper]:
        """Every paper, in the order in which they were added."""
        return (row.entry.paper for row in self._store.all_rows())

    def get(self, ids: Iterable[str]) -> dict[str, Paper]:
        """Papers by the id asked for, which may be one that was absorbed; unknown ones left out."""
        wanted = list(dict.fromkeys(ids))
        if not wanted or not self._store.exists():
            return {}
        found = {key: row.entry.paper for key, row in self._store.rows(wanted).items()}
        absorbed = [paper_id for paper_id in wanted if paper_id not in found]
        for row in self._store.rows(sorted(self.keyword.find(absorbed))).values():
            found |= {alias: row.entry.paper for alias in row.entry.aliases if alias in absorbed}
        return found

    def add(self, records: Sequence[Paper], progress: Progress | None = None) -> list[Outcome]:
        """Put records in, merged with what is there; each batch of papers is kept once written.

        Returns:
            What became of each record, in their order.
        """
        with write_lock(self.folder):
            self._recover()
            stored = self._stored_like(records)
            plan = plan_merge(records, [row.entry for row in stored.values()])
            for at in range(0, len(plan.changes), _BATCH):
                batch = plan.changes[at : at + _BATCH]
                self._write(batch, stored)
                if progress is not None:
                    progress(at + len(batch), len(plan.changes))
        return list(plan.outcomes)

    def remove(self, ids: Sequence[str]) -> int:
        """Take papers out by id; returns how many there were."""
        if not self._store.exists():
            return 0
        with write_lock(self.folder):
            self._recover()
            rows = self._store.rows(list(dict.fromkeys(ids)))
            if rows:
                revision = self._begin()
                self._store.delete_rows(list(rows))
                self._store.delete_chunks([at for row in rows.values() for at in row.chunk_ids])
                self._keyword.write([], rows, revision)
                self._end(revision)
        return len(rows)

    def nearest(
        self, vector: Vectors, limit: int, ids: Sequence[str] | None = None
    ) -> dict[str, list[ChunkHit]]:
        """The papers whose best chunk is most like a vector, best first.

        Args:
            vector: Shape (dimension,), length 1.
            limit: At most so many papers; without `ids`, found among three times as many chunks.
            ids: Only these papers; every one of them is scored.
        """
        papers: dict[str, list[ChunkHit]] = {}
        for hit in self._hits(vector, 3 * limit, ids):
            papers.setdefault(hit.chunk.paper_id, []).append(hit)
        return dict(list(papers.items())[:limit])

    def _hits(
        self, vector: Vectors, limit: int, ids: Sequence[str] | None, tries: int = 5
    ) -> list[ChunkHit]:
        """The nearest chunks of all papers, or every chunk of some."""
        try:
            if ids is None:
                return self._store.nearest_chunks(vector, limit)
            rows = self._store.rows(ids).values()
            inside = [chunk_id for row in rows for chunk_id in row.chunk_ids]
            return self._store.nearest_chunks(vector, len(inside), inside)
        except StaleError:
            if tries == 1:
                raise
        # Another process is writing: begin anew with what is there now.
        self._store.reopen()
        return self._hits(vector, limit, ids, tries - 1)

    def embed_query(self, text: str) -> Vectors:
        """The unit vector of a query, by the embedder that built the index."""
        self._verify()
        vector: Vectors = self.embedder.embed([text])[0]
        return vector

    def _verify(self) -> None:
        if not self._verified:
            identity.verify(self._store.metadata(), self.embedder, self.folder)
            self._verified = True

    def _stored_like(self, records: Sequence[Paper]) -> dict[str, Row]:
        """Rows that may be the same papers as some records."""
        if not self._store.exists():
            return {}
        keys = (key for record in records for key in (record.id, *identity_keys(record)))
        return self._store.rows(sorted(self.keyword.find(keys)))

    def _write(self, changes: Sequence[Change], stored: dict[str, Row]) -> None:
        if not self._store.exists():
            self._keyword.reload()
            revision = self._keyword.revision
            self._connection.create({**identity.describe(self.embedder), "revision": revision})
            self._verified = True
        chunks: dict[str, Chunk] = {}
        texts: dict[str, str] = {}
        rows: dict[str, Row] = {}
        for change in changes:
            row = stored.get(change.entry.paper.id)
            if row is not None and _embeds_alike(row.entry.paper, change.entry.paper):
                rows[change.entry.paper.id] = Row(change.entry, row.chunk_ids)
                continue
            self._verify()
            cut = self._split(change.entry.paper)
            rows[change.entry.paper.id] = Row(change.entry, tuple(cut))
            chunks |= {chunk_id: chunk for chunk_id, (chunk, _) in cut.items()}
            texts |= {chunk_id: text for chunk_id, (_, text) in cut.items()}
        named = [chunk_id for row in rows.values() for chunk_id in row.chunk_ids]
        vectors = self._store.chunk_vectors(named)
        missing = [chunk_id for chunk_id in named if chunk_id not in vectors]
        if missing:
            new = self.embedder.embed([texts[chunk_id] for chunk_id in missing])
            vectors |= dict(zip(missing, new, strict=True))
        self._commit(rows, {at: chunks[at] for at in missing}, vectors, changes, stored)

    def _commit(
        self,
        rows: dict[str, Row],
        new_chunks: dict[str, Chunk],
        vectors: dict[str, Vectors],
        changes: Sequence[Change],
        stored: dict[str, Row],
    ) -> None:
        """Write a batch in the order that survives a crash."""
        replaced = [old for change in changes for old in change.replaces]
        means = {
            paper_id: unit(np.mean([vectors[at] for at in row.chunk_ids], axis=0)[None])[0]
            for paper_id, row in rows.items()
        }
        before = [stored[key] for key in (*rows, *replaced) if key in stored]
        named = {chunk_id for row in rows.values() for chunk_id in row.chunk_ids}
        revision = self._begin()
        self._store.put_chunks(new_chunks, vectors)
        self._store.put_rows(rows, means)
        self._store.delete_rows(replaced)
        self._store.delete_chunks([at for row in before for at in row.chunk_ids if at not in named])
        self._keyword.write([row.entry for row in rows.values()], replaced, revision)
        self._end(revision)

    def _split(self, paper: Paper) -> dict[str, tuple[Chunk, str]]:
        """Chunks and their texts by chunk id; the id follows the content."""
        cut = split_paper(paper, self.embedder.token_lengths, self.embedder.max_tokens)
        return {_chunk_id(chunk, text): (chunk, text) for chunk, text in cut}

    def _begin(self) -> int:
        """Say that a write is under way; returns the revision it will make."""
        revision = int(self._store.metadata()["revision"]) + 1
        self._store.update_metadata(writing=True)
        return revision

    def _end(self, revision: int) -> None:
        self._store.update_metadata(writing=False, revision=revision)

    def _recover(self) -> None:
        """After a write that was killed: sweep the chunks that no row names, catch up."""
        metadata = self._store.metadata()
        if metadata.get("writing"):
            named = {at for row in self._store.all_rows() for at in row.chunk_ids}
            self._store.delete_chunks(sorted(self._store.chunk_ids() - named))
            revision = int(metadata["revision"]) + 1
            self._keyword.rebuild(self._entries(), revision)
            self._end(revision)
        if metadata:
            identity.check(metadata, self.embedder, self.folder)

    def _entries(self) -> Iterator[Entry]:
        return (row.entry for row in self._store.all_rows())

    def _catch_up(self) -> None:
        """Rebuild the keyword index from the store, unless a writer is at it."""
        try:
            with write_lock(self.folder, wait=0):
                revision = int(self._store.metadata().get("revision", 0))
                self._keyword.rebuild(self._entries(), revision)
        except IndexLockedError:
            self._keyword.reload()


def clear(folder: Path) -> None:
    """Take everything out of an index, whichever embedder or version wrote it."""
    with write_lock(folder):
        connection = Connection(folder / "chroma")
        if connection.database_exists():
            connection.drop()
        keyword = KeywordIndex(folder)
        # Revisions go on from here: an open reader must see that this is not what it knew.
        keyword.rebuild([], keyword.revision + 1)


def _embeds_alike(old: Paper, new: Paper) -> bool:
    """Whether two records of a paper have the same chunks."""
    return (old.title, old.title_is_derived, old.abstract) == (
        new.title,
        new.title_is_derived,
        new.abstract,
    )


def _chunk_id(chunk: Chunk, text: str) -> str:
    content = f"{chunk.start}:{chunk.end}:{text}".encode()
    return f"{chunk.paper_id}:{hashlib.blake2b(content, digest_size=8).hexdigest()}"
