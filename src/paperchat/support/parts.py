"""A sentence with markers → the parts that are cited, each with its numbers."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from paperchat.support.words import content

_MARKER = re.compile(r"\s*\[\s*\d+(?:\s*[,;]\s*\d+)*\s*\]")
_LEAST_WORDS = 3
"""Content words without which a part is no statement of its own ("Unlike ShadowKV [2], …")."""

_SOURCE = r"(?:abstracts?|papers?|sources?|corpus|collection|excerpts?|texts?|authors)"
_SAYS = r"(?:say|state|mention|report|specify|tell|disclose|indicate)"
_SAID = r"(?:said|stated|mentioned|reported|specified|told|disclosed|indicated)"
_SILENT = re.compile(
    rf"\b{_SOURCE}\s+(?:themselves\s+)?(?:do|does|did)(?: not|n't|n’t)\s+(?:\w+ly\s+)?{_SAYS}\b"
    rf"|\b(?:is|are|was|were)(?: not|n't|n’t)\s+(?:\w+ly\s+)?{_SAID}"
    rf"\s+(?:in|by)\s+(?:\w+\s+){{0,3}}{_SOURCE}\b"
    rf"|\b(?:none|neither) of the (?:\w+\s+){{0,2}}{_SOURCE}\s+(?:\w+ly\s+)?{_SAYS}s?\b",
    re.IGNORECASE,
)
"""The only denial that no quote can carry: that the abstracts are silent."""

_CONNECTS = re.compile(
    r"(?:sure|certainly|of course|yes|no|okay|in (?:short|summary|brief|sum)"
    r"|to (?:sum up|summari[sz]e)|overall|here (?:is|are)\b.*|here's\b.*"
    r"|(?:i|we) (?:found|hope|can)\b.*|let me know\b.*"
    r"|(?:the|these) (?:following|papers?|abstracts?|two|three)\b[^.]*:"
    r"|thanks?\b.*|hello|hi|please\b.*|feel free\b.*)[\s.!,:]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """Words of a sentence, and the numbers of the papers that have to carry them."""

    text: str
    numbers: tuple[int, ...]


def parts(text: str, cited: Collection[int]) -> list[Part]:
    """The parts of a sentence: markers carry what stands before them.

    Args:
        text: A sentence with its markers.
        cited: Numbers that are citations; other brackets are text.

    Returns:
        One part with every number, unless each marker in the sentence closes a statement of its
        own: "A does x [1], whereas B does y [2]."
    """
    pieces: list[Part] = []
    at = 0
    for match in _MARKER.finditer(text):
        numbers = tuple(int(number) for number in re.findall(r"\d+", match[0]))
        if not set(numbers) <= set(cited):
            continue
        words = text[at : match.start()]
        if pieces and not re.search(r"\w", words):
            pieces[-1] = Part(pieces[-1].text, pieces[-1].numbers + numbers)
        else:
            pieces.append(Part(words.strip(" ,;"), numbers))
        at = match.end()
    rest = text[at:].strip()
    own = all(len(content(piece.text)) >= _LEAST_WORDS for piece in pieces)
    apart = len(pieces) > 1 and own and not re.search(r"\w", rest)
    return pieces if apart else [Part(without_markers(text, cited), tuple(cited))]


def without_markers(text: str, cited: Collection[int]) -> str:
    """A sentence without its citations."""

    def replaced(match: re.Match[str]) -> str:
        known = {int(number) for number in re.findall(r"\d+", match[0])} <= set(cited)
        return "" if known else match[0]

    return _MARKER.sub(replaced, text).strip()


def claims_nothing(text: str, cited: Collection[int]) -> bool:
    """Whether a sentence only connects, asks, or says that the abstracts are silent."""
    if _SILENT.search(text):
        return True
    if cited:
        return False
    bare = text.strip(" *_#->\n")
    return bare.endswith((":", "?")) or _CONNECTS.fullmatch(bare) is not None or not content(bare)
