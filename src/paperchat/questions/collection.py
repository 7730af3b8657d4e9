"""Questions about a collection as a whole: what it is about, its size, years, venues, authors.

Such a question is known by what it lacks: it has words for the collection, words of asking and
words for what is asked, and no other word that could be searched. Only its words are looked at.
"""

from __future__ import annotations

import re
from typing import Literal

from paperchat.questions.question import fold

Facet = Literal["size", "year", "venue", "authors", "overview"]
"""What is asked of a collection."""

_EXPLICIT = frozenset(
    """
    collection collections corpus library database bibliography index here everything whole entire
    altogether total
    """.split()
)
"""Words that mean the collection whatever was talked of before."""

_NOUNS = _EXPLICIT | frozenset(
    """
    papers articles abstracts studies publications works documents records texts literature material
    list set data base file files reading
    """.split()
)
_COLLECTION = _NOUNS | frozenset(
    "they their them there these those this our my your we us you all".split()
)
_ASKING = frozenset(
    """
    a about all also an and any are as at be been can could did do does each for from general
    generally give had has have hello hi i in is it's kindly know let like look me need now of ok
    okay on or overall please quick quickly see short shortly brief briefly show so some tell that
    the to up want was were what what's whats which will with would d s
    """.split()
)

_FACETS: tuple[tuple[Facet, frozenset[str], frozenset[str]], ...] = (
    (
        "year",
        frozenset("year years recent old oldest newest latest earliest dates dated when".split()),
        frozenset(
            "how published publish appear appeared written come out most range period span cover "
            "covered time timespan date".split()
        ),
    ),
    (
        "venue",
        frozenset("venue venues journal journals conference conferences proceedings where".split()),
        frozenset("published publish appear appeared come most main many how often".split()),
    ),
    (
        "authors",
        frozenset("author authors who researchers".split()),
        frozenset(
            "wrote write writes written main most top frequent frequently often many how prolific "
            "productive published publish appear appears biggest largest number name names list "
            "by there key".split()
        ),
    ),
    (
        "size",
        frozenset("big large size".split()),
        frozenset("how".split()),
    ),
    (
        "overview",
        frozenset(
            "overview summary summarize summarise summarizing summarising about cover covers "
            "covered span spans contain contains contents content inside field fields area areas "
            "domain domains discipline disciplines subject subjects kind kinds sort sorts type "
            "types describe introduce find got hold holds have in".split()
        ),
        frozenset("research scientific main major different deal general".split()),
    ),
)
"""Facet → words one of which asks for it, and words that may stand beside them."""

_COMMON = frozenset("have hold holds got in find about".split())
"""Words that ask for an overview only behind "what" ("what do you have?") or "tell me about"."""

_OPENS = re.compile(r"^(?:(?:so|ok|okay|and|hi|hello)\b\W*)*(?:what|what's|whats|tell)\b")
_BARE = frozenset("who when where".split())
"""Words that ask something of the collection only when more is said."""

_WORD = re.compile(r"[^\W\d_]+(?:'s)?")


def facet_asked(text: str, *, at_hand: bool = False) -> Facet | None:
    """What a question asks of the collection as a whole; None for any other question.

    Args:
        text: The question.
        at_hand: Whether a conversation has papers at hand, which "they" and "the papers" mean.
    """
    folded = fold(text).replace("’", "'").casefold()
    words = frozenset(re.sub(r"'s$", "", word) for word in _WORD.findall(folded))
    if not words or re.search(r"\d", folded) or (at_hand and words.isdisjoint(_EXPLICIT)):
        return None
    if "this" in words and words.isdisjoint(_NOUNS):
        return None  # something that was shown or is pointed at, not a collection
    for facet, keys, beside in _FACETS:
        asked = words & keys
        if not asked or not words <= keys | beside | _COLLECTION | _ASKING:
            continue
        if asked <= _BARE and words.isdisjoint(beside | _NOUNS):
            continue
        if asked <= _COMMON and (not _OPENS.match(folded) or words.isdisjoint(_COLLECTION)):
            continue
        return facet
    return None
