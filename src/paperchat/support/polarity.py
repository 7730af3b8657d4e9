"""Whether two sentences say yes and no alike.

Signs, not logic. What a sentence denies ("does not outperform", "without training") must be denied
by its quotes, too, and what they deny it must not say; words of opposite sense ("higher", "lower")
must not stand for one another.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from paperchat.questions.question import FRAME
from paperchat.support.opposites import PAIRS
from paperchat.support.poles import denied_by, turns_round
from paperchat.support.relations import sides_exchanged
from paperchat.support.strength import overstates
from paperchat.support.words import fold, stem, words

_DENIES = re.compile(
    r"not|cannot|\w+n't|no|never|none|neither|nor|without|unable|nothing"
    r"|fail|fails|failed|failing|failure|lack|lacks|lacked|lacking|absence|absent|impossible|free"
)
_SOFTLY = re.compile(
    r"hardly|barely|scarcely|minimal\w*|negligibl\w*|avoid\w*|eliminat\w*|remov\w*|prevent\w*|ignor\w*|neglect\w*|overlook\w*|instead|rather"
    r"|unlike|difficult\w*|struggl\w*|frozen|freez\w*|agnostic|beyond|alone|rarely|seldom"
    r"|bypass\w*|contradict\w*|obviat\w*|circumvent\w*|refrain\w*|reject\w*|contrary|hinder\w*|prohibit\w*"
    r"|independent\w*|skip\w*|violat\w*|far|except\w*|questionable|exclu\w*"
    r"|un(?!der|i|til)[a-z]{4,}|non[a-z]{4,}|[a-z]{4,}less|dis(?:continu|regard|agree|connect)\w*"
    r"|i[nmr](?:ability|accura|adequa|capab|complet|consist|correct|effect|effic|feasib|possib"
    r"|practic|suffic|valid|varian|visib|mun|relevan|responsib)\w*"
)
_APART = re.compile(
    r"\b(?:only|sole\w*|restrict\w*|limit\w*|new|novel\w*|first|similar\w*|same|equal\w*|stable"
    rf"|constant|unchanged|merely|just|identical\w*|{_SOFTLY.pattern})\b",
    re.IGNORECASE,
)
"""What puts a limit or says that nothing differs: it may be told with "not"."""

_NO_DENIAL = re.compile(
    r"\bnot (?:only|just|merely|simply)\b|\bor not\b|\bno\. ?\d|\bno less than\b"
    r"|\bnothing but\b|\bif not\b|\band cannot\b|\bno (?:more|fewer|later|earlier) than\b",
    re.IGNORECASE,
)
_FREE = re.compile(r"\b(\w+)[- ]free\b(?! of\b)", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;:.!?()](?=\s|$)|\b(?:but|while|whereas|although|though|however)\b|[—–]")
_SCOPE = 4
"""Content words behind a denial that it denies."""

_SLIGHT = 3
"""Words that differ between two runs of equal words where a sentence keeps the paper's wording."""

_KEPT = 0.5
"""Share of its words that a sentence has from a quote when it keeps the paper's wording."""

_HEAD = 2
"""Content words right behind a denial, which it denies first."""

_TURNS = re.compile(r"not|no|never|cannot|\w+n't")
_PLAINLY = re.compile(rf"{_TURNS.pattern}|without|none|neither|nor")
_OF_A_VERB = re.compile(r"not|never|cannot|\w+n't")
"""What denies a statement; "no", "without" and "lack" deny that there is some thing."""

_TWICE = 2
"""Words behind a denial of which one denied by its form makes it a double one."""

_DENIED_SHARE = 0.5
"""Share of a denied clause's stems that a sentence says when it says that clause."""


@dataclass(frozen=True, slots=True)
class _Denial:
    """Stems that a word of denial is about, and those of its clause."""

    word: str
    stems: tuple[str, ...]
    clause: frozenset[str]


def contradicts(sentence: str, quotes: Sequence[str]) -> bool:
    """Whether a sentence denies what its quotes say, or says what they deny.

    Args:
        sentence: The sentence without its markers.
        quotes: What it is carried by.
    """
    ours = _plain(sentence)
    theirs = [_plain(quoted) for quoted in quotes]
    stems = set(map(stem, words(ours)))
    nearest = _nearest(stems, theirs)
    return (
        any(_reworded_against(words(ours), words(text)) for text in theirs)
        or _denies_what_is_said(ours, nearest)
        or _denies_by_form_alone(ours, theirs)
        or _says_what_is_denied(ours, nearest)
        or turns_round(ours, theirs)
        or overstates(ours, theirs)
        or sides_exchanged(ours, theirs)
    )


def _nearest(stems: Collection[str], texts: Sequence[str]) -> list[str]:
    """The texts with at least half as many of the stems as the first, which has most."""
    shared = [(len(set(map(stem, words(text))).intersection(stems)), text) for text in texts]
    ordered = sorted(shared, key=lambda pair: -pair[0])
    return [text for count, text in ordered if 2 * count >= ordered[0][0]]


def denying_alike(sentence: str, texts: Sequence[str]) -> list[int]:
    """Which texts deny what a sentence denies first; none when it denies nothing."""
    heads = {stem for one in _denials(_plain(sentence)) for stem in one.stems[:_HEAD]}
    return [
        at
        for at, text in enumerate(texts)
        if heads and any(heads.intersection(one.stems) for one in _denials(_plain(text)))
    ]


def _plain(text: str) -> str:
    """`training-free` becomes `without training`; "not only" denies nothing."""
    return _FREE.sub(r"without \1", _NO_DENIAL.sub(" ", fold(text)))


def _tells(word: str) -> bool:
    return word not in FRAME and _DENIES.fullmatch(word) is None and not word[0].isdigit()


def _reworded_against(ours: list[str], theirs: list[str]) -> bool:
    """Whether, amid the same words, a denial came, went, or a word became its opposite."""
    alike = len(list(filter(_PLAINLY.fullmatch, ours))) == len(
        list(filter(_PLAINLY.fullmatch, theirs))
    )
    operations = SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes()
    if sum(d - c for kind, _, _, c, d in operations if kind == "equal") < _KEPT * len(ours):
        return False
    for at, (kind, a, b, c, d) in enumerate(operations):
        if kind == "equal" or max(b - a, d - c) > _SLIGHT:
            continue
        beside = operations[max(at - 1, 0) : at + 2]
        kept = sum(end - start for same, start, end, _, _ in beside if same == "equal")
        if kept >= _SLIGHT and _opposed(theirs[a:b], ours[c:d], as_often=alike):
            return True
    return False


def _opposed(before: Sequence[str], after: Sequence[str], *, as_often: bool) -> bool:
    denied, denies = (any(map(_PLAINLY.fullmatch, side)) for side in (before, after))
    if denied != denies and not as_often:
        return True
    return any(
        (_has(left, before) and _has(right, after)) or (_has(right, before) and _has(left, after))
        for left, right in PAIRS
    )


def _has(side: re.Pattern[str], tokens: Sequence[str]) -> bool:
    return any(map(side.fullmatch, tokens))


def _denials(text: str, pattern: re.Pattern[str] = _DENIES) -> list[_Denial]:
    found = []
    for clause in _CLAUSE.split(text):
        tokens = words(clause)
        stems = frozenset(stem(word) for word in tokens if _tells(word))
        for at, word in enumerate(tokens):
            if not pattern.fullmatch(word):
                continue
            twice = map(denied_by, tokens[at + 1 : at + 1 + _TWICE])
            if _TURNS.fullmatch(word) and any(twice):
                continue  # "do not disagree" denies nothing
            # what "unaffected" and "frozen" deny is themselves
            own = [] if pattern is _DENIES else [word, *filter(None, [denied_by(word)])]
            behind = [stem(later) for later in own + tokens[at + 1 :] if _tells(later)]
            found.append(_Denial(word, tuple(behind[:_SCOPE]), stems))
    return found


def _denies_what_is_said(ours: str, theirs: Sequence[str]) -> bool:
    """Whether something that we deny has no counterpart in what they deny, or is said by them."""
    firm = [one for text in theirs for one in _denials(text)]
    said = {stem(word) for text in theirs for word in words(text)}
    own = _denials(ours)
    alike = len(own) <= len(_denials(theirs[0])) or _APART.search(theirs[0])
    if alike and said.isdisjoint(stem for one in own for stem in one.stems):
        return False  # "does not eliminate it" for "does not abolish it"
    firmly = {stem for one in firm for stem in one.stems or one.clause}
    softly = {stem for text in theirs for one in _denials(text, _SOFTLY) for stem in one.stems}
    behind = [run for text in theirs for run in _behind_denials(text)]
    denying = [set(map(stem, words(text))) for text in theirs if _denials(text)]
    alone = [
        one
        for one in own
        if firmly.isdisjoint(one.stems or one.clause)
        and softly.isdisjoint(one.stems[:_HEAD])
        # "neither by year nor by journal" for "no effects of year and journal"
        and not any(len(stems.intersection(one.stems)) >= _HEAD for stems in behind)
        # "…, with A it does not"
        and (one.stems or not any(len(one.clause & stems) >= _HEAD for stems in denying))
        # "without annotation": of annotation they may say the same in other words
        and (_OF_A_VERB.fullmatch(one.word) or not said.isdisjoint(one.stems[:1]))
    ]
    # "It is not enough: x may hold without y" says one thing twice
    return any(len(one.stems) >= _HEAD for one in alone) or (alone != [] and alone == own)


def _behind_denials(text: str) -> list[set[str]]:
    """The stems behind the first denial of each clause."""
    runs = []
    for clause in _CLAUSE.split(text):
        tokens = words(clause)
        at = next((at for at, word in enumerate(tokens) if _DENIES.fullmatch(word)), len(tokens))
        runs.append({stem(word) for word in tokens[at:] if _tells(word)})
    return runs


def _denies_by_form_alone(ours: str, theirs: Sequence[str]) -> bool:
    """Whether a word like "unrecorded" is all that denies, and the sources deny nothing."""
    every = [word for text in theirs for word in words(text)]
    denying = (_DENIES.fullmatch, _SOFTLY.fullmatch, denied_by)
    if any(denies(word) for word in every for denies in denying):
        return False
    return any(denied_by(word) and word not in every for word in words(ours))


def _says_what_is_denied(ours: str, theirs: Sequence[str]) -> bool:
    """Whether we deny nothing and say what a quote denies."""
    said = {stem(word) for word in words(ours)}
    if _denials(ours) or _denials(ours, _SOFTLY):
        return False
    return any(_is_said(denial, said) for text in theirs for denial in _denials(text))


def _is_said(denial: _Denial, said: set[str]) -> bool:
    shared = len(said & set(denial.stems))
    share = len(said & denial.clause) / max(len(denial.clause), 1)
    return (
        shared >= min(_HEAD, len(denial.stems)) > 0
        and shared >= _DENIED_SHARE * len(denial.stems)
        and share >= _DENIED_SHARE
    )
