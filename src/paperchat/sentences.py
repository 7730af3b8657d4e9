"""Text → sentences, as offsets."""

from __future__ import annotations

import sentencex  # type: ignore[import-untyped]


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
        if stripped:
            start = boundary["start_index"] + sentence.index(stripped)
            spans.append((start, start + len(stripped)))
    return spans
