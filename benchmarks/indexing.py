"""How fast papers are indexed, beside embedding the same abstracts cut at the model's limit.

    python benchmarks/indexing.py CORPUS.jsonl [PAPERS]

Prints abstracts a second: `SentenceTransformer.encode` alone of the whole abstracts (which drops
what the model does not read) in float32 and, where the processor has it, bfloat16; then `Index.add`
of the same papers, which reads every sentence and writes the store and the keyword index.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import tempfile
import time
from collections.abc import Callable

import torch
from sentence_transformers import SentenceTransformer

from paperchat.embedding import DEFAULT_EMBEDDER, load_embedder, offline_folder
from paperchat.index import Index
from paperchat.reading import read_papers


def rate(count: int, work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return count / (time.perf_counter() - started)


def main(corpus: str, most: str = "500") -> None:
    papers = read_papers([corpus]).papers[: int(most)]
    texts = [f"{paper.title}\n{paper.abstract}" for paper in papers]
    folder = offline_folder()
    model = SentenceTransformer(str(folder) if folder else DEFAULT_EMBEDDER, device="cpu")
    model.encode(texts[:8])
    print(f"encode alone, float32   {rate(len(papers), lambda: model.encode(texts)):6.1f}")
    model.to(torch.bfloat16)
    model.encode(texts[:8])
    print(f"encode alone, bfloat16  {rate(len(papers), lambda: model.encode(texts)):6.1f}")
    embedder = load_embedder()
    embedder.embed(["warm up"])
    profile = cProfile.Profile()
    with tempfile.TemporaryDirectory() as temporary:
        index = Index(temporary, embedder)
        profile.enable()
        print(f"Index.add               {rate(len(papers), lambda: index.add(papers)):6.1f}")
        profile.disable()
        index.close()
    print("\nWhere Index.add spends its time:")
    pstats.Stats(profile).sort_stats("cumulative").print_stats("paperchat|encode|upsert", 16)


if __name__ == "__main__":
    main(*sys.argv[1:])
