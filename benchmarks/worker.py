"""One system under measurement in a process of its own, told what to do by JSON lines.

It runs in the interpreter of whichever system it holds, so this module and `measuring` need the
standard library only. Times are taken here, around the system's own calls.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from measuring import resident_megabytes

RESULTS = 100
"""Results asked for by each query."""


class System(Protocol):
    """What is compared: constructed with the model, which it loads then or at first use."""

    def index(self, corpus: Path, folder: Path) -> None:
        """Add a BEIR corpus (`_id`, `title`, `text` a line) to a new index in the folder."""

    def open(self, folder: Path) -> None:
        """Open that index."""

    def search(self, query: str, limit: int) -> list[str]:
        """The `_id` of the best papers, best first."""


def read_corpus(corpus: Path) -> list[tuple[str, str]]:
    """Each paper's `_id` and its title and abstract as one text."""
    with corpus.open(encoding="utf-8") as lines:
        papers = [json.loads(line) for line in lines]
    return [(str(paper["_id"]), f"{paper['title']}\n{paper['text']}") for paper in papers]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a call gave, and what it took.

    Attributes:
        found: The papers, of a search.
        seconds: By the clock on the wall.
        cpu_seconds: Of all threads: what other programs do meanwhile hardly changes it.
        cpu_since_start: The same, of the process since it began.
        megabytes: Memory held after the call.
    """

    found: Any
    seconds: float
    cpu_seconds: float
    cpu_since_start: float
    megabytes: float


def serve(system: System) -> None:
    """Do what the lines of standard input say; what libraries print goes to standard error."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        started, burnt = time.perf_counter(), time.process_time()
        if name == "index":
            corpus, folder = map(Path, arguments)
            found = system.index(corpus, folder)
        elif name == "open":
            found = system.open(Path(arguments[0]))
        else:
            found = system.search(arguments[0], RESULTS)
        seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - burnt
        reply = Reply(found, seconds, cpu_seconds, time.process_time(), resident_megabytes())
        replies.write(json.dumps(asdict(reply)) + "\n")
        replies.flush()


class Worker:
    """A running `serve`; closing it ends the process."""

    def __init__(self, command: Iterable[str]) -> None:
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "HF_HUB_OFFLINE": "1", "TQDM_DISABLE": "1"},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def do(self, name: str, *arguments: object) -> Reply:
        """Have the system do a call of `serve`, and wait for it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, *map(str, arguments)]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"The worker broke off at {name!r}; what it wrote stands above.")
        return Reply(**json.loads(line))
