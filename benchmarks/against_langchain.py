"""paperchat and the usual tutorial chain: LangChain's HuggingFaceEmbeddings and Chroma.

    python3 -m venv /some/where
    /some/where/bin/pip install langchain-huggingface langchain-chroma sentence-transformers
    python benchmarks/against_langchain.py FOLDER --peer-python /some/where/bin/python

The chain is written as tutorials write it: default settings, a paper's title and abstract as one
text, of which the model reads 256 tokens. What is measured: side_by_side.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

from worker import read_corpus, serve


class LangChain:
    """Chroma.from_texts and similarity_search."""

    def __init__(self, model: str) -> None:
        from langchain_huggingface import HuggingFaceEmbeddings

        self.embeddings = HuggingFaceEmbeddings(model_name=model)

    def index(self, corpus: Path, folder: Path) -> None:
        from langchain_chroma import Chroma

        papers = read_corpus(corpus)
        Chroma.from_texts(
            [text for _, text in papers],
            self.embeddings,
            metadatas=[{"paper": paper_id} for paper_id, _ in papers],
            persist_directory=str(folder),
        )

    def open(self, folder: Path) -> None:
        from langchain_chroma import Chroma

        self.store = Chroma(persist_directory=str(folder), embedding_function=self.embeddings)

    def search(self, query: str, limit: int) -> list[str]:
        found = self.store.similarity_search(query, k=limit)
        return [document.metadata["paper"] for document in found]


def main() -> None:
    from paperchat.weights import offline_folder
    from side_by_side import compare, parser

    asked = parser(__doc__.partition("\n")[0]).parse_args()
    command = [asked.peer_python, __file__, "--worker", str(offline_folder())]
    compare("LangChain + Chroma", command, asked)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        serve(LangChain(sys.argv[2]))
    else:
        main()
