"""Whether a sentence says more than its sources: "all" for "some", "certainly" for "may"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperchat.questions.question import FRAME
from paperchat.support.words import stem, words

_ALL = re.compile(r"all|every|each|always|any|both|everywhere|universally|entire(?:ly)?|whole")
_PART = re.compile(
    r"some|several|most|many|often|sometimes|usually|typically|frequently|mostly|mainly|partly"
    r"|partially|generally|certain|various|majority|few|numerous|slightly|largely"
)
_FEW = re.compile(r"few|fewer|rarely|seldom|hardly|scarcely|barely|little|minority|limited")
_LITTLE = re.compile(
    r"few\w*|rare\w*|seldom|hardly|scarce\w*|barely|little|minor\w*|only|not|no|none|lack\w*|less"
    r"|limited|small\w*|low\w*|just|merely|neither|nor|without|never|cannot|under\w*|overlook\w*"
    r"|single|several|short\w*|poor\w*|insufficient\w*|handful|some|sparse\w*|minim\w*|reduc\w*"
)
_SURE = re.compile(
    r"certainly|prov(?:e|es|en|ed|ing|ably)|definite(?:ly)?|undoubtedly|clearly|guarante\w*"
    r"|conclusively|proofs?|theor\w+|always|known|establish\w*|confirm\w*|demonstrat\w*|clear"
)
_CERTAIN = re.compile(
    r"certainly|proven|proves|definitely|undoubtedly|clearly|conclusively|always|known"
)
_OPEN = re.compile(
    r"may|might|could|suggest\w*|potential\w*|possib\w*|likely|probab\w*|perhaps|appear\w*|seem\w*"
    r"|unclear|whether|hypothe\w*|expected|unknown|often|sometimes|can|questionable|tend\w*"
)
_REACH = 4
"""Words behind a quantifier in which its noun or verb stands."""

_ALIKE = 2
"""Stems that two quantifiers share when they are of the same thing, if not the first."""


def overstates(sentence: str, sources: Sequence[str]) -> bool:
    """Whether a sentence is of all, of few, or sure, where its sources are not.

    Args:
        sentence: A sentence without markers.
        sources: The quotes that carry it.
    """
    ours = words(sentence)
    theirs = [words(text) for text in sources]
    every = [word for tokens in theirs for word in tokens]
    if any(map(_FEW.fullmatch, ours)) and not any(map(_LITTLE.fullmatch, every)):
        return True
    sure = any(map(_CERTAIN.fullmatch, ours)) and not any(map(_SURE.fullmatch, every))
    if sure and any(map(_OPEN.fullmatch, every)):
        return True
    known = [quantified for tokens in theirs for quantified in _quantified(tokens)]
    return any(_of_part_alone(stems, known) for stems, of in _quantified(ours) if of is _ALL)


def _of_part_alone(stems: list[str], known: Sequence[tuple[list[str], re.Pattern[str]]]) -> bool:
    alike = [
        of
        for others, of in known
        if stems[:1] == others[:1] or len(set(stems) & set(others)) >= _ALIKE
    ]
    return _PART in alike and _ALL not in alike


def _quantified(tokens: Sequence[str]) -> list[tuple[list[str], re.Pattern[str]]]:
    """Each quantifier, all or part, with the stems behind it."""
    found = []
    for at, word in enumerate(tokens):
        for strength in (_ALL, _PART):
            if strength.fullmatch(word):
                behind = tokens[at + 1 : at + 1 + _REACH]
                stems = [stem(one) for one in behind if one not in FRAME]
                found += [(stems, strength)] if stems else []
    return found
