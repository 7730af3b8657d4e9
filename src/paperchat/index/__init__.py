"""The index: a Chroma store, and a tantivy keyword index that follows it.

Writing order makes a crash harmless: new chunks, then the paper's row, then what the row no longer
names is deleted; `revision` last. A paper exists when its row does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from paperchat.embedding import Embedder, Vectors
from paperchat.index import identity
from paperchat.index.batch import prepare
from paperchat.index.clearing import clear
from paperchat.index.dense import DenseSearch
from paperchat.index.entries import file_key, title_key
from paperchat.index.following import Following
from paperchat.index.keyword import KeywordIndex
from paperchat.index.overview import overview
from paperchat.index.remembering import Remembered, RememberedVectors
from paperchat.index.rows import Row
from paperchat.index.selection import Selection
from paperchat.index.server import connect, writing
from paperchat.index.store import Store
from paperchat.index.vectors import ChunkHit
from paperchat.reading.merging import Change, Outcome, identity_keys, plan_merge
from paperchat.types import Overview, Paper, Server

__all__ = ["ChunkHit", "Index", "Progress", "Selection", "clear"]

Progress = Callable[[int, int], None]
"""Called with papers written so far and papers to write."""

_BATCH = 256
"""Papers written at once: a killed run loses at most the batch at hand, a few seconds' work."""


_PAPERS = 4096
"""Papers kept after they were read, 14 MB."""


class Index:
    """Everything about a collection of papers, in one folder; safe to use from several threads."""

    def __init__(
        self, folder: str | Path, embedder: Embedder, server: Server | None = None
    ) -> None:
        """Open the index; with a server the papers are there, and the folder is derived.

        Raises:
            StoreError: The index was written by another version or with another embedder.
        """
        self.folder = Path(folder).absolute()  # the program may change its folder later
        self.embedder = embedder
        self._connection = connect(self.folder, server)
        self._server = server
        self._store = Store(self._connection)
        self._dense = DenseSearch(self._store)
        self._following = Following(self.folder, self._store)
        self._verified = False
        # A question is searched, then compared with sentences; a conversation comes back to both.
        self._embed = RememberedVectors(embedder.embed)
        self._papers: tuple[object, Remembered[Paper]] = None, Remembered(self._read, _PAPERS)
        if metadata := self._store.metadata():
            identity.check(metadata, embedder, self.place)

    @property
    def place(self) -> str:
        """Where the papers are, as users are told."""
        return str(self.folder) if self._server is None else self._server.url

    @property
    def keyword(self) -> KeywordIndex:
        """The keyword index, following the store as it is now."""
        metadata = self._store.metadata()
        if metadata and self._following.keyword.revision != metadata["revision"]:
            # Another process has written, perhaps with another embedder.
            identity.check(metadata, self.embedder, self.place)
            self._verified = False
            self._following.catch_up(int(metadata["revision"]))
        return self._following.keyword

    def close(self) -> None:
        """Let go of the files."""
        self._connection.close()

    def count(self) -> int:
        """How many papers there are."""
        return self.keyword.count() if self._store.exists() else 0

    def stored(self) -> int:
        """The same, counted in the store itself: slow, for who looks whether all is well."""
        return self._store.count()

    def papers(self, inside: Iterable[str] | None = None) -> Iterator[Paper]:
        """Every paper, or those of some ids, in the order in which they were added."""
        return (row.entry.paper for row in self._store.all_rows(inside))

    def overview(self) -> Overview:
        """What there is, for display."""
        return overview(self.keyword) if self._store.exists() else Overview(0, (), ())

    def titled(self, title: str) -> list[Paper]:
        """The papers with a title, derived ones included; case does not matter."""
        if not self._store.exists():
            return []
        return list(self.get(sorted(self.keyword.find([title_key(title)]))).values())

    def get(self, ids: Iterable[str]) -> dict[str, Paper]:
        """Papers by the id asked for, which may be one that was absorbed; unknown ones left out."""
        wanted = list(dict.fromkeys(ids))
        if not wanted or not self._store.exists():
            return {}
        known = self._remembered()(wanted)
        found = {key: known[key] for key in wanted if key in known}
        absorbed = [key for key in wanted if key not in found]
        for row in self._store.rows(sorted(self.keyword.find(absorbed))).values():
            found |= {alias: row.entry.paper for alias in row.entry.aliases if alias in absorbed}
        return found

    def _remembered(self) -> Remembered[Paper]:
        """Papers read since the last write, by whichever process."""
        state = self._store.state()
        of, papers = self._papers
        if of != state:
            papers = Remembered(self._read, _PAPERS)
            self._papers = state, papers
        return papers

    def _read(self, ids: Sequence[str]) -> dict[str, Paper]:
        return {key: row.entry.paper for key, row in self._store.rows(ids).items()}

    def preview(self, records: Sequence[Paper]) -> list[Outcome]:
        """What `add` would make of records; nothing is written, no model loaded."""
        stored = [row.entry for row in self._stored_like(records).values()]
        return list(plan_merge(records, stored).outcomes)

    def add(self, records: Sequence[Paper], progress: Progress | None = None) -> list[Outcome]:
        """Put records in, each batch kept once written; returns what became of each record."""
        with writing(self.folder, self._server):
            self._recover()
            stored = self._stored_like(records)
            plan = plan_merge(records, [row.entry for row in stored.values()])
            if plan.changes:
                self._write_all(plan.changes, stored, progress)
        return list(plan.outcomes)

    def absent(self, files: Collection[str], present: Collection[str]) -> list[Paper]:
        """Papers that one of the files held when it was added, and that are not present now.

        Args:
            files: File names, as in `Paper.sources`.
            present: Ids of the papers that the files hold now.
        """
        if not self._store.exists():
            return []
        held = self.keyword.find([file_key(file) for file in files])
        rows = self._store.rows(sorted(held - set(present)))
        return [row.entry.paper for row in rows.values()]

    def forget(self, files: Collection[str], papers: Sequence[Paper]) -> int:
        """Take files out of the papers' sources; a paper without any other source is removed.

        Returns:
            How many were removed.
        """
        kept: list[Paper] = []
        gone: list[Paper] = []
        for paper in papers:
            rest = tuple(at for at in paper.sources if at.rpartition("#")[0] not in files)
            (kept if rest else gone).append(replace(paper, sources=rest))
        with writing(self.folder, self._server):
            self._recover()
            rows = self._store.rows([paper.id for paper in kept])
            for at in range(0, len(kept), _BATCH):
                some = kept[at : at + _BATCH]
                entries = (replace(rows[paper.id].entry, paper=paper) for paper in some)
                self._write([Change(entry, ()) for entry in entries], rows)
        return self.remove([paper.id for paper in gone])

    def remove(self, ids: Sequence[str]) -> int:
        """Take papers out by id; returns how many there were."""
        if not self._store.exists():
            return 0
        with writing(self.folder, self._server):
            self._recover()
            rows = self._store.rows(list(dict.fromkeys(ids)))
            if rows:
                revision = self._store.begin()
                self._store.delete_rows(list(rows))
                self._store.delete_chunks([at for row in rows.values() for at in row.chunk_ids])
                self._following.write([], list(rows), revision)
                self._store.end(revision)
        return len(rows)

    def nearest(
        self, vector: Vectors, limit: int, inside: Selection | Sequence[str] | None = None
    ) -> dict[str, list[ChunkHit]]:
        """The papers whose best chunk is most like a vector, best first.

        Args:
            vector: Shape (dimension,), length 1.
            limit: At most so many papers.
            inside: Only these papers; named one by one, each of them is scored.
        """
        return self._dense.nearest(vector, limit, inside)

    def nearest_papers(
        self, vector: Vectors, limit: int, inside: Selection | None = None
    ) -> dict[str, float]:
        """Papers most like a vector as wholes, of all or of some: id → cosine, best first."""
        return self._dense.nearest_papers(vector, limit, inside)

    def mean_vectors(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """The mean of each paper's chunk vectors, of length 1, by id; unknown ids are left out."""
        return self._dense.means(ids)

    def embed_query(self, text: str) -> Vectors:
        """The unit vector of a query, by the embedder that built the index."""
        vector: Vectors = self.embed_sentences([text])[0]
        return vector

    def embed_sentences(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of the papers' sentences, shape (texts, dimension); kept for a while."""
        self._trusted()
        return self._embed(texts)

    def _trusted(self) -> Embedder:
        """The embedder, once it has proven to be the one that built the index; loads the model."""
        metadata = {} if self._verified else self._store.metadata()
        if metadata:
            identity.verify(metadata, self.embedder, self.place)
            self._verified = True
        return self.embedder

    def _stored_like(self, records: Sequence[Paper]) -> dict[str, Row]:
        """Rows that may be the same papers as some records."""
        if not self._store.exists():
            return {}
        keys = {key for record in records for key in (record.id, *identity_keys(record))}
        return self._store.rows(sorted(self.keyword.find(keys)))

    def _write_all(
        self, changes: Sequence[Change], stored: dict[str, Row], progress: Progress | None
    ) -> None:
        """Write batch after batch; the store is made when it is not there."""
        if not self._store.exists():
            revision = self._following.start()
            self._connection.create({**identity.describe(self.embedder), "revision": revision})
            self._verified = True
        with self._store.adding(len(changes), self.keyword.count() + len(changes)):
            for at in range(0, len(changes), _BATCH):
                batch = changes[at : at + _BATCH]
                self._write(batch, stored)
                if progress is not None:
                    progress(at + len(batch), len(changes))

    def _write(self, changes: Sequence[Change], stored: dict[str, Row]) -> None:
        """Write a batch in the order that survives a crash."""
        batch = prepare(changes, stored, self._store.chunk_vectors, self._trusted)
        replaced = [old for change in changes for old in change.replaces]
        before = [stored[key] for key in (*batch.rows, *replaced) if key in stored]
        named = batch.chunk_ids()
        revision = self._store.begin()
        self._store.put_chunks(batch.new_chunks, batch.vectors)
        self._store.put_rows(batch.rows, batch.means)
        self._store.delete_rows(replaced)
        self._store.delete_chunks([at for row in before for at in row.chunk_ids if at not in named])
        entries = [row.entry for row in batch.rows.values()]
        removed = [*replaced, *(row.entry.paper.id for row in before)]
        self._following.write(entries, removed, revision)
        self._store.end(revision)

    def _recover(self) -> None:
        """Before a write: finish one that was killed, and bring the keyword index up to date."""
        metadata = self._store.metadata()
        if not metadata:
            return
        identity.check(metadata, self.embedder, self.place)
        if metadata.get("writing"):
            named = {at for row in self._store.all_rows() for at in row.chunk_ids}
            self._store.delete_chunks(sorted(self._store.chunk_ids() - named))
            revision = int(metadata["revision"]) + 1
            self._following.rebuild(revision)
            self._store.end(revision)
        else:
            self._following.recover(int(metadata["revision"]))
