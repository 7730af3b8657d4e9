"""Whether the two sides of a relation have changed places: "A outperforms B", "B outperforms A".

A relation has a first and a second side, the words before and behind it; a passive ("is beaten
by") and its opposite ("underperforms", "due to") turn them round.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperchat.questions.question import FRAME
from paperchat.support.opposites import PAIRS
from paperchat.support.words import fold, stem, words

_NEAR = 4
"""Content words on a side."""

_KINDS = {
    "better": (
        r"outperform\w*|surpass\w*|exceed\w*|beats?|beaten|beating|superior|better",
        r"underperform\w*|lags?|trails?|inferior|worse",
    ),
    "cause": (
        r"caus(?:e|es|ed|ing)|leads?|led|leading|induc(?:e|es|ed)|triggers?|triggered|drives?"
        r"|driven|results? in|resulted in|resulting in|accounts? for|explains?|explained",
        r"due|because|stems?|owing|results? from|resulted from|resulting from|attribut\w+",
    ),
    "instead": (r"instead|rather|replac\w+", r""),
    "order": (r"before|preced\w+", r"after|follow\w+"),
    "need": (r"depends?|relies|rely|requires?", r""),
    "effect": (r"affects?|affected|influenc\w+|predicts?|predicted", r""),
    "content": (r"contains?|includes?|comprises?", r""),
}
_SIGNED = [
    (kind, sign, re.compile(pattern))
    for kind, patterns in _KINDS.items()
    for sign, pattern in zip((1, -1), patterns, strict=True)
    if pattern
]
_CLAUSE = re.compile(r"[;:.!?](?=\s|$)|,\s|\s(?:but|while|whereas|although|though)\s|[()]")
_MORE = re.compile(r"more|\w{2,}er")
_LESS = re.compile(r"less|fewer")
_BACK = 6
"""Words between a comparative and its "than"."""


_Side = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Relation:
    """A kind of relation, and the stems on either side of it: the nearer, the heavier."""

    kind: object
    first: _Side
    second: _Side


def sides_exchanged(sentence: str, sources: Sequence[str]) -> bool:
    """Whether a relation of a sentence has its sides the other way round than in its sources.

    Args:
        sentence: A sentence without markers.
        sources: The quotes that carry it.
    """
    theirs = [relation for text in sources for relation in _relations(text)]
    return any(_turned(one, theirs) for one in _relations(sentence))


def _turned(one: _Relation, theirs: Sequence[_Relation]) -> bool:
    alike = [other for other in theirs if other.kind == one.kind]
    straight = max(
        (_fit(one.first, it.first) + _fit(one.second, it.second) for it in alike), default=0
    )
    crossed = [(_fit(one.first, it.second), _fit(one.second, it.first)) for it in alike]
    return any(min(fits) > 0 and sum(fits) > straight for fits in crossed)


def _fit(ours: _Side, theirs: _Side) -> float:
    return sum(min(weight, theirs.get(word, 0.0)) for word, weight in ours.items())


def _relations(text: str) -> list[_Relation]:
    found = []
    for clause in _CLAUSE.split(fold(text)):
        tokens = words(clause)
        for at, word in enumerate(tokens):
            pair = f"{word} {tokens[at + 1]}" if at + 1 < len(tokens) else word
            for kind, sign, pattern in _SIGNED:
                if pattern.fullmatch(word) or pattern.fullmatch(pair):
                    sides = tokens[:at], tokens[at + 1 :]
                    turned = sign * (-1 if "by" in tokens[at + 1 : at + 3] else 1)
                    found.append(_relation(kind, *sides, turned))
            if word == "than":
                found += _comparison(tokens, at)
    return found


def _comparison(tokens: list[str], at: int) -> list[_Relation]:
    """What a comparative and its "than" relate, in both writings: "faster", "less slow"."""
    for back in range(at - 1, max(at - _BACK, -1), -1):
        word = tokens[back]
        sides = tokens[:back], tokens[at + 1 :]
        for axis, patterns in enumerate(PAIRS):
            for sign, pattern in zip((1, -1), patterns, strict=True):
                if pattern.fullmatch(word) and not _quantity_word(word):
                    return [_relation(axis, *sides, sign)]
        if _MORE.fullmatch(word) or _LESS.fullmatch(word):
            of = tokens[back + 1 : at] or [word]
            sign = -1 if _LESS.fullmatch(word) else 1
            return [_relation(stem(one), *sides, sign) for one in of if one not in FRAME]
    return []


def _quantity_word(word: str) -> bool:
    return (_MORE.fullmatch(word) is not None and word == "more") or word in ("less", "fewer")


def _relation(kind: object, before: list[str], behind: list[str], sign: int) -> _Relation:
    first, second = _side(before[::-1]), _side(behind)
    return _Relation(kind, *((first, second) if sign > 0 else (second, first)))


def _side(outward: list[str]) -> _Side:
    """Stems of the nearest content words, from the relation outwards."""
    told = [stem(word) for word in outward if word not in FRAME and not word[0].isdigit()]
    return {word: 1 / (1 + at) for at, word in reversed(list(enumerate(told[:_NEAR])))}
