"""How a status and the support of a sentence are called where people read them."""

from __future__ import annotations

from paperchat.answers import Answer, Status
from paperchat.types import Support

STATUS: dict[Status, str] = {
    "partial": "Answered in part",
    "not_stated": "Not stated in the abstract",
    "not_in_corpus": "Not in this collection",
    "unclear": "Which one do you mean?",
    "failed": "The model failed",
}
"""Every status but those of a plain answer."""

SUPPORT: dict[Support, str] = {
    "weak": "weakly supported",
    "unsupported": "not supported by the abstracts",
}
"""Where a sentence lacks support."""

SUPPORT_MEANS: dict[Support, str] = {
    "weak": "the cited abstract carries the sentence only in part. Check it before you use it.",
    "unsupported": "no cited abstract carries the sentence. Do not rely on it.",
}


def legend(supports: set[Support]) -> list[str]:
    """What the marks of an answer mean, a line a mark."""
    return [
        f"“{label[0].upper()}{label[1:]}”: {SUPPORT_MEANS[support]}"
        for support, label in SUPPORT.items()
        if support in supports
    ]


def marked(answer: Answer) -> str:
    """The text for where nothing but text can be shown: a sentence that lacks support says so."""
    text, position = answer.text, 0
    for sentence in answer.sentences:
        start = text.find(sentence.text, position)
        if start < 0:
            continue
        position = start + len(sentence.text)
        if label := SUPPORT.get(sentence.support):
            mark = f" ({label})"
            text = text[:position] + mark + text[position:]
            position += len(mark)
    return text
