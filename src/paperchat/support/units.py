"""How amounts and their units are written in English."""

from __future__ import annotations

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
WORDS = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
WORDS["dozen"] = 12
SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "k": 1e3,
    "m": 1e6,
    "mn": 1e6,
    "b": 1e9,
    "bn": 1e9,
    "t": 1e12,
}
SHARES = {"half": 0.5, "halves": 0.5, "halved": 0.5, "halve": 0.5, "halving": 0.5}
SHARES |= {
    "third": 1 / 3,
    "thirds": 1 / 3,
    "quarter": 0.25,
    "quarters": 0.25,
    "fifth": 0.2,
    "fifths": 0.2,
}
COUNTS = {"dual": 2, "pair": 2, "pairs": 2, "twin": 2, "both": 2}
MULTIPLES = {"double": 2, "doubles": 2, "doubled": 2, "doubling": 2, "twice": 2, "twofold": 2}
MULTIPLES |= {"triple": 3, "triples": 3, "tripled": 3, "tripling": 3, "thrice": 3}
MULTIPLES |= {"quadruple": 4, "quadruples": 4, "quadrupled": 4, "quadrupling": 4}

_PREFIXES = {
    "n": ("n", "nano", 1e-9),
    "µ": ("[µμ]", "micro", 1e-6),
    "m": ("m", "milli", 1e-3),
    "c": ("c", "centi", 1e-2),
    "k": ("k", "kilo", 1e3),
    "M": ("M", "mega", 1e6),
    "G": ("G", "giga", 1e9),
    "T": ("T", "tera", 1e12),
}
_PREFIXED = {
    "frequency": ("Hz|hz", "hertz", "mkMGT"),
    "length": ("m", "met(?:er|re)s?", "nµmck"),
    "mass": ("g", "grams?", "nµmk"),
    "volume": ("[lL]", "lit(?:er|re)s?", "nµm"),
    "concentration": ("M", "molar", "nµm"),
    "energy": ("eV", "electron[- ]?volts?", "mkMGT"),
    "joule": ("J", "joules?", "mkMG"),
    "distance": ("pc", "parsecs?", "kMG"),
    "pressure": ("Pa", "pascals?", "kMG"),
    "power": ("W", "watts?", "mkMG"),
    "voltage": ("V", "volts?", "µmk"),
    "flux": ("Jy", "janskys?", "µm"),
}
"""Dimension → symbol and name of its unit, and the prefixes that it takes."""

_AMBIGUOUS = ("m", "M")
"""Symbols that alone are a scale: "5 M" is five million."""


def _prefixed() -> dict[str, tuple[str, float, str]]:
    """The units of `_PREFIXED` with each of their prefixes, and alone."""
    units = {}
    for dimension, (symbol, name, prefixes) in _PREFIXED.items():
        alone = name if symbol in _AMBIGUOUS else f"{symbol}|{name}"
        units[dimension] = (dimension, 1.0, alone)
        for prefix in prefixes:
            letter, word, factor = _PREFIXES[prefix]
            written = f"(?:{letter}|{word})(?:{symbol})|{word}{name}"
            units[f"{prefix} {dimension}"] = (dimension, factor, written)
    return units


UNITS: dict[str, tuple[str, float, str]] = {
    "%": ("share", 0.01, r"%|％|percent(?:age)?s?|per\s+cents?|pp|percentage\s+points?"),
    "point": ("point", 1, r"points?|pts?"),
    "x": ("times", 1, r"[x×✕](?!\s?\d)|times|-?\s?folds?"),
    "second": ("time", 1, r"(?<!\d{4})s|secs?|seconds?"),
    "ms": ("time", 1e-3, r"ms|milliseconds?"),
    "us": ("time", 1e-6, r"[µμ]s|microseconds?"),
    "minute": ("time", 60, r"mins?|minutes?"),
    "hour": ("time", 3600, r"h|hrs?|hours?"),
    "day": ("time", 86400, r"days?|(?<=\s)d"),
    "week": ("time", 604800, r"weeks?|wks?"),
    "month": ("months", 1, r"months?|mos?"),
    "year": ("months", 12, r"years?|yrs?"),
    "kyr": ("months", 12e3, r"kyrs?"),
    "myr": ("months", 12e6, r"Myrs?"),
    "gyr": ("months", 12e9, r"Gyrs?"),
    "bit": ("bits", 1, r"-?bits?"),
    "byte": ("bytes", 1, r"bytes?"),
    "kb": ("bytes", 1e3, r"k[bB]|Ki?B|kilobytes?"),
    "mb": ("bytes", 1e6, r"Mi?B|mb|megabytes?"),
    "gb": ("bytes", 1e9, r"Gi?B|gb|gigabytes?"),
    "tb": ("bytes", 1e12, r"Ti?B|tb|terabytes?"),
    "degree": ("angle", 1, r"°|degrees?(?!\s+of)"),
    "db": ("level", 1, r"dB|decibels?"),
    "dollar": ("money", 1, r"USD|dollars?|US\$"),
} | _prefixed()
"""Unit → dimension, factor to the dimension's base, how it is written."""
