"""How often what a misbehaving model says is marked right, sentence by sentence.

Scripted models invent papers, swap numbers and names, cite the wrong paper, answer from their own
knowledge, obey an abstract, answer in JSON or Chinese, or refuse; over each paper of a collection,
by rule. A case is right when every true sentence is `supported` and no false one is.

    python benchmarks/misbehaving_models.py data/icml2025_papers.jsonl
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from contextlib import aclosing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from misbehaving import Case, answered, cases, faults
from paperchat.answering.generating.generative import Written
from paperchat.embedding import Embedder, load_embedder
from paperchat.reading import read_papers


async def _answer(case: Case, embedder: Embedder) -> Written:
    async with aclosing(answered(case, embedder)) as events:
        async for event in events:
            if isinstance(event, Written):
                return event
    raise AssertionError("the last event is always Written")


def main() -> None:
    """Print a line a kind, and every case that is marked wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each so many-th case")
    arguments = parser.parse_args()
    papers = read_papers(arguments.files).papers
    embedder = load_embedder()
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for case in list(cases(papers))[:: arguments.every]:
        wrong = faults(case, asyncio.run(_answer(case, embedder)))
        total[case.kind] += 1
        right[case.kind] += not wrong
        for fault in wrong:
            print(f"  {case.kind}: {fault}")
    for kind, count in total.items():
        print(f"{kind:32} {right[kind]:4} of {count:4}")
    print(f"{'all':32} {right.total():4} of {total.total():4}  {right.total() / total.total():.1%}")


if __name__ == "__main__":
    main()
