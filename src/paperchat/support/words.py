"""Words of a sentence, folded so that "quantised" and "quantization" are one."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from paperchat.english import strangeness
from paperchat.questions.question import FRAME

_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_SUFFIXES = sorted(
    """
    ization isation izations isations ations ation izing ising ized ised izes ises ize ise izer iser
    ments ment ness ings ing ies ied ers er ors or ives ive ity ities ability ibility able ible
    edly ingly ed es ly ally al ic ical s e y ions ion ance ence ant ent
    """.split(),
    key=len,
    reverse=True,
)
_LEAST_STEM = 3
_KEPT = 20_000
"""Words whose stem is remembered: an abstract uses the same few again and again."""


def fold(text: str) -> str:
    """Compatibility forms composed (I² → I2), dashes made one, case and accents kept."""
    return re.sub(r"[‐‑‒–—−]", "-", unicodedata.normalize("NFKC", text)).replace("’", "'")


def words(text: str) -> list[str]:
    """The words of a text in lower case, hyphenated ones apart, in order."""
    return _WORD.findall(fold(text).casefold())


@lru_cache(maxsize=_KEPT)
def stem(word: str) -> str:
    """A word without its ending; lower case in, not a word of English out."""
    word = word.removesuffix("'s")
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _LEAST_STEM:
            word = word.removesuffix(suffix)
            break
    return word[:-1] if len(word) > _LEAST_STEM and word[-1] == word[-2] else word


def content(text: str) -> list[str]:
    """Stems of the words that say something, in order."""
    return [stem(word) for word in words(text) if word not in FRAME and not word.isdigit()]


def rarities(text: str) -> dict[str, float]:
    """Stems of the words that say something, each with how rare the word is in everyday speech.

    Weights are in [0, 1], see `strangeness`.
    """
    told = [word for word in words(text) if word not in FRAME and not word.isdigit()]
    return {stem(word): strangeness(word, stem(word)) for word in told}
