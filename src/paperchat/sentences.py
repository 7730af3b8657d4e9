"""Text → sentences, as offsets."""

from __future__ import annotations

import re

import sentencex  # type: ignore[import-untyped]

_BRACKET = re.compile(r"(?:\([^()]{1,40}\)|(?:\d{1,2}|[a-z]|[ivx]{1,4})\))\s+", re.IGNORECASE)
"""At the head of a sentence, as in "(2) Does it hurt?"; sentencex runs on from there."""


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Split a text into sentences.

    Boundaries are those of sentencex, which knows abbreviations, decimals and brackets.

    Args:
        text: Plain text of any length.

    Returns:
        Spans `[start, end)` in code points, in order, without the white space around them; empty
        sentences are left out.
    """
    spans = []
    for boundary in sentencex.get_sentence_boundaries("en", text):
        sentence = text[boundary["start_index"] : boundary["end_index"]]
        stripped = sentence.strip()
        if not stripped:
            continue
        start = boundary["start_index"] + sentence.index(stripped)
        if bracket := _BRACKET.match(stripped):
            inner = sentence_spans(stripped[bracket.end() :])
            at = start + bracket.end()
            spans += [(at + first, at + last) for first, last in inner]
            if inner:
                spans[-len(inner)] = (start, spans[-len(inner)][1])
                continue
        spans.append((start, start + len(stripped)))
    return spans
