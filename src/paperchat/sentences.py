"""Text → sentences, as offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator

import sentencex  # type: ignore[import-untyped]

from paperchat.sections import find_labels

Span = tuple[int, int]

_BRACKET = re.compile(r"(?:\([^()]{1,40}\)|(?:\d{1,2}|[a-z]|[ivx]{1,4})\))\s+", re.IGNORECASE)
"""At the head of a sentence, as in "(2) Does it hurt?"; sentencex runs on from there."""

_ENDS_HERE = re.compile(
    r"(?:(?<=[ \d(][a-uw-z]\.)|(?<=\d [A-Z]\.)|(?<=\d[A-Z]\.)|(?<=\d\d\d\.)"
    r"|(?<=[a-z]{3}[.!?][)\]]))\s+(?=[A-Z][a-z]+[ ,])"
)
"""Where sentencex runs on: behind a unit or a variable that it takes for an initial ("for 3 h.
Then", "at 4 K. The"; "v." stands in the names of law cases), behind ".001." and behind ".)"."""

_GOES_ON = re.compile(r"[,;:)\]≤≥=<>+/%.…?!]")
_LOWER_OR_DIGIT = re.compile(r"[^\WA-Z_]")
_ABBREVIATION = re.compile(
    r"(?:\b(?:al|approx|ca|cf|resp|sp|spp|ssp|subsp|var|conc|[A-Z][a-z])\.|\.\.\.|…)$"
)
"""Does not end a sentence when a small letter or a number follows: "An. gambiae", "T_1,... of"."""

_ITEM = re.compile(r"(?:\d{1,2}|[a-z])\.|\W+")
"""A number of a list, or signs alone: no sentence without what follows."""

_WORD_ENDS = re.compile(r"(?:\b[a-z]{2,}|[)\]”\"’'%])[.!?]+$")
_CLOSES = re.compile(r"[)\]]")
_LONGEST_BRACKET = 300


def sentence_spans(text: str) -> list[Span]:
    """Split a text into sentences.

    Boundaries are those of sentencex, which knows abbreviations, decimals and brackets, mended
    where scientific text ends in a unit or goes on after a dot. The label of a section
    ("METHODS:") ends a sentence and belongs to none.

    Args:
        text: Plain text of any length.

    Returns:
        Spans `[start, end)` in code points, in order, without the white space around them; empty
        sentences are left out.
    """
    labels = find_labels(text)
    starts = [0, *(label.end for label in labels)]
    ends = [*(label.start for label in labels), len(text)]
    return [span for part in zip(starts, ends, strict=True) for span in _spans(text, *part)]


def _spans(text: str, start: int, end: int) -> list[Span]:
    """The sentences of a part of a text that has no label in it."""
    spans: list[Span] = []
    for first, last in _joined(text, _split(text, start, end)):
        if (bracket := _BRACKET.match(text, first, last)) and (
            inner := _spans(text, bracket.end(), last)
        ):
            spans += [(first, inner[0][1]), *inner[1:]]
        else:
            spans.append((first, last))
    return spans


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    """What sentencex takes for sentences, and more where a unit ends one."""
    for boundary in sentencex.get_sentence_boundaries("en", text[start:end]):
        at = start + boundary["start_index"]
        last = start + boundary["end_index"]
        for gap in _ENDS_HERE.finditer(text, at, last):
            yield from _stripped(text, at, gap.start())
            at = gap.end()
        yield from _stripped(text, at, last)


def _stripped(text: str, start: int, end: int) -> Iterator[Span]:
    """A span without the white space around it; none when there is nothing else."""
    if stripped := text[start:end].strip():
        first = text.index(stripped, start)
        yield first, first + len(stripped)


def _joined(text: str, spans: Iterator[Span]) -> list[Span]:
    """Spans of which none begins in the middle of a sentence."""
    joined: list[Span] = []
    for span in spans:
        if joined and _is_one(text, joined[-1], span):
            joined[-1] = (joined[-1][0], span[1])
        else:
            joined.append(span)
    return joined


def _is_one(text: str, one: Span, other: Span) -> bool:
    """Whether two spans in a row are one sentence."""
    before, after = text[slice(*one)], text[slice(*other)]
    if _GOES_ON.match(after) or _ITEM.fullmatch(before):
        return True
    if _LOWER_OR_DIGIT.match(after) and _ABBREVIATION.search(before):
        return True
    if one[1] == other[0] and before.endswith(".") and after[0].isalnum():  # H2A.Z, samtools.org
        return not _WORD_ENDS.search(before) or not after[:1].isupper()
    return _is_open(before) and _CLOSES.search(after[:_LONGEST_BRACKET]) is not None


def _is_open(text: str) -> bool:
    """Whether a bracket is open at the end of a text, and not for long."""
    tail = text[-_LONGEST_BRACKET:]
    return tail.rfind("(") > tail.rfind(")") or tail.rfind("[") > tail.rfind("]")
