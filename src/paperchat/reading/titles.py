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
_FURTHER_ON = re.compile(r"\b(?:which|that|where|using|uses|based on|each|via|with|by|inspired)\b")
_LONGEST = 100
_FEWEST_WORDS = 3


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
        words = sentence[match.end() :]
        for name in introduced_names("", sentence):
            if _is_what_is_presented(name, words):
                return _named(name, words)
    if presenting:
        sentence, match = presenting[0]
        return _shortened(_capitalised(sentence[match.end() :]))
    return _shortened(sentences[0] if sentences else abstract)


def _is_what_is_presented(name: str, words: str) -> bool:
    """Not the name of a part or a tool further on: "a method which uses a Foo Network (FN)"."""
    place = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words)
    if place is None or re.search(r"[A-Z]s$", name):  # LLMs, VLMs: what it is about
        return False
    return _FURTHER_ON.search(words[: place.start()]) is None


def _named(name: str, words: str) -> str:
    """`QuantSpec: a novel self-speculative decoding framework`."""
    quoted = rf"[\"“‘']?{re.escape(name)}[\"”’']?"
    if re.match(rf"{quoted}(?: \(|,? (?:which|that)\b)", words):
        return _shortened(words)
    words = re.sub(rf"\s*\({quoted}\)", "", words)
    words = re.sub(rf"^{quoted}\s*[,:(—–-]*\s*", "", words)
    # "a framework, QuantSpec, where …": what follows the name says how, what precedes says what.
    before = re.split(
        rf"[,:\s—–-]+(?:(?:called|named|termed|dubbed|namely)\s+)?{quoted}(?!\w)", words
    )
    if len(before[0].split()) < _FEWEST_WORDS:
        return _shortened(_capitalised(words))
    return _shortened(f"{name}: {before[0]}")


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _shortened(text: str) -> str:
    text = text.strip().rstrip(".,;: ")
    if len(text) <= _LONGEST:
        return text
    cut = text.rfind(" ", 0, _LONGEST)
    return text[: cut if cut > 0 else _LONGEST].rstrip(".,;:—–- ") + "…"
