"""How small collections are answered: few papers say little of which words are rare.

    python benchmarks/small_collections.py QUESTIONS.jsonl=INDEX ...

Draws collections of 8, 20 and 38 papers from each index: half of them papers that the questions ask
about, half others. Questions whose paper was drawn are to be answered, from that paper first; some
of those whose paper was left out, and those that no paper answers, are to be refused. Questions at
even positions of a file were used to choose weights and words, those at odd positions were not.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from paperchat.assistant import Assistant
from paperchat.embedding import load_embedder
from paperchat.evaluation.answers import Case, Outcome, read_cases, run_cases
from paperchat.index import Index
from paperchat.types import Paper

DRAWN = {8: 6, 20: 3, 38: 2}
"""Papers of a collection → how many such collections are drawn from each index."""

LEFT_OUT = 10
"""So many questions a collection are asked whose papers were left out."""


def draw(
    papers: Sequence[Paper], cases: Sequence[Case], size: int, dice: random.Random
) -> tuple[list[Paper], list[Case], list[Case]]:
    """A collection, the questions that it answers, and others that it does not."""
    asked = [one for one in papers if any(case.source in one.sources for case in cases)]
    others = [one for one in papers if one not in asked and one.abstract]
    inside = dice.sample(asked, min(size // 2, len(asked)))
    held = {source for paper in inside for source in paper.sources}
    own = [case for case in cases if case.source in held]
    absent = [case for case in cases if case.source and case.source not in held]
    without = [case for case in cases if case.kind in ("off_topic", "near_topic")]
    return (
        inside + dice.sample(others, size - len(inside)),
        own,
        without + dice.sample(absent, min(LEFT_OUT, len(absent))),
    )


def drawn(
    index: Index, cases: Sequence[Case]
) -> Iterator[tuple[int, Index, list[Case], list[Case]]]:
    """Small collections, each with its size, what it answers, and what it does not."""
    papers = sorted(index.papers(), key=lambda paper: paper.id)
    for size, times in DRAWN.items():
        for at in range(times):
            inside, own, absent = draw(papers, cases, size, random.Random(f"{size} {at}"))
            with (
                tempfile.TemporaryDirectory() as folder,
                closing(Index(Path(folder), index.embedder)) as small,
            ):
                small.add(inside)
                yield size, small, own, absent


def outcomes(index: Index, cases: Sequence[Case]) -> Iterator[tuple[int, str, Outcome]]:
    """Size of the collection, what a question is to it, and what became of it."""
    for size, small, own, absent in drawn(index, cases):
        with Assistant(small) as assistant:
            for found in run_cases(assistant.ask, own):
                yield size, "answerable", found
            for found in run_cases(assistant.ask, absent):
                yield size, found.case.kind or "left_out", found


def main() -> None:
    embedder = load_embedder()
    counts: Counter[tuple[str, int, str, str]] = Counter()
    for pair in sys.argv[1:]:
        questions, folder = pair.split("=")
        index = Index(Path(folder), embedder)
        for half, name in enumerate(("calibrating", "reported")):
            for size, kind, found in outcomes(index, read_cases(questions)[half::2]):
                counts[name, size, kind, "asked"] += 1
                counts[name, size, kind, "refused"] += found.refused
                counts[name, size, kind, "first"] += found.cited_first
                counts[name, size, kind, "facts"] += found.facts
        index.close()
    for group in sorted({key[:3] for key in counts}):
        looked_at = ("asked", "refused", "first", "facts")[: 4 if "answerable" in group else 2]
        told = ", ".join(f"{what} {counts[(*group, what)]}" for what in looked_at)
        print("{}, {} papers, {}: {}".format(*group, told))


if __name__ == "__main__":
    main()
