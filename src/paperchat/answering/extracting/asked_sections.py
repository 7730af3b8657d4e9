"""Which sections of an abstract answer a question: whether it works, how it was done, or why."""

from __future__ import annotations

import re
from collections.abc import Mapping

from paperchat.questions.kinds import is_protocol
from paperchat.questions.question import Question
from paperchat.sections import Section
from paperchat.types import Paper

_I = re.IGNORECASE

_AIM = re.compile(
    r"\bwhat (?:is|are|was|were) the (?:\w+ )?(?:aims?|goals?|purposes?|objectives?|hypothes[ie]s"
    r"|motivation|background)\b|\bwhy (?:is|are|was|were|did|do) .*\b(?:done|conduct\w*|stud\w+"
    r"|perform\w*|carried out|undertaken|investigat\w+|examin\w+|need\w*|made|written|develop\w*"
    r"|important|necessary|compar\w+|start\w*|plan\w*|written|look\w*)\b",
    _I,
)
_DONE = re.compile(
    r"\bhow (?:was|were|did|are|is) (?:.*\b)?(?:done|conduct\w*|perform\w*|carried out|measur\w+"
    r"|assess\w*|treat\w*|select\w*|recruit\w*|collect\w*|analy[sz]\w+|search\w*|evaluat\w+|chosen"
    r"|found|identif\w+|diagnos\w+|random\w+|test\w*|obtain\w*|feed|fed|given|studied|study)\b"
    r"|\b(?:which|what) (?:[\w-]+ ){0,3}?(?:databases?|patients|participants|subjects|animals"
    r"|mice|rats|people|criteria|design|questionnaires?|instruments?|scales?|methods?|tools?|software"
    r"|statistic\w*|tests?|searche?[sd]?|inclu\w+|exclu\w+)\b",
    _I,
)
_EFFECT = re.compile(
    r"^(?:so|and|but|ok(?:ay)?|then)?[\s,]*(?:(?:is|are|was|were|do|does|did|can|could|has|have|had"
    r"|will|would|should)(?:n't)? (?!you\b|i\b|we have\b|there (?:any |a |an )?(?:papers?|work)))"
    r"|\bwhat (?:was|were|is|are|has been|have been|did) (?:.*\b)?(?:found|find|shown|show|known"
    r"|report(?:ed)?|conclu\w+|observed?|happen\w*|learn(?:ed|t)?)\b"
    r"|\bwhat .*\b(?:effects?|findings?|outcomes?|impacts?|benefits?|risks?|conclusions?|evidence"
    r"|results?)\b|\bhow (?:well|effective|safe|useful|reliable|harmful|beneficial|common)\b"
    r"|\b(?:better|worse|superior|more effective|safer)\b",
    _I,
)

_FINDING = re.compile(
    r"\b(?:f(?:ou|i)nd\w*|show(?:s|ed|n)?|reveal\w*|suggest\w*|demonstrat\w+|conclud\w+|indicat\w+"
    r"|observ\w+|significant\w*|associat(?:ed|ion)|correlat\w+|no (?:\w+ )?(?:difference|evidence"
    r"|effect|association|improvement)|effective|ineffective|improv(?:es|ed|ement)\b"
    r"|(?:increas|reduc|decreas|attenuat|prevent|inhibit|aggravat|ameliorat|lower|rais)(?:e[sd]|ed)"
    r"|higher|lower|longer|shorter|greater|fewer|better|worse|larger|smaller|(?:more|less) likely"
    r"|report(?:s|ed)|exceed\w*)\b"
    r"|\b[Pp] ?[<=>≤]",
    _I,
)
_SAMPLE = re.compile(
    r"\b(?:were|was) (?:included|identified|eligible|enrolled|recruited|screened|retrieved)\b"
    r"|\bmet (?:the|all|our)\b[^.]*\bcriteria\b",
    _I,
)
_ADVICE = re.compile(
    r"\bshould\b|\bmust\b|\b(?:needed|warranted|recommend\w*|discussed|required)\b"
    r"|\b(?:further|future|more) (?:[\w-]+ ){0,3}(?:research|studies|trials|work|investigation)",
    _I,
)
_AIMS = re.compile(
    r"\b(?:aim|aims|aimed|objective|goal|purpose)\b|^to (?:\w+ly )?(?:investigat|determin|evaluat"
    r"|examin|assess|compar|explor|stud|identif|describ|analy)|\b(?:investigat|evaluat|examin"
    r"|explor|test|assess|ask|determin)\w* whether\b|\bwill be\b",
    _I,
)

_LEANS = re.compile(
    r"\W*(?:however|nevertheless|nonetheless|moreover|furthermore|in (?:addition|contrast|turn)"
    r"|additionally|also|thus|therefore|hence|consequently|but|yet|by contrast|similarly|likewise"
    r"|on the other hand|conversely|instead|another|other|both|this|these|those|they|it|its|their"
    r"|such|here|then|finally|second|third|as a result|accordingly|the former|the latter)\b",
    _I,
)

_NO_ANSWER = -0.8
_ANY: Mapping[Section, float] = {"other": _NO_ANSWER}
_OF_EFFECT: Mapping[Section, float] = {
    "conclusions": 0.45,
    "results": 0.35,
    "background": -0.2,
    "objective": -0.4,
    "methods": -0.5,
    "other": _NO_ANSWER,
}
_OF_PLAN: Mapping[Section, float] = {
    "background": 0.7,
    "objective": 0.2,
    "methods": -0.4,
    "results": -0.4,
    "conclusions": -0.3,
    "other": _NO_ANSWER,
}
"""A protocol has nothing found: what was known before is told."""

_OF_AMOUNT: Mapping[Section, float] = {
    "results": 0.25,
    "methods": -0.2,
    "background": -0.2,
    "objective": -0.3,
    "other": _NO_ANSWER,
}
_OF_AIM: Mapping[Section, float] = {
    "objective": 0.8,
    "background": 0.7,  # it makes up for what is taken off before the paper's own work
    "methods": -0.3,
    "results": -0.3,
    "other": _NO_ANSWER,
}
_OF_DOING: Mapping[Section, float] = {
    "methods": 0.5,
    "results": 0.05,
    "background": -0.2,
    "objective": -0.2,
    "conclusions": -0.3,
    "other": _NO_ANSWER,
}


def asks_for_effect(question: Question) -> bool:
    """Whether it asks if something is so, or what was found ("Does it work?")."""
    text = question.text
    return not _AIM.search(text) and not _DONE.search(text) and _EFFECT.search(text) is not None


def section_values(question: Question, paper: Paper) -> Mapping[Section, float]:
    """What a sentence of each section of a paper gains for a question; nothing where none is."""
    if _AIM.search(question.text):
        return _OF_AIM
    if _DONE.search(question.text):
        return _OF_DOING
    if question.wanted == "amount":
        return _OF_AMOUNT
    if not _EFFECT.search(question.text):
        return _ANY
    return _OF_PLAN if is_protocol(paper) else _OF_EFFECT


def told_effect(text: str, section: Section | None) -> float:
    """How far a sentence says what was found: 1, 0, or −1 where it only says what is to be done."""
    if _AIMS.search(text) or _SAMPLE.search(text):
        return 0.0
    found = section in ("results", "conclusions") or _FINDING.search(text) is not None
    return -1.0 if _ADVICE.search(text) else float(found)


def stands_alone(text: str) -> bool:
    """Whether a sentence does not lean on the one before it ("However, …", "These results …")."""
    return _LEANS.match(text) is None
