"""paperchat and haiku.rag: its hybrid search over LanceDB.

    python3.12 -m venv /some/where        # it needs Python 3.12 or newer
    /some/where/bin/pip install haiku.rag-slim
    python benchmarks/against_haiku_rag.py FOLDER --peer-python /some/where/bin/python

haiku.rag asks an embedding server, by default Ollama. Here this script is that server, on the
loopback address, with the same model in float32: the memory of the model is not in haiku.rag's row,
nor its loading in its cold start. Papers go in as its documentation tells for texts cut elsewhere:
one chunk a paper, title and abstract, imported in batches. What is measured: side_by_side.py.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from worker import read_corpus, serve

BATCH = 512


class HaikuRag:
    """HaikuRAG.import_documents and search, on an event loop of its own."""

    def __init__(self, server: str) -> None:
        os.environ["LOGFIRE_IGNORE_NO_CONFIG"] = "1"  # or it warns at each call
        from haiku.rag.config import AppConfig

        model = {"provider": "openai", "name": "all-MiniLM-L6-v2", "vector_dim": 384}
        model |= {"base_url": server, "api_key": "none"}
        self.config = AppConfig.model_validate({"embeddings": {"model": model}})
        self.loop = asyncio.new_event_loop()

    def index(self, corpus: Path, folder: Path) -> None:
        self.loop.run_until_complete(self._index(corpus, folder))

    async def _index(self, corpus: Path, folder: Path) -> None:
        from docling_core.types.doc.document import DoclingDocument
        from docling_core.types.doc.labels import DocItemLabel
        from haiku.rag.client import HaikuRAG
        from haiku.rag.client.documents import DocumentImport
        from haiku.rag.store.models.chunk import Chunk

        def prepared(paper_id: str, text: str) -> DocumentImport:
            document = DoclingDocument(name=paper_id)
            document.add_text(label=DocItemLabel.PARAGRAPH, text=text)
            return DocumentImport(document, [Chunk(content=text)], uri=f"paper:{paper_id}")

        papers = read_corpus(corpus)
        folder.mkdir(parents=True)
        async with HaikuRAG(folder / "papers.lancedb", self.config, create=True) as client:
            for at in range(0, len(papers), BATCH):
                await client.import_documents([prepared(*each) for each in papers[at : at + BATCH]])

    def open(self, folder: Path) -> None:
        from haiku.rag.client import HaikuRAG

        client = HaikuRAG(folder / "papers.lancedb", self.config, read_only=True)
        self.client = self.loop.run_until_complete(client.__aenter__())

    def search(self, query: str, limit: int) -> list[str]:
        found = self.loop.run_until_complete(self.client.search(query, limit=limit))
        return [result.document_uri.removeprefix("paper:") for result in found]


@contextmanager
def embedding_server(model_folder: str) -> Iterator[str]:
    """OpenAI's protocol for embeddings, over the model in float32; gives the address."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(model_folder)
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            texts = asked["input"]
            with lock:
                vectors = model.encode([texts] if isinstance(texts, str) else texts)
            rows = [
                {"object": "embedding", "index": at, "embedding": vector.tolist()}
                for at, vector in enumerate(vectors)
            ]
            used = {"prompt_tokens": 0, "total_tokens": 0}
            told = {"object": "list", "data": rows, "model": asked["model"], "usage": used}
            body = json.dumps(told).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Not a line a request."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()


def main() -> None:
    from paperchat.weights import offline_folder
    from side_by_side import compare, parser

    asked = parser(__doc__.partition("\n")[0]).parse_args()
    with embedding_server(str(offline_folder())) as address:
        command = [asked.peer_python, __file__, "--worker", address]
        compare("haiku.rag", command, asked)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        serve(HaikuRag(sys.argv[2]))
    else:
        main()
