"""Names in a sentence, and whether a paper has them: ShadowKV, GPT-4, Wanda, Tiny-ImageNet."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paperchat.english import is_english
from paperchat.names import is_coined
from paperchat.support.quantities import quantities
from paperchat.support.words import fold, words

_TOKEN = re.compile(r"[^\W_][\w'+\-./]*[^\W_]|[^\W_]")
_PIECE = re.compile(r"[^\W_]+")
_JOINED = 5
"""A name may be written in so many pieces: "Llama-3.1-8B-Instruct"."""

_QUANTITY = re.compile(r"[\d.,]+(?!D$)(?:[A-Za-zµ]{1,2}|[-]?\w+)?|\d[\w.]*[-/]\d.*")


def names_in(text: str) -> list[str]:
    """Words of a sentence that name a thing: of a coined shape, or capitalised for no other reason.

    The first word of a sentence has a capital anyway: it counts when no English word is like it.
    """
    folded = fold(text)
    amounts = [(one.start, one.end) for one in quantities(folded)]
    found = []
    for match in _TOKEN.finditer(folded):
        if any(start <= match.start() < end for start, end in amounts):
            continue  # the unit of "50 µM"
        for name in _parts(match[0].removesuffix("'s")):
            if _is_name(name, first=_starts(folded, match.start())):
                found.append(name)
    return list(dict.fromkeys(found))


def _parts(token: str) -> list[str]:
    """`encoder/decoder` and `Qwen-based` are two words, `GPT-4` and `Tiny-ImageNet` are one."""
    parts: list[str] = []
    for piece in token.split("/"):
        bits = piece.split("-")
        while len(bits) > 1 and bits[-1].islower() and len(bits[-1]) > 1:
            bits.pop()  # -based, -style, -like
        parts.append("-".join(bits))
    return parts


def _is_name(word: str, *, first: bool) -> bool:
    if len(word) < 2 or _QUANTITY.fullmatch(word) or not re.search(r"[^\W\d_]", word):
        return False
    if is_coined(word):
        return True
    if not word[0].isupper():
        return False
    return not first or not any(map(is_english, words(word)))


def _starts(text: str, at: int) -> bool:
    """Whether a sentence, or what follows a colon or an opening quote, begins here."""
    return not text[:at].strip(" \"'“”‘(*_#>-•") or re.search(r"[.:;!?]\W*$", text[:at]) is not None


def known_names(texts: Iterable[str]) -> frozenset[str]:
    """Every run of up to five pieces of the texts, joined; and the initials of their words."""
    joined: set[str] = set()
    for text in texts:
        pieces = [piece.casefold() for piece in _PIECE.findall(fold(text))]
        for at in range(len(pieces)):
            for length in range(1, _JOINED + 1):
                joined.add("".join(pieces[at : at + length]))
        joined.update(_initials(text))
    return frozenset(joined | {name.removesuffix("s") for name in joined})


def _initials(text: str) -> Iterable[str]:
    """`llm` of "large language models": two to five words between marks."""
    for run in re.split(r"[^\w\s\-]", fold(text).casefold()):
        pieces = _PIECE.findall(run)
        for at in range(len(pieces)):
            for length in range(2, 6):
                if at + length <= len(pieces):
                    yield "".join(piece[0] for piece in pieces[at : at + length])


def is_known(name: str, known: frozenset[str]) -> bool:
    """Whether one of the writings of a name is among the known ones."""
    compact = "".join(_PIECE.findall(name)).casefold()
    if compact in known or compact.removesuffix("s") in known:
        return True
    # "Bayesian-GAN" of a text that has both words; never for pieces with digits: Llama-3-70B
    pieces = _PIECE.findall(name)
    return len(pieces) > 1 and all(
        piece.isalpha() and piece.casefold().removesuffix("s") in known for piece in pieces
    )
