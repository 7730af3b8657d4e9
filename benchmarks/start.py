"""How long the first answer takes from a cold start, beside loading the embedding model alone.

    python benchmarks/start.py INDEX "A question" [ROUNDS]

Each start is a process of its own; the two kinds alternate, so that a busy machine slows both.
Prints the median seconds of each, their ratio, and where the rest goes.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys

MODEL_ALONE = """
import json, time
started = time.perf_counter()
import torch
from sentence_transformers import SentenceTransformer
from paperchat.embedding import DEFAULT_EMBEDDER, offline_folder
folder = offline_folder()
SentenceTransformer(str(folder) if folder else DEFAULT_EMBEDDER).encode(["a question"])
print(json.dumps({"whole": time.perf_counter() - started}))
"""

ANSWER = """
import json, resource, sys, time
laps = {}
started = last = time.perf_counter()
def lap(name):
    global last
    laps[name], last = time.perf_counter() - last, time.perf_counter()
from paperchat import cli
lap("import of the command line and the store")
from paperchat.assistant import Assistant
assistant = Assistant.open(sys.argv[1])
lap("opening the index")
assistant._index.embedder.embed(["a question"])
lap("import of the model's libraries, and the model")
assistant.search(sys.argv[2])
lap("the first search")
assistant.ask(sys.argv[2])
lap("the answer")
laps["whole"] = time.perf_counter() - started
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
laps["resident MB"] = int(status["VmRSS"].split()[0]) / 1024
print(json.dumps(laps))
"""


def measured(script: str, *arguments: str) -> dict[str, float]:
    ran = subprocess.run(
        [sys.executable, "-c", script, *arguments], check=True, capture_output=True, text=True
    )
    laps: dict[str, float] = json.loads(ran.stdout)
    return laps


def main(index: str, question: str, rounds: str = "3") -> None:
    alone, answers = [], []
    for _ in range(int(rounds)):
        alone.append(measured(MODEL_ALONE))
        answers.append(measured(ANSWER, index, question))
    for name in answers[0]:
        print(f"{name:48} {statistics.median(laps[name] for laps in answers):8.2f}")
    whole = statistics.median(laps["whole"] for laps in answers)
    model = statistics.median(laps["whole"] for laps in alone)
    print(f"{'the model alone':48} {model:8.2f}\n{'ratio':48} {whole / model:8.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
