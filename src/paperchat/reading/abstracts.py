"""What stands in the field of an abstract → the abstract, or that there is none.

"Abstract." in front is a label, "withdrawn" and "TBA" are no abstracts, and neither is what a bad
extraction leaves of one ("The", "functions with").
"""

from __future__ import annotations

import re
from typing import Final

from paperchat.reading.cleaning import clean_text

_OPENERS: Final = (
    "We|In|This|The|These|Our|An|A|It|As|To|For|With|While|Although|Despite|Recent|Recently|Many|"
    "Most|Background|Objectives?|Purpose|Introduction|Motivation|Aims?|Given|Deep|Large|Existing|"
    "Current|By|On|There|Here|When|How|Modern|Several|Since"
)
_LABEL: Final = re.compile(
    r"[\[【*#\s]*(?:"
    r"(?:Extended |Structured )?(?:Abstract|ABSTRACT)\b[\]】*]*\s*"
    rf"(?:[.:：—–-]+\s+|[—–:：]\s*|[.-](?=[A-Z])|(?=(?:{_OPENERS})\s))"
    r"|ABSTRACT\s+(?=[A-Z][a-z]|A\s)"
    rf"|(?:Abstract|ABSTRACT)(?=(?:{_OPENERS})[\s,])"
    r"|(?:Summary|SUMMARY)\s*[:：]\s*"
    r"|(?:论文摘要|論文摘要|中文摘要|摘\s*要)(?:[\]】]\s*[:：]?|\s*[:：.。]|\s)\s*)(?=\S)"
)
_HEADING: Final = re.compile(  # JATS and HTML have it as an element of its own
    r"\A\s*<(?:[\w-]+:)?(\w+)[^<>]*>\s*(?:Abstract|Summary)\s*[.:]?\s*</(?:[\w-]+:)?\1>",
    re.IGNORECASE,
)
_OPENING_WORDS: Final = 8
_PASTED: Final = 200  # characters; so much is not said twice on purpose
_SENTENCE_END: Final = re.compile(r"[.!?:;…][\"'”’)\]]*$")

_PLACEHOLDERS: Final = frozenset(
    {
        "na", "none", "null", "nil", "nan", "tbd", "tba", "todo", "tobeannounced", "tobeadded",
        "tobedetermined", "withdrawn", "withdraw", "withdrawnpaper", "withdrawnsubmission",
        "paperwithdrawn", "paperwaswithdrawn", "paperhasbeenwithdrawn", "thispaperwaswithdrawn",
        "thispaperhasbeenwithdrawn", "retracted", "noabstract", "noabstractavailable",
        "abstractunavailable", "abstractnotavailable", "notavailable", "unavailable", "abstract",
        "unknown", "untitled", "notitle", "novenue", "comingsoon", "empty", "missing", "title",
        "undefined", "无", "暂无", "無",
    }
)  # fmt: skip
_NO_ABSTRACTS: Final = frozenset(
    {
        "noabstractprovided", "noabstractgiven", "noabstractfound", "abstractnotprovided",
        "abstractnotfound", "abstractwithheld", "abstractcomingsoon", "abstracttobeadded",
        "deskrejected", "notprovided", "notfound", "seepaper", "seepdf", "seethepaper",
        "seefulltext", "summary", "test", "placeholder", "preface", "无摘要", "暂无摘要", "無摘要",
        "略", "待补充", "摘要",
    }
)  # fmt: skip
_LONGEST_PLACEHOLDER: Final = 40
_WITHDRAWN: Final = re.compile(
    r"\W*(?:this|the|our)?\s*(?:\w+\s)?(?:paper|article|submission|manuscript|work|preprint|version)"
    r"\s+(?:has been|have been|was|is|had to be|is being)\s+(?:temporarily\s+)?"
    r"(?:withdrawn|withdrawed|retracted)\b",
    re.IGNORECASE,
)
_LONGEST_WITHDRAWAL: Final = 40  # words; longer ones tell of the paper as well
_FEWEST_WORDS: Final = 5  # of an abstract that is no whole sentence
_FEWEST_IN_SENTENCE: Final = 3
_WHOLE_SENTENCE: Final = re.compile(r"[\"'“‘(\[]?[^\Wa-z].*[.!?][\"'”’)\]]*", re.DOTALL)


def clean_abstract(raw: str) -> str:
    """The text, without the word "Abstract" in front and without a false start; may be empty."""
    text = clean_text(_HEADING.sub("", raw))
    label = _LABEL.match(text)
    text = drop_false_start(text[label.end() :] if label else text)
    if is_placeholder(text) or is_withdrawal(text):
        return ""
    if len(text) <= _LONGEST_PLACEHOLDER and _folded(text) in _NO_ABSTRACTS:
        return ""
    return "" if _is_scrap(text) else text


def is_placeholder(text: str) -> bool:
    """Whether a text only says that there is none, as "TBA" and "No abstract available" do."""
    if len(text) > _LONGEST_PLACEHOLDER:
        return False
    folded = _folded(text)
    return not folded or folded in _PLACEHOLDERS


def is_withdrawal(text: str) -> bool:
    """Whether a text says that the paper was withdrawn, and perhaps why, and nothing of it."""
    short = text[:_LONGEST_PLACEHOLDER].casefold().strip(" .*[]()")
    if short in ("withdrawn", "withdraw", "paper withdrawn", "withdrawn paper", "retracted"):
        return True
    return _WITHDRAWN.match(text) is not None and len(text.split()) <= _LONGEST_WITHDRAWAL


def drop_false_start(text: str) -> str:
    """Keep a text once that begins twice, its first start breaking off in mid-sentence."""
    words = text.split(" ", _OPENING_WORDS)
    if len(words) <= _OPENING_WORDS:
        return text
    opening = " ".join(words[:_OPENING_WORDS])
    again = text.find(opening, len(opening))
    if again < 0:
        return text
    before = text[:again].rstrip()
    if len(before) >= _PASTED and before == text[again:]:
        return before
    # After a whole sentence the repetition is the author's (a refrain, a quotation): it stays.
    if again == len(before) or _SENTENCE_END.search(before):
        return text
    return text[again:]


def _is_scrap(text: str) -> bool:
    """What is left of an abstract; a short whole sentence is one, and so are a few signs."""
    words = text.split(None, _FEWEST_WORDS)
    if len(words) >= _FEWEST_WORDS or not text.isascii():
        return False
    return len(words) < _FEWEST_IN_SENTENCE or _WHOLE_SENTENCE.fullmatch(text) is None


def _folded(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
