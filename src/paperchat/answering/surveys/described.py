"""Papers named by what they are about and how many they are: "the two protocols"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperchat.answering.surveys.surveys import on_topic
from paperchat.followups.rules import BARE
from paperchat.index import Index
from paperchat.questions.question import content_words
from paperchat.retrieval import retrieve
from paperchat.types import Filters, Paper

_COUNTS = {"two": 2, "2": 2, "three": 3, "3": 3}
_SEVERAL = re.compile(
    r"^(?:(?:please|so|and|now|can you|could you)\W+)*(?:compare|contrast|which (?:one )?of"
    r"|(?:what(?:'s| is| are) )?(?:the )?(?:differences?|comparison) (?:between|of)"
    r"|how (?:do|are)) (?:the|these|those|both) (?:(?:of )?the )?(?P<count>two|2|three|3)"
    r" (?P<what>.+)",
    re.IGNORECASE,
)
"""What is asked of papers held against each other; "the two stages of …" is no description."""

_ENDS = re.compile(
    r"[?!.,;:]|\b(?:is|are|was|were|has|have|had|does|do|did|can|differ\w*|compare|in terms of"
    r"|by|with respect to|regarding)\b|\b\w+s (?=(?:more|less|fewer|better|larger|smaller|higher"
    r"|lower|the)\b)",
    re.IGNORECASE,
)
"""What comes behind a description: a verb, or what is compared."""

_THINGS = frozenset(
    """
    paper papers study studies article articles work works method methods approach approaches model
    models technique techniques system systems framework frameworks algorithm algorithms option
    options dataset datasets benchmark benchmarks group groups result results
    """.split()
)
"""Words that say nothing of which papers are meant."""

_RECORDS = re.compile(
    r"\b(?:papers|studies|articles|works|publications)\b(?: (?:on|about|of))?", re.I
)
_OFFERED = 4
_READ = 20
"""Papers among which the described ones are looked for."""


@dataclass(frozen=True, slots=True)
class Described:
    """The papers that a description fits, when they are as many as it says; else candidates."""

    papers: tuple[Paper, ...] = ()
    candidates: tuple[Paper, ...] = ()


def described(index: Index, text: str, filters: Filters, threshold: float) -> Described | None:
    """The papers that a text tells by their number and by what they are about.

    None when it tells none so, or when fewer are here.
    """
    match = _SEVERAL.match(text)
    if match is None:
        return None
    count = _COUNTS[match["count"].casefold()]
    words = _ENDS.split(match["what"], maxsplit=1)[0].strip()
    telling = [one for one in content_words(words) if one.casefold() not in _THINGS | BARE]
    if not telling:
        return None
    topic = " ".join(_RECORDS.sub(" ", words).split())
    fitting = [one.paper for one in on_topic(index, topic, filters, threshold)]
    titled = _titled(index, " ".join(telling), fitting)
    for papers in (titled, fitting):
        if len(papers) == count:
            return Described(tuple(papers))
    candidates = titled if len(titled) > count else fitting
    if len(candidates) < count:  # of what is meant, if not all that is said of it
        found = [one.paper for one in retrieve(index, topic, filters=filters, top_k=_READ)]
        candidates = _titled(index, telling[-1], found)
        if len(candidates) == count:
            return Described(tuple(candidates))
    return Described(candidates=tuple(candidates[:_OFFERED])) if len(candidates) > count else None


def _titled(index: Index, words: str, papers: Sequence[Paper]) -> list[Paper]:
    """The papers whose titles have all of some words, in any form."""
    terms = set(index.keyword.terms(words))
    return [one for one in papers if terms.issubset(index.keyword.terms(one.title))]
