"""A sentence in a script that the check cannot read: its amounts and its names in Latin letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperchat.scripts import OTHER_LETTERS, has_other_script, is_latin
from paperchat.support.evidence import Span, holding_name
from paperchat.support.naming import names_in
from paperchat.support.words import fold

_LATIN_WORD = re.compile(r"(?<!\w)[a-z]{2,}(?!\w)")
_NUMBER = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s*([万亿]?)")
_MYRIADS = {"": 1.0, "万": 1e4, "亿": 1e8}


def is_unread(text: str, sources: Sequence[str]) -> bool:
    """Whether a sentence is in another script and its sources are in Latin letters.

    Args:
        text: The sentence without markers.
        sources: What it could be compared with.
    """
    letters = sum(map(len, OTHER_LETTERS.findall(text)))
    foreign = has_other_script(text) and letters > len(_LATIN_WORD.findall(text))
    return foreign and is_latin(" ".join(sources))


def held_anyway(text: str, spans: Sequence[Span]) -> list[int]:
    """The first span with each number and name of a sentence; none when one is nowhere."""
    folded = fold(text)
    latin = OTHER_LETTERS.sub(" , ", folded)  # the commas keep names apart
    holders = [holding_name(name, spans) for name in names_in(latin)]
    holders += [_holding(number[1], number[2], spans) for number in _NUMBER.finditer(folded)]
    return list(dict.fromkeys(held[0] for held in holders)) if all(holders) else []


def _holding(digits: str, myriad: str, spans: Sequence[Span]) -> list[int]:
    """Which spans have a number, whatever its unit: units are words that cannot be read."""
    written = digits.replace(",", "").rstrip(".")
    value = float(written) * _MYRIADS[myriad]
    return [
        at
        for at, span in enumerate(spans)
        if (
            not myriad and written in re.findall(r"\d+(?:\.\d+)?", span.quote.text.replace(",", ""))
        )
        or any(known == value for one in span.quantities for known, _ in one.readings)
    ]
