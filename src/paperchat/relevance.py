"""How surely a paper is about a query: one score, comparable between queries and collections.

What ranks papers cannot say whether the first of them is any good: among papers on other things one
is always nearest. The score looks at five signals instead: how near the paper is, how much of the
query's rare vocabulary it has, how much of that no paper has, how much of it the paper has in other
company, and whether the query names it. None of them depends on how many papers there are beside:
how far a paper stands out from the next ones would shrink as a collection grows. What a few papers
cannot say, English can: that none of them has an everyday word is no sign that none is meant.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from paperchat.english import strangeness
from paperchat.index.keyword import KeywordIndex
from paperchat.names import introduced_names, mentions
from paperchat.questions.question import content_runs, content_words, proper_names
from paperchat.types import Paper

_WEIGHTS = (8.20, 2.34, -6.56, -5.53, 2.26)
_BIAS = 0.66
"""Of the signals in their order, fitted by benchmarks/calibrate_relevance.py to half of the
questions in tests/data, asked of whole collections and of a few of their papers."""

_ROOM = 0.25
_MANY = 500
"""The best of a few papers on other things is less near than the best of many: what each halving of
a collection below so many papers adds is this weight times log 2. Set so that few plain questions
are refused by few papers; the fit to the same questions says less, since there a wrong paper counts
no more than a refusal."""

_FEW = 0.3
"""So much rarity in common is little."""

_LARGE = 2000
"""A term is as rare as can be when no more than one paper in so many has it."""

_UNRELATED = 0.25
"""Below this cosine shared words prove nothing ("2+2?" and "SAM 2"), unless one is a name that the
paper introduces: of the questions in tests/data none that a paper answers lies below."""

_ANOTHER = 0.2
"""Most relevance of a paper that does not speak of a thing which the query names."""


@dataclass(frozen=True, slots=True)
class QueryWords:
    """A query's words against the collection.

    Attributes:
        rarity: Content term → how rare it is, in [0, 1]; 1 when no paper has it.
        unknown: Share of all that rarity which lies on terms that no paper has, those of everyday
            speech counting less.
        pairs: Known terms side by side in the query ("surface codes") → their share of the rarity.
        names: Name that a paper must have to be about the query → its terms.
    """

    rarity: Mapping[str, float]
    unknown: float
    pairs: Mapping[tuple[str, str], float]
    names: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Signals:
    """What tells whether a paper is about a query.

    Attributes:
        similarity: Cosine of the query and the paper's best chunk.
        shared: Sum of the squared rarities of the query's terms that the paper has.
        unknown: Share of the query's rarity on terms that no paper has; 0 for one that it names.
        apart: Share of the query's rarity on pairs of words that the paper never has side by side:
            "surface" and "codes" may stand in it, and be about other things. 0 as above.
        named: Whether the query names the paper.
        papers: How many papers there are. Not weighed like the others, see `relevance`.
        possible: Whether the paper can be about the query at all: the query names it, or it is not
            of quite another sense and speaks of each thing that the query names. Not weighed.
    """

    similarity: float
    shared: float
    unknown: float
    apart: float
    named: bool
    papers: int
    possible: bool

    def values(self) -> tuple[float, ...]:
        """As they are weighed; a second rare word in common proves less than the first."""
        shared = math.log(_FEW + self.shared)
        return self.similarity, shared, self.unknown, self.apart, float(self.named)


def query_words(keyword: KeywordIndex, query: str, named: Sequence[Paper]) -> QueryWords:
    """Weigh a query's words; `named` are the papers that it names."""
    rarity = rare_terms(keyword, query)
    whole = sum(rarity.values())
    pairs = {
        (one, other): (rarity[one] + rarity[other]) / (2 * whole)
        for run in content_runs(query)
        for one, other in pairwise(keyword.terms(" ".join(run)))
        if one != other and keyword.frequency(one) and keyword.frequency(other)
    }
    names = {name: keyword.terms(name) for name in _names_to_have(query, named)}
    return QueryWords(rarity, _unknown(keyword, query, rarity), pairs, names)


def _unknown(keyword: KeywordIndex, query: str, rarity: Mapping[str, float]) -> float:
    """How much of a query lies on terms that no paper has, as a share."""
    lost = {
        term: strangeness(word, term)
        for word in content_words(query)
        for term in keyword.terms(word)
        if not keyword.frequency(term)
    }
    known = sum(rare for term, rare in rarity.items() if term not in lost)
    strange = sum(lost.values())
    return strange / (strange + known) if lost else 0.0


def rare_terms(keyword: KeywordIndex, query: str) -> dict[str, float]:
    """The query's content terms with how rare each is among the papers; 1 when none has it.

    In a large collection a few papers may have the rarest term.
    """
    terms = keyword.terms(" ".join(content_words(query)))
    most = math.log(1 + (min(keyword.count(), _LARGE) + 0.5) / 0.5)
    return {term: min(keyword.idf(term) / most, 1.0) for term in dict.fromkeys(terms)}


def coverage(rarity: Mapping[str, float], terms: Collection[str]) -> float:
    """Share of the query's rarity that some terms cover, in [0, 1]."""
    whole = sum(rarity.values())
    return sum(rarity[term] for term in rarity.keys() & terms) / whole if whole else 0.0


def signals(
    keyword: KeywordIndex,
    paper: Paper,
    words: QueryWords,
    similarity: float,
    *,
    named: bool,
) -> Signals:
    """The signals of one paper; see `Signals`."""
    text = searched_text(paper)
    line = keyword.line(text)
    if named:
        # It need not speak of the others that the query names; and what else a question asks of it
        # may well be missing: that is told in the answer.
        lent = {term for name in words.names.values() for term in name}
        shared = _shared(words.rarity, line, lent)
        return Signals(similarity, shared, 0.0, 0.0, True, keyword.count(), possible=True)
    shared = _shared(words.rarity, line)
    apart = sum(share for pair, share in words.pairs.items() if not _has(line, *pair))
    possible = similarity >= _UNRELATED and all(
        all(_has(line, term) for term in name_terms) or mentions(text, name)
        for name, name_terms in words.names.items()
    )
    count = keyword.count()
    return Signals(similarity, shared, words.unknown, apart, False, count, possible=possible)


def _has(line: str, *terms: str) -> bool:
    """Whether terms stand side by side in a line of terms; see `KeywordIndex.line`."""
    return f" {' '.join(terms)} " in line


def _shared(rarity: Mapping[str, float], line: str, lent: Collection[str] = ()) -> float:
    return sum(rare**2 for term, rare in rarity.items() if term in lent or _has(line, term))


def relevance(found: Signals) -> float:
    """How surely a paper is about a query, in [0, 1]."""
    weighed = zip(_WEIGHTS, found.values(), strict=True)
    odds = sum(weight * value for weight, value in weighed) + room(found.papers) - _BIAS
    return 1 / (1 + math.exp(-odds))


def room(papers: int) -> float:
    """Log odds that a paper has more in a small collection of so many, from 1 on."""
    return _ROOM * math.log(_MANY / min(papers, _MANY))


def score(found: Signals) -> float:
    """Its relevance, but little where the paper cannot be about the query."""
    value = relevance(found)
    return value if found.possible else min(value, found.similarity, _ANOTHER)


def searched_text(paper: Paper) -> str:
    """What a query's words may stand in."""
    return " ".join((paper.title, paper.abstract, *paper.authors))


def _names_to_have(query: str, named: Sequence[Paper]) -> list[str]:
    """The names in a query; those that no named paper introduces are left out beside one.

    "What does Medusa gain?" is answered by no paper without Medusa, however near it is; "How do
    QuantSpec and ShadowKV differ?" by either of the two.
    """
    names = proper_names(query)
    if not named:
        return names
    own = {name.casefold() for one in named for name in introduced_names(one.title, one.abstract)}
    return [name for name in names if name.casefold() in own]
