"""Whether a paper's abstract speaks of what a question asks for.

A question about a detail that an abstract leaves out is as near to the paper as one that it
answers; only its words tell. Looked at are what is asked for ("which *learning rate*", "how many
*annotators*"), a number where one is asked for, and the names of other things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperchat.answering.extracting.abstract_words import AbstractWords
from paperchat.answering.extracting.attributes import Asked, asked_for, is_loose, is_plural
from paperchat.answering.extracting.quantities import (
    SAMPLE,
    is_measurable,
    is_measured,
    unit_lacking,
)
from paperchat.english import is_common
from paperchat.index.keyword import KeywordIndex
from paperchat.questions.question import Question, content_words, proper_names
from paperchat.relevance import rare_terms
from paperchat.types import Paper

_HOW = re.compile(
    r"\bhow (?P<how>long|wide|deep|old|heavy|expensive|costly|often)\b", re.IGNORECASE
)
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

_REGION_ASKED = re.compile(r"\b(?:countr(?:y|ies)|cit(?:y|ies))\b", re.IGNORECASE)
_REGION = re.compile(r"\b(?:in|over|across|from|at|near|throughout) (?:the )?[A-Z][a-z]{3,}\b")
"""A place is told by its name."""

_CIRCUMSTANCE = re.compile(r"^(?:by )?(?:who|whom|where|when)\b.*", re.IGNORECASE)
"""A question for who did something, where or when: an answer says that it was done."""

_PLACE = re.compile(r"\b(?:than|versus|vs\.?|compared (?:to|with)|between)\b", re.IGNORECASE)

_SLIP = 3
"""So short a word that is no everyday one is most often a slip ("teh")."""

_QUANTITY = re.compile(
    r"(?:size|ratio|width|budget|temperature|dose|dosage|length|resolution|threshold|depth|height"
    r"|duration|price|latency|frequency|percentage|fraction|dimension(?:ality)?)s?",
    re.IGNORECASE,
)
"""What is a number wherever it is stated."""

_COSTS = re.compile(r"\bwhat (?:does|do|did|would) .{0,60}\bcost\b", re.IGNORECASE)

_NAMED = re.compile(
    r"drug|medic(?:ine|ation)|gene|protein|enzyme|hormone|species|animal|organism|plant|virus"
    r"|bacterium|disease|disorder|illness|organ|tissue|cell|element|metal|material|compound"
    r"|substance|chemical|language|game|robot|vehicle|platform|technology|architecture|sport"
    r"|field|discipline|person|group|organi[sz]ation|word|term|name|figure|colou?r|day|date|cause"
    r"|expression|symbol|letter|object|event|action|behaviou?r|skill|change|fix|trait",
    re.IGNORECASE,
)
"""Kinds of which a thing is told by its own name, without the word for the kind."""

_PLAIN = frozenset(
    "two three four five six seven eight nine ten new old older big small main own other extra"
    " different many first second".split()
)
"""Words of a noun phrase that say little of the thing."""

_FEW_WORDS = 8
_FEWEST_MISSING = 3
_MOST_MISSING = 0.75
"""A short question is not answered by an abstract that lacks so many of its words, and so great a
share of their rarity; a long one may put everything in words of its own."""


@dataclass(frozen=True, slots=True)
class Missing:
    """What a paper's abstract does not say of a question.

    Attributes:
        words: The question's words that it lacks, or has without the number asked for.
        partly: Whether the rest of the question may be answered all the same.
        detail: Whether the very thing asked for is lacking, not only words beside it.
    """

    words: tuple[str, ...] = ()
    partly: bool = False
    detail: bool = False


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
    text = AbstractWords(keyword, paper)
    names = [name for name in proper_names(question.text) if not text.has(name)]
    lacked = [*_setup(text, question.text), *_heads(text, question.text)]
    if not lacked and named:
        lacked = _rest(text, question)
    detail = bool(lacked)
    if not lacked and question.is_sentence:
        lacked = _telling(text, question.text, named=named)
    if names and not lacked and _PLACE.search(question.text):
        return Missing(tuple(names), partly=True)
    words = tuple(dict.fromkeys([*names, *lacked]))
    once = tuple(a for a in words if not any(a != b and a in b for b in words))  # GPU, GPU hours
    return Missing(once, detail=detail)


def _setup(text: AbstractWords, question: str) -> list[str]:
    found = [match[0] for match in _SETUP.finditer(question)]
    asked = [word for one in asked_for(question) for word in one.words]
    found += [word for word in asked if _SETUP_ASKED.fullmatch(word)]
    named = [] if _REGION.search(text.whole) is None else _REGION_ASKED.findall(question)
    return [words for words in found if words not in named and not text.has(words)]


def _heads(text: AbstractWords, question: str) -> list[str]:
    """What is to be counted or measured, and is not."""
    lacked = []
    for asked in asked_for(question):
        if asked.loose or any(text.slip(word) for word in asked.words):
            continue
        # "Which trait …" is answered by naming it; "how many traits" must speak of traits.
        if asked.number and not _is_counted(text, asked.head):
            lacked.append(" ".join(asked.words))
        if not asked.number and (_is_torn(text, asked) or _is_unheard_of(text, asked)):
            lacked.append(" ".join(asked.words))
    lacked += _unmeasured(text, question)
    if _CIRCUMSTANCE.match(question):
        done = [word for word in content_words(question) if re.fullmatch(r"[a-z]+ed", word)]
        lacked += [] if any(text.has(word) for word in done) else done
    how = _HOW.search(question)
    if how and not is_measured(text.sentences, how["how"]):
        lacked.append(how[0])
    return lacked


def _is_counted(text: AbstractWords, thing: str) -> bool:
    """Whether a number stands near a thing, or, of those who took part, near any word for them."""
    if text.counts(thing):
        return True
    if not SAMPLE.fullmatch(thing):
        return False
    return any(text.counts(word) for word in set(SAMPLE.findall(text.whole)))


def _is_torn(text: AbstractWords, asked: Asked) -> bool:
    """Whether the words of a compound that is asked for stand nowhere together."""
    compound = [word for word in asked.words if word.casefold() not in _PLAIN]
    return asked.whole and len(compound) > 1 and not text.together(compound)


def _is_unheard_of(text: AbstractWords, asked: Asked) -> bool:
    """Whether one thing is asked for of which an abstract has no word ("which telescope …?").

    Things in the plural are told by their names ("which animals …?": mice and rats), and so are
    some in the singular; a quantity is told by a number with its unit.
    """
    thing = asked.head if asked.whole else asked.words[0]
    if is_plural(thing) or any(text.has(word) or _NAMED.fullmatch(word) for word in asked.words):
        return False
    return not (is_measurable(thing) and is_measured(text.sentences, thing))


def _unmeasured(text: AbstractWords, question: str) -> list[str]:
    """Quantities that are asked for, of which the abstract gives no number."""
    lacked = [
        " ".join(asked.words)
        for asked in asked_for(question)
        if not asked.number and _QUANTITY.fullmatch(asked.head)
        if not any(re.search(r"\d", sentence) for sentence in text.speaking_of(asked.head))
    ]
    if unit := unit_lacking(question, text.whole):
        lacked.append(unit)
    if _COSTS.search(question) and not is_measured(text.sentences, "cost"):
        lacked.append("cost")
    return lacked


def _rest(text: AbstractWords, question: Question) -> list[str]:
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
        return [word for word in lacked.values() if not is_loose(word) and not text.slip(word)]
    whole = sum(rarity[term] for term in words)
    share = sum(rarity[term] for term in lacked) / whole if whole else 0.0
    many = len(lacked) >= _FEWEST_MISSING and share >= _MOST_MISSING
    return list(dict.fromkeys(lacked.values())) if many and len(words) <= _FEW_WORDS else []


def _telling(text: AbstractWords, question: str, *, named: bool) -> list[str]:
    """The words of a short question that are no everyday ones, when all of them are missing.

    One such word may be the asker's own word for a thing, unless the paper itself is named.
    """
    words = [
        word
        for word in content_words(question)
        if not is_loose(word) and not text.slip(word) and not text.names(word)
    ]
    others = proper_names(question)
    telling = [
        word for word in words if len(word) > _SLIP and word not in others and not is_common(word)
    ]
    few = len(words) <= _FEW_WORDS
    missed = few and len(telling) > (0 if named else 1)
    return telling if missed and not any(text.has(word) for word in telling) else []
