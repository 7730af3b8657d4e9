"""What a batch of changed papers puts into the store: rows, chunks, vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from paperchat.chunking import split_paper
from paperchat.embedding import Embedder, Vectors, unit
from paperchat.index.rows import Row, chunk_id
from paperchat.reading.merging import Change
from paperchat.types import Chunk, Paper


@dataclass(frozen=True, slots=True)
class Batch:
    """Ready to be written.

    Attributes:
        rows: Paper id → row.
        new_chunks: Chunk id → chunk, of those that the store lacks.
        vectors: Chunk id → vector, of every chunk that a row names.
        means: Paper id → unit vector in the direction of the mean of its chunks.
    """

    rows: dict[str, Row]
    new_chunks: dict[str, Chunk]
    vectors: dict[str, Vectors]
    means: dict[str, Vectors]

    def chunk_ids(self) -> set[str]:
        """The chunks that the rows name."""
        return {at for row in self.rows.values() for at in row.chunk_ids}


def prepare(
    changes: Sequence[Change],
    stored: dict[str, Row],
    stored_vectors: Callable[[Sequence[str]], dict[str, Vectors]],
    embedder: Callable[[], Embedder],
) -> Batch:
    """Cut the changed papers and embed what has no vector yet.

    Args:
        changes: What the papers are to be.
        stored: Paper id → row, of those that are stored already.
        stored_vectors: Vectors of stored chunks by id.
        embedder: Called only when a text was changed: it loads the model.
    """
    rows: dict[str, Row] = {}
    cut: dict[str, tuple[Chunk, str]] = {}
    for change in changes:
        paper = change.entry.paper
        row = stored.get(paper.id)
        if row is not None and _embeds_alike(row.entry.paper, paper):
            rows[paper.id] = Row(change.entry, row.chunk_ids)
        else:
            pieces = _split(paper, embedder())
            rows[paper.id] = Row(change.entry, tuple(pieces))
            cut |= pieces
    named = [at for row in rows.values() for at in row.chunk_ids]
    vectors = stored_vectors(named)
    missing = [at for at in named if at not in vectors]
    if missing:
        made = embedder().embed([cut[at][1] for at in missing])
        vectors |= dict(zip(missing, made, strict=True))
    means = {
        paper_id: unit(np.mean([vectors[at] for at in row.chunk_ids], axis=0)[None])[0]
        for paper_id, row in rows.items()
    }
    return Batch(rows, {at: cut[at][0] for at in missing}, vectors, means)


def _embeds_alike(old: Paper, new: Paper) -> bool:
    """Whether two records of a paper have the same chunks."""
    return (old.title, old.title_is_derived, old.abstract) == (
        new.title,
        new.title_is_derived,
        new.abstract,
    )


def _split(paper: Paper, embedder: Embedder) -> dict[str, tuple[Chunk, str]]:
    """Chunks with their texts by chunk id."""
    pieces = split_paper(paper, embedder.token_lengths, embedder.max_tokens)
    return {chunk_id(chunk, text): (chunk, text) for chunk, text in pieces}
