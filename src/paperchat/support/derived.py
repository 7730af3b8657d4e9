"""Amounts that a passage holds but does not write: differences, proportions, lengths of lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from paperchat.support.quantities import Quantity

_RATIO = re.compile(r"\b(?:ratios?|relative risks?|hazards?|odds|RRs?|HRs?|ORs?)\b")
_MOST_RATIO = 3.0
"""A risk ratio up to which its excess over 1 is told in percent: 1.58 is "58% higher"."""

_ITEM = r"[^,;:.()\[\]]{2,30}"
_LISTED = re.compile(rf"(?:{_ITEM},\s)+(?:{_ITEM}\s)?(?:and|or)\s")
_NUMBERED = re.compile(r"[( ](?:(?P<digit>[1-9])|(?P<roman>i{1,3}|iv|v|vi))\)")
_FEWEST, _LONGEST = 3, 10


def derived(text: str, written: Sequence[Quantity]) -> list[Quantity]:
    """What follows from the amounts and lists of a sentence.

    Args:
        text: The sentence.
        written: Its quantities.

    Returns:
        Quantities; `word` of those that only a text in words means: proportions
        and lengths of lists.
    """
    loose = [*_proportions(written), *_lengths(text)]
    exact = [*_differences(written), *(_excesses(written) if _RATIO.search(text) else ())]
    return [_counted(one, word=True) for one in loose] + [
        _counted(one, word=False) for one in exact
    ]


def _counted(reading: tuple[float, str], *, word: bool) -> Quantity:
    return Quantity((reading,), 0, 0, 0.0, False, word, 0, ())


def _proportions(written: Sequence[Quantity]) -> Iterator[tuple[float, str]]:
    """142 of 478 are less than a third; 20% is double of 10%."""
    for one, other in permutations(written, 2):
        (value, of), (base, same) = one.readings[0], other.readings[0]
        if of == same and base:
            yield value / base, "share" if value < base else "times"


def _differences(written: Sequence[Quantity]) -> Iterator[tuple[float, str]]:
    """From 15.3% to 12.6% are 2.7 points."""
    for one, other in permutations(written, 2):
        for value, of in one.readings:
            for base, same in other.readings:
                if of == same in ("share", "point") and value > base:
                    yield value - base, of


def _excesses(written: Sequence[Quantity]) -> Iterator[tuple[float, str]]:
    """A relative risk of 1.58 is one that is 58% higher."""
    for quantity in written:
        value, dimension = quantity.readings[0]
        if dimension == "" and quantity.step and 0 < value < _MOST_RATIO:
            yield abs(value - 1), "share"


def _lengths(text: str) -> Iterator[tuple[float, str]]:
    """Of "A, B and C", and of (i), (ii) and (iii): three."""
    for match in _LISTED.finditer(text):
        serial = re.search(r",\s(?:and|or)\s$", match[0]) is not None
        yield match[0].count(", ") + (1 if serial else 2), ""
    numbered = len({match[0] for match in _NUMBERED.finditer(text)})
    if _FEWEST <= numbered <= _LONGEST:
        yield numbered, ""
