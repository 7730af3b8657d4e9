"""Query → SearchResults: dense and keyword search fused, filters, named papers.

Both legs score every candidate: a paper that only one of them ranks high gets the other's true
score, never a filler. The pool of candidates has a fixed size, so that the order does not depend on
how many results are asked for.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from rapidfuzz import fuzz

from paperchat.index import ChunkHit, Index
from paperchat.index.keyword import KeywordIndex
from paperchat.names import introduced_names
from paperchat.questions import content_words, fold, proper_names
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
    index: Index, query: str, *, filters: Filters | None = None, top_k: int = 10
) -> list[SearchResult]:
    """The papers that a query is about, best first.

    Args:
        index: Where to search.
        query: Plain words; no syntax.
        filters: Conditions that every result meets.
        top_k: At most so many results, from 1.

    Returns:
        Results in falling order of the fused value, papers that the query names first. Empty when
        the index is, when nothing passes the filters, or when the query has no word.
    """
    query = fold(query)
    if not query or index.count() == 0:
        return []
    keyword = index.keyword
    inside = keyword.select(filters or Filters())
    vector = index.embed_query(query)
    dense = index.nearest(vector, POOL, inside)
    words = keyword.search(query, POOL, inside)
    named = _introduced(keyword, query, inside)
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
    rarity = rare_terms(keyword, query)
    names = _names_to_have(keyword, query, [papers[key] for key in order if key in named])
    return [
        _result(keyword, papers[key], dense[key], rarity, names, named=key in named)
        for key in order[:top_k]
    ]


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
        SearchResult(paper, (), coverage(rarity, set(keyword.terms(_searched_text(paper)))))
        for paper in index.get(found).values()
    ]


def rare_terms(keyword: KeywordIndex, query: str) -> dict[str, float]:
    """The query's content terms with their weight: how rare each is among the papers."""
    terms = keyword.terms(" ".join(content_words(query)))
    return {term: keyword.idf(term) for term in dict.fromkeys(terms)}


def coverage(rarity: Mapping[str, float], terms: Collection[str]) -> float:
    """Share of the query's rarity that some terms cover, in [0, 1]."""
    whole = sum(rarity.values())
    return sum(rarity[term] for term in rarity.keys() & terms) / whole if whole else 0.0


def relevance(similarity: float, covered: float) -> float:
    """How surely a paper is about a query, in [0, 1]; one half is as likely as not.

    Args:
        similarity: Cosine of the query and the paper's best chunk.
        covered: Share of the query's rare words that the paper has (`coverage`).
    """
    return 1 / (1 + math.exp(-(_SIMILARITY * similarity + _COVERED * covered - _BIAS)))


_SIMILARITY, _COVERED, _BIAS = 2.83, 9.63, 4.70
"""Fitted by benchmarks/calibrate_relevance.py to half of the questions in tests/data."""


_UNRELATED = 0.25
"""Below this cosine shared words prove nothing ("2+2?" and "SAM 2"), unless one is a name that the
paper introduces: of the questions in tests/data none that a paper answers lies below."""


_ANOTHER = 0.4
"""Most relevance of a paper that does not speak of a thing which the query names."""


def _names_to_have(keyword: KeywordIndex, query: str, named: Sequence[Paper]) -> list[str]:
    """Terms of the names in a query; those that no named paper introduces are left out beside one.

    "What does Medusa gain?" is answered by no paper without Medusa, however near it is; "How do
    QuantSpec and ShadowKV differ?" by either of the two.
    """
    names = proper_names(query)
    if named:
        own = {
            name.casefold() for one in named for name in introduced_names(one.title, one.abstract)
        }
        names = [name for name in names if name.casefold() in own]
    return [term for name in names for term in keyword.terms(name)]


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


def _introduced(keyword: KeywordIndex, query: str, inside: Collection[str] | None) -> set[str]:
    """Papers that alone introduce a name which stands in the query ("What is ShadowKV?")."""
    found: set[str] = set()
    for word in content_words(query):
        terms = keyword.terms(word)
        if len(terms) > 1 or all(keyword.frequency(term) <= _RARE for term in terms):
            papers = keyword.named([word])
            found |= papers if len(papers) == 1 else set()
    return found if inside is None else found & set(inside)


def _names_title(query: str, paper: Paper) -> bool:
    """Whether the query holds the paper's whole title, give or take a letter."""
    title = paper.title.casefold()
    if paper.title_is_derived or len(title.split()) < _TITLE_WORDS or len(query) < len(title) - 5:
        return False
    return fuzz.partial_ratio(title, query.casefold(), score_cutoff=_TITLE_MATCH) > 0


def _searched_text(paper: Paper) -> str:
    return " ".join((paper.title, paper.abstract, *paper.authors))


def _result(
    keyword: KeywordIndex,
    paper: Paper,
    hits: list[ChunkHit],
    rarity: Mapping[str, float],
    names: Collection[str],
    *,
    named: bool,
) -> SearchResult:
    terms = set(keyword.terms(_searched_text(paper)))
    # A paper that the query names need not speak of the others that it names.
    score = relevance(hits[0].similarity, coverage(rarity, terms | set(names) if named else terms))
    speaks_of_another = hits[0].similarity < _UNRELATED or not terms.issuperset(names)
    if not named and speaks_of_another:
        score = min(score, hits[0].similarity, _ANOTHER)
    return SearchResult(paper, tuple(hit.chunk for hit in hits), score, named)
