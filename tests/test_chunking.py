from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from invented import RECORDS
from paperchat.chunking import split_paper
from paperchat.sentences import sentence_spans
from paperchat.types import Chunk, Paper


def words(texts):
    return [len(text.split()) for text in texts]


def cut(abstract: str, max_tokens: int, title: str = "A Title", **facts: object):
    paper = Paper("p1", title, abstract, **facts)
    return paper, split_paper(paper, words, max_tokens)


def test_whole_sentences_fill_a_chunk_as_far_as_they_fit_behind_the_title():
    paper, chunks = cut("One two three. Four five six. Seven eight nine ten.", 8)
    assert [text for _, text in chunks] == [
        "A Title\nOne two three. Four five six.",
        "A Title\nSeven eight nine ten.",
    ]
    assert paper.abstract[chunks[1][0].start : chunks[1][0].end] == "Seven eight nine ten."


def test_a_sentence_that_does_not_fit_is_cut_at_white_space():
    _, chunks = cut("One two three four five six seven eight nine ten.", 6)
    assert [text.removeprefix("A Title\n") for _, text in chunks] == [
        "One two three four",
        "five six seven eight",
        "nine ten.",
    ]


def test_a_paper_without_abstract_is_its_title():
    assert cut("", 8)[1] == [(Chunk("p1", 0, 0), "A Title")]


def test_a_derived_title_is_not_repeated_before_the_text():
    _, chunks = cut("One two three. Four.", 8, "One two three", title_is_derived=True)
    assert [text for _, text in chunks] == ["One two three. Four."]


def test_a_title_so_long_that_it_leaves_no_room_is_left_out():
    _, chunks = cut("One two three. Four.", 8, "a very long title that fills it all")
    assert [text for _, text in chunks] == ["One two three. Four."]


@given(
    st.lists(
        st.lists(st.text("abcXYZé𝛼中", min_size=1, max_size=9), min_size=1, max_size=30),
        min_size=1,
        max_size=12,
    ),
    st.integers(4, 40),
)
def test_chunks_hold_every_word_once_in_order_and_fit(sentences, max_tokens):
    abstract = " ".join(" ".join(sentence).capitalize() + "." for sentence in sentences)
    paper, chunks = cut(abstract, max_tokens)
    parts = [paper.abstract[chunk.start : chunk.end] for chunk, _ in chunks]
    assert " ".join(parts).split() == abstract.split()
    assert all(len(text.split()) <= max_tokens for _, text in chunks)
    assert all(text.endswith(part) for (_, text), part in zip(chunks, parts, strict=True))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["title"][:20])
def test_the_real_tokenizer_reads_every_chunk_whole(record, embedder):
    paper = Paper("p1", record["title"], record["abstract"])
    chunks = split_paper(paper, embedder.token_lengths, embedder.max_tokens)
    assert max(embedder.token_lengths([text for _, text in chunks])) <= embedder.max_tokens
    for start, end in sentence_spans(paper.abstract):
        assert sum(chunk.start <= start and end <= chunk.end for chunk, _ in chunks) == 1


def test_a_long_abstract_has_several_chunks(embedder):
    paper = Paper("p1", RECORDS[-1]["title"], RECORDS[-1]["abstract"])
    assert len(split_paper(paper, embedder.token_lengths, embedder.max_tokens)) == 2
