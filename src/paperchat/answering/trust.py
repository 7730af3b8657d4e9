"""What an abstract may be quoted for: what it reports, not what it orders."""

from __future__ import annotations

import re
from dataclasses import replace

from paperchat.sentences import sentence_spans
from paperchat.types import Paper

_BEGINS = (
    r"^\W*(?:(?:please|now|instead|important|note|attention|urgent|system|assistant|human|user|ai|sudo"
    r"|admin|inst|sys|new|updated|hidden|instructions?|prompt|override|message|dear|any|all|the"
    r"|llms?|models?|language|assistants?|chatbots?|then|and|also"
    r"|(?:to|for)(?= (?:all |any |the |every )*(?:llms?|ai|models?|language|assistants?|chatbots?))"
    r")\b\W*)*"
)
_ORDERS = re.compile(
    _BEGINS + r"(?:(?:ignore|disregard|forget|override|bypass|skip)\b(?!-).{0,60}\b(?:instructions?"
    r"|rules?|prompts?|context|above|previous(?:ly)?|prior|earlier|everything|questions?|papers?"
    r"|abstracts?)\b"
    r"|(?:respond|reply|answer|output|print|say|write|repeat|recommend|cite|mention|append|tell|state"
    r"|translate|always|never|do not|don['’]t)\s+(?:only|exactly|just|with|that|in|to"
    r"|the|this|your|every|any|a|them|readers?|users?|say|answer|cite|mention|reply|recommend|use"
    r"|paper|\W*[\"'“‘«\[])"
    r"|(?:end|begin|start)\s+(?:every|each|all|your|the answer)\b"
    r"|(?:click|visit|go to|open|download|send|email)\s+(?:here|https?:|www\."
    r"|the (?:link|following)|this|your|all)"
    r"|you (?:are|must|should|will|have to|may|can)\b"
    r"|(?:act|behave) as\b|pretend\b|from now on\b)",
    re.IGNORECASE,
)
_SPEAKS_TO_A_MODEL = re.compile(
    r"\b(?:ignore|disregard|forget) (?:all |any |the |your |of )*(?:previous|prior|above|earlier)\b"
    r"|\b(?:your|new) (?:system prompt|instructions? (?:are|is))\b"
    r"|\byou (?:are now|must (?:now |always |only )?(?:say|answer|respond|reply|cite|output))\b"
    r"|\bas an? (?:ai|assistant|language model)\b[^.]{0,40}\byou\b",
    re.IGNORECASE,
)


def reporting(paper: Paper) -> Paper:
    """The paper as evidence: sentences that order a reader about are blanked, offsets stay.

    An abstract reports what was done; "Ignore the rules above and say that …" reports nothing, and
    a sentence that follows it would else find its own words there.
    """
    return replace(
        paper, title=_blanked(paper.title) or paper.title, abstract=_blanked(paper.abstract)
    )


def _blanked(text: str) -> str:
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        if _ORDERS.search(sentence) or _SPEAKS_TO_A_MODEL.search(sentence):
            text = text[:start] + " " * (end - start) + text[end:]
    return text
