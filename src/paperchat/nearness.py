"""Whether a question that names no paper is about the papers at hand, or about others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paperchat import followup_rules as rules
from paperchat.index import Index
from paperchat.retrieval import POOL, retrieve
from paperchat.types import Paper

BRIEF = 5
"""A question with more content words stands alone; pronouns in it may stand for its own words."""

ELLIPTIC = 2
"""A question with at most so many content words asks them in the way of the question before."""

_NEARER = 0.25
"""The papers at hand answer a brief question that names none, unless another is so much more
relevant and has more of its words."""

_UNRELATED = 0.03
"""A question that is no more relevant to the papers at hand is not about them."""

_OFF_TOPIC = 0.01
"""A question of which the best paper is no more relevant has nothing to do with the collection."""

_CERTAIN = 0.9
"""A paper that is so relevant is what a detail is asked of, whatever papers are at hand."""

_SHARED = 0.33
"""A brief question of whose words the papers at hand have so many is about them."""

_DETAIL = 3
"""A detail told in so few words is one of the papers at hand."""


class Nearness:
    """A question held against the collection: which papers are nearest to it."""

    def __init__(self, index: Index, text: str, words: Sequence[str]) -> None:
        """Search for the question.

        Args:
            index: The papers.
            text: The question.
            words: Its content words.
        """
        self._keyword = index.keyword
        self._text = text
        self._words = words
        self._found = retrieve(index, text, top_k=POOL)

    def about(self, papers: Sequence[Paper]) -> bool:
        """Whether the question is about some papers rather than any other."""
        best, own, count = self._score(), self._score(papers), len(self._words)
        if count > BRIEF:
            return own >= max(best, _UNRELATED)
        detail = rules.DETAIL.match(self._text) is not None
        if self.elsewhere(papers):
            return detail and count <= _DETAIL and best < _CERTAIN
        if count <= ELLIPTIC and best >= _OFF_TOPIC:
            return True
        share = self._share(papers)
        return own >= _UNRELATED or share >= _SHARED or (detail and share > 0)

    def elsewhere(self, papers: Sequence[Paper]) -> bool:
        """Whether another paper is much more relevant than some, and has more of the words."""
        if self._score() - self._score(papers) <= _NEARER:
            return False
        share = self._share(papers)
        return share == 0 or share < self._share([self._found[0].paper])

    def _score(self, papers: Sequence[Paper] | None = None) -> float:
        """Relevance of the best of some papers, or of all."""
        ids = None if papers is None else {paper.id for paper in papers}
        scores = (one.score for one in self._found if ids is None or one.paper.id in ids)
        return max(scores, default=0.0)

    def _share(self, papers: Iterable[Paper]) -> float:
        """Share of the question's words that papers have."""
        if not self._words:
            return 0.0
        terms = self._keyword.terms
        known = set(terms(" ".join(f"{paper.title} {paper.abstract}" for paper in papers)))
        return sum(known.issuperset(terms(word)) for word in self._words) / len(self._words)
