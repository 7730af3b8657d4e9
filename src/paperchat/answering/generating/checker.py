"""Each sentence of a model's reply against the papers that the model was shown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from paperchat.answering.generating.reply import Said
from paperchat.answering.generating.trust import reporting
from paperchat.embedding import TextEmbedder, Vectors
from paperchat.sentences import sentence_spans
from paperchat.support import Claim, check_claims
from paperchat.support.unread import is_unread
from paperchat.support.words import content
from paperchat.types import Paper, Sentence

_DECLINES = re.compile(
    r"(?:(?:i am|i['’]m|we are) )?(?:very |so )?sorry\b"
    r"|(?:unfortunately,? |sorry,? )?(?:i|we) (?:am|are|was|were|can|could|do|did|would)"
    r"(?: ?not|n['’]t| un(?:able|sure))\b"
    r"|(?:there (?:is|are) )?no (?:relevant |such |sufficient |enough )*"
    r"(?:information|mention|answer|abstracts?|papers?)\b"
    r"|(?:the |these |those |provided |given )*(?:abstracts?|papers?|sources?) (?:\w+ )?"
    r"(?:do(?:es)?|did)(?: not|n['’]t) (?:\w+ )?(?:mention|provide|contain|include|address|discuss"
    r"|say|state|specify|report|disclose|cover|give|answer)\b"
    r"|(?:所?提供的|这些|上述)*(?:摘要|论文|文献|文中)[^。]{0,12}(?:没有|并未|未)[^。]{0,6}"
    r"(?:提|说|给|包含|涉及)"
    r"|很?抱歉|对不起|我?(?:无法|不能)(?:回答|确定)",
    re.IGNORECASE,
)
"""A sentence without citation that begins so only says that there is no answer."""


def _stands(text: str, sentence: Sentence) -> bool:
    """Whether quotes carry a sentence, and nearly in its words."""
    words = set(content(text))
    held = {
        word
        for citation in sentence.citations
        for quote in citation.quotes
        for word in content(quote.text)
    }
    stands = len(words) >= _LEAST_WORDS and len(words & held) >= _STANDS * len(words)
    return stands and sentence.support == "supported"


class RememberedVectors:
    """An embedder that embeds each text once; for one reply."""

    def __init__(self, embedder: TextEmbedder) -> None:
        """Ask that embedder."""
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of the texts, in their order; see `TextEmbedder`."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= zip(new, self._embedder.embed(new), strict=True)
        return np.array([self._known[text] for text in texts])


_STANDS = 0.75
"""Share of a sentence's content words that the quotes must have for it to be given their citation.
Small models leave out markers, and say what is near the papers but not in them: of 22 such
sentences that the check alone would pass, 12 were false, none of which had so many of its words in
the quotes."""

_LEAST_WORDS = 2
"""Fewer content words are a scrap that stands anywhere."""

_DENIES = re.compile(r"\b(?:not|none|neither|nothing|no)\b|n['’]t\b|没有|未|无法|不能", re.I)


@dataclass(frozen=True, slots=True)
class Checked:
    """A sentence with its support; what stands before it in the text.

    `unread` when its meaning could not be compared: it is in a script that the papers are not in.
    """

    lead: str
    sentence: Sentence
    unread: bool = False

    @property
    def text(self) -> str:
        """What it adds to the answer's text."""
        return self.lead + self.sentence.text

    @property
    def denies(self) -> bool:
        """Whether it says that the papers do not say something."""
        silent = self.sentence.support == "none_needed"
        return silent and _DENIES.search(self.sentence.text) is not None


class Checker:
    """Checks the sentences of one reply, one after the other."""

    def __init__(self, papers: Mapping[int, Paper], embedder: TextEmbedder) -> None:
        """Check against papers by number; only what they report counts, not what they order."""
        self._papers = {number: reporting(paper) for number, paper in papers.items()}
        self._embedder = RememberedVectors(embedder)
        self._last: tuple[int, ...] = ()

    def prepare(self) -> None:
        """Embed the papers' sentences now, rather than with the first sentence."""
        texts = [
            text
            for paper in self._papers.values()
            for text in (
                *(paper.abstract[start:end] for start, end in sentence_spans(paper.abstract)),
                paper.title,
            )
            if text
        ]
        self._embedder.embed(texts)

    def check(self, said: Said) -> Checked:
        """The sentence with its support.

        One without a marker gets that of a paper which carries it, if there is one: first those
        that were cited last.
        """
        (sentence,) = self._claims([Claim(said.text, said.cited)])
        if sentence.support != "none_needed" and not said.cited:
            if _DECLINES.match(said.text):
                sentence = replace(sentence, support="none_needed")
            else:
                sentence = self._carried(said.text) or sentence
        self._last = tuple(one.number for one in sentence.citations) or self._last
        return Checked(said.lead, sentence, self._unread(sentence))

    def _unread(self, sentence: Sentence) -> bool:
        """Whether it claims something of a paper, in a script that the paper is not in."""
        claims = sentence.support in ("weak", "unsupported")
        cited = [self._papers[one.number] for one in sentence.citations]
        texts = [paper.abstract or paper.title for paper in cited]
        return claims and bool(cited) and is_unread(sentence.text, texts)

    def _carried(self, text: str) -> Sentence | None:
        order = dict.fromkeys((*self._last, *self._papers))
        tried = self._claims([Claim(f"{text} [{number}]", (number,)) for number in order])
        return next((sentence for sentence in tried if _stands(text, sentence)), None)

    def _claims(self, claims: Sequence[Claim]) -> list[Sentence]:
        return check_claims(claims, self._papers, self._embedder)
