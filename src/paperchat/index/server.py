"""A Chroma server in place of the folder: several replicas share one store."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import chromadb
import chromadb.errors
import httpx
from chromadb.config import DEFAULT_DATABASE, DEFAULT_TENANT, Settings

from paperchat.errors import ReadOnlyError, StoreError
from paperchat.index.connection import Connection, Handle
from paperchat.index.lock import write_lock
from paperchat.types import Server

KEY_VARIABLE = "CHROMA_API_KEY"
_KEY_HEADER = "x-chroma-token"
_THIS_MACHINE = {"localhost", "127.0.0.1", "::1"}
_PATIENCE = 20.0
"""Seconds that a server may take to say who it is."""


def connect(folder: Path, server: Server | None) -> Connection:
    """The connection to an index: of its folder, or of the server that holds its papers."""
    return Connection(folder / "chroma") if server is None else ServerConnection(server)


@contextmanager
def writing(folder: Path, server: Server | None) -> Iterator[None]:
    """Hold the write lock of this machine; on a server only the writer may.

    Raises:
        ReadOnlyError: This replica is not the writer.
        IndexLockedError: Another process of this machine is writing.
    """
    if server is not None and not server.writer:
        raise ReadOnlyError(
            f"This replica only reads from {server.url} (`store.writer` is false). Add and remove "
            "papers where it is true."
        )
    with write_lock(folder):
        yield


class ServerConnection(Connection):
    """The client of a server. It holds no state that another replica could make stale."""

    def __init__(self, server: Server) -> None:
        """Name the server; nothing is sent before it is needed."""
        super().__init__(Path())
        self.place = server.url
        self._server = server

    def database_exists(self) -> bool:
        """A server always has one."""
        return True

    @contextmanager
    def use(self) -> Iterator[Handle]:
        """The client; a server that is gone comes out as our error."""
        try:
            with super().use() as handle:
                yield handle
        except httpx.HTTPError as error:
            raise _silent(self.place, error) from error

    def _client(self) -> tuple[Any, str]:
        headers = _key(self.place)
        tenant, database = _identity(self.place, headers)
        database = self._server.database or database
        _check_database(self.place, headers, tenant, database)
        try:
            client = chromadb.HttpClient(
                self.place,
                ssl=self.place.startswith("https:"),
                headers=headers,
                settings=Settings(anonymized_telemetry=False),
                tenant=tenant,
                database=database,
            )
        except (chromadb.errors.ChromaError, ValueError) as error:
            raise StoreError(f"Cannot open the store at {self.place}: {error}.") from error
        return client, ""

    def sync_every(self, rows: int) -> None:
        """A server has its own."""

    def _graphs(self) -> Path | None:
        """The server reads them."""
        return None

    def _stamp(self) -> tuple[int, ...]:
        """There is no file to watch: at each use the server is asked."""
        return (0, 0, time.time_ns(), 0)


def _key(url: str) -> dict[str, str]:
    """The key from the environment, as a header; never in clear over a network."""
    safe = url.startswith("https:") or urlsplit(url).hostname in _THIS_MACHINE
    key = os.environ.get(KEY_VARIABLE)
    return {_KEY_HEADER: key} if key and safe else {}


def _identity(url: str, headers: dict[str, str]) -> tuple[str, str]:
    """The tenant that the key belongs to, and the database that it opens.

    Raises:
        StoreError: Nothing answers there, something else does, or the key is refused.
    """
    told = _get(url, "auth/identity", headers)
    if told.status_code in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
        raise StoreError(
            f"The Chroma server at {url} refuses this key (HTTP {told.status_code}). Set "
            f"{KEY_VARIABLE} in the environment; it is sent over https only."
        )
    try:
        identity = told.raise_for_status().json()
        tenant, databases = identity["tenant"], identity["databases"]
    except (httpx.HTTPStatusError, ValueError, KeyError, TypeError) as error:
        raise StoreError(
            f"What answers at {url} is no Chroma server (HTTP {told.status_code}). Correct "
            "`store.url`."
        ) from error
    only = databases[0] if databases and len(databases) == 1 and databases != ["*"] else None
    return tenant or DEFAULT_TENANT, only or DEFAULT_DATABASE


def _check_database(url: str, headers: dict[str, str], tenant: str, database: str) -> None:
    """Chroma's own client would leave its sockets open when it finds none."""
    path = f"tenants/{quote(tenant, safe='')}/databases/{quote(database, safe='')}"
    if _get(url, path, headers).is_error:
        raise StoreError(
            f"The Chroma server at {url} has no database {database!r}. Make it there, or name "
            "another with `store.database`."
        )


def _get(url: str, path: str, headers: dict[str, str]) -> httpx.Response:
    try:
        return httpx.get(f"{url.rstrip('/')}/api/v2/{path}", headers=headers, timeout=_PATIENCE)
    except httpx.HTTPError as error:
        raise _silent(url, error) from error


def _silent(url: str, error: httpx.HTTPError) -> StoreError:
    return StoreError(
        f"No Chroma server answers at {url} ({error or type(error).__name__}). Start it with "
        "`chroma run --path FOLDER`, or correct `store.url`."
    )
