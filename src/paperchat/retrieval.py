"""Query → SearchResults: dense and keyword search fused, filters, named papers.

Both legs score every candidate: a paper that only one of them ranks high gets the other's true
score, never a filler. The pool of candidates has a fixed size, so that the order does not depend on
how many results are asked for. `fusion` says how the legs become one order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rapidfuzz import fuzz

from paperchat.embedding import Vectors
from paperchat.fusion import FEEDBACK_PAPERS, drawn, fuse, trust
from paperchat.index import ChunkHit, Index, Selection
from paperchat.index.keyword import KeywordIndex
from paperchat.questions.question import content_words, fold
from paperchat.relevance import (
    coverage,
    query_words,
    rare_terms,
    score,
    searched_text,
    signals,
)
from paperchat.reranking import RERANKED, Reranker, reranked
from paperchat.types import Filters, Paper, SearchResult

POOL = 100
"""Candidates from each leg."""

_TITLE_WORDS = 4
_TITLE_MATCH = 92
"""A title of at least so many words is named by a query that holds it to this degree (of 100)."""

_RARE = 3
"""A word counts as the name of a paper's own thing when at most so many papers have it: a name that
many use says little of who they ask for."""

_MAIN = 0.25
"""A query is about a name when it is so much of the query's rarity..."""

_NEAR = 5
"""...or when it is asked as a question and the paper is among so many of the best. A statement may
name a thing in passing: that moves no paper to the front."""


def retrieve(
    index: Index,
    query: str,
    *,
    filters: Filters | None = None,
    among: Collection[str] | None = None,
    top_k: int = 10,
    reranker: Reranker | None = None,
) -> list[SearchResult]:
    """The papers that a query is about, best first.

    Args:
        index: Where to search.
        query: Plain words; no syntax.
        filters: Conditions that every result meets.
        among: Ids of the papers that are asked about, in whatever words: only these are searched,
            and each counts as named.
        top_k: At most so many results, from 1.
        reranker: Reads the query with each of the best papers, and orders those anew.

    Returns:
        Results in falling order of the fused value, papers that the query names first. Empty when
        the index is, when nothing passes the filters, or when the query has no word.
    """
    query = fold(query)
    if not query or index.count() == 0:
        return []
    keyword = index.keyword
    inside = keyword.select(filters or Filters(), among)
    vector = index.embed_query(query)
    rarity = rare_terms(keyword, query)
    introduced = _introduced(keyword, query, rarity, inside)
    fused, dense = _candidates(index, query, vector, inside, introduced)
    order = sorted(fused, key=lambda key: (-fused[key], key))
    near = order[: _NEAR if query.endswith(("?", "？")) else 1]
    named = {key for key in introduced if introduced[key] >= _MAIN or key in near}
    if among is not None:
        named = set(order)
    order.sort(key=lambda key: key not in named)
    papers = index.get(order[: max(top_k, RERANKED)])
    # Who quotes a title finds its paper among the best; they are read again in any case.
    best = [key for key in order[:RERANKED] if key in papers]
    named |= {key for key in best if among or _names_title(query, papers[key])}
    if reranker is not None:
        best = reranked(reranker, query, [papers[key] for key in best])
    order = sorted(dict.fromkeys((*best, *papers)), key=lambda key: key not in named)[:top_k]
    dense |= index.nearest(vector, top_k, [key for key in order if key not in dense])
    asked = query_words(keyword, query, [papers[key] for key in papers if key in named])

    def result(key: str) -> SearchResult:
        paper, hits = papers[key], dense[key]
        found = signals(keyword, paper, asked, hits[0].similarity, named=key in named)
        chunks = tuple(hit.chunk for hit in hits)
        return SearchResult(paper, chunks, score(found), key in named)

    # Another process may just have taken one out.
    return [result(key) for key in order if key in dense]


def _candidates(
    index: Index,
    query: str,
    vector: Vectors,
    inside: Selection | None,
    introduced: Collection[str],
) -> tuple[dict[str, float], dict[str, list[ChunkHit]]]:
    """The fused value of every candidate, and the chunks of those found at first."""
    keyword = index.keyword
    # Words that only frame a question are no reason to prefer a paper.
    words = " ".join(content_words(query)) or query
    reach = keyword.reach(words)
    found = keyword.search(words, POOL, inside)
    dense = _nearest(index, vector, inside, (*found, *introduced))
    scores = found | _scores(keyword, words, dense.keys() - found.keys())
    shares = {key: value / reach for key, value in scores.items()}
    similarities = _similarities(dense)
    first = fuse(similarities, shares)
    best = sorted(first, key=lambda key: (-first[key], key))[:FEEDBACK_PAPERS]
    means = index.mean_vectors(best)
    drawing = [
        (means[key], trust(similarities[key], shares.get(key, 0.0))) for key in best if key in means
    ]
    nearer = _nearest(index, drawn(vector, drawing), inside, dense)
    more = _scores(keyword, words, nearer.keys() - dense.keys())
    shares |= {key: value / reach for key, value in more.items()}
    return fuse(_similarities(nearer), shares), dense


def _nearest(
    index: Index, vector: Vectors, inside: Selection | None, others: Iterable[str]
) -> dict[str, list[ChunkHit]]:
    """The papers nearest to a vector, and others, each with its chunks, the best first."""
    hits = index.nearest(vector, POOL, inside)
    rest = [key for key in dict.fromkeys(others) if key not in hits]
    return hits | index.nearest(vector, len(rest), rest)


def _similarities(hits: Mapping[str, Sequence[ChunkHit]]) -> dict[str, float]:
    return {key: chunks[0].similarity for key, chunks in hits.items()}


def _scores(keyword: KeywordIndex, words: str, ids: Collection[str]) -> dict[str, float]:
    """BM25 of those of the papers that have any of the words."""
    return keyword.search(words, len(ids), sorted(ids))


def retrieve_by_words(
    index: Index, query: str, *, filters: Filters | None = None, top_k: int = 10
) -> list[SearchResult]:
    """The papers that share words with a query, by BM25, best first; loads no model.

    The arguments are those of `retrieve`. The score of a result is the share of the query's rarity
    that the paper's words cover.
    """
    if index.count() == 0:
        return []
    keyword = index.keyword
    found = keyword.search(fold(query), top_k, keyword.select(filters or Filters()))
    rarity = rare_terms(keyword, query)
    return [
        SearchResult(paper, (), coverage(rarity, set(keyword.terms(searched_text(paper)))))
        for paper in index.get(found).values()
    ]


def introducing(keyword: KeywordIndex, query: str) -> dict[str, str]:
    """Words of the query that one paper alone introduces as a name ("What is ShadowKV?").

    Returns:
        Word → id of that paper, in the query's order.
    """
    found: dict[str, str] = {}
    for word in content_words(query):
        papers = keyword.named([word])
        terms = keyword.terms(word)
        if len(papers) == 1 and keyword.together(terms, _RARE + 1) <= _RARE:
            found[word] = papers.pop()
    return found


def _introduced(
    keyword: KeywordIndex, query: str, rarity: Mapping[str, float], inside: Selection | None
) -> dict[str, float]:
    """Papers that alone introduce a name in the query, with the name's share of its rarity."""
    found = {
        paper: coverage(rarity, keyword.terms(word))
        for word, paper in introducing(keyword, query).items()
    }
    passing = found.keys() if inside is None else inside.within(list(found))
    return {key: found[key] for key in passing}


def _names_title(query: str, paper: Paper) -> bool:
    """Whether the query holds the paper's whole title, give or take a letter."""
    title = paper.title.casefold()
    if paper.title_is_derived or len(title.split()) < _TITLE_WORDS or len(query) < len(title) - 5:
        return False
    return fuzz.partial_ratio(title, query.casefold(), score_cutoff=_TITLE_MATCH) > 0
