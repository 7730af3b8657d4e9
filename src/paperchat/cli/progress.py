"""How far the indexing of papers has come: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from paperchat import index
from paperchat.cli.terminal import err

_SECONDS = 5.0
"""Between two lines; what takes less says nothing."""


@dataclass(slots=True)
class Written:
    """Papers in the index, of those to write; called with both, it shows them."""

    show: index.Progress
    done: int = 0
    total: int = 0

    def __call__(self, done: int, total: int) -> None:
        """Take over how far it has come."""
        self.done, self.total = done, total
        self.show(done, total)

    def kept(self) -> str:
        """What an interrupted run leaves, and what to do."""
        if not self.done:
            return "nothing was written yet. Run the same command again to begin anew."
        papers = f"{self.done:,} of {self.total:,} papers"
        return f"{papers} are written and kept. Run the same command again to go on."


@contextmanager
def progress(clock: Callable[[], float] = time.monotonic) -> Iterator[Written]:
    """Show how many papers are written; `clock` tells seconds."""
    if not sys.stderr.isatty():
        yield Written(_lines(clock))
        return
    columns = (TextColumn("Indexing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("papers", total=None)
        yield Written(lambda done, total: bar.update(task, completed=done, total=total))


def _lines(clock: Callable[[], float]) -> index.Progress:
    last = clock()

    def show(done: int, total: int) -> None:
        nonlocal last
        if done < total and clock() - last >= _SECONDS:
            last = clock()
            err.print(f"{done:,} of {total:,} papers indexed")

    return show
