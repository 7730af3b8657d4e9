"""How fast papers are indexed, beside embedding the same abstracts cut at the model's limit.

    python benchmarks/indexing.py CORPUS.jsonl [PAPERS]

Prints abstracts a second, of the processor's time and of the clock: `SentenceTransformer.encode`
alone of the whole abstracts (which drops what the model does not read) in float32 and, where the
processor has it, bfloat16; `embed` of the chunks that `Index.add` makes of them; and `Index.add`,
which also cuts and tokenizes the papers and writes the store and the keyword index.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable

import torch
from sentence_transformers import SentenceTransformer
from transformers.utils import logging as transformers_logging

from paperchat.chunking import split_paper
from paperchat.embedding import DEFAULT_EMBEDDER, load_embedder
from paperchat.index import Index
from paperchat.reading import read_papers
from paperchat.weights import offline_folder


def rate(name: str, count: int, work: Callable[[], object]) -> None:
    """Run and print how many papers that is a second."""
    processor, clock = time.process_time(), time.perf_counter()
    work()
    processor, clock = time.process_time() - processor, time.perf_counter() - clock
    print(f"{name:24}{count / processor:10.1f}{count / clock:8.1f}")


def main(corpus: str, most: str = "300") -> None:
    transformers_logging.disable_progress_bar()
    papers = read_papers([corpus]).papers[: int(most)]
    count = len(papers)
    texts = [f"{paper.title}\n{paper.abstract}" for paper in papers]
    folder = offline_folder()
    model = SentenceTransformer(str(folder) if folder else DEFAULT_EMBEDDER, device="cpu")
    print(f"{'abstracts a second':24}{'processor':>10}{'clock':>8}")
    for kind in (torch.float32, torch.bfloat16):
        model.to(kind)
        model.encode(texts[:32])
        rate(f"encode alone, {str(kind)[6:]}", count, lambda: model.encode(texts))
    embedder = load_embedder()
    lengths, limit = embedder.token_lengths, embedder.max_tokens
    chunks = [text for paper in papers for _, text in split_paper(paper, lengths, limit)]
    embedder.embed(texts[:32])
    rate("embed of the chunks", count, lambda: embedder.embed(chunks))
    with tempfile.TemporaryDirectory() as temporary:
        index = Index(temporary, embedder)
        rate("Index.add", count, lambda: index.add(papers))
        index.close()
    print(f"{count} papers in {len(chunks)} chunks")


if __name__ == "__main__":
    main(*sys.argv[1:])
