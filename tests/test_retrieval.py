from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from invented import BagOfWordsEmbedder, made_papers
from paperchat.assistant import Assistant
from paperchat.index import Index
from paperchat.retrieval import retrieve
from paperchat.types import Filters

MADE = made_papers(300)
QUERIES = [paper.abstract[:70] for paper in MADE[::30]]


@pytest.fixture(scope="module")
def index(tmp_path_factory) -> Iterator[Index]:
    """Three hundred papers under a predictable embedder: more than either leg's pool."""
    opened = Index(tmp_path_factory.mktemp("retrieval") / "index", BagOfWordsEmbedder())
    opened.add(MADE)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def invented(built, embedder) -> Iterator[Index]:
    opened = Index(built, embedder)
    yield opened
    opened.close()


def titles(results) -> list[str]:
    return [result.paper.title for result in results]


def fused_by_hand(index: Index, query: str) -> list[str]:
    """Ids in the order that the fusion promises, from every paper's score in both legs."""
    words = index.keyword.search(query, 1000)
    terms = set(index.keyword.terms(query))
    most = sum(index.keyword.idf(term) for term in terms if index.keyword.frequency(term))
    share = {paper.id: words.get(paper.id, 0.0) / most for paper in MADE}

    def ordered(vector, pool):
        nearest = index.nearest(vector, 1000)
        cosine = {key: hits[0].similarity for key, hits in nearest.items()}
        pool = {*pool, *list(cosine)[:100]}
        low = min(cosine[key] for key in pool)
        value = {key: (cosine[key] - low) / (1 - low) + 0.6 * share[key] for key in pool}
        return sorted(pool, key=lambda key: (-value[key], key)), cosine

    vector = index.embed_query(query)
    first, cosine = ordered(vector, list(words)[:100])
    means = index.mean_vectors(first[:2])
    toward = vector + sum(means[key] * cosine[key] * min(share[key], 1) for key in first[:2])
    return ordered(toward / np.linalg.norm(toward), first)[0]


@pytest.mark.parametrize("query", QUERIES)
def test_both_legs_score_every_candidate(index, query):
    # At the pool's border equal BM25 scores are cut off as they come.
    found = [result.paper.id for result in retrieve(index, query, top_k=50)]
    assert found == fused_by_hand(index, query)[:50]


@pytest.mark.parametrize("query", QUERIES)
def test_the_order_does_not_depend_on_how_many_are_asked_for(index, query):
    hundred = retrieve(index, query, top_k=100)
    for top_k in (1, 3, 10, 50):
        assert retrieve(index, query, top_k=top_k) == hundred[:top_k]


def test_more_results_than_papers_are_all_papers(invented):
    assert len(retrieve(invented, "language models", top_k=100)) == 12


def test_chunks_of_a_result_lie_in_its_abstract_best_first(invented):
    (result, *_) = retrieve(invented, "In region twelve the number of tokens falls")
    assert result.paper.title.startswith("Ptarmigan")
    assert {chunk.paper_id for chunk in result.chunks} == {result.paper.id}
    best = result.chunks[0]
    assert "region twelve" in result.paper.abstract[best.start : best.end]


@pytest.mark.parametrize("venue", ["ICML", "icml", "Icml"])
def test_a_venue_in_any_case_filters(invented, venue):
    found = retrieve(invented, "language models", filters=Filters(venue=venue))
    assert {result.paper.venue for result in found} == {"ICML"}
    assert len(found) == 3


def test_filters_join_with_and(invented):
    found = retrieve(invented, "language models", filters=Filters("ICML", 2024))
    assert [result.paper.title[:9] for result in found] == ["HeronDiff"]


def test_filters_act_before_ranking(index):
    for query in QUERIES:
        found = retrieve(index, query, filters=Filters("venue2", 2023), top_k=100)
        assert len(found) == sum(paper.venue == "Venue2" and paper.year == 2023 for paper in MADE)


@pytest.mark.parametrize(
    "filters",
    [
        Filters(venue="nowhere"),
        Filters(year=1950),
        Filters(year=-1),
        Filters(year=2**80),
        Filters("ICML", 2023),
        Filters(venue='title:" ['),
    ],
)
def test_filters_that_nothing_passes_give_nothing(invented, filters):
    assert retrieve(invented, "What is KestrelKV?", filters=filters) == []


@pytest.mark.parametrize(
    "query",
    [
        "What is KestrelKV?",
        "what is kestrelkv?",
        "KestrelKV's memory",
        "does kestrelkv’s decoding lose quality",
        "proteins, watermarks, trains, depth under water: how does KestrelKV do it?",
    ],
)
def test_a_paper_whose_name_stands_in_the_query_comes_first(invented, query):
    first, *others = retrieve(invented, query)
    assert first.paper.title.startswith("KestrelKV")
    assert first.named
    assert not any(result.named for result in others)


def test_a_name_that_a_statement_mentions_in_passing_moves_no_paper(invented):
    query = (
        "Mixtures of experts whose tokens are routed in waves raise throughput without auxiliary "
        "loss, as other work on decoding such as KestrelKV does not"
    )
    first, *others = retrieve(invented, query)
    assert first.paper.title.startswith("Tidal Routing")
    assert not any(result.named for result in (first, *others))


@pytest.mark.parametrize(
    "query",
    [
        "Learning to Schedule Trains with Graph Neural Networks",
        "What does learning to schedule trains with graph neural networks find?",
        "Learnign to Schedule Trains with Graph Neural Network",
    ],
)
def test_a_title_in_the_query_names_its_paper_give_or_take_a_letter(invented, query):
    first = retrieve(invented, query)[0]
    assert first.paper.title == "Learning to Schedule Trains with Graph Neural Networks"
    assert first.named


def test_a_named_paper_outside_the_filters_is_not_found(invented):
    found = retrieve(invented, "What is KestrelKV?", filters=Filters(year=2024))
    assert found
    assert not any(result.named for result in found)


def test_an_author_is_found_by_name(invented):
    assert titles(retrieve(invented, "Sørensen"))[0].startswith("Tidal Routing")
    assert titles(retrieve(invented, "sorensen"))[0].startswith("Tidal Routing")


@pytest.mark.parametrize("query", ["", "  \n ", "\u2003"])
def test_a_query_without_words_finds_nothing(invented, query):
    assert retrieve(invented, query) == []


@pytest.mark.parametrize(
    "query",
    [
        'title:" -) [ AND',
        'watermark "removal AND (title:',
        "*",
        "a OR NOT ~2 ^3 {x TO y}",
        "水印可以被去除吗",
        "…?!",
        "broken \ud800 half \udcff of a pair",
        "zero\0byte",
        "𝛼𝛽𝛾",
    ],
)
def test_any_characters_are_plain_words(invented, query):
    found = retrieve(invented, query)
    assert len(found) == 10
    assert all(0 <= result.score <= 1 for result in found)


def test_syntax_does_not_change_what_words_find(invented):
    plain = titles(retrieve(invented, "watermark removal"))[0]
    assert titles(retrieve(invented, '+watermark -("removal" title:'))[0] == plain
    assert plain.startswith("FooBar")


def test_a_query_of_20000_characters(invented):
    words = "watermarks and paraphrases of tokens, " * 520
    assert len(words) > 19_000
    assert titles(retrieve(invented, words))[0].startswith("FooBar")


def test_a_pasted_abstract_finds_its_paper(invented, assistant):
    for paper in assistant.papers():
        if paper.abstract:
            found = retrieve(invented, paper.abstract)
            assert found[0].paper == paper
            assert found[0].score > 0.9


def test_scores_lie_between_0_and_1_and_nonsense_scores_low(invented):
    for query in ("What is KestrelKV?", "xqzt brrr", "best pizza in Naples", "a"):
        assert all(0 <= result.score <= 1 for result in retrieve(invented, query))
    assert retrieve(invented, "best pizza in Naples")[0].score < 0.5
    assert retrieve(invented, "How are watermarks removed by paraphrasing?")[0].score > 0.5


def test_search_refuses_fewer_than_one(assistant: Assistant):
    from paperchat.errors import ConfigError

    with pytest.raises(ConfigError, match=r"`top_k` cannot be 0"):
        assistant.search("anything", top_k=0)
