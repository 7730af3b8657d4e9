"""Whether two sentences say yes and no alike.

Signs, not logic: which words a sentence denies ("does not outperform", "without training"), and
words of opposite sense ("higher", "lower"). What a sentence denies must be denied, or not said at
all, in what it quotes, and the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperchat.questions import FRAME
from paperchat.support.words import stem, words

_DENIES = re.compile(
    r"not|cannot|\w+n't|no|never|none|neither|nor|without|hardly|barely|scarcely|unable|nothing"
    r"|fail|fails|failed|failing|failure|lack|lacks|lacked|lacking|absence|absent|impossible"
)
_SOFTLY = re.compile(
    r"avoid\w*|eliminat\w*|remov\w*|prevent\w*|ignor\w*|neglect\w*|overlook\w*|instead|rather"
    r"|unlike|only|limit\w*|difficult\w*|struggl\w*|challeng\w*|frozen|freez\w*|agnostic|free|less"
    r"|bypass\w*|obviat\w*|circumvent\w*|refrain\w*|reject\w*|refut\w*|contrary|despite|although"
    r"|however|but|yet|hinder\w*|prohibit\w*|independent\w*|beyond|alone|merely|just|little|few"
    r"|rarely|seldom|miss\w*|drop\w*|skip\w*|insufficient\w*|poor\w*|weak\w*|worse|obstacle\w*"
    r"|(?:un|in|im|ir|dis|non)[a-z]{4,}|[a-z]{3,}less"
)
_NO_DENIAL = re.compile(
    r"\bnot (?:only|just|merely|simply|necessarily only)\b|\bwhether or not\b|\bno\. ?\d"
    r"|\bno less than\b|\bnothing but\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:.!?()](?=\s|$)|\b(?:but|while|whereas|although|though|however)\b|[—–]")
_SCOPE = 3
"""Content words behind a denial that it denies."""

_PAIRS = [
    tuple(re.compile(side) for side in pair.split(" | "))
    for pair in (
        r"increas\w*|rais(?:e|es|ed|ing)|boost\w*|grow(?:s|n|ing)?|grew|rises?|rose|expand\w*"
        r" | decreas\w*|reduc\w*|lower(?:s|ed|ing)|cuts?|cutting|drops?|dropp\w*|shr[iau]nk\w*"
        r"|declin\w*|diminish\w*|lessen\w*",
        r"high|higher|highest | low|lower|lowest",
        r"more|most | less|least|fewer|fewest",
        r"larg(?:e|er|est)|big(?:ger|gest)? | small(?:er|est)?|tiny",
        r"fast(?:er|est)?|accelerat\w*|speeds?|quick(?:er|ly)? | slow\w*|decelerat\w*",
        r"improv\w*|enhanc\w*|better|benefit\w* | degrad\w*|worse\w*|hurt\w*|harm(?:s|ed)?|impair\w*"
        r"|deteriorat\w*",
        r"outperform\w*|surpass\w*|exceed\w*|beats? | underperform\w*|lags?|trails?|inferior",
        r"best | worst",
        r"strong\w* | weak\w*",
        r"longer|longest | shorter|shortest",
        r"positive\w* | negative\w*",
        r"success\w*|succeed\w* | fail\w*|unsuccessful\w*",
        r"easy|easier|easily | hard|harder|difficult\w*",
        r"early|earlier | late|later",
        r"before | after",
        r"always | never",
        r"above | below",
        r"over | under",
        r"max(?:imum|imal|imiz\w*|imis\w*) | min(?:imum|imal|imiz\w*|imis\w*)",
        r"wide(?:r|n\w*)? | narrow\w*",
        r"deep(?:er)? | shallow(?:er)?",
        r"cheap\w*|inexpensive | expensive|costly",
        r"simple\w*|simpl(?:y|if\w+) | complex\w*|complicat\w*",
        r"able | unable",
        r"with | without",
        r"many | few",
        r"common\w*|frequent\w* | rare\w*",
        r"accura\w* | inaccura\w*",
        r"efficien\w* | inefficien\w*",
        r"effective\w* | ineffective\w*",
        r"stable|stabil\w* | unstable|instabil\w*",
        r"reliab\w* | unreliab\w*",
        r"consistent\w* | inconsistent\w*",
        r"sufficien\w* | insufficien\w*",
        r"significant\w* | insignificant\w*|negligibl\w*",
        r"necessary | unnecessary",
        r"supervised | unsupervised",
        r"safe\w* | unsafe\w*",
        r"possible | impossible",
        r"linear\w* | nonlinear\w*",
        r"gain(?:s|ed|ing)? | los(?:s|e|es|ing)",
        r"open | closed",
        r"dense\w* | sparse\w*",
        r"explicit\w* | implicit\w*",
        r"static\w* | dynamic\w*",
        r"local\w* | global\w*",
        r"include\w* | exclude\w*",
        r"enabl\w*|allow\w* | prevent\w*|prohibit\w*",
        r"mitigat\w*|alleviat\w* | aggravat\w*|exacerbat\w*|amplif\w*",
        r"robust\w* | fragil\w*|brittle\w*|vulnerab\w*",
        r"similar\w* | different\w*|dissimilar\w*",
        r"all | none",
        r"first | last",
    )
]
"""Words of opposite sense. Only a side that the quotes have without the other counts."""


@dataclass(frozen=True, slots=True)
class _Denial:
    """What a word of denial is about: the stems behind it in its clause."""

    stems: tuple[str, ...]
    clause: frozenset[str]


def contradicts(sentence: str, quotes: Sequence[str]) -> bool:
    """Whether a sentence denies what its quotes say, or says what they deny."""
    text = " . ".join(quotes)
    return (
        _denies_what_is_said(sentence, text)
        or any(_says_what_is_denied(sentence, quoted) for quoted in quotes)
        or _turns_round(sentence, text)
    )


def _denials(text: str) -> list[_Denial]:
    found = []
    for clause in _CLAUSE.split(_NO_DENIAL.sub(" ", text)):
        tokens = words(clause)
        stems = [stem(word) for word in tokens if _tells(word)]
        for at, word in enumerate(tokens):
            if _DENIES.fullmatch(word):
                behind = [stem(later) for later in tokens[at + 1 :] if _tells(later)]
                found.append(_Denial(tuple(behind[:_SCOPE]), frozenset(stems)))
    return found


def _tells(word: str) -> bool:
    return word not in FRAME and _DENIES.fullmatch(word) is None


def _denies_softly(text: str) -> bool:
    return any(_SOFTLY.fullmatch(word) for word in words(text))


def _denies_what_is_said(sentence: str, text: str) -> bool:
    theirs = _denials(text)
    denied = {stem for denial in theirs for stem in denial.stems}
    said = {stem(word) for word in words(text)} - denied
    for denial in _denials(sentence):
        if denied.intersection(denial.stems):
            continue
        if denial.stems and denial.stems[0] in said and not theirs:
            return True
        if not theirs and not _denies_softly(text):
            return True
    return False


def _says_what_is_denied(sentence: str, quoted: str) -> bool:
    if _denials(sentence):
        return False
    said = {stem(word) for word in words(sentence)}
    soft = _denies_softly(sentence)
    for denial in _denials(quoted):
        share = len(said & denial.clause) / max(len(denial.clause), 1)
        if denial.stems and denial.stems[0] in said and share >= 0.6 and not soft:
            return True
    return False


def _turns_round(sentence: str, text: str) -> bool:
    ours, theirs = words(sentence), words(text)
    return any(
        _flipped(ours, theirs, *pair) or _flipped(ours, theirs, *pair[::-1]) for pair in _PAIRS
    )


def _flipped(
    ours: list[str], theirs: list[str], side: re.Pattern[str], opposite: re.Pattern[str]
) -> bool:
    """Whether a word of ours stands where they have only its opposite."""
    said = [at for at, word in enumerate(ours) if side.fullmatch(word)]
    against = [at for at, word in enumerate(theirs) if opposite.fullmatch(word)]
    if not said or not against or any(opposite.fullmatch(word) for word in ours):
        return False
    alike = [at for at, word in enumerate(theirs) if side.fullmatch(word)]
    near = {stem for at in said for stem in _around(ours, at)}
    opposed = {stem for at in against for stem in _around(theirs, at)}
    agreed = {stem for at in alike for stem in _around(theirs, at)}
    return bool(near & opposed) and not near & agreed


def _around(tokens: list[str], at: int) -> list[str]:
    """Stems of the content words beside a word: two before it and three behind."""
    before = [stem(word) for word in tokens[:at] if _tells(word)][-2:]
    behind = [stem(word) for word in tokens[at + 1 :] if _tells(word)][:3]
    return before + behind
