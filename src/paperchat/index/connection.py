"""Open Chroma clients, and when to open a new one.

An open embedded client does not see what another process writes: its queries miss new rows and
return deleted ones. So before each use the database file is looked at; when it was written to, the
revision that the store carries is compared with the one seen at opening, and when that moved a new
client takes over.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import chromadb
import chromadb.errors
from chromadb.config import Settings

from paperchat.errors import StoreError
from paperchat.index.graph import alone, set_threshold, threshold

_DATABASE = "chroma.sqlite3"

# Walked so widely, the graph gave the true 300 nearest of 10,000 chunks for each of 100 queries,
# in 2.6 ms; at Chroma's default of 100, or at 400, some were missing.
_CONFIGURATION = {"hnsw": {"space": "cosine", "ef_search": 2000, "ef_construction": 200}}

_SETTLED_NS = 50_000_000
"""A file written to less than so long ago may be written to again within the same tick of its
clock, and look the same (a kernel's tick is 1 to 10 ms, some file systems' 20)."""

# Chroma keeps one system for each path and process, and a new client of that path gets the old one,
# stale as it is: so every open client has the path in a spelling of its own.
_spellings: set[str] = set()
_spellings_lock = threading.Lock()

# Chroma's own telemetry logs errors even when it is off.
logging.getLogger("chromadb.telemetry").setLevel(logging.CRITICAL)


@dataclass(slots=True, eq=False)
class Handle:
    """An open client with the two collections.

    Attributes:
        found: `papers` and `chunks`; None where they do not exist yet.
        folder: Of the graphs that Chroma reads in at the first use of a collection; None when a
            server does.
        metadata: What `papers` carries, as it is now.
        revision: The last one whose writes this client sees.
        stamp: The database file when `metadata` was read; None when it might look the same after
            another write.
    """

    client: Any
    found: dict[str, Any]
    folder: Path | None
    metadata: dict[str, Any]
    revision: int
    path: str
    file: tuple[int, ...]
    stamp: tuple[int, ...] | None = None
    users: int = 0
    stale: bool = False
    _loaded: set[str] = field(default_factory=set)

    @property
    def papers(self) -> Any:
        """The collection of papers, its graph read in."""
        return self.load("papers")

    @property
    def chunks(self) -> Any:
        """The collection of chunks, its graph read in."""
        return self.load("chunks")

    @property
    def is_whole(self) -> bool:
        """Whether both collections are there."""
        return all(one is not None for one in self.found.values())

    @contextmanager
    def writing(self, name: str) -> Iterator[Any]:
        """A collection for one call that writes to it, and may write its graph."""
        rows = self.load(name)
        with self._alone():
            yield rows

    def load(self, name: str) -> Any:
        """A collection, its graph read in and brought up to date."""
        if name not in self._loaded:
            with self._alone():
                self.found[name].get(limit=1, include=[])
            self._loaded.add(name)
        return self.found[name]

    def _alone(self) -> AbstractContextManager[None]:
        """Nobody else at the graphs' files."""
        return nullcontext() if self.folder is None else alone(self.folder)


class Connection:
    """The client of one folder; safe to use from several threads.

    Attributes:
        place: Where the store is, as users are told.
    """

    def __init__(self, folder: Path) -> None:
        """Name the folder; nothing is opened or made before it is needed."""
        self.folder = folder
        self.place = str(folder)
        self._handle: Handle | None = None
        self._lock = threading.RLock()

    def database_exists(self) -> bool:
        """Whether a client ever made its files here; opening one would make them."""
        return (self.folder / _DATABASE).is_file()

    @contextmanager
    def use(self) -> Iterator[Handle]:
        """The open client, a new one when another process has written since."""
        with self._lock:
            if self._handle is not None and self._moved(self._handle):
                self.close()
            if self._handle is None:
                self._handle = self._open()
            handle = self._handle
            handle.users += 1
        try:
            yield handle
        finally:
            with self._lock:
                handle.users -= 1
                _close_if_idle(handle)

    def create(self, metadata: dict[str, Any]) -> None:
        """Make both collections; `papers` carries the metadata."""
        with self.use() as handle:
            for name, carried in (("chunks", None), ("papers", metadata)):
                handle.client.get_or_create_collection(
                    name,
                    metadata=carried,
                    embedding_function=None,
                    configuration=_CONFIGURATION,
                )
        self.close()

    def drop(self) -> None:
        """Delete both collections."""
        with self.use() as handle:
            for name, there in handle.found.items():
                if there is not None:
                    with handle.writing(name):
                        handle.client.delete_collection(name)
        self.close()

    def sync_every(self, rows: int) -> None:
        """Let Chroma write its graphs after so many rows."""
        with self.use() as handle:
            others = [one for one in handle.found.values() if threshold(one) != rows]
            for one in others:
                set_threshold(one, rows)
        if others:
            self.close()

    def close(self) -> None:
        """Let go of the files, once the last use has ended."""
        with self._lock:
            handle, self._handle = self._handle, None
            if handle is not None:
                handle.stale = True
                _close_if_idle(handle)

    def _open(self) -> Handle:
        client, path = self._client()
        papers = collection(client, "papers")
        metadata = {} if papers is None else dict(papers.metadata or {})
        if papers is not None and "revision" not in metadata:
            _shut(client)
            raise StoreError(
                f"The collection `papers` in {self.place} is not paperchat's. Name another folder "
                "with `index`, or another database of the server with `store.database`."
            )
        revision = int(metadata.get("revision", 0))
        found = {"papers": papers, "chunks": collection(client, "chunks")}
        return Handle(client, found, self._graphs(), metadata, revision, path, self._stamp()[:2])

    def _graphs(self) -> Path | None:
        return self.folder

    def _client(self) -> tuple[Any, str]:
        """A new client, and the spelling of the path that it has for itself."""
        path = _spelling(self.folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            settings = Settings(anonymized_telemetry=False)
            return chromadb.PersistentClient(path=path, settings=settings), path
        except (chromadb.errors.ChromaError, ValueError, OSError) as error:
            # The spelling stays taken: Chroma keeps what it could not start.
            if self.folder.exists() and not os.access(self.folder, os.W_OK):
                raise StoreError(
                    f"The index in {self.folder} is read-only, and the store writes to it even to "
                    "search. Copy the folder to where you may write, and name that with --index."
                ) from error
            raise StoreError(
                f"Cannot open the index in {self.folder}: {error}. If it is damaged, delete that "
                "folder and add your files again."
            ) from error

    def _moved(self, handle: Handle) -> bool:
        """Whether another process has written to the store since, or made it anew."""
        stamp = self._stamp()
        if stamp == handle.stamp:
            return False
        if handle.file != stamp[:2]:
            return True
        settled = time.time_ns() - stamp[2] > _SETTLED_NS
        papers = collection(handle.client, "papers")
        handle.metadata = {} if papers is None else dict(papers.metadata)
        handle.stamp = stamp if settled else None
        known = handle.found["papers"]
        if papers is None or known is None:
            return papers is not known
        return papers.id != known.id or int(papers.metadata["revision"]) != handle.revision

    def _stamp(self) -> tuple[int, ...]:
        """Which file the database is (one that was deleted can be read while it is open), and when
        it was last written to.
        """
        try:
            found = (self.folder / _DATABASE).stat()
        except FileNotFoundError:
            return (0, 0, 0, 0)
        return (found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size)


def collection(client: Any, name: str) -> Any:
    """A collection as it is now, its metadata fresh; None when it does not exist."""
    try:
        return client.get_collection(name, embedding_function=None)
    except chromadb.errors.NotFoundError:
        return None


def _spelling(folder: Path) -> str:
    """The shortest path to the folder that no open client of this process has."""
    with _spellings_lock:
        path = str(folder)
        while path in _spellings:
            path += "/."
        _spellings.add(path)
        return path


def _close_if_idle(handle: Handle) -> None:
    """Closing a client under a running query breaks the query."""
    if handle.stale and handle.users == 0:
        _shut(handle.client)
        with _spellings_lock:
            _spellings.discard(handle.path)


def _shut(client: Any) -> None:
    """Close a client; one of a server leaves its sockets open, which nothing public closes."""
    parts = (client._server, client._admin_client._server)
    sessions = [part._session for part in parts if hasattr(part, "_session")]
    client.close()
    for session in sessions:
        session.close()
