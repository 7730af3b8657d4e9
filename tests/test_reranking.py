from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from invented import BagOfWordsEmbedder, made_papers
from paperchat.assistant import Assistant
from paperchat.errors import ConfigError
from paperchat.events import Found
from paperchat.index import Index
from paperchat.reranking import RERANKED, CrossEncoderReranker, load_reranker
from paperchat.retrieval import retrieve

MADE = made_papers(60)
QUERY = MADE[7].abstract[:70]


class LongestFirst:
    """Prefers long texts, and counts what it reads."""

    def __init__(self) -> None:
        self.read: list[int] = []

    def scores(self, query: str, texts) -> list[float]:
        self.read.append(len(texts))
        return [float(len(text)) for text in texts]


@pytest.fixture(scope="module")
def index(tmp_path_factory) -> Iterator[Index]:
    opened = Index(tmp_path_factory.mktemp("reranking") / "index", BagOfWordsEmbedder())
    opened.add(MADE)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def cross_encoder(tmp_path_factory) -> Path:
    """A folder with a cross-encoder of random weights, small enough to be made here."""
    import torch
    from sentence_transformers import CrossEncoder
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    folder = tmp_path_factory.mktemp("cross-encoder")
    letters = [*"abcdefghijklmnopqrstuvwxyz0123456789"]
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join([*marks, *letters, *(f"##{one}" for one in letters)]))
    torch.manual_seed(3)
    config = BertConfig(
        vocab_size=5 + 2 * len(letters),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
        num_labels=1,
        initializer_range=0.5,
    )
    BertForSequenceClassification(config).save_pretrained(folder / "plain")
    BertTokenizerFast(str(vocabulary), model_max_length=64).save_pretrained(folder / "plain")
    CrossEncoder(str(folder / "plain")).save_pretrained(str(folder / "model"))
    return folder / "model"


def ids(results) -> list[str]:
    return [result.paper.id for result in results]


def test_the_thirty_best_are_read_once_and_ordered_anew(index):
    reranker = LongestFirst()
    plain = ids(retrieve(index, QUERY, top_k=50))
    again = retrieve(index, QUERY, top_k=50, reranker=reranker)
    assert reranker.read == [RERANKED]
    lengths = [len(f"{one.paper.title}\n{one.paper.abstract}") for one in again[:RERANKED]]
    assert lengths == sorted(lengths, reverse=True)
    assert set(ids(again)[:RERANKED]) == set(plain[:RERANKED])
    assert ids(again)[RERANKED:] == plain[RERANKED:]


def test_scores_stay_those_of_relevance(index):
    plain = {one.paper.id: one.score for one in retrieve(index, QUERY, top_k=50)}
    again = retrieve(index, QUERY, top_k=50, reranker=LongestFirst())
    assert {one.paper.id: one.score for one in again} == plain


@pytest.mark.parametrize("top_k", [1, 5, 29, 31])
def test_the_order_does_not_depend_on_how_many_are_asked_for(index, top_k):
    fifty = retrieve(index, QUERY, top_k=50, reranker=LongestFirst())
    assert retrieve(index, QUERY, top_k=top_k, reranker=LongestFirst()) == fifty[:top_k]


def test_a_named_paper_stays_first(built, embedder):
    with Assistant(Index(built, embedder), reranker=LongestFirst()) as assistant:
        assert assistant.search("What is KestrelKV?")[0].paper.title.startswith("KestrelKV")
        longest = assistant.search("language models")[0].paper
        assert longest.title.startswith("Ptarmigan")


def test_a_configured_cross_encoder_orders_search_and_answers(built, cross_encoder):
    query = "How are watermarks and gradients and proteins handled?"
    with Assistant.open(built, reranker=str(cross_encoder)) as assistant:
        found = assistant.search(query)
        for_answer = [one.papers for one in assistant.stream(query) if isinstance(one, Found)]
    texts = [f"{one.paper.title}\n{one.paper.abstract}" for one in found]
    scores = CrossEncoderReranker(str(cross_encoder)).scores(query, texts)
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) > 3
    with Assistant.open(built) as assistant:
        assert ids(assistant.search(query)) != ids(found)
    assert for_answer == [tuple(found)]


def test_no_reranker_is_the_default():
    assert load_reranker(None) is None


def test_a_folder_without_a_model_is_refused_in_one_line(built, tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"no": "model"}))
    with (
        Assistant.open(built, reranker=str(tmp_path)) as assistant,
        pytest.raises(ConfigError, match="`reranker` cannot be") as refused,
    ):
        assistant.search("watermarks")
    assert "\n" not in str(refused.value)
