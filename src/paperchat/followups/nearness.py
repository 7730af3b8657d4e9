"""Whether a question that names no paper is about the papers at hand, or about others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rapidfuzz.fuzz import ratio

from paperchat.followups import rules
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

_TITLED = 0.5
"""A question that goes on from the one before leaves the papers at hand for one so relevant."""

_DETAIL = 3
"""A detail told in so few words is one of the papers at hand."""


_ALIKE = 85
"""Titles that agree to this degree (of 100) are those of a series: "…: Part I", "…: Part II"."""

_LIKE_TITLES = 5


def sibling_of(index: Index, papers: Sequence[Paper], words: Sequence[str]) -> tuple[Paper, ...]:
    """The other part of a series that the paper at hand is of, if the words tell it ("part II").

    Args:
        index: The papers.
        papers: Those at hand.
        words: Content words of the question.
    """
    if len(papers) != 1 or not words:
        return ()
    own, terms = papers[0], index.keyword.terms
    asked = set(terms(" ".join(words))) - set(terms(own.title))
    if not asked:
        return ()
    for paper in index.get(index.keyword.search(own.title, _LIKE_TITLES)).values():
        alike = paper.id != own.id and ratio(own.title, paper.title) >= _ALIKE
        if alike and asked <= set(terms(paper.title)):
            return (paper,)
    return ()


def only_one_saying(
    index: Index, papers: Sequence[Paper], words: Sequence[str]
) -> tuple[Paper, ...]:
    """Of several papers the one that has all words that others have, and more, or in its title.

    Args:
        index: The papers.
        papers: Those at hand.
        words: Content words of the question.
    """
    terms = index.keyword.terms
    asked = set(terms(" ".join(words)))
    said = [asked & set(terms(f"{paper.title} {paper.abstract}")) for paper in papers]
    titled = [len(asked & set(terms(paper.title))) for paper in papers]
    for at, paper in enumerate(papers):
        rivals = [other for other in range(len(papers)) if other != at]
        if rivals and all(
            said[at] > said[other] or (said[at] == said[other] and titled[at] > titled[other])
            for other in rivals
        ):
            return (paper,)
    return ()


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
        best, own, count = self._best, self._score(papers), len(self._words)
        if count > BRIEF:
            return own >= max(best, _UNRELATED)
        detail = rules.DETAIL.match(self._text) is not None
        if self.elsewhere(papers):
            return detail and count <= _DETAIL and best < _CERTAIN
        share = self._share(papers)
        if count > ELLIPTIC and share == 0 and own < best:
            return False
        if count <= ELLIPTIC and best >= _OFF_TOPIC:
            return share > 0 or count < ELLIPTIC or all(map(self._keyword.knows, self._words))
        return own >= _UNRELATED or share >= _SHARED or (detail and share > 0)

    def elsewhere(self, papers: Sequence[Paper]) -> bool:
        """Whether another paper is much more relevant than some, and has more of the words."""
        if self._best - self._score(papers) <= _NEARER:
            return False
        share = self._share(papers)
        return share == 0 or share < self._share([self._found[0].paper])

    def titles_other(self, papers: Sequence[Paper], *, hanging: bool) -> bool:
        """Whether a question that goes on ("and X?") names the topic of another paper.

        Its title then has most of the words that the papers at hand lack.

        Args:
            papers: Those at hand.
            hanging: Whether the words hang on what was asked before ("and on X?"): one of them
                alone is then a detail of the papers at hand.
        """
        best = self._found[0] if self._found else None
        if best is None or best.score < max(self._score(papers), _TITLED):
            return False
        lacked = self._words_outside(papers)
        titled = [
            word for word in lacked if word not in self._words_outside([best.paper], title=True)
        ]
        return len(lacked) > hanging and 2 * len(titled) > len(lacked)

    @property
    def _best(self) -> float:
        """Relevance of the paper that the search puts first."""
        return self._found[0].score if self._found else 0.0

    def _score(self, papers: Sequence[Paper]) -> float:
        """Relevance of the best of some papers."""
        ids = {paper.id for paper in papers}
        return max((one.score for one in self._found if one.paper.id in ids), default=0.0)

    def _share(self, papers: Iterable[Paper]) -> float:
        """Share of the question's words that papers have."""
        if not self._words:
            return 0.0
        return 1 - len(self._words_outside(papers)) / len(self._words)

    def _words_outside(self, papers: Iterable[Paper], *, title: bool = False) -> list[str]:
        """The question's words that papers lack, or their titles."""
        terms = self._keyword.terms
        texts = (paper.title if title else f"{paper.title} {paper.abstract}" for paper in papers)
        known = set(terms(" ".join(texts)))
        return [word for word in self._words if not known.issuperset(terms(word))]
