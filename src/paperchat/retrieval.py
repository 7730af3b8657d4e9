"""Query → SearchResults: dense and keyword search fused, filters, named papers.

Both legs score every candidate: a paper that only one of them ranks high gets the other's true
score, never a filler. The pool of candidates has a fixed size, so that the order does not depend on
how many results are asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rapidfuzz import fuzz

from paperchat.index import Index
from paperchat.index.keyword import KeywordIndex
from paperchat.names import is_coined
from paperchat.questions import content_words, fold
from paperchat.relevance import behind, query_words, score, signals
from paperchat.types import Filters, Paper, SearchResult

POOL = 100
"""Candidates from each leg."""

DENSE_WEIGHT = 0.7
"""Share of the dense leg in the fused value; the keyword leg has the rest (design: section 6)."""

_TITLE_WORDS = 4
_TITLE_MATCH = 92
"""A title of at least so many words is named by a query that holds it to this degree (of 100)."""

_TITLES_READ = 20
"""So many of the best candidates are looked at for their titles: who quotes one finds it there."""

_RARE = 3
"""A word counts as the name of a paper's own thing when at most so many papers have it: a name that
many use says little of who they ask for."""


def retrieve(
    index: Index,
    query: str,
    *,
    filters: Filters | None = None,
    among: Collection[str] | None = None,
    top_k: int = 10,
) -> list[SearchResult]:
    """The papers that a query is about, best first.

    Args:
        index: Where to search.
        query: Plain words; no syntax.
        filters: Conditions that every result meets.
        among: Ids of the papers that are asked about, in whatever words: only these are searched,
            and each counts as named.
        top_k: At most so many results, from 1.

    Returns:
        Results in falling order of the fused value, papers that the query names first. Empty when
        the index is, when nothing passes the filters, or when the query has no word.
    """
    query = fold(query)
    if not query or index.count() == 0:
        return []
    keyword = index.keyword
    inside = _inside(keyword.select(filters or Filters()), among)
    vector = index.embed_query(query)
    dense = index.nearest(vector, POOL, inside)
    similarities = [hits[0].similarity for hits in dense.values()]
    words = keyword.search(query, POOL, inside)
    named = set(inside or ()) if among is not None else _introduced(keyword, query, inside)
    pool = list(dict.fromkeys((*dense, *words, *sorted(named))))
    if not pool:
        return []
    dense |= index.nearest(vector, len(pool), [key for key in pool if key not in dense])
    words |= keyword.search(query, len(pool), [key for key in pool if key not in words])
    fused = _fuse({key: hits[0].similarity for key, hits in dense.items()}, words)
    order = sorted(fused, key=lambda key: (key not in named, -fused[key], key))
    papers = index.get(order[: max(top_k, _TITLES_READ)])
    titled = {key for key in order[:_TITLES_READ] if key in papers}
    named |= {key for key in titled if _names_title(query, papers[key])}
    order = sorted(papers, key=lambda key: (key not in named, -fused[key], key))
    asked = query_words(keyword, query, [papers[key] for key in order if key in named])
    others = behind(similarities)

    def result(key: str) -> SearchResult:
        paper, hits = papers[key], dense[key]
        nearest = hits[0].similarity
        found = signals(keyword, paper, asked, nearest, nearest - others, named=key in named)
        chunks = tuple(hit.chunk for hit in hits)
        return SearchResult(paper, chunks, score(keyword, paper, asked, found), key in named)

    return [result(key) for key in order[:top_k]]


def _fuse(dense: Mapping[str, float], words: Mapping[str, float]) -> dict[str, float]:
    """Weighted sum of the legs' values, each scaled to [0, 1] over the candidates."""
    dense_scaled = _scaled(dense, dense)
    words_scaled = _scaled(words, dense)
    return {
        key: DENSE_WEIGHT * dense_scaled[key] + (1 - DENSE_WEIGHT) * words_scaled[key]
        for key in dense
    }


def _scaled(values: Mapping[str, float], keys: Collection[str]) -> dict[str, float]:
    """Min-max over all candidates; one that shares no word with the query has BM25 0."""
    every = {key: values.get(key, 0.0) for key in keys}
    low, high = min(every.values()), max(every.values())
    return {key: (value - low) / (high - low or 1.0) for key, value in every.items()}


def _inside(selected: list[str] | None, among: Collection[str] | None) -> list[str] | None:
    """The ids that pass the filters and are asked about; None when every paper may be found."""
    if among is None:
        return selected
    return sorted(among if selected is None else set(among).intersection(selected))


def introducing(keyword: KeywordIndex, query: str) -> dict[str, str]:
    """Words of the query that one paper alone introduces as a name ("What is ShadowKV?").

    Returns:
        Word → id of that paper, in the query's order.
    """
    found: dict[str, str] = {}
    for word in content_words(query):
        terms = keyword.terms(word)
        # "Vision-language" is written of many papers, even if one of them is called so.
        rare = any(keyword.frequency(term) <= _RARE for term in terms)
        if rare or (len(terms) > 1 and is_coined(word)):
            papers = keyword.named([word])
            if len(papers) == 1:
                found[word] = papers.pop()
    return found


def _introduced(keyword: KeywordIndex, query: str, inside: Collection[str] | None) -> set[str]:
    found = set(introducing(keyword, query).values())
    return found if inside is None else found & set(inside)


def _names_title(query: str, paper: Paper) -> bool:
    """Whether the query holds the paper's whole title, give or take a letter."""
    title = paper.title.casefold()
    if paper.title_is_derived or len(title.split()) < _TITLE_WORDS or len(query) < len(title) - 5:
        return False
    return fuzz.partial_ratio(title, query.casefold(), score_cutoff=_TITLE_MATCH) > 0
