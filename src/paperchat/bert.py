"""Sentence encoders of the BERT family (MiniLM, BGE, E5, GTE, …), run on PyTorch alone.

sentence-transformers runs them as well, and every other model is left to it. It takes seconds and
200 MB more to import, and pads the texts of a batch to one length. Here texts of any length lie one
after the other: what a layer does to each token is done to all of them at once, in memory that is
used again, and attention within each text.

The model is that of Devlin et al., BERT (2019), pooled as in Reimers and Gurevych, Sentence-BERT
(2019); the files are those that sentence-transformers saves.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import safe_open
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from paperchat.weights import WEIGHTS

_PACK = 2048
"""Tokens embedded at once: of more, what a layer makes does not stay in the processor's cache."""

_WORDS = "embeddings.word_embeddings.weight"
_POOLINGS = {"mean": "mean", "mean_tokens": "mean", "cls": "cls", "cls_token": "cls"}


@dataclass(frozen=True, slots=True)
class Design:
    """What a model's files say of it.

    Attributes:
        pooling: Whether a text's vector is the `mean` of its tokens', or that of its first, `cls`.
        max_tokens: How many tokens are read, the marks at both ends included.
    """

    layers: int
    heads: int
    epsilon: float
    pooling: str
    max_tokens: int

    @classmethod
    def read(cls, folder: Path) -> Self | None:
        """That of the model in a folder; None when it is not all there, or not a plain BERT."""
        try:
            modules = [module["type"].rpartition(".")[2] for module in _read(folder, "modules")]
            model = _read(folder, "config")
            reads = _read(folder, "sentence_bert_config")
            tokenizer = _read(folder, "tokenizer_config")
            pooling = _pooling(_read(folder, "1_Pooling/config"))
            general = _read(folder, "config_sentence_transformers")
        except FileNotFoundError:
            return None
        plain = (
            modules in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"])
            and model.get("model_type") == "bert"
            and model.get("hidden_act") == "gelu"
            and model.get("position_embedding_type", "absolute") == "absolute"
            and not reads.get("do_lower_case")
            and not general.get("default_prompt_name")
            and _has_plain_weights(folder / WEIGHTS)
            and (folder / "tokenizer.json").is_file()
        )
        limit = reads.get("max_seq_length") or tokenizer.get("model_max_length")
        if not plain or pooling is None or limit is None:
            return None
        return cls(
            layers=model["num_hidden_layers"],
            heads=model["num_attention_heads"],
            epsilon=model["layer_norm_eps"],
            pooling=pooling,
            max_tokens=min(limit, model["max_position_embeddings"]),
        )


def _read(folder: Path, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def _has_plain_weights(file: Path) -> bool:
    """Whether the weights are there under their plain names; some have `bert.` before each."""
    if not file.is_file():
        return False
    with safe_open(file, framework="pt") as weights:
        names = weights.keys()
        return _WORDS in names


def _pooling(config: dict[str, Any]) -> str | None:
    """`mean` or `cls`; None for any other kind. Older files have a flag for each kind."""
    flag = "pooling_mode_"
    flags = [name.removeprefix(flag) for name, on in config.items() if on and flag in name]
    named = config.get("pooling_mode") or (flags[0] if len(flags) == 1 else None)
    return _POOLINGS.get(named) if isinstance(named, str) else None


@dataclass(frozen=True, slots=True)
class _Linear:
    """A matrix, as rows are multiplied by it, and what is added then."""

    matrix: Tensor
    bias: Tensor

    @classmethod
    def of(cls, weights: dict[str, Tensor], *names: str, kind: torch.dtype) -> Self:
        """Those of some names side by side."""
        matrix = torch.cat([weights[f"{name}.weight"] for name in names])
        bias = torch.cat([weights[f"{name}.bias"] for name in names])
        return cls(matrix.to(kind).t(), bias.to(kind))

    def __call__(self, rows: Tensor, into: Tensor) -> Tensor:
        return torch.addmm(self.bias, rows, self.matrix, out=into)


@dataclass(frozen=True, slots=True)
class _Norm:
    """Layer normalisation."""

    weight: Tensor
    bias: Tensor
    epsilon: float

    @classmethod
    def of(cls, weights: dict[str, Tensor], name: str, epsilon: float, kind: torch.dtype) -> Self:
        """That of a name."""
        return cls(weights[f"{name}.weight"].to(kind), weights[f"{name}.bias"].to(kind), epsilon)

    def __call__(self, rows: Tensor) -> Tensor:
        return functional.layer_norm(rows, rows.shape[1:], self.weight, self.bias, self.epsilon)


@dataclass(frozen=True, slots=True)
class _Run:
    """Texts of one length that stand one after the other.

    Attributes:
        rows: The rows of their tokens.
    """

    rows: slice
    count: int
    length: int


@dataclass(frozen=True, slots=True)
class _Space:
    """Memory for what the layers make of each token, a row; each layer uses it again."""

    projected: Tensor
    attended: Tensor
    merged: Tensor
    inner: Tensor

    @classmethod
    def made(cls, rows: int, layer: _Layer, kind: torch.dtype) -> Self:
        """For so many rows; zeros, since what else may be there can be slow to compute with."""
        widths = (3 * layer.width, layer.width, layer.width, layer.inner)
        return cls(*(torch.zeros(rows, width, dtype=kind) for width in widths))

    def of(self, rows: int) -> _Space:
        """The first of the rows."""
        parts = (self.projected, self.attended, self.merged, self.inner)
        return _Space(*(part[:rows] for part in parts))


class _Layer:
    """A layer of the model."""

    def __init__(
        self, weights: dict[str, Tensor], name: str, design: Design, kind: torch.dtype
    ) -> None:
        """Take the layer's weights out of the model's."""
        each = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
        self._heads = design.heads
        self._project = _Linear.of(weights, *each, kind=kind)
        self._merge = _Linear.of(weights, f"{name}.attention.output.dense", kind=kind)
        self._widen = _Linear.of(weights, f"{name}.intermediate.dense", kind=kind)
        self._narrow = _Linear.of(weights, f"{name}.output.dense", kind=kind)
        attention, output = f"{name}.attention.output.LayerNorm", f"{name}.output.LayerNorm"
        self._attention_norm = _Norm.of(weights, attention, design.epsilon, kind)
        self._output_norm = _Norm.of(weights, output, design.epsilon, kind)
        self.width, self.inner = self._widen.matrix.shape

    def __call__(self, rows: Tensor, runs: Sequence[_Run], space: _Space) -> Tensor:
        """What the layer makes of the rows of tokens, shape (rows, width)."""
        projected = self._project(rows, space.projected)
        for run in runs:
            parts = (run.count, run.length, 3, self._heads, -1)
            query, key, value = projected[run.rows].view(*parts).permute(2, 0, 3, 1, 4)
            found = functional.scaled_dot_product_attention(query, key, value).transpose(1, 2)
            space.attended[run.rows].view(found.shape).copy_(found)
        rows = self._attention_norm(self._merge(space.attended, space.merged).add_(rows))
        inner = torch.ops.aten.gelu_(self._widen(rows, space.inner))
        return self._output_norm(self._narrow(inner, space.merged).add_(rows))


class BertEncoder:
    """An encoder in memory; safe to use from several threads."""

    def __init__(self, folder: Path, design: Design, kind: torch.dtype = torch.float32) -> None:
        """Load the model in a folder, to compute in float32 or bfloat16."""
        self.max_tokens = design.max_tokens
        self._design = design
        self._kind = kind
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._first, self._last = self._tokenizer.encode("").ids
        weights = load_file(folder / WEIGHTS)
        self._words = weights[_WORDS]
        # Every text is a first sentence, of type 0.
        types = weights["embeddings.token_type_embeddings.weight"]
        self._places = weights["embeddings.position_embeddings.weight"] + types[0]
        self._norm = _Norm.of(weights, "embeddings.LayerNorm", design.epsilon, torch.float32)
        names = (f"encoder.layer.{number}" for number in range(design.layers))
        self._layers = [_Layer(weights, name, design, kind) for name in names]

    def token_lengths(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without the marks at its ends."""
        return [len(ids) for ids in self._ids(texts)]

    def embedded(self, texts: Sequence[str]) -> Iterator[tuple[list[int], NDArray[np.float32]]]:  # noqa: D102 - as in Encoder
        most = self.max_tokens - 2
        ids = [[self._first, *found[:most], self._last] for found in self._ids(texts)]
        lengths = [len(one) for one in ids]
        most = max(min(sum(lengths), _PACK), *lengths)
        space = _Space.made(_rounded(most), self._layers[0], self._kind)
        for places in _packs(lengths):
            yield places, self._vectors([ids[at] for at in places], space)

    def _vectors(self, ids: Sequence[Sequence[int]], space: _Space) -> NDArray[np.float32]:
        """Vectors of texts by their tokens, shape (texts, dimension)."""
        runs = _runs([len(one) for one in ids])
        used = runs[-1].rows.stop
        count = _rounded(used)
        tokens, places = torch.zeros(2, count, dtype=torch.long)
        tokens[:used] = torch.tensor(list(itertools.chain.from_iterable(ids)))
        for run in runs:
            places[run.rows] = torch.arange(run.length).repeat(run.count)
        with torch.inference_mode():
            rows = self._norm(self._words[tokens].add_(self._places[places])).to(self._kind)
            for layer in self._layers:
                rows = layer(rows, runs, space.of(count))
            vectors = torch.cat([self._pooled(rows[run.rows], run) for run in runs])
        return np.asarray(vectors.numpy())

    def _pooled(self, rows: Tensor, run: _Run) -> Tensor:
        """A vector for each text of a run, in float32."""
        tokens = rows.view(run.count, run.length, -1)
        pooled = tokens[:, 0] if self._design.pooling == "cls" else tokens.float().mean(dim=1)
        return pooled.float()

    def _ids(self, texts: Sequence[str]) -> Iterator[list[int]]:
        encoded = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return (text.ids for text in encoded)


def _packs(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of texts to be embedded at once; those of one length stand together in a pack."""
    places: list[int] = []
    used = 0
    for place in sorted(range(len(lengths)), key=lambda place: -lengths[place]):
        if places and used + lengths[place] > _PACK:
            yield places
            places, used = [], 0
        places.append(place)
        used += lengths[place]
    if places:
        yield places


def _runs(lengths: Sequence[int]) -> list[_Run]:
    runs: list[_Run] = []
    start = 0
    for length, alike in itertools.groupby(lengths):
        count = len(list(alike))
        runs.append(_Run(slice(start, start + count * length), count, length))
        start += count * length
    return runs


def _rounded(rows: int) -> int:
    """So many rows or a few more: a kernel is made for each number, which takes longer."""
    step = 16 if rows <= 256 else 128
    return -(-rows // step) * step
