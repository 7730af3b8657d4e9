"""Words that a PDF broke at a line's end ("pro- posed") → whole words ("proposed").

A hyphen before a space may end half a word (it goes), stand in a compound ("long- term": the space
goes), stand for words to come ("long- and short-term") or be a dash (both stay). The list's own
words decide, then a list of English words. Letters are never touched, so that ids stay the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from paperchat.english import english_words
from paperchat.reading.titles import derive_title
from paperchat.types import Paper

_BROKEN = re.compile(
    r"(?P<before>(?<![^\W\d_])|(?<=-))(?P<left>[^\W\d_]{2,})[-‐] "
    r"(?P<right>[^\W\d_]{2,})(?![\w’'])(?P<after>-?)"
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CONJUNCTIONS = frozenset(
    "and or to nor but vs versus as than and/or und oder bzw bis et ou y e o".split()
)
# What follows a dash, and never the hyphen of a compound.
_AFTER_DASH = frozenset(
    "a an the this that these those which who where when while with without we it its they their "
    "our is are was were be been can in of on for from by at if not i.e e.g such namely".split()
)
# Ends of words that some lists take for words.
_ENDINGS = frozenset(
    "able al ally ance ant ed ence ent er ers es est ful ible ic ics ing ings ion ions ism ist "
    "ists ities ity ive ize ized izes less ly ment ments ness or ors ous sion sions tion tions "
    "ure".split()
)
_OFTEN = 3  # a word that occurs so often is no half that some extractor left alone
_LARGE = 50_000  # words; a list of so many has the usual ones itself


class Vocabulary:
    """The words that a list uses, halves of broken ones left out."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._words: Counter[str] = Counter()
        for text in texts:
            whole = _BROKEN.sub(" ", text) if "- " in text else text
            self._words.update(_WORD.findall(whole.lower()))
        compounds = [word for word in self._words if "-" in word]
        self._words.update(part for word in compounds for part in word.split("-"))
        self._is_large = self._words.total() >= _LARGE

    def joint(self, left: str, right: str) -> str | None:
        """What belongs between two halves: nothing, a hyphen, or what stands there (None)."""
        left, right = left.lower(), right.lower()
        joined, hyphened = self._words[left + right], self._words[f"{left}-{right}"]
        if joined or hyphened:
            return "" if joined >= hyphened else "-"
        if self._is_large and self._words[left] and self._words[right] and right not in _ENDINGS:
            return None if right in _AFTER_DASH else "-"
        if left + right in english_words():
            return ""
        if right in _AFTER_DASH:
            return None
        known = self._words[right] >= _OFTEN or right in english_words()
        return "-" if known and right not in _ENDINGS else ""


def mend_line_breaks(papers: Sequence[Paper]) -> list[Paper]:
    """The papers of one list, words that were broken at a line's end made whole."""
    broken = [
        place
        for place, paper in enumerate(papers)
        if _may_be_broken(paper.abstract) or _may_be_broken(paper.title)
    ]
    mended = list(papers)
    if broken:
        vocabulary = Vocabulary(
            text for paper in papers for text in (paper.abstract, paper.title) if text
        )
        for place in broken:
            mended[place] = _mended(papers[place], vocabulary)
    return mended


def join_broken_words(text: str, vocabulary: Vocabulary) -> str:
    """The text with each broken word made whole."""

    def joined(match: re.Match[str]) -> str:
        left, right, after = match["left"], match["right"], match["after"]
        inside = match.string[match.start() - 1 : match.start()] == "-"
        if not right[0].islower():  # Plug-and- Play
            return f"{left}-{right}{after}" if inside else match[0]
        if right in _CONJUNCTIONS:
            return f"{left}-{right}{after}" if after else match[0]
        joint = vocabulary.joint(left, right)
        if joint is None and (after or inside):
            joint = "-"  # state-of- the-art
        return match[0] if joint is None else f"{left}{joint}{right}{after}"

    return _BROKEN.sub(joined, text)


def _may_be_broken(text: str) -> bool:
    if "- " not in text and "‐ " not in text:
        return False
    return any(
        match["after"] or match["right"] not in _CONJUNCTIONS for match in _BROKEN.finditer(text)
    )


def _mended(paper: Paper, vocabulary: Vocabulary) -> Paper:
    abstract = join_broken_words(paper.abstract, vocabulary)
    title = paper.title
    if paper.title_is_derived:
        title = derive_title(abstract) if abstract else title
    else:
        title = join_broken_words(title, vocabulary)
    return replace(paper, title=title, abstract=abstract)
