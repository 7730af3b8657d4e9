from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from sentence_transformers import SentenceTransformer

from invented import RECORDS
from paperchat.bert import BertEncoder, Design
from paperchat.embedding import unit
from paperchat.weights import offline_folder

TEXTS = [
    *(record["abstract"] or record["title"] for record in RECORDS),
    "",
    "a",
    "CACHE Ünïcode naïve Å ½ 大语言模型 😀 \u0301 [SEP] [MASK]",
    "tokens beyond what the model reads " * 80,
    "x" * 300,
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    packaged = offline_folder()
    assert packaged is not None
    return Path(shutil.copytree(packaged, tmp_path / "model"))


def edit(folder: Path, name: str, **changes: object) -> None:
    file = folder / name
    file.write_text(json.dumps({**json.loads(file.read_text()), **changes}))


def vectors(folder: Path, kind: torch.dtype, texts: list[str] = TEXTS) -> np.ndarray:
    design = Design.read(folder)
    assert design is not None
    made = np.full((len(texts), 384), np.nan, dtype=np.float32)
    for places, some in BertEncoder(folder, design, kind).embedded(texts):
        made[places] = some
    return unit(made)


def cosines(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    return np.sum(one * unit(two), axis=1)


def test_vectors_and_lengths_are_those_of_sentence_transformers(folder):
    model = SentenceTransformer(str(folder), device="cpu")
    assert cosines(vectors(folder, torch.float32), model.encode(TEXTS)).min() > 0.99999
    assert cosines(vectors(folder, torch.bfloat16), model.encode(TEXTS)).min() > 0.999
    ids = model.tokenizer(TEXTS, add_special_tokens=False, verbose=False)["input_ids"]
    encoder = BertEncoder(folder, Design.read(folder))
    assert encoder.token_lengths(TEXTS) == [len(one) for one in ids]
    assert encoder.max_tokens == model.max_seq_length


def test_the_first_mark_may_stand_for_a_text(folder):
    edit(
        folder,
        "1_Pooling/config.json",
        pooling_mode_mean_tokens=False,
        pooling_mode_cls_token=True,
    )
    model = SentenceTransformer(str(folder), device="cpu")
    assert cosines(vectors(folder, torch.float32), model.encode(TEXTS)).min() > 0.99999


def test_models_are_read_as_sentence_transformers_saves_them_today(folder, tmp_path):
    SentenceTransformer(str(folder), device="cpu").save(str(tmp_path / "saved"))
    saved = vectors(tmp_path / "saved", torch.float32)
    assert cosines(saved, vectors(folder, torch.float32)).min() > 0.99999


def test_weights_in_half_precision_are_run_as_the_others(folder):
    whole = vectors(folder, torch.float32)
    weights = load_file(folder / "model.safetensors")
    halves = {name: part.half() for name, part in weights.items()}
    save_file(halves, folder / "model.safetensors", {"format": "pt"})
    for kind in (torch.float32, torch.bfloat16):
        assert cosines(vectors(folder, kind), whole).min() > 0.999


def test_weights_under_other_names_are_left_to_sentence_transformers(folder):
    weights = load_file(folder / "model.safetensors")
    named = {f"bert.{name}": part for name, part in weights.items()}
    save_file(named, folder / "model.safetensors", {"format": "pt"})
    assert Design.read(folder) is None


def test_texts_of_all_lengths_are_embedded_in_as_many_packs_as_they_take(folder):
    texts = [" ".join(["cache"] * number) for number in range(0, 260, 7)]
    together = vectors(folder, torch.float32, texts)
    alone = np.concatenate([vectors(folder, torch.float32, [texts[at]]) for at in (1, 37)])
    assert cosines(together[[1, 37]], alone).min() > 0.99999


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("config.json", {"model_type": "mpnet"}),
        ("config.json", {"hidden_act": "relu"}),
        ("config.json", {"position_embedding_type": "relative_key"}),
        ("sentence_bert_config.json", {"do_lower_case": True}),
        ("config_sentence_transformers.json", {"default_prompt_name": "query"}),
        ("1_Pooling/config.json", {"pooling_mode_max_tokens": True}),
        ("1_Pooling/config.json", {"pooling_mode": "max"}),
    ],
)
def test_other_models_are_left_to_sentence_transformers(folder, name, changes):
    assert Design.read(folder) is not None
    edit(folder, name, **changes)
    assert Design.read(folder) is None


def test_a_model_that_does_more_with_its_vectors_is_left_to_sentence_transformers(folder):
    modules = json.loads((folder / "modules.json").read_text())
    modules.append({"idx": 3, "name": "3", "path": "3_Dense", "type": "x.models.Dense"})
    (folder / "modules.json").write_text(json.dumps(modules))
    assert Design.read(folder) is None


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json", "config.json"])
def test_a_model_without_all_of_its_files_is_left_to_sentence_transformers(folder, name):
    (folder / name).unlink()
    assert Design.read(folder) is None
