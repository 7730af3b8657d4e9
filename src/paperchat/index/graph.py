"""Chroma's graphs of vectors on disk: how often they are written, and that one process at a time is
at them.

What is written goes to a log at once, and to the graph in memory. Whenever `sync_threshold` rows
have come the graph's files are brought up to date, the map of all its ids among them: rarely enough
that many papers take time in proportion to their number. What the log holds since then, each new
client adds to the graph when it first uses the collection.

A client that reads the files while another process writes them gets parts of two graphs, and its
whole process dies. So both are done alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock

AT_REST = 1_000
"""Chroma's own threshold: a new client adds so many rows to the graph in half a second."""

_MOST = 10_000
"""For each write Chroma reads what the log holds since the last time: 10 µs a row."""

_SHARE = 10
"""The files are written when one row in so many is new."""


def rows_between(papers: int) -> int:
    """The threshold for a write after which there are so many papers."""
    return min(max(papers // _SHARE, AT_REST), _MOST)


def threshold(collection: Any) -> int:
    """The threshold that a collection has."""
    return int(collection.configuration_json["hnsw"]["sync_threshold"])


def set_threshold(collection: Any, rows: int) -> None:
    """Give a collection another one; clients heed it that first use the collection afterwards."""
    with warnings.catch_warnings():
        # That the collection embeds nothing itself is old fashion to Chroma.
        warnings.filterwarnings("ignore", "legacy embedding function", DeprecationWarning)
        collection.modify(configuration={"hnsw": {"sync_threshold": rows}})


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other processes, and other threads, from the graphs in Chroma's folder."""
    # A lock of its own each time: one that is shared lets in every thread of the process.
    with filelock.FileLock(folder / "graph.lock", is_singleton=False):
        yield
