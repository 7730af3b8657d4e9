"""Emptying an index, whatever state it is in."""

from __future__ import annotations

from pathlib import Path

from paperchat.index.connection import Connection
from paperchat.index.keyword import KeywordIndex
from paperchat.index.lock import write_lock


def clear(folder: Path) -> None:
    """Take everything out of an index, whichever embedder or version wrote it."""
    with write_lock(folder):
        connection = Connection(folder / "chroma")
        if connection.database_exists():
            connection.drop()
        keyword = KeywordIndex(folder)
        # Revisions go on from here: an open reader must see that this is not what it knew.
        keyword.rebuild([], keyword.revision + 1)
