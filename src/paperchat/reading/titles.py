"""A title to show for a paper whose list has none, made from its abstract."""

from __future__ import annotations

import re

from paperchat.names import introduced_names
from paperchat.sentences import sentence_spans

_PRESENTS = re.compile(
    r"\b(?:we|this (?:paper|work|study|article)|our (?:paper|work))\b[^.;:]{0,60}?"
    r"\b(?:proposes?|introduces?|presents?|develops?|designs?|releases?|devises?|establish(?:es)?)"
    r"(?: and \w+)?:? (?=\S)",
    re.IGNORECASE,
)
_LONGEST = 100


def derive_title(abstract: str) -> str:
    """The coined name and the words that introduce it, else the sentence that says what is new.

    Args:
        abstract: Plain text, not empty.

    Returns:
        One line of at most about 100 characters, cut between words.
    """
    sentences = [abstract[start:end] for start, end in sentence_spans(abstract)]
    presenting = [
        (sentence, match) for sentence in sentences if (match := _PRESENTS.search(sentence))
    ]
    for sentence, match in presenting:
        names = introduced_names("", sentence)
        if names:
            return _named(names[0], sentence[match.end() :])
    if presenting:
        sentence, match = presenting[0]
        return _shortened(_capitalised(sentence[match.end() :]))
    return _shortened(sentences[0] if sentences else abstract)


def _named(name: str, words: str) -> str:
    """`QuantSpec: a novel self-speculative decoding framework`."""
    quoted = re.escape(name)
    words = re.sub(rf"\s*\({quoted}\)", "", words)
    words = re.sub(rf"^[\"“‘']?{quoted}[\"”’']?\s*[,:(—–-]*\s*", "", words)
    # "a framework, QuantSpec, where …": what follows the name says how, what precedes says what.
    words = (
        re.split(
            rf"[,:\s—–-]+(?:(?:called|named|termed|dubbed|namely)\s+)?[\"“‘']?{quoted}\b", words
        )[0]
        or words
    )
    return _shortened(f"{name}: {words}")


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _shortened(text: str) -> str:
    text = text.strip().rstrip(".,;: ")
    if len(text) <= _LONGEST:
        return text
    cut = text.rfind(" ", 0, _LONGEST)
    return text[: cut if cut > 0 else _LONGEST].rstrip(".,;:—–- ") + "…"
