"""Paper → Chunks: runs of whole sentences that fit the embedder."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from paperchat.sentences import sentence_spans
from paperchat.types import Chunk, Paper

CHUNKER = "sentences-2"
"""Part of an index's identity: raise it when the same paper would be cut otherwise."""

TokenLengths = Callable[[Sequence[str]], list[int]]


def split_paper(
    paper: Paper, token_lengths: TokenLengths, max_tokens: int
) -> list[tuple[Chunk, str]]:
    """Cut a paper's abstract into chunks that, with the title in front, fit the embedder.

    Args:
        paper: The paper.
        token_lengths: Tokens of each of some texts (`Embedder.token_lengths`).
        max_tokens: How many the embedder reads.

    Returns:
        Chunks in order, each with the text to embed for it. They cover every sentence once. A
        sentence that does not fit is cut at white space, or anywhere when it has none. A paper
        without abstract has one chunk, `(0, 0)`: its title.
    """
    if not paper.abstract:
        return [(Chunk(paper.id, 0, 0), paper.title)]
    # A title made from the abstract would only repeat it.
    lead = "" if paper.title_is_derived else f"{paper.title}\n"
    spans = sentence_spans(paper.abstract)
    used, *lengths = token_lengths([lead, *(paper.abstract[start:end] for start, end in spans)])
    if used > max_tokens // 2:  # so long a "title" would leave no room for what it is about
        lead, used = "", 0
    room = max_tokens - used
    pieces = []
    for span, length in zip(spans, lengths, strict=True):
        fits = length <= room
        pieces += [(*span, length)] if fits else _words(paper.abstract, span, token_lengths, room)
    return [
        (Chunk(paper.id, start, end), lead + paper.abstract[start:end])
        for start, end in _fill(pieces, room)
    ]


def _words(
    text: str, span: tuple[int, int], token_lengths: TokenLengths, room: int
) -> list[tuple[int, int, int]]:
    """The words of one sentence, as `(start, end, tokens)`.

    A word that does not fit (a Chinese sentence, a long formula) is halved until it does.
    """
    words = [match.span() for match in re.compile(r"\S+").finditer(text, *span)]
    pieces: list[tuple[int, int, int]] = []
    while words:
        lengths = token_lengths([text[start:end] for start, end in words])
        halves = []
        for (start, end), length in zip(words, lengths, strict=True):
            if length <= room or end - start == 1:
                pieces.append((start, end, length))
            else:
                middle = (start + end) // 2
                halves += [(start, middle), (middle, end)]
        words = halves
    return sorted(pieces)


def _fill(pieces: Sequence[tuple[int, int, int]], room: int) -> list[tuple[int, int]]:
    """Join pieces `(start, end, tokens)` in order as long as their tokens fit in `room`."""
    runs: list[tuple[int, int]] = []
    used = 0
    for start, end, length in pieces:
        if runs and used + length <= room:
            runs[-1] = (runs[-1][0], end)
            used += length
        else:
            runs.append((start, end))
            used = length
    return runs
