"""Whether the amounts and names of a sentence stand beside the words that they have in its sources.

An amount or a name may stand in the sources and yet say something false where the sentence has it.
It is held against what the sources have beside the same words: two amounts that have changed
places, or another name in its stead, fit better there than what the sentence says.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from paperchat.questions.question import FRAME
from paperchat.support.naming import names_in
from paperchat.support.quantities import Quantity, quantities, stands
from paperchat.support.words import fold, stem, words

_CUT = re.compile(
    r"[,;:)](?=\s|$)|[.!?](?=\s|$)|\s(?:and|or|but|while|whereas|versus|vs\.?|against)\s"
)
_OURS = re.compile(r"\b(?:we|our)\b", re.IGNORECASE)
_BEFORE = 0.5
"""Weight of a word before an amount, next to one behind it, where its noun stands."""

_NEAR = 4
"""Content words on a side."""

_MARGIN = 0.5
"""By how much the words fit two amounts better when they are exchanged."""

_ENDS = ("from", "to")
"""Where a change begins and ends."""

_PLAIN = 2.0
"""Least fit of another name: its neighbour on either side is that of the sentence's."""

_Context = Mapping[str, float]


def exchanged(sentence: str, sources: Sequence[str]) -> bool:
    """Whether two amounts of a sentence have changed places: each has the other's words beside it.

    Args:
        sentence: A sentence without markers.
        sources: The quotes that carry it.
    """
    ours = _amounts(sentence, names=False)
    theirs = [pair for text in sources for pair in _amounts(text, names=True)]
    return any(_exchanged(*pair, theirs) for pair in combinations(ours, 2))


def misnamed(sentence: str, sources: Sequence[str], own: Collection[str]) -> bool:
    """Whether a name stands where the sources have another one, which the sentence leaves out.

    Args:
        sentence: A sentence without markers.
        sources: The quotes that carry it.
        own: Names of the papers' own things: they may stand for "we" and "our method".
    """
    ours = _named(sentence)
    theirs = [pair for text in sources for pair in _named(text)]
    said = {name for name, _ in ours}
    proper = {_compact(name) for name in own}
    if proper and said.isdisjoint(proper) and _leads_astray(sentence, sources, proper):
        return True
    for name, context in ours:
        fits = [_fit(context, known) for other, known in theirs if _one_name(name, other)]
        rivals = [
            _fit(context, known)
            for other, known in theirs
            if not any(_one_name(other, one) for one in said)
        ]
        best = max(rivals, default=0.0)
        if name not in proper and fits and best >= _PLAIN and best > max(fits):
            return True
    return False


def _leads_astray(sentence: str, sources: Sequence[str], proper: Collection[str]) -> bool:
    """Whether a sentence begins with a name to which it gives what the papers say of their own."""
    names = names_in(sentence)
    if not names or not sentence.startswith(names[0]):
        return False
    stems = set(map(stem, words(sentence)))
    closest = max(sources, key=lambda text: len(stems.intersection(map(stem, words(text)))))
    held = _compact(fold(closest))
    of_own = _OURS.search(closest) is not None or any(name in held for name in proper)
    return of_own and _compact(names[0]) not in held


def _exchanged(
    one: tuple[Quantity, _Context],
    other: tuple[Quantity, _Context],
    theirs: Sequence[tuple[Quantity, _Context]],
) -> bool:
    if stands(one[0], [other[0]]) or not _alike(one[0], other[0]):
        return False
    straight = _best(one[0], one[1], theirs) + _best(other[0], other[1], theirs)
    crossed = _best(one[0], other[1], theirs), _best(other[0], one[1], theirs)
    return min(crossed) > 0 and sum(crossed) > straight + _MARGIN


def _alike(one: Quantity, other: Quantity) -> bool:
    """Whether they have a unit in common, so that each could have the other's place."""
    return bool({of for _, of in one.readings} & {of for _, of in other.readings})


def _best(
    quantity: Quantity, context: _Context, theirs: Sequence[tuple[Quantity, _Context]]
) -> float:
    """How well the words fit those beside an amount in the sources, at the best place."""
    fits = (_fit(context, known) for held, known in theirs if stands(quantity, [held]))
    return max(fits, default=0.0)


def _fit(ours: _Context, theirs: _Context) -> float:
    return sum(min(weight, theirs.get(word, 0.0)) for word, weight in ours.items())


def _amounts(text: str, *, names: bool) -> list[tuple[Quantity, _Context]]:
    found = quantities(text, names=names)
    beside = _beside(text, [(quantity.start, quantity.end) for quantity in found], _BEFORE)
    return list(zip(found, beside, strict=True))


def _named(text: str) -> list[tuple[str, _Context]]:
    """Names without their marks and case, each where it stands, with the words beside it."""
    folded = fold(text)
    found = [
        (_compact(name), match.span())
        for name in names_in(folded)
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", folded)
    ]
    beside = [_beside(folded, [span], 1.0)[0] for _, span in found]
    return [(name, context) for (name, _), context in zip(found, beside, strict=True)]


def _compact(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold().removesuffix("s")


def _one_name(name: str, other: str) -> bool:
    return name in other or other in name


def _beside(text: str, spans: Sequence[tuple[int, int]], before: float) -> list[dict[str, float]]:
    """The stems on either side of each span up to the next one, the nearer the heavier."""
    cuts = [0, *(match.end() for match in _CUT.finditer(text)), len(text)]
    contexts = []
    for at, (start, end) in enumerate(spans):
        first = max([cut for cut in cuts if cut <= start] + [stop for _, stop in spans[:at]])
        last = min([cut for cut in cuts if cut >= end] + [begin for begin, _ in spans[at + 1 :]])
        left = words(text[first:start])[::-1]
        context = _weighed(words(text[end:last]), 1.0)
        for word, weight in _weighed(left, before).items():
            context[word] = max(weight, context.get(word, 0.0))
        if left and left[0] in _ENDS:
            context[left[0]] = 1.0
        contexts.append(context)
    return contexts


def _weighed(outward: Iterable[str], most: float) -> dict[str, float]:
    tells = [word for word in outward if word not in FRAME and not word[0].isdigit()]
    weighed: dict[str, float] = {}
    for at, word in enumerate(tells[:_NEAR]):
        weighed.setdefault(stem(word), most / (1 + at))
    return weighed
