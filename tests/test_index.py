from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from invented import BagOfWordsEmbedder, made_papers
from paperchat.embedding import PROBE
from paperchat.errors import EmbedderMismatchError, IndexLockedError, SchemaError, StoreError
from paperchat.index import Index, clear
from paperchat.index.connection import Connection
from paperchat.index.keyword import KeywordIndex
from paperchat.index.lock import write_lock
from paperchat.index.store import Store
from paperchat.retrieval import retrieve
from paperchat.types import Chunk, Filters, Paper
from places import keyword_folder

PAPERS = made_papers(30)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = Index(tmp_path / "index", BagOfWordsEmbedder())
    yield opened
    opened.close()


def kinds(outcomes) -> list[str]:
    return [outcome.kind for outcome in outcomes]


def chunk_count(index: Index) -> int:
    return len(Store(Connection(index.folder / "chroma")).chunk_ids())


def revision(index: Index) -> int:
    return int(Store(Connection(index.folder / "chroma")).metadata()["revision"])


def first(index: Index, query: str) -> str:
    return retrieve(index, query)[0].paper.id


def test_reading_where_no_index_is_makes_nothing(index):
    assert index.count() == 0
    assert list(index.papers()) == []
    assert index.get(["t1"]) == {}
    assert index.remove(["t1"]) == 0
    assert retrieve(index, "anything") == []
    assert not index.folder.exists()


def test_papers_are_added_once_and_come_back_as_they_were(index):
    assert kinds(index.add(PAPERS)) == ["added"] * 30
    assert kinds(index.add(PAPERS)) == ["unchanged"] * 30
    assert list(index.papers()) == PAPERS
    assert index.get([PAPERS[4].id, "unknown", PAPERS[2].id]) == {
        PAPERS[4].id: PAPERS[4],
        PAPERS[2].id: PAPERS[2],
    }


def test_every_fact_of_a_paper_is_kept(index):
    paper = Paper(
        id="p1",
        title="Ünïcode 𝛼: a title",
        abstract="An abstract with 𝛼 and “quotes”.",
        authors=("Ada Marsh", "李 明"),
        venue="ICML",
        year=2025,
        url="https://example.org/1",
        identifiers={"arxiv": "2501.00001", "doi": "10.1/x"},
        status="oral",
        keywords=("caches", "speed"),
        sources=("a.jsonl#1",),
    )
    bare = Paper(id="q1", title="Only a title here", sources=("a.jsonl#2",))
    ids = {outcome.paper_id for outcome in index.add([paper, bare])}
    found = index.get(ids)
    assert [found[key] for key in sorted(ids)] == [paper, bare]


def test_progress_counts_papers_up_to_what_is_written(index):
    told: list[tuple[int, int]] = []
    index.add(made_papers(300), lambda done, total: told.append((done, total)))
    assert told == [(256, 300), (300, 300)]


def test_a_removed_paper_is_not_found_and_can_be_added_again(index):
    index.add(PAPERS)
    chunks = chunk_count(index)
    title = PAPERS[7].title
    assert first(index, title) == PAPERS[7].id
    assert index.remove([PAPERS[7].id, PAPERS[7].id, "unknown"]) == 1
    assert PAPERS[7].id not in {result.paper.id for result in retrieve(index, title, top_k=30)}
    assert (index.count(), index.keyword.count(), chunk_count(index)) == (29, 29, chunks - 1)
    assert kinds(index.add(PAPERS)).count("added") == 1
    assert first(index, title) == PAPERS[7].id
    assert chunk_count(index) == chunks


def test_a_changed_abstract_takes_the_place_of_the_old_one(index):
    index.add(PAPERS)
    chunks = chunk_count(index)
    text = "Zeppelins float over quagmires. Nothing else is said."
    changed = replace(PAPERS[3], abstract=text)
    assert kinds(index.add([changed])) == ["updated"]
    assert index.count() == 30
    assert chunk_count(index) == chunks
    assert first(index, "zeppelins quagmires") == PAPERS[3].id
    assert index.get([PAPERS[3].id])[PAPERS[3].id].abstract == text
    old = retrieve(index, PAPERS[3].abstract, top_k=30)
    assert max(old, key=lambda result: result.score).paper.id != PAPERS[3].id


def test_a_changed_fact_that_is_no_text_is_not_embedded_again(index):
    index.add(PAPERS)
    embedded: list[str] = []

    class Recording(BagOfWordsEmbedder):
        def embed(self, texts):
            embedded.extend(texts)
            return super().embed(texts)

    other = Index(index.folder, Recording())
    assert kinds(other.add([replace(PAPERS[3], url="https://example.org/3")])) == ["updated"]
    other.close()
    assert not any(PAPERS[3].abstract[:20] in text for text in embedded)
    assert index.get([PAPERS[3].id])[PAPERS[3].id].url == "https://example.org/3"


def test_an_id_that_was_absorbed_still_leads_to_the_paper(index):
    bare = Paper(id="", title="A derived one", title_is_derived=True, abstract=PAPERS[0].abstract)
    absorbed = index.add([replace(bare, id="tffff", sources=("bare.txt#1",))])[0].paper_id
    full = replace(
        PAPERS[0], id="p0", title="A Real Title", authors=("Ada Marsh",), sources=("full.bib#1",)
    )
    kept = index.add([full])[0].paper_id
    assert index.count() == 1
    assert kept != absorbed
    assert index.get([absorbed])[absorbed].title == "A Real Title"
    assert set(index.get([absorbed])[absorbed].sources) == {"bare.txt#1", "full.bib#1"}


def test_every_write_raises_the_revision_and_reading_does_not(index):
    index.add(PAPERS[:10])
    seen = [revision(index)]
    for write in (
        lambda: index.add(PAPERS[10:20]),
        lambda: index.remove([PAPERS[0].id]),
        lambda: index.add([replace(PAPERS[1], url="https://example.org")]),
    ):
        write()
        seen.append(revision(index))
    assert seen == sorted(set(seen))
    retrieve(index, "anything")
    index.add([PAPERS[2]])
    assert revision(index) == seen[-1]


def test_an_emptied_index_is_seen_as_such_by_whoever_has_it_open(index):
    index.add(PAPERS)
    assert first(index, PAPERS[2].title) == PAPERS[2].id
    clear(index.folder)
    assert index.count() == 0
    assert retrieve(index, PAPERS[2].title) == []
    index.add(PAPERS[5:9])
    assert {result.paper.id for result in retrieve(index, PAPERS[2].title)} == {
        paper.id for paper in PAPERS[5:9]
    }


def test_a_folder_that_was_deleted_while_open_is_empty_and_can_be_filled_again(index):
    index.add(PAPERS)
    retrieve(index, "anything")
    shutil.rmtree(index.folder)
    assert index.count() == 0
    assert retrieve(index, PAPERS[2].title) == []
    assert kinds(index.add(PAPERS[:5])) == ["added"] * 5
    assert first(index, PAPERS[2].title) == PAPERS[2].id


def test_two_open_in_one_process_see_each_others_papers(index):
    index.add(PAPERS[:10])
    other = Index(index.folder, BagOfWordsEmbedder())
    assert first(other, PAPERS[2].title) == PAPERS[2].id
    index.add(PAPERS[10:20])
    assert first(other, PAPERS[15].title) == PAPERS[15].id
    other.remove([PAPERS[2].id])
    assert first(index, PAPERS[2].title) != PAPERS[2].id
    other.close()
    assert first(index, PAPERS[15].title) == PAPERS[15].id


def test_another_embedder_is_refused_by_its_name_with_the_way_out(index):
    index.add(PAPERS[:3])
    with pytest.raises(EmbedderMismatchError) as told:
        Index(index.folder, BagOfWordsEmbedder(name="other"))
    assert "'bag-of-words', not 'other'" in str(told.value)
    assert "paperchat reset" in str(told.value)


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"digest": "bag-2"}, "weights bag-1… != bag-2…"),
        ({"max_tokens": 32}, "chunks sentences-2/64 != sentences-2/32"),
        ({"dimension": 48}, "dimension 96 != 48"),
        ({"salt": "other"}, "cosine of the probe"),
    ],
)
def test_another_embedder_of_the_same_name_is_refused_before_anything_is_mixed(
    index, changes, difference
):
    index.add(PAPERS[:3])
    other = Index(index.folder, BagOfWordsEmbedder(**changes))
    for use in (lambda: retrieve(other, PROBE), lambda: other.add(PAPERS[3:6])):
        with pytest.raises(EmbedderMismatchError) as told:
            use()
        assert difference in str(told.value)
        assert "paperchat reset" in str(told.value)
    other.close()
    assert index.count() == 3


def test_an_index_of_another_schema_is_refused_with_the_way_out(index):
    index.add(PAPERS[:3])
    Store(Connection(index.folder / "chroma")).update_metadata(schema=99)
    with pytest.raises(SchemaError, match=r"schema 99, this version of paperchat reads 1.*reset"):
        Index(index.folder, BagOfWordsEmbedder())


def test_a_second_writer_is_told_who_writes(index):
    index.add(PAPERS[:3])
    held, release = threading.Event(), threading.Event()

    def write() -> None:
        with write_lock(index.folder):
            held.set()
            release.wait(10)

    writer = threading.Thread(target=write)
    writer.start()
    held.wait(10)
    try:
        with (
            pytest.raises(IndexLockedError, match=r"written by process \d+ on .* \(since [\d:]+\)"),
            write_lock(index.folder, wait=0.1),
        ):
            pass
        assert first(index, PAPERS[1].title) == PAPERS[1].id  # reading goes on
    finally:
        release.set()
        writer.join()
    with write_lock(index.folder, wait=0.1):
        pass


def test_a_damaged_database_is_told_in_one_line_that_names_the_folder(index):
    index.add(PAPERS[:3])
    index.close()
    (index.folder / "chroma" / "chroma.sqlite3").write_bytes(b"no database " * 500)
    for _ in range(2):
        with pytest.raises(StoreError, match="Cannot open the index in") as told:
            Index(index.folder, BagOfWordsEmbedder())
        assert str(index.folder) in str(told.value)
        assert "\n" not in str(told.value)


def test_a_damaged_keyword_index_is_told_with_the_way_out_which_helps(index):
    index.add(PAPERS[:3])
    index.close()
    shutil.copytree(index.folder, index.folder.with_name("damaged"))
    folder = index.folder.with_name("damaged")
    (keyword_folder(folder) / "meta.json").write_text("no index")
    other = Index(folder, BagOfWordsEmbedder())
    with pytest.raises(StoreError, match="Delete that folder") as told:
        retrieve(other, "anything")
    assert str(keyword_folder(folder)) in str(told.value)
    shutil.rmtree(keyword_folder(folder))
    assert first(other, PAPERS[1].title) == PAPERS[1].id
    other.close()


def test_more_chunks_than_the_store_takes_at_once(index):
    index.add(PAPERS[:1])
    store = Store(Connection(index.folder / "chroma"))
    count = 6000
    random = np.random.default_rng(1).standard_normal((count, 96)).astype(np.float32)
    chunks = {f"c{at}": Chunk(PAPERS[0].id, at, at + 1) for at in range(count)}
    store.put_chunks(chunks, dict(zip(chunks, random, strict=True)))
    assert len(store.chunk_ids()) == count + 1
    assert len(store.chunk_vectors(list(chunks))) == count
    store.delete_chunks(list(chunks))
    assert len(store.chunk_ids()) == 1


def test_the_dense_leg_finds_what_comparing_with_every_paper_finds(index):
    papers = made_papers(400)
    index.add(papers)
    vectors = BagOfWordsEmbedder().embed([f"{paper.title}\n{paper.abstract}" for paper in papers])
    for query in [papers[at].abstract[:60] for at in range(0, 400, 10)]:
        vector = index.embed_query(query)
        similar = vectors @ vector
        exact = [papers[at].id for at in np.argsort(-similar, kind="stable")[:20]]
        found = index.nearest(vector, 100)
        assert list(found)[:20] == exact
        assert found[exact[0]][0].similarity == pytest.approx(similar.max(), abs=1e-4)
        inside = exact[5:10]
        assert list(index.nearest(vector, 100, inside)) == inside


def test_threads_ask_while_one_adds(index):
    index.add(PAPERS[:10])
    failed: list[BaseException] = []
    done = threading.Event()

    def ask() -> None:
        try:
            while not done.is_set():
                for paper in PAPERS[:10]:
                    assert first(index, paper.title) == paper.id
                    assert retrieve(index, paper.abstract, filters=Filters(paper.venue))
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for at in range(10, 30, 4):
        index.add(PAPERS[at : at + 4])
        index.remove([PAPERS[at].id])
    done.set()
    for thread in threads:
        thread.join()
    assert failed == []
    assert index.count() == 25


# A process of the superuser may write anywhere; it becomes nobody first.
READ_ONLY = """
import os, sys
from pathlib import Path
from invented import BagOfWordsEmbedder, made_papers
from paperchat.errors import StoreError
from paperchat.index import Index
folder = Path(sys.argv[1])
index = Index(folder / "index", BagOfWordsEmbedder())
index.add(made_papers(3))
index.close()
for path in [folder, *folder.rglob("*")]:
    path.chmod(0o555 if path.is_dir() else 0o444)
superuser = os.getuid() == 0
if superuser:
    os.setuid(65534)
try:
    Index(folder / "index", BagOfWordsEmbedder())
except StoreError as error:
    print(error)
finally:
    if not superuser:
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755)
"""


def test_a_read_only_folder_is_told_in_one_line_with_the_way_out(run_python):
    with tempfile.TemporaryDirectory() as folder:
        ran = run_python(READ_ONLY, folder)
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout.splitlines()) == 1
    assert "is read-only" in ran.stdout
    assert "Copy the folder" in ran.stdout


class _Slow(KeywordIndex):
    """A thread that selects while another one sees a write."""

    def _select(self, filters, among):
        found = super()._select(filters, among)
        self.reload()
        return found


def test_a_selection_made_during_a_write_is_not_kept(index):
    index.add(PAPERS[:2])
    one, two = sorted(paper.id for paper in index.papers())
    slow = _Slow(index.folder)
    index.remove([two])
    assert len(slow.select(Filters(), [one, two])) == 2
    assert list(slow.select(Filters(), [one, two])) == [one]
