"""Quantities in running text: 2.5x, 25 million, 50 percent, three hours, a quarter.

Two writings of the same amount are equal: "2.5 times" and "2.5×", "1,700,000" and "1.7 million",
"half a minute" and "30 seconds". Numbers inside names (GPT-4, Llama-3-8B, CIFAR-10) are no
quantities of a sentence, but a source may be asked for them (`quantities(text, names=True)`).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from paperchat.support.opposites import leanings
from paperchat.support.units import COUNTS, MULTIPLES, SCALES, SHARES, UNITS, WORDS

_UNIT = "|".join(f"(?P<u{i}>{pattern})" for i, (_, _, pattern) in enumerate(UNITS.values()))
_UNIT_AFTER = re.compile(rf"\s?-?(?:{_UNIT})(?![^\W_])")
_UNIT_KEYS = list(UNITS)

_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_WORD = "|".join([*WORDS, "hundred", "thousand", "million", "billion", "trillion"])
_DIGIT = "|".join([*(word for word, value in WORDS.items() if 0 < value <= 10), "[1-9]", "10"])
_SHARE = "|".join([*SHARES, *MULTIPLES, *COUNTS])
_NUMBER = re.compile(
    rf"\b(?P<dozen>half a dozen)\b"
    rf"|\b(?P<upper>{_DIGIT})\s(?:in|out\sof)\s(?:every\s)?(?P<lower>(?!one\b|1\b)(?:{_DIGIT}))\b"
    rf"|\b(?:an?|one)(?P<half_of>\s[a-z]+)\sand\sa\shalf\b"
    rf"|(?<![\w.])(?P<fraction>[1-9]/[2-9](?!\d|/))"
    rf"|(?P<power>(?<![\w.])10\s?\^\s?\{{?(?P<exponent>-?\d+)\}}?)"
    rf"|(?P<digits>{_DIGITS})"
    rf"|\b(?P<compound>(?:{_WORD})(?:(?:[- ]|\s+and\s+)(?:{_WORD}))*)"
    rf"(?=\b|folds?\b)(?:[- ](?P<part>thirds?|quarters?|fifths?|halves)\b)?"
    rf"(?P<and_half>\sand\sa\shalf\b)?"
    rf"|\b(?P<share>{_SHARE})\b",
    re.IGNORECASE,
)
_SCALE_AFTER = re.compile(
    r"\s?-?(?P<word>hundred|thousand|million|billion|trillion)s?\b"
    r"|\s?(?P<letter>[KkMBbT]|bn|mn)(?![^\W_])",
)
_ORDINAL_AFTER = re.compile(r"(?:st|nd|rd|th)\b|\s?[-‐]?(?:D|d)\b")
_IN_LIST = re.compile(r"\s*(?:%?,|,?\s*(?:and|or|to|vs\.?|versus)\b|[-–—/~]|±)\s*\W{0,2}$")
_SOME = re.compile(r"\b(?:few|several|many|some)\s$", re.IGNORECASE)
_THE = re.compile(r"\b(?:the|these|those|or)\s$", re.IGNORECASE)
_MORE_BEFORE = re.compile(
    r"(?:(?<!no )(?<!not )\b(?:(?:more|greater) than|over|above|at least|exceeding|beyond"
    r"|lower (?:limit|bound)[\w\s]{,30} of)|[>≥])"
    r"\s*(?:an?\s|\W)?$",
    re.IGNORECASE,
)
_LESS_BEFORE = re.compile(
    r"(?:\b(?:(?:less|fewer|lower|no more|not more) than|under|below|at most|up to"
    r"|upper (?:limit|bound)[\w\s]{,30} of)|[<≤])\s*(?:an?\s|\W)?$",
    re.IGNORECASE,
)
_NO_NOUN = re.compile(r"\s*(?:[,.;)]|(?:on|in|for|at|over|to|and|from|when|with)\b|$)")
_OF_A_SYMBOL = re.compile(r"\s?[Α-Ωα-ωA-Z]\b")
_ARTICLE = re.compile(r"\s(?:an?|of an?)(?:\s(?:[A-Z]+|working))?(?=\s)")
_MONEY_BEFORE = re.compile(r"[$€£]\s?$")
_HEDGE_BEFORE = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|nearly|almost|close to|some|circa|over|than|ca\.)"
    r"|[~≈∼])\s*(?:an?\s)?$",
    re.IGNORECASE,
)

_EXACT, _IN_DIGITS, _IN_WORDS, _BEYOND = 1e-9, 0.05, 0.1, 0.2
"""Shares of an amount by which another may differ: written alike, "nearly 5,000", "about half",
"more than 4,000"."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount as it is written.

    Attributes:
        readings: (value, dimension), the likeliest first. Values are in the base of the dimension:
            seconds, bytes, a share of 1, times; "" is a plain count.
        start: Where it stands in the text, in code points.
        end: Behind its unit.
        step: Size of the last written digit, in the first reading's base; 0 for an exact one.
        hedged: "about", "nearly", "more than" stands before it.
        word: Written in letters.
        bound: 1 for "more than", "over", "at least"; −1 for "less than", "at most"; else 0.
        leanings: Which way it goes (opposites.py).
    """

    readings: tuple[tuple[float, str], ...]
    start: int
    end: int
    step: float
    hedged: bool
    word: bool
    bound: int
    leanings: tuple[int, ...]


def quantities(text: str, *, names: bool = False) -> list[Quantity]:
    """The quantities of a text, in order.

    Args:
        text: Plain text.
        names: Also the numbers inside names, which a sentence may quote bare ("the 8B model").
    """
    found: list[Quantity] = []
    for match in _NUMBER.finditer(text):
        within = found and match.start() < found[-1].end
        if not within and (names or not _in_name(text, match)):
            found.append(_quantity(text, match))
    return _share_units(text, found)


def stands(quantity: Quantity, source: list[Quantity]) -> bool:
    """Whether a quantity of a sentence is one of a source, however it is written."""
    return any(_same(quantity, other) and _goes_alike(quantity, other) for other in source)


def _goes_alike(claimed: Quantity, other: Quantity) -> bool:
    """Neither "more than" against "less than" nor "faster" against "slower"."""
    ours, theirs = (claimed.bound, *claimed.leanings), (other.bound, *other.leanings)
    return all(
        one * two >= 0 for one, two in zip(ours, theirs, strict=False)
    )  # derived ones lean nowhere


def _same(claimed: Quantity, other: Quantity) -> bool:
    for value, dimension in claimed.readings:
        for known, of in other.readings:
            gap = abs(value - known)
            if dimension != of:
                continue
            if gap <= _EXACT * max(abs(value), abs(known)):
                return True
            if claimed.hedged and _rounds(claimed, value, known, other.step):
                return True
    return False


def _rounds(claimed: Quantity, value: float, known: float, step: float) -> bool:
    """Whether a hedged amount is a known one in round figures: "nearly 5,000" for 4,814."""
    gap = abs(value - known)
    if claimed.step > step and gap <= claimed.step / 2:
        return True  # "nearly 25 percent" for 24.8%: rounded to the digits that are written
    leading = abs(value) / 10.0 ** math.floor(math.log10(abs(value) or 1.0))
    if not claimed.word and abs(2 * leading - round(2 * leading)) > _EXACT:
        return False
    if claimed.bound:
        return 0 < (known - value) * claimed.bound <= _BEYOND * abs(value)
    return gap <= (_IN_WORDS if claimed.word else _IN_DIGITS) * abs(value)


def _in_name(text: str, match: re.Match[str]) -> bool:
    """Part of a name or of a formula: GPT-4, Llama-3-8B, CIFAR-10, 3D, l0, 1st."""
    if match["digits"] is None:
        # "one" is rarely a count, nor are "the two" and "a few hundred"
        word, before = match[0].casefold(), text[: match.start()]
        return (
            word in ("one", "zero", *COUNTS)
            or _SOME.search(before) is not None
            or (word == "two" and _THE.search(before) is not None)
        )
    joined = re.search(r"[\w.‐\-^{]*$", text[: match.start()])
    if joined and re.search(r"[^\W\d]", joined[0]):
        return True
    return _ORDINAL_AFTER.match(text, match.end()) is not None


def _quantity(text: str, match: re.Match[str]) -> Quantity:
    (value, step), dimension, end = _value(match), "", match.end()
    word = match["digits"] is None and match["fraction"] is None and match["power"] is None
    if match["share"]:
        folded = match[0].casefold()
        dimension = "share" if folded in SHARES else "times" if folded in MULTIPLES else ""
    elif match["fraction"] or match["part"] or match["upper"]:
        dimension = "share"
    if match["digits"] and (scale := _SCALE_AFTER.match(text, end)):
        factor = SCALES[(scale["word"] or scale["letter"]).casefold()]
        value, step, end = value * factor, step * factor, scale.end()
    if unit := _unit(text, match, end):
        dimension, factor, _ = UNITS[_UNIT_KEYS[_index(unit)]]
        value, step, end = value * factor, step * factor, max(end, unit.end())
    elif _MONEY_BEFORE.search(text[: match.start()]):
        dimension = "money"
    readings = _readings(value, dimension)
    if dimension == "" and match["digits"] and 0 < value < 1:
        readings += ((value, "share"),)  # "p < 0.05" where the paper says "the 5% level"
    if dimension == "" and not word and _OF_A_SYMBOL.match(text, end):
        readings += ((value, "times"),)  # "twice Δ" where the paper says 2Δ
    if dimension == "" and not word and _NO_NOUN.match(text, end):
        readings += ((value, "point"),)  # "gains of 12.3 on SUN" where the paper says 12.3%
    before = text[: match.start()]
    return Quantity(
        readings,
        match.start(),
        end,
        step,
        _HEDGE_BEFORE.search(before) is not None,
        word,
        (_MORE_BEFORE.search(before) is not None) - (_LESS_BEFORE.search(before) is not None),
        leanings(text, match.start(), end),
    )


def _unit(text: str, match: re.Match[str], end: int) -> re.Match[str] | None:
    """The unit of a number, also that of "half a minute" and "a year and a half"."""
    if match["half_of"]:
        return _UNIT_AFTER.match(text, match.start("half_of"), match.end("half_of"))
    if match["share"] and (article := _ARTICLE.match(text, end)):
        return _UNIT_AFTER.match(text, article.end())
    return _UNIT_AFTER.match(text, end)


def _index(unit: re.Match[str]) -> int:
    return next(i for i in range(len(UNITS)) if unit[f"u{i}"])


def _readings(value: float, dimension: str) -> tuple[tuple[float, str], ...]:
    """The ways to understand an amount: gains of 2 points are often gains of 2%."""
    if dimension == "point":
        return (value, dimension), (value / 100, "share"), (value, "")
    if dimension == "share":
        return (value, dimension), (value * 100, "point")
    return ((value, dimension),)


def _value(match: re.Match[str]) -> tuple[float, float]:
    """The number and the size of its last digit."""
    if match["dozen"]:
        return 6.0, 0.0
    if match["half_of"]:
        return 1.5, 0.0
    if match["upper"]:
        return _small(match["upper"]) / _small(match["lower"]), 0.0
    if match["fraction"]:
        upper, lower = match["fraction"].split("/")
        return int(upper) / int(lower), 0.0
    if match["power"]:
        return 10.0 ** max(min(int(match["exponent"]), 300), -300), 0.0
    if match["share"]:
        return float((SHARES | MULTIPLES | COUNTS)[match["share"].casefold()]), 0.0
    if match["digits"]:
        digits = match["digits"].replace(",", "")
        return float(digits), 10.0 ** -len(digits.partition(".")[2])
    part = SHARES[match["part"].casefold()] if match["part"] else 1.0
    return _spelled(match["compound"]) * part + (0.5 if match["and_half"] else 0.0), 0.0


def _small(written: str) -> float:
    return float(WORDS.get(written.casefold()) or written)


def _spelled(words: str) -> float:
    """`twenty-one` → 21, `three hundred thousand` → 300,000."""
    total, part = 0.0, 0.0
    for word in re.split(r"[\s-]+", words.casefold()):
        if word in WORDS:
            part += WORDS[word]
        elif word == "hundred":
            part = (part or 1) * 100
        elif word in SCALES:
            total, part = total + (part or 1) * SCALES[word], 0.0
    return total + part


def _share_units(text: str, found: list[Quantity]) -> list[Quantity]:
    """In "8 to 12%" and "12.3, 5.1 and 6.0 points" the last one's unit may be everybody's."""
    shared: list[Quantity] = []
    for quantity in reversed(found):
        plain = text[quantity.end - 1].isdigit() or quantity.word
        if shared and plain and quantity.readings[0][1] == "":
            following = shared[-1]
            if _IN_LIST.fullmatch(text[quantity.end : following.start]):
                readings = _with_unit(text, quantity, following)
                quantity = replace(quantity, readings=quantity.readings + readings)
        shared.append(quantity)
    return shared[::-1]


def _with_unit(text: str, quantity: Quantity, model: Quantity) -> tuple[tuple[float, str], ...]:
    """A plain amount read with another's scale and unit."""
    number = _NUMBER.match(text, model.start)
    bare = _value(number)[0] if number else 0.0
    value, dimension = next((one for one in model.readings if one[1]), model.readings[0])
    return _readings(quantity.readings[0][0] * (value / bare if bare else 1.0), dimension)
