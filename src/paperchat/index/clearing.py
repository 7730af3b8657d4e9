"""Emptying an index, whatever state it is in."""

from __future__ import annotations

from pathlib import Path

from paperchat.index.keyword import KeywordIndex
from paperchat.index.server import connect, writing
from paperchat.types import Server

CALIBRATION = "calibration.json"
"""What was measured on the papers, beside them; it goes when they go."""


def clear(folder: Path, server: Server | None = None) -> None:
    """Take everything out of an index, whichever embedder or version wrote it."""
    with writing(folder, server):
        connection = connect(folder, server)
        if connection.database_exists():
            connection.drop()
        keyword = KeywordIndex(folder)
        # Revisions go on from here: an open reader must see that this is not what it knew.
        keyword.rebuild([], keyword.revision + 1)
        (folder / CALIBRATION).unlink(missing_ok=True)
