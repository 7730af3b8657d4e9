"""What the first answer costs from a cold start, beside loading the embedding model alone.

    python benchmarks/start.py INDEX "A question" [ROUNDS]

Each start is a process of its own; the two kinds alternate, so that a busy machine slows both.
Prints the median of each, in seconds of the processor and of the clock, and their ratio.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

MODEL_ALONE = """
import torch
from sentence_transformers import SentenceTransformer
from paperchat.embedding import DEFAULT_EMBEDDER
from paperchat.weights import offline_folder
folder = offline_folder()
SentenceTransformer(str(folder) if folder else DEFAULT_EMBEDDER, local_files_only=True)
"""


def cost(*arguments: str) -> tuple[float, float]:
    """Seconds of the processor and of the clock that a Python process takes, start and end too."""
    before, started = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, timeout=100)
    after = os.times()
    spent = after.children_user + after.children_system
    return spent - before.children_user - before.children_system, time.perf_counter() - started


def main(index: str, question: str, rounds: str = "5") -> None:
    alone, answers = [], []
    for _ in range(int(rounds)):
        alone.append(cost("-c", MODEL_ALONE))
        answers.append(cost("-m", "paperchat", "ask", "--index", index, question))
    print(f"{'':16}{'processor':>12}{'clock':>8}")
    model = [statistics.median(one) for one in zip(*alone, strict=True)]
    answer = [statistics.median(one) for one in zip(*answers, strict=True)]
    ratio = [whole / part for whole, part in zip(answer, model, strict=True)]
    rows = {"model alone": model, "paperchat ask": answer, "ratio": ratio}
    for name, (processor, clock) in rows.items():
        print(f"{name:16}{processor:12.2f}{clock:8.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
