"""Papers whose abstracts say that their code can be had: no topic, but told by one sentence."""

from __future__ import annotations

import re
from collections.abc import Collection

from paperchat.answering.lists.matching import Match
from paperchat.comparison.cues import CODE
from paperchat.index import Index
from paperchat.questions.lists import ListRequest
from paperchat.sentences import sentence_spans

_CODE = r"(?:(?:source|open|their) )?(?:code|codes|codebase|implementations?)"
_HAD = (
    r"(?:(?:is|are|that|which|publicly|freely|openly|public|available|released?|online|shared?"
    r"|provided?|open[- ]?sourced?)\b ?)+"
)
_ASKED = re.compile(
    rf"(?:(?:release|releasing|share|sharing|provide|providing|publish|publishing|offer|offering"
    rf"|open[- ]?source|have|with|public|available|released) )*(?:{_CODE}(?: {_HAD})?)"
    r"|open[- ]?sourced?(?: (?:code|software|implementations?))?",
    re.IGNORECASE,
)


_ON = re.compile(r"\b(?:about|on|studying|concerning|regarding)\b", re.IGNORECASE)


def asks_for_code(request: ListRequest) -> bool:
    """Whether a list is of papers that offer code ("have code"), not of those on code."""
    offered = _ASKED.fullmatch(request.topic.strip()) is not None
    return offered and _ON.search(request.text) is None


def papers_with_code(index: Index, inside: Collection[str] | None) -> list[Match]:
    """The papers of which a sentence says that code or weights can be had, in the index's order."""
    found = []
    for paper in index.papers(inside):
        spans = sentence_spans(paper.abstract)
        telling = (at for at in spans if CODE.search(paper.abstract[slice(*at)]))
        if (span := next(telling, None)) is not None:
            found.append(Match(paper, 1.0, 1.0, span, by_title=False))
    return found
