"""Papers that a text tells by their topic or title: "the obesity paper", "the paper on obesity"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from paperchat.followups.mentions import Mention
from paperchat.index import Index
from paperchat.questions.question import content_words
from paperchat.types import Paper

_THING = r"(?:paper|article|study|review|survey|overview|protocol|meta-analysis|preprint)\b"
_NO_TOPIC = (
    r"(?:the|that|this|and|or|of|in|on|by|for|to|with|same|whole|other|first|second|third|last"
    r"|latter|former|previous|earlier|current|original|best|only|entire|full|latest|new|newest"
    r"|oldest|more|most|recent|one|two|both)\b"
)
_END = (
    r"(?=\s*(?:[-–—:,;?!.](?!\w)|$)|['’]s\b|\s(?:and|or|with|to|that|which|who|say|says|said|find"
    r"|finds|found|show|shows|use|uses|used|have|has|report|reports|propose|proposes|is|was|does"
    r"|did|cite|compare|differ|published|appear|come|by|in|from)\b)"
)
_TOPIC = re.compile(
    rf"\b(?:the|that|your) (?P<before>(?:(?!{_NO_TOPIC})[\w'’-]+ ){{1,4}}){_THING}"
    rf"|\b(?:the|that) {_THING} (?:on|about|of|titled|called) (?:the )?"
    rf"(?P<after>[\w'’-]+(?: [\w'’-]+){{0,7}}?){_END}",
    re.IGNORECASE,
)
_TITLE = re.compile(
    rf"(?:\b(?:the|that) {_THING} (?:titled |called |entitled )?)?[\"“«](?P<title>[^\"”»]+)[\"”»]",
    re.IGNORECASE,
)
_SHORT = 3
"""A title is told by so many of its first words."""

_READ = 50
_FEW = 3
"""Words that more titles have tell no paper."""


def topical_mentions(
    index: Index, text: str, at_hand: Sequence[Paper], known: Sequence[Paper]
) -> list[Mention]:
    """The papers that a text tells by the words of their titles, else by words they alone have.

    Args:
        index: The papers.
        text: The question.
        at_hand: What the talk is about: its own "pilot study" is no paper.
        known: The papers of the conversation, which are meant before others.
    """
    found = []
    for match in _TITLE.finditer(text):
        if papers := _beginning(index, match["title"]):
            found.append(Mention(*match.span(), papers, indirect=True))
    for match in _TOPIC.finditer(text):
        if any(match[0].partition(" ")[2].casefold() in _text(one) for one in at_hand):
            continue
        words = content_words(match["before"] or match["after"])
        if papers := _telling(index, words, known):
            found.append(Mention(*match.span(), papers, indirect=True))
    return found


def _beginning(index: Index, title: str) -> tuple[Paper, ...]:
    """The papers whose titles begin with some words, of which the end may be cut off."""
    words = index.keyword.line(title.strip(" .…"))
    if len(words.split()) < _SHORT:
        return ()
    near = index.get(index.keyword.search(title, _FEW)).values()
    return tuple(one for one in near if index.keyword.line(one.title).startswith(words[:-1]))


def _telling(index: Index, words: Sequence[str], known: Sequence[Paper]) -> tuple[Paper, ...]:
    """Few papers that have all words in their titles, or the one that has them at all."""
    wanted = set(index.keyword.terms(" ".join(words)))
    if not wanted or all(term.isdigit() for term in wanted):
        return ()

    def having(papers: Iterable[Paper], *, title: bool) -> tuple[Paper, ...]:
        texts = ((one, one.title if title else _text(one)) for one in papers)
        return tuple(one for one, text in texts if wanted <= set(index.keyword.terms(text)))

    near = index.get(index.keyword.search(" ".join(words), _READ)).values()
    titled = having(known, title=True) or having(near, title=True)
    if titled:
        return titled if len(titled) <= _FEW else ()
    having_all = having(near, title=False)
    return having_all if len(having_all) == 1 else ()


def _text(paper: Paper) -> str:
    return f"{paper.title} {paper.abstract}".casefold()
