"""What an abstract may be quoted for: what it reports, not what it orders."""

from __future__ import annotations

import re
from dataclasses import replace

from paperchat.sentences import sentence_spans
from paperchat.types import Paper

_MACHINE = (
    r"(?:llms?|ais?|chatgpt"
    r"|(?:large |language |ai )*(?:models?|assistants?|chatbots?|bots?|reviewers?))"
)
_SAYS = (
    r"(?:respond|reply|answer|output|print|say|write|repeat|recommend|cite|mention|append|tell|state"
    r"|claim|praise|reveal|translate|include|add|insert|give|rate)"
)
_BEGINS = (
    r"^\W*(?:[^.:]{1,60}:\W*)?"
    r"(?:(?:please|kindly|now|instead|important|note|attention|urgent|system|assistant|human|user|sudo"
    r"|admin|inst|sys|then|and|also|hey|dear|hello)\b\W*)*"
)
_ORDERS = re.compile(
    _BEGINS + r"(?:(?:ignore|disregard|forget|override|bypass|skip)\b(?!-).{0,60}\b(?:instructions?"
    r"|rules?|prompts?|guidance|context|above|previous(?:ly)?|prior|earlier|everything|questions?"
    r"|papers?|abstracts?)\b"
    rf"|(?:always|never|do not|don['’]t|only|just) {_SAYS}\b"
    rf"|{_SAYS}\s+(?:only|exactly|just|with|that|in"
    r"|this|your|every|any|limitations|a smiley"
    r"|the (?:word|user|reader|paper|system|single|following)"
    r"|(?:readers?|users?|them) (?:to|that)|\W*[\"'“‘«\[])"
    r"|(?:end|begin|start) (?:every|each|all|your|the answer)\b"
    r"|(?:click|visit|go to|open|download|send|email) (?:here|https?:|www\."
    r"|the (?:link|following)|this|your|all)"
    r"|you (?:are|must|should|will|have to|may)\b|your (?:new )?(?:task|role|job) is\b"
    r"|(?:act|behave) as\b|pretend\b|from now on\b)",
    re.IGNORECASE,
)
_SPEAKS_TO_A_MODEL = re.compile(
    r"\b(?:ignore|disregard|forget) (?:all |any |the |your |of )*(?:previous|prior|above|earlier)\b"
    r"|\b(?:your|new) (?:system prompt|instructions? (?:are|is))\b"
    rf"|\byou (?:are now|must (?:now |always |only )?{_SAYS})\b"
    rf"|\byou are an? (?:\w+ )?{_MACHINE}\b|\bas an? {_MACHINE}\b[^.]{{0,40}}\byou\b"
    rf"|^\W*(?:(?:note|message|instructions?) (?:to|for)|dear|hey|attention)"
    rf" (?:all |any |the |every )*{_MACHINE}\b"
    rf"|^\W*(?:to|for) (?:all |any |every ){_MACHINE} (?:that |who )?read"
    rf"|\bwhen (?:you|asked|(?:summari[sz]|answer|review|read|respond)ing)\b[^.]{{0,40}}, {_SAYS}\b"
    r"|\boverrides? all (?:other|previous)",
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
