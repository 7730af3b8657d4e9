"""What a question takes for granted, and the sentences of a paper that say otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperchat.support.polarity import contradicts

_I = re.IGNORECASE

_GIVEN = re.compile(
    r"^(?:(?:so|and|but|well|ok(?:ay)?|then)[\s,]+)*(?:since|because|as|given(?: that)?|now that"
    r"|considering(?: that)?|if|seeing that)\s+(?P<before>[^,?]+),\s*\w"
    r"|\b(?:since|because|given that|considering that)\s+(?P<after>[^,?]+)\?\s*$",
    _I,
)
_LEAD = re.compile(r"^(?:(?:so|and|but|then|thus|hence|well|ok(?:ay)?|therefore)\b[\s,:]*)+", _I)
_ASKS = re.compile(
    r"^(?:wh\w+|how|is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|may|might"
    r"|must|any|on|in|at|by|for|to|of|from|with|under|about|compare|tell|show|list|give|explain"
    r"|[^\s]+\?)\b",
    _I,
)

_MOST = 0.34
"""Where more of a paper's sentences seem to deny something than this share, none really does."""


def premise_of(text: str) -> str:
    """The statement that a question takes for granted; empty when it only asks.

    "Since X is slow, why …?", "so X is slow?", "… because X is slow?".
    """
    if given := _GIVEN.search(text):
        return (given["before"] or given["after"]).strip()
    stated = _LEAD.sub("", text.strip())
    if not stated.endswith("?") or _ASKS.match(stated) or len(stated.split()) < 3:
        return ""
    return stated.rstrip(" ?!.")


def denying(premise: str, texts: Sequence[str]) -> list[bool]:
    """Which sentences of a paper say otherwise."""
    found = [bool(premise) and contradicts(premise, [text]) for text in texts]
    return found if sum(found) <= max(_MOST * len(texts), 1) else [False] * len(texts)
