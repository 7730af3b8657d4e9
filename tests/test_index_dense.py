"""Dense search against comparing the query with every chunk, in memory and by Chroma's graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from invented import BagOfWordsEmbedder, made_papers
from paperchat.index import Index
from paperchat.index.connection import Connection
from paperchat.index.dense import Bounds, DenseSearch
from paperchat.index.store import StaleError, Store
from paperchat.index.vectors import VectorTable
from paperchat.types import Chunk, Filters

COUNT = 150
# Two abstracts in one: most of these papers have more than one chunk.
PAPERS = [
    replace(paper, abstract=f"{paper.abstract} {other.abstract}")
    for paper, other in zip(made_papers(COUNT), made_papers(2 * COUNT)[COUNT:], strict=True)
]
QUERIES = [paper.abstract[:60] for paper in PAPERS[::15]]


@pytest.fixture(scope="module")
def index(tmp_path_factory) -> Iterator[Index]:
    opened = Index(tmp_path_factory.mktemp("dense") / "index", BagOfWordsEmbedder(max_tokens=40))
    opened.add(PAPERS)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def store(index) -> Iterator[Store]:
    connection = Connection(index.folder / "chroma")
    yield Store(connection)
    connection.close()


@pytest.fixture(scope="module", params=[10_000, 0], ids=["in memory", "graph"])
def dense(store, request) -> DenseSearch:
    return DenseSearch(store, Bounds(request.param, request.param))


def best_chunks(store: Store, vector: np.ndarray) -> dict[str, float]:
    """Similarity of each paper's best chunk, the most similar paper first."""
    chunks, vectors = store.all_chunks()
    best: dict[str, float] = {}
    for chunk, similar in zip(chunks, vectors @ vector, strict=True):
        best[chunk.paper_id] = max(best.get(chunk.paper_id, -1.0), float(similar))
    return dict(sorted(best.items(), key=lambda item: -item[1]))


def test_papers_have_more_than_one_chunk(store):
    assert len(store.chunk_ids()) > 1.5 * COUNT


def test_the_store_says_whether_it_has_more_chunks_than_a_number(store):
    there = len(store.chunk_ids())
    assert store.has_more_chunks(than=there - 1)
    assert not store.has_more_chunks(than=there)


@pytest.mark.parametrize("query", QUERIES)
def test_the_best_papers_are_those_of_a_comparison_with_every_chunk(index, store, dense, query):
    vector = index.embed_query(query)
    exact = best_chunks(store, vector)
    found = dense.nearest(vector, 50, None)
    assert list(found)[:20] == list(exact)[:20]
    for key, hits in found.items():
        assert hits[0].similarity == pytest.approx(exact[key], abs=1e-5)
        assert hits == sorted(hits, key=lambda hit: -hit.similarity)


@pytest.mark.parametrize("query", QUERIES[:3])
def test_every_paper_asked_for_is_scored_with_all_its_chunks(index, store, dense, query):
    vector = index.embed_query(query)
    exact = best_chunks(store, vector)
    asked = list(exact)[40:90]
    found = dense.nearest(vector, 50, [*asked, "unknown"])
    assert list(found) == asked
    chunks = sum(chunk.paper_id in asked for chunk in store.all_chunks()[0])
    assert sum(map(len, found.values())) == chunks


def test_of_more_papers_than_wanted_the_best_are_found(index, store, dense):
    vector = index.embed_query(QUERIES[0])
    asked = list(best_chunks(store, vector))[10:]
    assert list(dense.nearest(vector, 5, asked)) == asked[:5]


def test_similarities_stay_within_0_and_1():
    vectors = np.array([[1.0000001, 0.0], [-1.0, 0.0]], dtype=np.float32)
    table = VectorTable([Chunk("a", 0, 1), Chunk("b", 0, 1)], vectors)
    found = table.nearest(np.array([1.0, 0.0], dtype=np.float32), 2)
    assert {key: hits[0].similarity for key, hits in found.items()} == {"a": 1.0, "b": 0.0}


def test_of_equally_near_papers_the_first_by_id_are_taken():
    chunks = [Chunk(key, 0, 1) for key in "ecadb"]
    table = VectorTable(chunks, np.tile(np.array([1, 0], dtype=np.float32), (5, 1)))
    vector = np.array([1, 0], dtype=np.float32)
    for limit in range(6):
        assert list(table.nearest(vector, limit)) == list("abcde")[:limit]
        assert list(table.nearest(vector, limit, list("ebd"))) == list("bde")[:limit]


def test_a_table_without_chunks_finds_nothing():
    empty = VectorTable([], np.zeros((0, 0), dtype=np.float32))
    assert empty.nearest(np.ones(2, dtype=np.float32), 5) == {}


def test_what_was_written_since_is_found_and_what_was_removed_is_not(tmp_path):
    index = Index(tmp_path / "index", BagOfWordsEmbedder())
    index.add(PAPERS[:10])
    vector = index.embed_query(PAPERS[12].title)
    before = list(index.nearest(vector, 20))
    index.add(PAPERS[10:20])
    found = list(index.nearest(vector, 20))
    assert len(before) == 10
    assert found[0] == PAPERS[12].id
    index.remove([PAPERS[12].id])
    assert PAPERS[12].id not in index.nearest(vector, 20)
    index.close()


def test_a_question_asked_again_is_not_embedded_again(tmp_path):
    embedded: list[str] = []

    class Recording(BagOfWordsEmbedder):
        def embed(self, texts):
            embedded.extend(texts)
            return super().embed(texts)

    index = Index(tmp_path / "index", Recording())
    index.add(PAPERS[:3])
    first, second = index.embed_query("twice asked"), index.embed_query("twice asked")
    assert embedded.count("twice asked") == 1
    assert np.array_equal(first, second)
    first += 1  # whoever asks for it has it alone
    assert np.array_equal(second, index.embed_query("twice asked"))
    index.close()


@pytest.mark.parametrize("bounds", [Bounds(), Bounds(0, 10_000), Bounds(0, 20)])
def test_a_filter_finds_the_same_papers_whichever_way_it_is_searched(index, store, bounds):
    dense = DenseSearch(store, bounds)
    venue = PAPERS[0].venue
    passing = {paper.id for paper in PAPERS if paper.venue == venue}
    inside = index.keyword.select(Filters(venue))
    assert inside is not None
    assert len(inside) == len(passing) > 20
    for query in QUERIES[:3]:
        vector = index.embed_query(query)
        exact = [key for key in best_chunks(store, vector) if key in passing]
        assert list(dense.nearest(vector, 15, inside)) == exact[:15]
        similar = dense.nearest_papers(vector, 15, inside)
        assert set(similar) <= passing
        assert len(similar) == 15


def test_a_reading_that_failed_is_tried_again_and_then_kept(index):
    readings: list[bool] = []

    class WrittenToMeanwhile(Store):
        def all_chunks(self):
            readings.append(True)
            if len(readings) == 1:
                raise StaleError("another process is writing")
            return super().all_chunks()

    connection = Connection(index.folder / "chroma")
    dense = DenseSearch(WrittenToMeanwhile(connection))
    vector = index.embed_query(QUERIES[0])
    assert list(dense.nearest(vector, 5, None)) == list(index.nearest(vector, 5))
    dense.nearest(vector, 5, None)
    assert len(readings) == 2
    connection.close()
