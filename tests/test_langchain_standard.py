"""LangChain's own standard tests of retrievers, on ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.retrievers import BaseRetriever
from langchain_tests.integration_tests.retrievers import RetrieversIntegrationTests

from paperchat.assistant import Assistant
from paperchat.langchain import PaperchatRetriever


@pytest.mark.anyio
class TestPaperchatRetriever(RetrieversIntegrationTests):
    """Each test is inherited; it may not be overridden."""

    @pytest.fixture(autouse=True)
    def searching(self, assistant: Assistant) -> Iterator[None]:
        """The assistant that the retriever is made of."""
        self._assistant = assistant
        yield

    @pytest.fixture(params=["asyncio"])
    def anyio_backend(self, request: pytest.FixtureRequest) -> str:
        """The event loop that LangChain runs in."""
        return str(request.param)

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return PaperchatRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"assistant": self._assistant}

    @property
    def retriever_query_example(self) -> str:
        return "forgetting cache entries"
