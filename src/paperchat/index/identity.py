"""Which embedder wrote an index; two are never mixed."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from paperchat.chunking import CHUNKER
from paperchat.embedding import PROBE, Embedder, Vectors
from paperchat.errors import EmbedderMismatchError, SchemaError

SCHEMA_VERSION = 1
_SAME = 0.999
"""Least cosine of two vectors of the probe by one embedder (bfloat16 and float32 differ a bit)."""

_PROBED = 24
"""So many values of the probe are kept: other embedders give others, and Chroma Cloud takes no more
than 256 bytes."""

_REBUILD = "or run `paperchat reset` and add your files again"


def describe(embedder: Embedder) -> dict[str, Any]:
    """The identity that an index keeps; loads the model."""
    probe = embedder.embed([PROBE])[0]
    return {
        "schema": SCHEMA_VERSION,
        "embedder": embedder.name,
        "digest": embedder.digest,
        "dimension": len(probe),
        "chunker": _chunker(embedder),
        "probe": json.dumps([round(float(value), 5) for value in probe[:_PROBED]]),
    }


def check(metadata: dict[str, Any], embedder: Embedder, place: str) -> None:
    """Refuse an index of another version or another embedder; loads no model.

    Raises:
        SchemaError: Another version wrote the index.
        EmbedderMismatchError: An embedder of another name did.
    """
    if metadata["schema"] != SCHEMA_VERSION:
        raise SchemaError(
            f"The index in {place} has schema {metadata['schema']}, this version of paperchat "
            f"reads {SCHEMA_VERSION}. Use the version that wrote it, {_REBUILD}."
        )
    if metadata["embedder"] != embedder.name:
        raise EmbedderMismatchError(
            f"The index in {place} was built with the embedder {metadata['embedder']!r}, not "
            f"{embedder.name!r}. Set `embedder` to {metadata['embedder']!r}, {_REBUILD}."
        )


def verify(metadata: dict[str, Any], embedder: Embedder, place: str) -> None:
    """Refuse an embedder that goes by the same name but is another one; loads the model.

    Raises:
        EmbedderMismatchError: Its weights or its vector of the probe differ.
        SchemaError: Another version cut the papers into other chunks.
    """
    if metadata["chunker"].partition("/")[0] != CHUNKER:
        raise SchemaError(
            f"The index in {place} was made by another version of paperchat, which cut papers into "
            f"other chunks. Use that version, {_REBUILD}."
        )
    stored = np.asarray(json.loads(metadata["probe"]), dtype=np.float32)
    probe = embedder.embed([PROBE])[0]
    if metadata["digest"] != embedder.digest:
        differs = f"weights {metadata['digest'][:12]}… != {embedder.digest[:12]}…"
    elif metadata["chunker"] != _chunker(embedder):
        differs = f"chunks {metadata['chunker']} != {_chunker(embedder)}"
    elif metadata["dimension"] != len(probe):
        differs = f"dimension {metadata['dimension']} != {len(probe)}"
    elif (cosine := _cosine(stored, probe[: len(stored)])) < _SAME:
        differs = f"cosine of the probe {cosine:.4f} < {_SAME}"
    else:
        return
    raise EmbedderMismatchError(
        f"The embedder {embedder.name!r} is not the one that built the index in {place} "
        f"({differs}). Use that one, {_REBUILD}."
    )


def _cosine(one: Vectors, two: Vectors) -> float:
    return float(one @ two / (np.linalg.norm(one) * np.linalg.norm(two)))


def _chunker(embedder: Embedder) -> str:
    return f"{CHUNKER}/{embedder.max_tokens}"
