"""One writer at a time, over processes and threads."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from paperchat.errors import IndexLockedError, StoreError

WAIT_SECONDS = 10.0


@contextmanager
def write_lock(folder: Path, wait: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold the folder's write lock; the system frees it when the process dies.

    Args:
        folder: The index folder; made when missing.
        wait: Seconds to wait for another writer.

    Raises:
        IndexLockedError: Another writer holds it; the message names it.
        StoreError: The folder cannot be written to.
    """
    holder = folder / "write.holder"
    lock = filelock.FileLock(folder / "write.lock", timeout=wait, thread_local=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except filelock.Timeout as error:
        raise IndexLockedError(
            f"The index in {folder} is being written by {_read(holder)}. "
            "Wait until it has finished, or stop it."
        ) from error
    except OSError as error:
        raise StoreError(
            f"The index in {folder} cannot be written: {error.strerror or error}. Check the "
            "folder and its permissions, or name another with `index`."
        ) from error
    try:
        since = time.strftime("%H:%M:%S")
        holder.write_text(
            f"process {os.getpid()} on {socket.gethostname()} (since {since})", encoding="utf-8"
        )
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()


def _read(holder: Path) -> str:
    """Who wrote its name there; it may be gone by now."""
    try:
        return holder.read_text(encoding="utf-8")
    except FileNotFoundError:
        return "another process"
