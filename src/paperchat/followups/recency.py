"""Questions for papers on the topic at hand by their years: "anything newer?", "only after 2018".

Each is turned into a question for a list of papers on that topic, which is then read as any list.
"""

from __future__ import annotations

import re

from paperchat.history import History
from paperchat.index import Index
from paperchat.questions.list_forms import PAPERS
from paperchat.questions.question import content_words, fold

_I = re.IGNORECASE

_LEAD = r"(?:(?:ok(?:ay)?|so|and|now|then|but|great|thanks|good|hm+|alright)\b[\s,.!]+)*"
_ASK = r"(?:(?:is|are) there|do you have|have you(?: got)?|show(?: me)?|find(?: me)?|give me)"
_THING = rf"(?:{PAPERS}|paper|article|study|work|ones?|things?|evidence|research|reviews?)"
_ON_IT = r"(?: (?:on|about) (?:it|this|that|the (?:same )?(?:topic|subject)))?"
_NEWER = re.compile(
    rf"{_LEAD}(?:{_ASK} )?(?:(?:any|some)(?:thing)? |an? |the )?"
    rf"(?:(?P<newer>newer|more recent|later)|(?P<older>older|earlier))(?: {_THING})?{_ON_IT}",
    _I,
)
_YEAR = r"(?:19|20)\d{2}"
_ONLY = re.compile(
    rf"{_LEAD}(?:{_ASK} )?(?:only|just) (?:(?:the|those|these) )?(?:{_THING} )?"
    rf"(?P<when>(?:(?:published|written) )?(?:after|since|before|until|from|in|between) {_YEAR}"
    rf"(?: (?:and|to|or) (?:{_YEAR}|later|newer|earlier|older))?)",
    _I,
)
_PLEASE = re.compile(r"[\s,]+(?:please|then|now)$", _I)


def by_year_at_hand(index: Index, text: str, history: History) -> str:
    """A question for papers of some years on the topic at hand, with the topic; else as it is.

    Newer and older are meant as against the papers at hand. After a list, "only those after 2018"
    narrows the list, and stays as it is.

    Args:
        index: The papers.
        text: The question, in English.
        history: The conversation so far.
    """
    folded = _PLEASE.sub("", fold(text).rstrip(" .?!"))
    aged, only = _NEWER.fullmatch(folded), _ONLY.fullmatch(folded)
    last = history.last
    if last is None or not (aged or only) or (only and history.turns[-1].page):
        return text
    papers = index.get(last.subjects).values()
    topic = _topic(index, history)
    if only:
        return f"papers on {topic} {only['when']}" if topic else text
    years = [paper.year for paper in papers if paper.year is not None]
    if aged is None or not years or not topic:
        return text
    when = f"since {max(years) + 1}" if aged["newer"] else f"before {min(years)}"
    return f"papers on {topic} {when}"


def _topic(index: Index, history: History) -> str:
    """Of the words that brought up the papers at hand those in their titles, or else all."""
    now = history.last.subjects if history.last is not None else ()
    began = next((turn for turn in history.turns if set(now) & set(turn.subjects)), None)
    if began is None:
        return ""
    terms = index.keyword.terms
    titles = " ".join(paper.title for paper in index.get(now).values())
    words, titled = content_words(began.looked_for), set(terms(titles))
    return " ".join([word for word in words if titled & set(terms(word))] or words)
