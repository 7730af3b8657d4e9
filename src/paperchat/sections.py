"""The sections of a structured abstract, by the labels in front of them.

"METHODS: PubMed was searched …", "Conclusion. It works.", "Results Forty patients …", 【目的】: a
label is no part of the sentence behind it, and says what the sentences up to the next one are
about.
Sections are the categories into which the National Library of Medicine sorts the labels of its
abstracts; which one a label means is told by its words, so that "Patients and methods" and "Study
design" need not be listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Section = Literal["background", "objective", "methods", "results", "conclusions", "other"]

_HEADS: dict[Section, str] = {
    "background": r"backgrounds?|introduction|context|rationale|motivation|problem"
    r"|hintergrund|einleitung|contexte|contexto|introducción|introdução"
    r"|研究背景|背景|前言|引言",
    "objective": r"objectives?|aims?|purposes?|goals?|hypothes[ie]s|questions?"
    r"|ziele?|zielsetzung|fragestellung|objectifs?|buts?|objetivos?"
    r"|研究目的|研究目標|研究目标|目的|目标|目標",
    "methods": r"methods?|methodolog(?:y|ies)|materials?|design|settings?|participants?|patients?"
    r"|subjects?|populations?|interventions?|exposures?|(?:outcomes? )?measure(?:ment)?s?|outcomes?"
    r"|sources?|selection|extraction|collection|acquisition|analys[ei]s|procedures?|approach"
    r"|search(?: strategy| methods?)?|strategy|(?:selection )?criteria|samples?|techniques?"
    r"|experiments?|methoden?|methodik|méthodes?|métodos?|metodología|metodologia"
    r"|研究方法|材料与方法|材料和方法|材料與方法|资料与方法|資料與方法|对象与方法|方法",
    "results": r"results?|findings?|observations?|synthesis"
    r"|ergebnisse?|résultats?|resultados?|研究结果|研究結果|结果|結果",
    "conclusions": r"conclusions?|interpretations?|discussion|summary|implications?|significance"
    r"|relevance|importance|impact|value|originality|recommendations?|lessons?|limitations?"
    r"|schlussfolgerung(?:en)?|fazit|conclusiones|conclusión|conclusões|conclusão|discusión"
    r"|研究结论|研究結論|结论|結論|讨论|討論|意义|意義",
    "other": r"registration|registry|funding|sponsorship|ethics|dissemination|key ?words"
    r"|index terms|availability|supplementary (?:materials?|information|data)|contact|identifier"
    r"|disclosures?|interests?|protocol|unlabelled|review"
    r"|关键词|關鍵詞",
}
"""Section → the words that name it."""

_BEFORE_OR_BEHIND = re.compile(r"significance|relevance|importance|impact", re.IGNORECASE)
"""At the head of an abstract these name its background, further on its conclusions."""

_BESIDE = (
    r"study|studies|research|main|primary|secondary|key|major|principal|clinical|general|practical"
    r"|theoretical|scientific|social|public|health|patient|data|evidence|review|reviewers[’']"
    r"|authors?[’']s?|literature|statistical|experimental|trial|specific|overall|recent|expected"
    r"|eligibility|conflicts?|type|background"
)
"""Words that may stand in front of those that name a section."""

_HEAD = "|".join(_HEADS.values())
_JOINTS = r"\s?[&/,，、]\s?|,\sand\s|\s(?:and|et|y|e|und|of)\s"
_JOINT = re.compile(_JOINTS, re.IGNORECASE)
_LABEL = re.compile(
    r"(?P<open>[【［\[])?"
    rf"(?P<words>(?:(?:{_BESIDE})\s){{0,3}}(?:{_HEAD})"
    rf"(?:(?:{_JOINTS})(?:(?:{_BESIDE})\s){{0,3}}(?:{_HEAD})){{0,4}})(?![\w’'-])"
    r"(?P<mark>\s?[】］\]]\s?[:：]?\s*|\s?[:：]\s*|\s[-–—]\s+|[–—]\s*|\.\s+|\s+)(?=\S)",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(r"(?P<words>[A-Z][A-Z'’/&, -]{6,}(?:\([A-Z]+\))?)\s?:\s+(?=\S)")
"""Any words in capitals with a colon, as a further label."""

_CASE = re.compile(r"[^\W\d_]+")
_MAY_BEGIN = re.compile(
    r"\A[\s\"“(]{0,2}|[.!?…。！？;；)\]】”\"'’%]\s*(?=[^\W\d_]|[【［\[])|\s(?=[A-Z]{4})|(?=[【［])"
)
"""Where a label may stand; inside a sentence, whose full stop is missing, only one in capitals."""

_NAMES = tuple((section, re.compile(heads, re.I)) for section, heads in _HEADS.items())
_FEWEST = 2
"""So many different sections make labels of words that have no colon behind them."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label in a text: its span `[start, end)` with the mark and the space behind it.

    Attributes:
        section: What it announces; None for methods and results under one label.
    """

    start: int
    end: int
    section: Section | None


def find_labels(text: str) -> list[Label]:
    """The labels of a structured abstract, in order; none in running text.

    A label with a colon is one wherever a sentence may begin. One with another mark, or with none,
    looks like the first word of a sentence: it counts when the text has further ones. Any words in
    capitals with a colon are a label beside those that are known.
    """
    found = list(_candidates(text))
    if len({one.label.section for one in found if one.known}) < _FEWEST:
        found = [one for one in found if one.sure]
    return [one.label for one in found] if any(one.known for one in found) else []


def sections_of(text: str, spans: Sequence[tuple[int, int]]) -> list[Section | None]:
    """The section of each of a text's sentences; None where no label says it."""
    labels = find_labels(text)[::-1]
    return [
        "other"
        if text[start] == "©"
        else next((label.section for label in labels if label.end <= start), None)
        for start, _ in spans
    ]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """What may be a label: whether its words are known, and whether it needs no further ones."""

    label: Label
    known: bool
    sure: bool


def _candidates(text: str) -> Iterator[_Candidate]:
    end = 0
    for place in _MAY_BEGIN.finditer(text):
        start = place.end()
        if start < end:
            continue
        inside = place[0].isspace()  # of a sentence
        match = _LABEL.match(text, start)
        known = match is not None and _looks(text, match, inside)
        if not known:
            match = None if inside else _UNKNOWN.match(text, start)
        if match is not None:
            section = _section(match["words"], first=end == 0)
            sure = not known or match["mark"].strip() in (":", "：")
            yield _Candidate(Label(start, match.end(), section), known, sure)
            end = match.end()


def _looks(text: str, match: re.Match[str], inside: bool) -> bool:
    """Whether words that name a section are written as a label."""
    mark = match["mark"].strip()
    colon = mark in (":", "：")
    if match["open"]:
        return mark[:1] in ("】", "］", "]")
    if mark[:1] in ("】", "］", "]"):
        return False
    words = _CASE.findall(match["words"])
    if all(word.isupper() for word in words) and words[0].isascii():
        return colon or not inside
    if inside:
        return False
    if colon or not words[0].isascii():
        return True
    # A capital behind "and" begins no sentence: "Results and Discussion"
    follows = text[match.end()]
    return words[0][0].isupper() and not follows.islower() and not words[0].isupper()


def _section(words: str, *, first: bool) -> Section | None:
    heads = [head for part in _JOINT.split(words) if (head := _named(part))]
    if "methods" in heads and "results" in heads:
        return None
    if first and _BEFORE_OR_BEHIND.search(words):
        return "background"
    return heads[0] if heads else "other"


def _named(words: str) -> Section | None:
    """The section that words name, else the one that their last word names."""
    return next(
        (
            section
            for text in (words, words.split()[-1])
            for section, names in _NAMES
            if names.fullmatch(text)
        ),
        None,
    )
