"""What a question asks for: "which *learning rate*", "how many *annotators*"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperchat.questions.question import FRAME

_ASKED = re.compile(
    r"\b(?:(?P<number>how (?:many|much))|which|what (?:is|are|was|were) the"
    r"(?: exact| precise| total| overall)?|what(?= the [^?,;.]* (?:is|are|was|were)\b) the|what)\s+"
    r"(?P<phrase>[^?,;.]+)",
    re.IGNORECASE,
)
_ENDS = frozenset(
    """
    came chose drew found got held kept led ran said saw took went won wrote
    a an and are as at be became become becomes been better bigger by came can cause caused causes
    cheaper come comes could deeper did do does during each earlier every faster fewer for from gave
    get gets give gives greater had happen happened happens has have higher if in into is it larger
    later less lets longer lower made make makes may more must need needed needs of on or over per
    quicker remain remains shorter should slower smaller stronger suffice suffices than that the
    their they this to under used uses was weaker went were when where which while who wider will
    with worse would
    """.split()
)
"""Words that end what is asked for: "how many *layers* does …"."""

_PLURAL = re.compile(r"\w{2,}[^\Wsui]s|children|people|men|women|mice|feet|data", re.IGNORECASE)

_AFTER_NOUN = frozenset("is are was were does do did has have had can could of per in".split())
"""Words before which a noun phrase is complete: "which *physics engine* does …"; before another
verb ("which rewards shape agents") its end cannot be told."""

_LOOSE = frozenset(
    """
    advantage aim amount answer area aspect assumption author baseline benchmark capability case
    category challenge claim class collection component concept concern conclusion condition
    contribution corpora corpus criterion data dataset degree detail domain drawback effect
    environment evidence example extent fact factor family feature field finding flaw formalism
    framework gain goal group idea improvement information ingredient insight issue kind
    limitation loss mathematical mathematic measure mechanism method metric model motivation
    network notion objective obstacle operation outcome paper part phenomenon piece point portion
    problem procedure process property purpose quality question quantity reason reduction result
    role scheme set setting share side sort source speed speedup step strategy strength study
    style suite system target task technique term theory thing tool topic trick type use value
    variant way weakness work approach algorithm architecture accuracy performance score rate
    percentage percent proportion time level number size state
    """.split()
)
"""Heads that an answer need not repeat: "on which *benchmarks*" is answered by their names."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for.

    Attributes:
        words: Of it, at most four.
        number: Whether the answer is a number of it.
        whole: Whether the words are all of a noun phrase.
    """

    words: tuple[str, ...]
    number: bool
    whole: bool = False

    @property
    def head(self) -> str:
        """The word that an answer must speak of."""
        return self.words[-1]

    @property
    def loose(self) -> bool:
        """Whether an answer need not repeat it."""
        return any(is_loose(word) for word in self.words)


def asked_for(text: str) -> list[Asked]:
    """The things that a question asks for, in order; none when it asks openly ("how does …")."""
    found = []
    for match in _ASKED.finditer(text):
        phrase, number = match["phrase"], match["number"] is not None
        counted = re.match(r"number of (?P<phrase>.+)", phrase, re.IGNORECASE)
        if counted:
            phrase, number = counted["phrase"], True
        words, whole = _phrase(phrase)
        if number:
            words = _counted(words)
        if words:
            found.append(Asked(tuple(words), number, whole))
    return found


def _phrase(text: str) -> tuple[list[str], bool]:
    """The words of a noun phrase at the start of a text, and whether they are all of it."""
    words: list[str] = []
    whole = False
    for word in re.findall(r"[^\W_][\w\-’']*", text):
        if word.casefold() in _ENDS or (words and word.endswith("ed")):
            whole = word.casefold() in _AFTER_NOUN
            break
        words.append(re.sub(r"['’]s?$", "", word))
        if is_loose(word):
            break
    return [word for word in words if len(word) > 1][:4], whole


def _counted(words: list[str]) -> list[str]:
    """What is counted: the noun in the plural ends it ("how many *transistors* sit on …")."""
    for at, word in enumerate(words):
        if is_plural(word) and not any(map(is_plural, words[at + 1 :])):
            return words[: at + 1]
    return words


def is_plural(word: str) -> bool:
    """Whether a noun is in the plural, by its form."""
    return _PLURAL.fullmatch(word) is not None


def is_loose(word: str) -> bool:
    """Whether an answer need not repeat a word that asks for it."""
    folded = word.casefold()
    return folded in FRAME or not {folded, folded.removesuffix("s")}.isdisjoint(_LOOSE)
