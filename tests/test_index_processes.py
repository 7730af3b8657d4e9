"""An index that several processes use, and writers that are killed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from invented import BagOfWordsEmbedder, made_papers
from paperchat.index import Index, clear
from paperchat.index.connection import Connection
from paperchat.index.store import Store
from paperchat.retrieval import retrieve
from paperchat.types import Filters, Paper
from places import keyword_folder

PAPERS = made_papers(40)

WRITE = """
import sys
from dataclasses import replace
from invented import BagOfWordsEmbedder, made_papers
from paperchat.index import Index, clear
papers = made_papers(40)
index = Index(sys.argv[1], BagOfWordsEmbedder())
exec(sys.argv[2])
"""

# Kills itself just before it would do what `point` names, for the `nth` time.
KILLED = """
import os, signal, sys
from dataclasses import replace
from invented import BagOfWordsEmbedder, made_papers
from paperchat import index as module
from paperchat.index import Index
from paperchat.index.keyword import KeywordIndex
from paperchat.index.store import Store

folder, point, nth = sys.argv[1], sys.argv[2], int(sys.argv[3])
owner = KeywordIndex if point in ("write", "rebuild") else Store
original = getattr(owner, point)
calls = 0

def dying(self, *arguments, **named):
    global calls
    calls += 1
    if calls == nth:
        os.kill(os.getpid(), signal.SIGKILL)
    return original(self, *arguments, **named)

setattr(owner, point, dying)
module._BATCH = 10
papers = made_papers(40)
index = Index(folder, BagOfWordsEmbedder())
exec(sys.argv[4])
"""

# (what is about to be done, for the how manieth time): each leaves another half-written state.
POINTS = [
    ("put_chunks", 1),
    ("put_rows", 1),
    ("delete_rows", 1),
    ("delete_chunks", 1),
    ("write", 1),
    ("rebuild", 1),
    ("update_metadata", 2),
    ("put_rows", 3),
]
CHANGE = "index.add([replace(p, abstract=p.abstract + ' Zeppelins too.') for p in papers[:20]])"


def changed(papers: list[Paper]) -> list[Paper]:
    return [replace(paper, abstract=f"{paper.abstract} Zeppelins too.") for paper in papers]


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = Index(tmp_path / "index", BagOfWordsEmbedder())
    yield opened
    opened.close()


@pytest.fixture
def elsewhere(index, run_python):
    """Run a line in another process, with `index` and `papers`."""

    def run(line: str) -> str:
        ran = run_python(WRITE, index.folder, line)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    return run


def first(index: Index, query: str) -> str:
    return retrieve(index, query)[0].paper.id


def contents(index: Index) -> tuple[dict[str, object], set[str], dict[str, np.ndarray]]:
    """Rows with texts and metadata, ids of chunks, vectors."""
    store = Store(Connection(index.folder / "chroma"))
    rows = {row.entry.paper.id: row for row in store.all_rows()}
    chunks = store.chunk_ids()
    return rows, chunks, store.chunk_vectors(sorted(chunks))


def assert_same(index: Index, clean: Index) -> None:
    """Ids, texts and metadata equal, vectors as good as equal, searches with the same top 10."""
    rows, chunks, vectors = contents(index)
    clean_rows, clean_chunks, clean_vectors = contents(clean)
    assert rows == clean_rows
    assert chunks == clean_chunks
    assert min(float(vectors[key] @ clean_vectors[key]) for key in chunks) >= 0.9999
    assert index.keyword.count() == clean.keyword.count() == len(rows)
    for paper in PAPERS:
        found, expected = retrieve(index, paper.abstract), retrieve(clean, paper.abstract)
        assert [one.paper for one in found] == [one.paper for one in expected]


def test_what_another_process_adds_is_found_at_the_next_question(index, elsewhere):
    index.add(PAPERS[:10])
    assert first(index, PAPERS[15].title) != PAPERS[15].id
    elsewhere("index.add(papers[10:20])")
    assert first(index, PAPERS[15].title) == PAPERS[15].id
    assert retrieve(index, PAPERS[15].title, filters=Filters(PAPERS[15].venue))
    assert index.count() == 20


def test_what_another_process_removes_is_found_no_more(index, elsewhere):
    index.add(PAPERS[:10])
    assert first(index, PAPERS[3].title) == PAPERS[3].id
    elsewhere("index.remove([papers[3].id])")
    assert PAPERS[3].id not in {one.paper.id for one in retrieve(index, PAPERS[3].title)}
    assert PAPERS[3].id not in index.get([PAPERS[3].id])


def test_what_another_process_changes_is_read_as_it_is_now(index, elsewhere):
    index.add(PAPERS)
    assert len(index.get(paper.id for paper in PAPERS)) == len(PAPERS)
    elsewhere(CHANGE)
    found = retrieve(index, "zeppelins", filters=Filters(PAPERS[3].venue), top_k=40)
    assert sum("Zeppelins" in one.paper.abstract for one in found) == 7


def test_another_process_empties_the_index_and_fills_it_anew(index, elsewhere):
    index.add(PAPERS[:10])
    first(index, PAPERS[3].title)
    elsewhere("clear(index.folder)")
    assert (index.count(), retrieve(index, PAPERS[3].title)) == (0, [])
    elsewhere("index.add(papers[20:22])")
    assert {one.paper.id for one in retrieve(index, "x")} == {PAPERS[20].id, PAPERS[21].id}
    index.add(PAPERS[:1])
    assert elsewhere("print(index.count(), index.keyword.count())") == "3 3\n"


def test_a_keyword_index_never_passes_for_that_of_an_index_made_anew(index, elsewhere):
    """Revisions go on over a reset, also when the next writer last looked long before it."""
    index.add(PAPERS[:4])
    first(index, "x")
    elsewhere("index.add(papers[4:8])")
    reader = Index(index.folder, BagOfWordsEmbedder())
    first(reader, PAPERS[5].title)
    clear(index.folder)
    index.add(PAPERS[20:22])
    assert reader.keyword.count() == 2
    assert reader.keyword.search(PAPERS[5].title, 10).keys() <= {PAPERS[20].id, PAPERS[21].id}
    reader.close()


def test_questions_are_answered_while_another_process_writes(index, run_python):
    index.add(PAPERS)
    rounds = [CHANGE, "index.remove([p.id for p in papers[20:30]])", "index.add(papers)"] * 3
    command = [sys.executable, "-c", WRITE, str(index.folder), "\n".join(rounds)]
    asked = 0
    with subprocess.Popen(command, env=run_python.environment()) as writer:
        while writer.poll() is None:
            for paper in PAPERS[30:]:
                assert first(index, paper.title) == paper.id
                assert retrieve(index, "zeppelins", filters=Filters(paper.venue))
                asked += 1
    assert writer.returncode == 0
    assert asked > 10


@pytest.fixture(scope="module")
def clean(tmp_path_factory) -> Callable[..., Index]:
    """An index that was written without a break, each made once."""
    made: dict[str, Index] = {}

    def build(name: str, *lists: list[Paper]) -> Index:
        if name not in made:
            folder = tmp_path_factory.mktemp("clean") / name
            made[name] = Index(folder, BagOfWordsEmbedder())
            for papers in lists:
                made[name].add(papers)
        return made[name]

    return build


@pytest.mark.parametrize(("point", "nth"), POINTS)
def test_a_killed_writer_loses_nothing_and_leaves_nothing(index, clean, run_python, point, nth):
    index.add(PAPERS[:30])
    first(index, PAPERS[0].title)
    line = CHANGE.replace("])", "] + papers[30:])")
    assert run_python(KILLED, index.folder, point, nth, line).returncode == -9
    # Whoever reads meanwhile is answered, with and without filters.
    for paper in PAPERS[:20]:
        assert retrieve(index, paper.abstract)
        assert retrieve(index, "zeppelins", filters=Filters(paper.venue))
    # The next run completes it.
    index.add(changed(PAPERS[:20]) + PAPERS[30:])
    assert_same(index, clean("changed", PAPERS[:30], changed(PAPERS[:20]) + PAPERS[30:]))


@pytest.mark.parametrize(
    ("point", "nth"), [("delete_rows", 1), ("delete_chunks", 1), ("rebuild", 1)]
)
def test_a_killed_removal_is_completed_by_the_next(index, clean, run_python, point, nth):
    index.add(PAPERS)
    line = "index.remove([p.id for p in papers[:5]])"
    assert run_python(KILLED, index.folder, point, nth, line).returncode == -9
    assert retrieve(index, PAPERS[0].abstract)
    index.remove([paper.id for paper in PAPERS[:5]])
    index.add(PAPERS[:1])
    assert_same(index, clean("removed", PAPERS[5:], PAPERS[:1]))


def test_a_first_add_that_is_killed_is_completed_by_the_next(index, clean, run_python):
    for point, nth in (("put_chunks", 1), ("put_rows", 2), ("update_metadata", 3)):
        ran = run_python(KILLED, index.folder, point, nth, "index.add(papers)")
        assert ran.returncode == -9
    assert 0 < index.count() < 40
    index.add(PAPERS)
    assert_same(index, clean("whole", PAPERS))


def test_a_deleted_keyword_index_is_made_anew_before_the_next_add(index):
    index.add(PAPERS[:20])
    shutil.rmtree(keyword_folder(index.folder))
    with_lost = Index(index.folder, BagOfWordsEmbedder())
    assert {outcome.kind for outcome in with_lost.add(PAPERS[:20])} == {"unchanged"}
    assert with_lost.add(PAPERS[20:21])[0].kind == "added"
    assert with_lost.keyword.count() == with_lost.count() == 21
