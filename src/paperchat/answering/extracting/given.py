"""What a paper lacks of a question when the conversation, not the search, tells the paper."""

from __future__ import annotations

import re
from dataclasses import replace

from paperchat.answering.extracting.attributes import asked_for
from paperchat.answering.extracting.lacking import Missing
from paperchat.questions.question import Question, proper_names

_GRANTED = re.compile(
    r"^(?:(?:and|but) )?(?:so|since|because|given)\b"
    r"(?! (?:what|which|who|how|why|when|where|is|are|was|were|do|does|did|can|could|will)\b)",
    re.IGNORECASE,
)
"""The reader says how things are, to be told whether they are."""


def of_given(question: Question, lacked: Missing) -> Missing:
    """The same, told as a part: the paper is the right one, however the question is worded.

    An everyday word that its abstract lacks ("how does it *fare*?") is no proof that it lacks what
    is asked, nor is a name in what the reader takes for granted ("so it is made from *Wikipedia*,
    right?"). The thing asked for is, and so is a name in a plain question.
    """
    if lacked.detail or not lacked.words:
        return lacked
    asked = {word for one in asked_for(question.text) if not one.loose for word in one.words}
    if not _GRANTED.search(question.text):
        asked.update(proper_names(question.text))
    return replace(lacked, partly=lacked.partly or asked.isdisjoint(lacked.words))
