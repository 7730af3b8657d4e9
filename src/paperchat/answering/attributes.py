"""What a question asks of a paper, and whether the paper's abstract speaks of it.

A question about a detail that an abstract leaves out is as near to the paper as one that it
answers; only its words tell. Looked at are what is asked for ("which *learning rate*", "how many
*annotators*"), a number where one is asked for, and the names of other things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperchat.english import english_words, is_common
from paperchat.index.keyword import KeywordIndex
from paperchat.names import introduced_names, mentions
from paperchat.questions import FRAME, Question, content_words, proper_names
from paperchat.relevance import rare_terms
from paperchat.sentences import sentence_spans
from paperchat.types import Paper

_ASKED = re.compile(
    r"\b(?:(?P<number>how (?:many|much))|which|what(?: is| are| was| were)? the"
    r"(?: exact| precise| total| overall)?|what)\s+(?P<phrase>[^?,;.]+)",
    re.IGNORECASE,
)
_ENDS = frozenset(
    """
    a an and are as at be became become becomes been better bigger by can cause caused causes
    cheaper could deeper did do does during each earlier every faster fewer for from gave get gets
    give gives greater had happen happened happens has have higher if in into is it larger later
    less lets longer lower made make makes may more must need needed needs of on or over per quicker
    remain remains shorter should slower smaller stronger suffice suffices than that the their they
    this to under used uses was weaker were when where which while who wider will with worse would
    """.split()
)
"""Words that end what is asked for: "how many *layers* does …"."""

_HOW = re.compile(
    r"\bhow (?P<how>long|wide|deep|old|heavy|expensive|costly|often)\b", re.IGNORECASE
)
_UNITS = {
    "long": r"seconds?|minutes?|hours?|days?|weeks?|months?|years?|ms|tokens?|words?|steps?",
    "wide": r"units?|dimension\w*|neurons?|pixels?|width",
    "deep": r"layers?|levels?|depth",
    "old": r"years?|months?|days?",
    "heavy": r"[kmg]b|parameters?|[kt]?g|tons?",
    "expensive": r"dollars?|usd|cents?|euros?|\$|€",
    "costly": r"dollars?|usd|cents?|euros?|\$|€",
    "often": r"times?|percent|%|x|hours?|days?|weeks?",
}

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
    percentage percent time level number size state
    """.split()
)
"""Heads that an answer need not repeat: "on which *benchmarks*" is answered by their names."""

_SETUP = re.compile(
    r"\b(?:batch[- ]sizes?|learning[- ]rates?|weight[- ]decay|drop-?out|epochs?|iterations?"
    r"|(?:random )?seeds?|optimi[sz]ers?|warm-?up|hyper-?parameters?"
    r"|gpus?|tpus?|cpus?|gpu[- ]hours?|hardware|accelerators?|wall[- ]clock"
    r"|licen[cs]es?|fund(?:ed|ing|s|er)|sponsor\w*|paid|salar\w+"
    r"|annotators?|crowd-?workers?|inter-annotator|repositor\w+|git-?hub|urls?|e-?mails?"
    r"|compan(?:y|ies)|universit\w+|affiliat\w+|institut\w+|laborator\w+"
    r"|hidden (?:size|units?|dimensions?)|attention heads?|step (?:size|width)s?"
    r"|sequence lengths?|vocabulary size|tokeni[sz]ers?|activation functions?|formulas?|formulae"
    r"|equations?|(?:numerical |floating[- ]point )?precision|sampling rates?"
    r"|mask(?:ing)? ratios?|gradient clipping|beam (?:size|width)s?|parameter counts?"
    r"|web-?sites?|pytorch|tensorflow|jax|cuda|docker|standard deviations?|confidence intervals?"
    r"|programming languages?|appendix|checkpoints?)\b",
    re.IGNORECASE,
)
"""What experiments and records of work have, and abstracts mostly leave out."""

_SETUP_ASKED = re.compile(
    r"machines?|clusters?|momentum|software|versions?|energy|thresholds?|resolutions?|dollars?"
    r"|prices?|layers?|grants?|countr(?:y|ies)|temperatures?|memory|cost|cities|city|nodes?",
    re.IGNORECASE,
)
"""The same, where it is what the question asks for; elsewhere these words mean many things."""

_NUMBER = re.compile(
    r"(?<![\w-])\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?"
    r"|thousands?|millions?|billions?|half|twice|thrice|double[sd]?|single)\b",
    re.IGNORECASE,
)


_CIRCUMSTANCE = re.compile(r"^(?:by )?(?:who|whom|where|when)\b.*", re.IGNORECASE)
"""A question for who did something, where or when: an answer says that it was done."""

_PLACE = re.compile(r"\b(?:than|versus|vs\.?|compared (?:to|with)|between)\b", re.IGNORECASE)

_SLIP = 3
"""So short a word that is no everyday one is most often a slip ("teh")."""

_FEW_WORDS = 8
_FEWEST_MISSING = 3
_MOST_MISSING = 0.75
"""A short question is not answered by an abstract that lacks so many of its words, and so great a
share of their rarity; a long one may put everything in words of its own."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for: the words of it, and whether the answer is a number of it."""

    words: tuple[str, ...]
    number: bool

    @property
    def head(self) -> str:
        """The word that an answer must speak of."""
        return self.words[-1]

    @property
    def loose(self) -> bool:
        """Whether an answer need not repeat it."""
        return any(_is_loose(word) for word in self.words)


@dataclass(frozen=True, slots=True)
class Missing:
    """What a paper's abstract does not say of a question.

    Attributes:
        words: The question's words that it lacks, or has without the number asked for.
        partly: Whether the rest of the question may be answered all the same.
    """

    words: tuple[str, ...] = ()
    partly: bool = False


def asked_for(text: str) -> list[Asked]:
    """The things that a question asks for, in order; none when it asks openly ("how does …")."""
    found = []
    for match in _ASKED.finditer(text):
        words = _phrase(match["phrase"])
        number = match["number"] is not None
        counted = re.match(r"number of (?P<phrase>.+)", match["phrase"], re.IGNORECASE)
        if counted:
            words, number = _phrase(counted["phrase"]), True
        if words:
            found.append(Asked(tuple(words), number))
    return found


def missing(keyword: KeywordIndex, question: Question, paper: Paper, *, named: bool) -> Missing:
    """What the abstract of a paper lacks of a question.

    Args:
        keyword: The index of the paper.
        question: What was asked.
        paper: The paper that would answer.
        named: Whether the question names it.
    """
    if question.wanted in ("papers", "authors", "makers", "published"):
        return Missing()
    text = _Abstract(keyword, paper)
    names = [name for name in proper_names(question.text) if not text.has(name)]
    lacked = [*_setup(text, question.text), *_heads(text, question.text)]
    if not lacked and named:
        lacked = _rest(text, question)
    if not lacked and question.is_sentence:
        lacked = _telling(text, question.text)
    if names and not lacked and _PLACE.search(question.text):
        return Missing(tuple(names), partly=True)
    words = tuple(dict.fromkeys([*names, *lacked]))
    # "GPU" and "GPU hours" are one.
    return Missing(tuple(a for a in words if not any(a != b and a in b for b in words)))


class _Abstract:
    """A paper's words, to look for a question's in."""

    def __init__(self, keyword: KeywordIndex, paper: Paper) -> None:
        self.keyword = keyword
        self.whole = f"{paper.title} {paper.abstract} {' '.join(paper.authors)}"
        self.terms = set(keyword.terms(self.whole))
        spans = sentence_spans(paper.abstract)
        self.sentences = [paper.abstract[start:end] for start, end in spans]
        title = "" if paper.title_is_derived else paper.title
        own = introduced_names(title, paper.abstract)
        self.own = {term for name in own for term in keyword.terms(name)}

    def has(self, words: str) -> bool:
        return self.terms.issuperset(self.keyword.terms(words)) or mentions(self.whole, words)

    def counts(self, word: str) -> bool:
        """Whether a sentence has the word and a number."""
        wanted = set(self.keyword.terms(word))
        return any(
            _NUMBER.search(sentence) and wanted.issubset(self.keyword.terms(sentence))
            for sentence in self.sentences
        )

    def names(self, word: str) -> bool:
        """Whether a word belongs to a name that the paper introduces."""
        return self.own.issuperset(self.keyword.terms(word))

    def slip(self, word: str) -> bool:
        """Whether a word is no word at all: what a slip means cannot be looked for."""
        return not self.keyword.knows(word) and word.casefold() not in english_words()


def _setup(text: _Abstract, question: str) -> list[str]:
    found = [match[0] for match in _SETUP.finditer(question)]
    asked = [word for one in asked_for(question) for word in one.words]
    found += [word for word in asked if _SETUP_ASKED.fullmatch(word)]
    return [words for words in found if not text.has(words)]


def _heads(text: _Abstract, question: str) -> list[str]:
    """What is to be counted or measured, and is not."""
    lacked = []
    for asked in asked_for(question):
        if asked.loose or any(text.slip(word) for word in asked.words):
            continue
        # "Which trait …" is answered by naming it; "how many traits" must speak of traits.
        if asked.number and not text.counts(asked.head):
            lacked.append(" ".join(asked.words))
    if _CIRCUMSTANCE.match(question):
        done = [word for word in content_words(question) if re.fullmatch(r"[a-z]+ed", word)]
        lacked += [] if any(text.has(word) for word in done) else done
    how = _HOW.search(question)
    if how and not _measured(text, how["how"].lower()):
        lacked.append(how[0])
    return lacked


def _measured(text: _Abstract, how: str) -> bool:
    measure = re.compile(rf"(?:{_NUMBER.pattern})[^.]{{0,20}}?(?:{_UNITS[how]})", re.IGNORECASE)
    return any(measure.search(sentence) for sentence in text.sentences)


def _rest(text: _Abstract, question: Question) -> list[str]:
    """The words beside the paper's own name, when too many of them are missing."""
    rarity = rare_terms(text.keyword, question.text)
    words = {
        term: word
        for word in content_words(question.text)
        for term in text.keyword.terms(word)
        if term not in text.own
    }
    lacked = {term: word for term, word in words.items() if term not in text.terms}
    if not question.is_sentence:
        return [word for word in lacked.values() if not _is_loose(word) and not text.slip(word)]
    whole = sum(rarity[term] for term in words)
    share = sum(rarity[term] for term in lacked) / whole if whole else 0.0
    many = len(lacked) >= _FEWEST_MISSING and share >= _MOST_MISSING
    return list(dict.fromkeys(lacked.values())) if many and len(words) <= _FEW_WORDS else []


def _telling(text: _Abstract, question: str) -> list[str]:
    """The words of a short question that are no everyday ones, when all of them are missing."""
    words = [
        word
        for word in content_words(question)
        if not _is_loose(word) and not text.slip(word) and not text.names(word)
    ]
    others = proper_names(question)
    telling = [
        word for word in words if len(word) > _SLIP and word not in others and not is_common(word)
    ]
    few = len(words) <= _FEW_WORDS
    return telling if few and not any(text.has(word) for word in telling) else []


def _phrase(text: str) -> list[str]:
    """The words of a noun phrase at the start of a text."""
    words: list[str] = []
    for word in re.findall(r"[^\W_][\w\-’']*", text):
        if word.casefold() in _ENDS or (words and word.endswith("ed")):
            break
        words.append(re.sub(r"['’]s?$", "", word))
        if _is_loose(word):
            break
    return [word for word in words if len(word) > 1][:4]


def _is_loose(word: str) -> bool:
    folded = word.casefold()
    return folded in FRAME or not {folded, folded.removesuffix("s")}.isdisjoint(_LOOSE)
