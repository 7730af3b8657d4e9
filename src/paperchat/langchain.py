"""Our search and our answers as LangChain objects, for people's own LangChain code.

```python
from paperchat.langchain import PaperchatRetriever, answer_chain

retriever = PaperchatRetriever(assistant, k=5)
documents = retriever.invoke("watermark removal", year=2025)
text = (answer_chain(assistant) | str).invoke("What is ShadowKV?")
```
"""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable, RunnableLambda
from pydantic import Field

from paperchat.answers import Answer
from paperchat.assistant import Assistant
from paperchat.retrieval import POOL
from paperchat.types import SearchResult


class PaperchatRetriever(BaseRetriever):
    """Papers by relevance to a query, as LangChain documents.

    A document's text is the title and the abstract; its metadata are the paper's fields and the
    `score`. `invoke` also takes `k` and the conditions of `Assistant.search` (`venue=`, `year=`).

    Attributes:
        assistant: Searches; it stays open as long as the retriever is used.
        k: At most so many documents.
    """

    assistant: Assistant
    k: int = Field(10, ge=1, le=POOL)

    def __init__(self, assistant: Assistant, **fields: Any) -> None:
        """Search with that assistant."""
        fields["assistant"] = assistant
        super().__init__(**fields)

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,
        k: int | None = None,
        **conditions: Any,
    ) -> list[Document]:
        top_k = self.k if k is None else k
        found = self.assistant.search(query, top_k=top_k, **conditions)
        return [_document(one) for one in found]


def answer_chain(assistant: Assistant) -> Runnable[str, Answer]:
    """Question → `Answer`, to be joined with other Runnables; it can be awaited, too."""
    return RunnableLambda(assistant.ask, afunc=assistant.aask)


def _document(found: SearchResult) -> Document:
    paper = found.paper
    fields = {name: value for name, value in paper.to_dict().items() if value is not None}
    del fields["abstract"]
    text = "\n\n".join(part for part in (paper.title, paper.abstract) if part)
    return Document(text, id=paper.id, metadata={**fields, "score": found.score})
