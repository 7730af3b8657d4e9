"""Quantities that questions ask for, and the units by which an abstract gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paperchat.answering.extracting.abstract_words import NUMBER

_TIME = r"[mµμn]?s\b|seconds?|minutes?|min\b|hours?|h\b|days?|weeks?|months?|years?"
_SPAN = r"[kcmnµμ]?m\b|(?:kilo|centi|milli|nano)?met(?:er|re)s?|microns?|miles?|pixels?|k?pc\b"
_MONEY = r"dollars?|usd|cents?|euros?|\$|€|£"
_UNITS = {
    r"long|duration|time|latency|delay|lifetime|period": rf"{_TIME}|tokens?|words?|steps?",
    r"wide|width": rf"{_SPAN}|units?|dimension\w*|neurons?|width",
    r"deep|depth": rf"{_SPAN}|layers?|levels?|depth",
    r"old|age": r"years?|months?|days?|weeks?",
    r"heavy|mass|weight": r"[kmgt]b\b|parameters?|[µμkmt]?g\b|tons?|M(?:_?sun|☉)",
    r"expensive|costly|price|cost": _MONEY,
    r"often": r"times?|percent|%|x\b|hours?|days?|weeks?",
    r"length|distance|height|diameter|radius|thickness|wavelength": rf"{_SPAN}|tokens?|words?",
    r"speed|velocity": r"[kcm]?m/s|km/h|mph|miles per hour|times|x\b",
    r"temperature": r"m?K\b|°|degrees?|celsius|kelvin",
    r"pressure": r"[GMkh]?Pa\b|bar\b|atm\b|mm ?hg",
    r"energy": r"[kMGTm]?eV\b|joules?|k?J\b|k?Wh\b|calories",
    r"frequency": r"[kMGTm]?Hz\b|times|per (?:day|week|month|year)",
    r"dose|dosage": r"[mµμ]?g\b|mg|ml\b|iu\b|gy\b|milligrams?",
    r"voltage": r"m?V\b|volts?",
    r"power": r"[mkMG]?W\b|watts?",
    r"memory": r"[kMGT]i?B\b|bytes?|bits?",
}
"""Words for a quantity, and of its units."""

SAMPLE = re.compile(
    r"\b(?:participants?|subjects?|patients?|people|persons|individuals|volunteers?|respondents?"
    r"|adults?|children|adolescents?|women|men|girls|boys|students?|pupils|users|cases|controls"
    r"|animals|mice|rats|dogs|n)\b",
    re.IGNORECASE,
)
"""Words for those whom a study looks at; one stands for another ("74 adults", "N = 74")."""

_GIVEN_IN = {
    "percent": r"%|percent",
    "dollars": _MONEY,
    "euros": _MONEY,
    "hours": r"\bhours?\b",
    "days": r"\bdays?\b",
    "seconds": r"\bseconds?\b|\d ?m?s\b",
    "milligrams": r"\bmg\b|milligram",
}
_IN_UNIT = re.compile(rf"\bin (?P<unit>{'|'.join(_GIVEN_IN)})\b", re.IGNORECASE)


def is_measurable(word: str) -> bool:
    """Whether a word asks for a quantity that has units ("speed", "old")."""
    return _unit(word) is not None


def is_measured(sentences: Iterable[str], word: str) -> bool:
    """Whether a number stands before a unit of the quantity that a word asks for."""
    measure = re.compile(
        rf"(?:{NUMBER.pattern})[^.]{{0,20}}?(?<![A-Za-z])(?:{_unit(word)})", re.IGNORECASE
    )
    return any(measure.search(sentence) for sentence in sentences)


def unit_lacking(question: str, text: str) -> str:
    """The unit in which a question wants its answer, if a text has it nowhere; else empty."""
    asked = _IN_UNIT.search(question)
    if asked is None:
        return ""
    unit = asked["unit"]
    there = re.search(_GIVEN_IN[unit.casefold()], text, re.IGNORECASE)
    return "" if there else unit


def _unit(word: str) -> str | None:
    folded = word.casefold()
    return next((unit for words, unit in _UNITS.items() if re.fullmatch(words, folded)), None)
