"""Our retriever and our chain in people's own LangChain code."""

from __future__ import annotations

import asyncio

import pytest
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from paperchat.assistant import Assistant
from paperchat.errors import ConfigError
from paperchat.langchain import PaperchatRetriever, answer_chain

QUERY = "forgetting cache entries"


def test_the_number_of_documents_is_set_once_or_for_a_query(assistant: Assistant) -> None:
    retriever = PaperchatRetriever(assistant=assistant, k=3)
    assert isinstance(retriever, BaseRetriever)
    assert len(retriever.invoke(QUERY)) == 3
    assert len(retriever.invoke(QUERY, None, k=1)) == 1
    assert len(PaperchatRetriever(assistant).invoke(QUERY)) == 10
    with pytest.raises(ValueError, match="k"):
        PaperchatRetriever(assistant, k=0)
    with pytest.raises(ConfigError, match="top_k"):
        retriever.invoke(QUERY, k=0)


def test_documents_hold_the_paper(assistant: Assistant) -> None:
    retriever = PaperchatRetriever(assistant, k=2)
    documents = asyncio.run(retriever.ainvoke(QUERY))
    assert all(isinstance(document, Document) for document in documents)
    first = documents[0]
    assert first.page_content.startswith("KestrelKV: Forgetting Cache Entries Early")
    assert "decodes 3.4 times faster" in first.page_content
    assert first.metadata["authors"] == ["Ada Marsh", "Bo Lindqvist"]
    assert (first.metadata["venue"], first.metadata["year"]) == ("ICML", 2025)
    assert 0 < documents[1].metadata["score"] < first.metadata["score"] <= 1
    assert first.id == first.metadata["id"]


def test_conditions_hold_for_documents(assistant: Assistant) -> None:
    found = PaperchatRetriever(assistant).invoke(QUERY, venue="NeurIPS")
    assert found
    assert {document.metadata["venue"] for document in found} == {"NeurIPS"}


def test_the_chain_answers(assistant: Assistant) -> None:
    chain = answer_chain(assistant)
    answer = chain.invoke("What is MossSets?")
    assert answer.status == "answered"
    told = (chain | str).invoke("What is MossSets?")
    assert answer.sentences[0].text in told
    again = asyncio.run(chain.ainvoke("What is MossSets?"))
    assert again.text == answer.text
