"""How chunks and papers stand in the store: metadata of a chunk, row of a paper."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from paperchat.reading.merging import Entry
from paperchat.types import Chunk, Paper

_RECORD = tuple(field.name for field in fields(Paper) if field.name != "abstract")
"""What a row's record holds of a paper; the abstract is the row's document."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as stored, with the ids of its chunks."""

    entry: Entry
    chunk_ids: tuple[str, ...]


def chunk_id(chunk: Chunk, text: str) -> str:
    """Follows from the content, so that a changed chunk is another one."""
    content = f"{chunk.start}:{chunk.end}:{text}".encode()
    return f"{chunk.paper_id}:{hashlib.blake2b(content, digest_size=8).hexdigest()}"


def paper_of(chunk_id: str) -> str:
    """The id of the paper that a chunk is of."""
    return chunk_id.rpartition(":")[0]


def place_of(chunk: Chunk) -> dict[str, Any]:
    """What a chunk carries."""
    return {"paper": chunk.paper_id, "start": chunk.start, "end": chunk.end}


def chunk_at(place: Mapping[str, Any]) -> Chunk:
    """The chunk that carries it."""
    return Chunk(str(place["paper"]), int(place["start"]), int(place["end"]))


def metadata_of(row: Row) -> dict[str, Any]:
    """What a row carries beside its document, the abstract."""
    record = {name: getattr(row.entry.paper, name) for name in _RECORD}
    return {
        "record": json.dumps(record, ensure_ascii=False),
        # None takes away what an earlier version of the row had.
        "aliases": list(row.entry.aliases) or None,
        "chunks": list(row.chunk_ids),
    }


def rows_of(page: Any) -> list[Row]:
    """Rows of a page; one that another process is deleting may have lost its metadata already."""
    return [
        _row(metadata, document)
        for metadata, document in zip(page["metadatas"], page["documents"], strict=True)
        if metadata and "record" in metadata and "chunks" in metadata
    ]


def _row(metadata: dict[str, Any], abstract: str | None) -> Row:
    record = json.loads(metadata["record"])
    for name in ("authors", "keywords", "sources"):
        record[name] = tuple(record[name])
    entry = Entry(Paper(abstract=abstract or "", **record), tuple(metadata.get("aliases") or ()))
    return Row(entry, tuple(metadata["chunks"]))
