"""Names that papers coin: ShadowKV, MEAP, LoRA-Gen, De-mark.

A paper *introduces* a name when its title begins with it, or when its abstract presents it
("we propose QuantSpec", "Mask-Enhanced Autoregressive Prediction (MEAP)"). Names are found by
shape and by the words around them; there is no list of names.
"""

from __future__ import annotations

import re

from paperchat.sentences import sentence_spans

_WORD = r"[^\W_][\w’'+\-]*[^\W_]|[^\W_]"
_TOKEN = re.compile(_WORD)
_LETTERS = re.compile(r"[^\W_]+")
# An inner capital (ShadowKV, mAIHT, De-Mark), two capitals in a row (MEAP), or letters joined to
# a digit (GPT-4, I2MoE).
_COINED = re.compile(
    r"^(?=.*[^\W\d_])(?:\w+[A-Z].*|[A-Z0-9][\w\-’']*[-][A-Z].*|[A-Z]{2,}.*|.*[A-Za-z]\d.*|\d+[A-Z].*)$"
)
PRESENTS = re.compile(
    r"\b(?:we|this (?:paper|work|study|article)|our (?:paper|work))\b[^.;:]{0,60}?"
    r"\b(?:propose|introduce|present|develop|design|release|build|create|construct|contribute"
    r"|describe|devise|formulate|establish|unveil|name|call|term|dub)(?:s|d|ed)?\b"
    r"|\b(?:called|named|termed|dubbed|namely|coined)\b",
    re.IGNORECASE,
)
"""Words with which a paper presents a thing of its own."""

_SHORT = 3
"""So few letters stand in many words by chance."""

_NEAR = 80
_IN_BRACKETS = re.compile(rf"\((?:i\.e\.,? |dubbed |called )?({_WORD})(?:[,;:][^()]*)?\)")
_TITLE_NAME = re.compile(r"^([^:?!]{2,40})\s*[:：]\s*\S")


def is_coined(word: str) -> bool:
    """Whether a word has the shape of a coined name (ShadowKV, MEAP, GPT-4)."""
    return len(word) > 1 and _COINED.match(word) is not None


def coined_names(text: str) -> tuple[str, ...]:
    """Words of a text that have the shape of a coined name, each once, in order."""
    return tuple(dict.fromkeys(word for word in _TOKEN.findall(text) if is_coined(word)))


def mentions(text: str, name: str) -> bool:
    """Whether a text has a name in some spelling: UTF8 as UTF-8, RL as reinforcement learning."""
    flat = _flat(name)
    if len(flat) > _SHORT and flat in _flat(text):
        return True
    letters = name[:-1] if name.endswith("s") else name
    if not (letters.isalpha() and letters.isupper() and len(letters) > 1):
        return False
    initials = "".join(word[0] for word in _LETTERS.findall(text))
    return letters.casefold() in initials.casefold()


def _flat(text: str) -> str:
    return "".join(_LETTERS.findall(text)).casefold()


def introduced_names(title: str, abstract: str) -> tuple[str, ...]:
    """Names that a paper gives to its own things, the surest first.

    Args:
        title: The paper's title; empty when it has none of its own.
        abstract: The paper's abstract.

    Returns:
        Names as the paper writes them, each once.
    """
    names: list[str] = []
    title_name = _title_name(title)
    if title_name:
        names.append(title_name)
    for start, end in sentence_spans(abstract):
        sentence = abstract[start:end]
        if presents := PRESENTS.search(sentence):
            names += _presented(sentence[presents.end() :])
    return tuple(dict.fromkeys(names))


def _title_name(title: str) -> str:
    """`ShadowKV` of "ShadowKV: KV Cache in Shadows …"; one or two words before the colon."""
    match = _TITLE_NAME.match(title)
    if not match:
        return ""
    lead = match.group(1).strip()
    words = lead.split()
    if len(words) == 1 or (len(words) == 2 and any(map(is_coined, words))):
        return lead
    return ""


def _presented(rest: str) -> list[str]:
    """Names in what follows "we propose": in brackets after an expansion, else the first."""
    bracketed = [one for one in _IN_BRACKETS.finditer(rest) if is_coined(one[1])]
    # Names far from the verb belong to what the new thing is built on or compared with.
    near = rest[:_NEAR]
    stop = re.search(r"\b(?:for|on|over|against|than|based|using|via|with|from|of|in|to)\b", near)
    direct = list(coined_names(near[: stop.start()] if stop else near))[:1]
    far = bool(bracketed) and bracketed[0].start() >= _NEAR
    if bracketed and not (far and direct and re.search("[a-z][A-Z]", direct[0])):
        return [one[1] for one in bracketed]
    return direct
