"""paperchat and txtai: its hybrid index with content.

    python3 -m venv /some/where
    /some/where/bin/pip install txtai sentence-transformers
    python benchmarks/against_txtai.py FOLDER --peer-python /some/where/bin/python

txtai runs with its defaults but for `hybrid` and `content`, which a chat about papers needs; a
paper is its title and abstract as one text. What is measured: side_by_side.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

from worker import read_corpus, serve


class Txtai:
    """Embeddings with hybrid=True."""

    def __init__(self, model: str) -> None:
        self.model = model
        self.loaded: dict[str, object] = {}

    def index(self, corpus: Path, folder: Path) -> None:
        from txtai import Embeddings

        # `models` keeps the loaded model for the next index.
        embeddings = Embeddings(path=self.model, hybrid=True, content=True, models=self.loaded)
        embeddings.index(read_corpus(corpus))
        embeddings.save(str(folder))
        embeddings.close()

    def open(self, folder: Path) -> None:
        from txtai import Embeddings

        self.embeddings = Embeddings()
        self.embeddings.load(str(folder))

    def search(self, query: str, limit: int) -> list[str]:
        return [found["id"] for found in self.embeddings.search(query, limit)]


def main() -> None:
    from paperchat.weights import offline_folder
    from side_by_side import compare, parser

    asked = parser(__doc__.partition("\n")[0]).parse_args()
    command = [asked.peer_python, __file__, "--worker", str(offline_folder())]
    compare("txtai", command, asked)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        serve(Txtai(sys.argv[2]))
    else:
        main()
