"""The keyword index kept in step with the store."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from paperchat.errors import IndexLockedError
from paperchat.index.keyword import KeywordIndex
from paperchat.index.lock import write_lock
from paperchat.index.store import Store
from paperchat.reading.merging import Entry

_REMADE = 2000
"""Up to so many papers the keyword index is made anew after a deletion: in half a second."""


class Following:
    """The keyword index of a folder, and what brings it to what the store holds."""

    def __init__(self, folder: Path, store: Store) -> None:
        """Follow that store; nothing is opened before it is needed."""
        self._folder = folder
        self._store = store
        self._opened: KeywordIndex | None = None

    @property
    def keyword(self) -> KeywordIndex:
        """The keyword index as it is; opened again when its folder was deleted."""
        if self._opened is None or self._opened.is_gone():
            self._opened = KeywordIndex(self._folder)
        return self._opened

    def start(self) -> int:
        """Empty it for a new store; returns the revision that the store begins with."""
        self.keyword.reload()
        # Later than any revision of a store that was here before, or elsewhere.
        revision = max(self.keyword.revision, time.time_ns() // 1_000_000)
        self.keyword.rebuild([], revision)
        return revision

    def write(self, entries: Sequence[Entry], removed: Sequence[str], revision: int) -> None:
        """Put in and take out what a write of the store did.

        Until its segments are merged BM25 counts what was deleted, too; a small index is made anew
        instead, so that its scores do not depend on what once was in it.
        """
        if removed and self.keyword.count() <= _REMADE:
            self.rebuild(revision)
        else:
            self.keyword.write(entries, removed, revision)

    def rebuild(self, revision: int) -> None:
        """Make it anew from the store."""
        self.keyword.rebuild(self._entries(), revision)

    def recover(self, revision: int) -> None:
        """Before a write: make it anew unless it is at the store's revision."""
        self.keyword.reload()
        if self.keyword.revision != revision:
            # Its folder was deleted, or another version made it: merging must not rely on it.
            self.rebuild(revision)

    def catch_up(self, revision: int) -> None:
        """Before a search: see what a writer committed, or make it anew unless one is at it."""
        self.keyword.reload()
        if self.keyword.revision == revision:
            return
        try:
            with write_lock(self._folder, wait=0):
                self.rebuild(int(self._store.metadata().get("revision", 0)))
        except IndexLockedError:
            self.keyword.reload()

    def _entries(self) -> Iterator[Entry]:
        return (row.entry for row in self._store.all_rows())
