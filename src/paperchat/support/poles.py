"""Whether a word of a sentence stands where its sources have the opposite one.

A word has poles: "slower" is the lower end of speed, "unstable" the denied end of "stable". A pole
of the sentence is held against the place in the sources that is most like it, by the content words
around; when the same axis points the other way there, the sentence says the opposite.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from paperchat.english import is_english
from paperchat.questions.question import FRAME
from paperchat.support.opposites import PAIRS
from paperchat.support.words import stem, words

_BEFORE, _BEHIND = 3, 4
"""Content words on either side that tell what a pole is about."""

_DENIES = re.compile(r"not|no|never|cannot|without|neither|nor|hardly|barely|\w+n't|fails?|unable")
_CLAUSE = re.compile(r"[,;:.!?()](?=\s|$)|[—–]|\s(?:and|but|while|whereas|although)\s")

_KEPT = 20_000
"""Words whose ends are remembered."""

_FAR = 2
"""Stems that a pole must share with one of a quote that is not the closest."""

_LESS = ("less", "least", "fewer")
_GAINS = (
    (1, re.compile(r"improv\w*|increas\w*|enhanc\w*|boost\w*|strengthen\w*|gain(?:s|ed)?")),
    (-1, re.compile(r"reduc\w*|decreas\w*|degrad\w*|diminish\w*|weaken\w*|los[et]\w*|harm\w*")),
)
"""Opposites where more is better."""

_COST = re.compile(
    r"cost\w*|errors?|loss(?:es)?|latenc\w+|memory|time|overhead\w*|complexit\w+|varianc\w+|bias\w*"
    r"|risk\w*|delay\w*|damage\w*|noise|perplexit\w+|burden|consumption|usage|size|computation\w*"
    r"|\w*(?:fail|hallucinat|degrad|forget|leak|attack|gap|toxic|stress|pain|anxi|depress|mortal)\w*"
)
"""What is better when it is less: an improvement of it is a reduction."""

_BOUND = re.compile(r"\bat (?:least|most|best|worst)\b", re.IGNORECASE)
_PREFIX = re.compile(
    r"(?:un|non-?)(?P<any>[a-z]{4,})"
    r"|in(?P<in>(?:accura|activ|adequa|appropria|capab|coheren|comparab|compatib|complet|consisten"
    r"|correct|definite|dependen|direct|effect|effic|elastic|equal|equit|exact|expensiv|feasib|finit"
    r"|flexib|frequen|homogen|secur|sensitiv|separab|signific|solub|stab|suffic|toleran|valid|varia"
    r"|visib)[a-z]*)"
    r"|im(?P<im>(?:balanc|matur|mobil|mutab|perfect|permeab|plausib|possib|practic|precis|probab|pure"
    r"|moral|partial)[a-z]*)"
    r"|ir(?P<ir>(?:rational|regular|relevan|replac|revers|respons|reducib|resist)[a-z]*)"
    r"|il(?P<il>(?:legal|legitim|logic|litera)[a-z]*)"
    r"|dis(?P<dis>(?:advantag|agree|allow|appear|approv|associat|connect|continu|honest|order|prov"
    r"|satisf|similar|trust)[a-z]*)"
)
"""Only un- and non- are put before any word today; words in in-, im- and dis- are known ones."""

_ADJECTIVE = re.compile(
    r"(?:.+(?:[ai]ble|[ai]bl[ye]|[ae]nt|[ae]nce|[ae]ncy|al|ally|ic|ive|ously|ous|ar|ate|ately|ity|ct"
    r"|ctly|ite|ure|rse))|(?:agree|appear|prov|continu|connect|allow|trust|advantag)\w*"
)
_NO_DENIAL = frozenset("unless unlike undergo undertake input immediate intact".split())


@dataclass(frozen=True, slots=True)
class _Pole:
    """An end of an axis, and the stems around it, which say of what."""

    axis: object
    side: int
    around: frozenset[str]


def turns_round(sentence: str, sources: Sequence[str]) -> bool:
    """Whether a pole of a sentence is the opposite one of that in the place most like it.

    Args:
        sentence: A sentence without markers.
        sources: The quotes that carry it.
    """
    stems = set(map(stem, words(sentence)))
    closest = max(sources, key=lambda text: len(stems.intersection(map(stem, words(text)))))
    theirs = [(pole, text == closest) for text in sources for pole in _poles(text)]
    ours = _poles(sentence)
    sides = {(pole.axis, pole.side) for pole in ours}
    # "robust rules are vulnerable": a sentence may set both ends against each other
    single = [pole for pole in ours if (pole.axis, -pole.side) not in sides]
    return any(_opposed(pole, theirs) for pole in single)


def _opposed(pole: _Pole, theirs: Sequence[tuple[_Pole, bool]]) -> bool:
    same, against = 0, 0
    for other, closest in theirs:
        if other.axis == pole.axis:
            alike = len(pole.around & other.around)
            if other.side == pole.side:
                same = max(same, alike + 1)
            elif (closest and (alike or isinstance(pole.axis, str))) or alike >= _FAR:
                against = max(against, alike + 1)
    return against > same


def _poles(text: str) -> list[_Pole]:
    found = []
    for clause in _CLAUSE.split(_BOUND.sub(" ", text)):
        tokens = words(clause)
        denied = (at for at, word in enumerate(tokens) if _DENIES.fullmatch(word))
        # what is denied is compared as a whole
        for at, word in enumerate(tokens[: next(denied, None)]):
            around = frozenset(_around(tokens, at))
            found += [_Pole(axis, side, around) for axis, side in _ends(word)]
            if word not in FRAME:
                less = at and tokens[at - 1] in _LESS and _ADJECTIVE.fullmatch(word)
                side = -1 if less else 1
                found.append(_Pole(_root(word), side, around))
            if not any(map(_COST.fullmatch, tokens)):
                found += [
                    _Pole(_GAINS, side, around)
                    for side, pattern in _GAINS
                    if pattern.fullmatch(word)
                ]
    return found


@lru_cache(maxsize=_KEPT)
def _ends(word: str) -> list[tuple[object, int]]:
    """(axis, side) of a word: from the list of opposites, and by its form."""
    ends: list[tuple[object, int]] = [
        (axis, side)
        for axis, sides in enumerate(PAIRS)
        for side, pattern in zip((1, -1), sides, strict=True)
        if pattern.fullmatch(word)
    ]
    if word.endswith("ful") and len(word) > 6:
        ends.append((_root(word[:-3]), 1))
    elif base := denied_by(word):
        ends.append((_root(base), -1))
    return ends


def _root(word: str) -> str:
    """One for "scalability" and "scalable", "plastic" and "plasticity"."""
    return stem(stem(word))


def denied_by(word: str) -> str | None:
    """`stable` of "unstable", `harm` of "harmless"; None of a word whose form denies nothing."""
    if word in _NO_DENIAL:
        return None
    if word.endswith("less") and len(word) > 7 and is_english(word[:-4]):
        return word[:-4]
    match = _PREFIX.fullmatch(word)
    if not match:
        return None
    base = next(part for part in match.groups() if part)
    return base if is_english(base) else None


def _around(tokens: Sequence[str], at: int) -> list[str]:
    before = [stem(word) for word in tokens[:at] if _tells(word)][-_BEFORE:]
    behind = [stem(word) for word in tokens[at + 1 :] if _tells(word)][:_BEHIND]
    return before + behind


def _tells(word: str) -> bool:
    return word not in FRAME and not word[0].isdigit() and not _DENIES.fullmatch(word)
