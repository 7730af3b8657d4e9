"""Chroma's graphs on disk: seldom written while many papers are added, and by one process alone."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from invented import BagOfWordsEmbedder, made_papers
from paperchat.index import Index
from paperchat.index.connection import Connection
from paperchat.index.graph import AT_REST, alone, rows_between, threshold
from paperchat.retrieval import retrieve

PAPERS = made_papers(120)

SETUP = """
import os, signal, sys, time
from invented import BagOfWordsEmbedder, made_papers
from paperchat import index as module
from paperchat.index import Index, store
from paperchat.retrieval import retrieve
papers = made_papers(120)
module._BATCH = 10
store.AT_REST = 20
index = Index(sys.argv[1], BagOfWordsEmbedder())
"""

CHUNKS = """
import os, sys
from pathlib import Path
import numpy as np
from paperchat.index.connection import Connection
from paperchat.index.store import Store
from paperchat.types import Chunk
connection = Connection(Path(sys.argv[1]) / "chroma")
"""

# The graph's files are written again and again.
WRITE = f"""{CHUNKS}
store = Store(connection)
connection.sync_every(100)
vectors = np.random.default_rng(7).normal(size=(20_000, 96)).astype(np.float32)
at = 0
while not os.path.exists(sys.argv[2]):
    ids = ["made:" + str(number) for number in range(at, at + 60)]
    store.put_chunks(dict.fromkeys(ids, Chunk("made", 0, 1)), dict(zip(ids, vectors[at:])))
    at += 60
"""

READ = f"""{CHUNKS}
for _ in range(300):
    with connection.use() as handle:
        handle.chunks.query(query_embeddings=[np.ones(96)], n_results=5)
        if handle.chunks.count() > 2_500:
            break
    connection.close()
"""

KILLED = f"""{SETUP}
def die(done, total):
    if done == 110:
        os.kill(os.getpid(), signal.SIGKILL)

store.rows_between = lambda papers: papers
index.add(papers, die)
"""


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = Index(tmp_path / "index", BagOfWordsEmbedder())
    yield opened
    opened.close()


def logged(index: Index) -> int:
    """Rows that are in the log, and in no graph's files yet."""
    with sqlite3.connect(index.folder / "chroma" / "chroma.sqlite3") as database:
        return int(database.execute("select count(*) from embeddings_queue").fetchone()[0])


def thresholds(index: Index) -> set[int]:
    connection = Connection(index.folder / "chroma")
    with connection.use() as handle:
        found = {threshold(one) for one in handle.found.values()}
    connection.close()
    return found


def test_a_few_papers_leave_the_threshold_as_it_is(index):
    index.add(PAPERS)
    assert thresholds(index) == {AT_REST}


def test_the_more_papers_the_more_rows_go_to_the_log_before_the_graphs_are_written():
    counts = [rows_between(papers) for papers in (1, 10_000, 50_000, 1_000_000)]
    assert counts == [1_000, 1_000, 5_000, 10_000]


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few papers count as many: the last of them fill the log."""
    monkeypatch.setattr("paperchat.index._BATCH", 10)
    monkeypatch.setattr("paperchat.index.store.AT_REST", 20)
    monkeypatch.setattr("paperchat.index.store.rows_between", lambda papers: papers)


@pytest.mark.usefixtures("many")
def test_after_many_papers_the_log_is_all_but_empty(index):
    meanwhile: list[int] = []
    index.add(PAPERS[:115], lambda done, total: meanwhile.append(logged(index)))
    assert max(meanwhile) >= 2 * 110
    assert logged(index) <= 2
    assert thresholds(index) == {20}
    assert retrieve(index, PAPERS[114].abstract)[0].paper == PAPERS[114]


def test_a_writer_killed_among_many_papers_loses_nothing(index, run_python):
    assert run_python(KILLED, index.folder).returncode == -9
    assert logged(index) >= 2 * 110
    assert retrieve(index, PAPERS[109].abstract)[0].paper.id == PAPERS[109].id
    index.add(PAPERS)
    assert index.stored() == index.count() == len(PAPERS)
    assert thresholds(index) == {AT_REST}


def test_who_reads_while_another_process_writes_the_graphs_lives(index, run_python, tmp_path):
    index.add(PAPERS[:10])
    enough = tmp_path / "enough"
    command = [sys.executable, "-c", WRITE, str(index.folder), str(enough)]
    with subprocess.Popen(command, env=run_python.environment()) as writer:
        read = run_python(READ, index.folder)
        enough.touch()
    assert (read.returncode, writer.returncode) == (0, 0), read.stderr


def test_a_search_waits_until_the_graphs_are_written(index):
    index.add(PAPERS)
    found: list[str] = []
    opened = Index(index.folder, BagOfWordsEmbedder())
    asked = threading.Thread(
        target=lambda: found.append(retrieve(opened, PAPERS[3].abstract)[0].paper.id)
    )
    with alone(index.folder / "chroma"):
        asked.start()
        asked.join(0.3)
        assert not found
    asked.join()
    assert found == [PAPERS[3].id]
    opened.close()
