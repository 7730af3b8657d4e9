"""Whether the gate keeps its rate: in a far larger collection, and with another embedder.

    python benchmarks/gate.py QUESTIONS.jsonl=INDEX ... --among LARGE

Each question file goes with the index of its papers; LARGE is an index that holds all of these and
many others (`paperchat add` of every list at hand). Questions at even positions calibrate, those at
odd positions are reported, in LARGE both: how many that the papers answer the gate alone refuses,
with the binomial interval (Clopper and Pearson 1934, 95%), and how many that none answers. In LARGE
some of the latter may be answered by the papers that were added.

The embedder beside the product's own knows no language: each word is hashed to one of 256
directions. It needs a calibration of its own; what the one that came along makes of it is told too.
Files with too few questions to calibrate are not asked with it.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.stats import binomtest

from paperchat.calibration import Calibration, best_score, calibrate, needed, shipped
from paperchat.embedding import DEFAULT_EMBEDDER, Vectors, load_embedder, unit
from paperchat.evaluation.answers import Case, read_cases
from paperchat.index import Index

ALPHA = 0.05


@dataclass
class HashedWords:
    """Counts of words, each word hashed to one of the directions."""

    name: str = "hashed-words"
    digest: str = "crc32"
    max_tokens: int = 256
    dimension: int = 256

    def token_lengths(self, texts: Sequence[str]) -> list[int]:
        """Words of each text."""
        return [len(_words(text)) for text in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (texts, dimension)."""
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in _words(text):
                row[zlib.crc32(word.encode()) % self.dimension] += 1
        return unit(rows)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


@dataclass(frozen=True)
class Asked:
    """A question file with its index: scores of the questions there, as the product embeds."""

    name: str
    folder: Path
    calibrating: tuple[Case, ...]
    reported: tuple[Case, ...]
    scores: tuple[float, ...]
    """Of those of the calibrating half that the papers answer."""


Counted = tuple[int, int]
"""Questions refused, and asked."""


@dataclass(frozen=True)
class Row:
    """What the gate refuses of a half of a file."""

    setting: str
    name: str
    where: str
    """How many papers there are, and the threshold; empty for several files together."""
    answerable: Counted
    off_topic: Counted
    near_topic: Counted


def measured(
    setting: str, asked: Asked, index: Index, bar: float, *, calibrating: bool = False
) -> Row:
    cases = asked.calibrating if calibrating else asked.reported
    refused = [(case.kind, best_score(index, case.question) < bar) for case in cases]
    groups = [
        [was for kind, was in refused if kind == of] for of in ("", "off_topic", "near_topic")
    ]
    counts = [(sum(group), len(group)) for group in groups]
    return Row(setting, asked.name, f"{index.count():,}, {bar:.2f}", *counts)


def read(pair: str) -> Asked:
    questions, folder = pair.split("=")
    # A detail that the abstract lacks is as near to its paper as others: no matter of the gate.
    halves = [
        tuple(case for case in read_cases(questions)[half::2] if case.kind != "detail")
        for half in range(2)
    ]
    with closing(Index(folder, load_embedder())) as index:
        scores = tuple(best_score(index, text) for text in _answerable(halves[0]))
    return Asked(Path(questions).stem, Path(folder), *halves, scores)


def _answerable(cases: Sequence[Case]) -> list[str]:
    return [case.question for case in cases if not case.kind]


def with_own_embedder(files: Sequence[Asked], large: Path) -> Iterator[Row]:
    """The calibration that came along, and one from the other files only, here and in LARGE."""
    bar = shipped().threshold(ALPHA)
    embedder = load_embedder()
    with closing(Index(large, embedder)) as among:
        for one in files:
            others = tuple(
                other.scores
                for other in files
                if other is not one and len(other.scores) >= needed(ALPHA)
            )
            left_out = Calibration(DEFAULT_EMBEDDER, others).threshold(ALPHA)
            with closing(Index(one.folder, embedder)) as own:
                yield measured("as shipped", one, own, bar)
                yield measured("from other collections", one, own, left_out)
            yield measured("as shipped, among many", one, among, bar)
            yield measured("from other collections, among many", one, among, left_out)
            name = "as shipped, among many: calibrating half"
            yield measured(name, one, among, bar, calibrating=True)


def with_hashed_words(files: Sequence[Asked]) -> Iterator[Row]:
    """The same papers with the other embedder, before and after it is calibrated."""
    for one in files:
        if len(one.scores) < needed(ALPHA):
            continue
        with closing(Index(one.folder, load_embedder())) as index:
            papers = list(index.papers())
        with (
            tempfile.TemporaryDirectory() as folder,
            closing(Index(folder, HashedWords())) as index,
        ):
            index.add(papers)
            yield measured("hashed words, as shipped", one, index, shipped().threshold(ALPHA))
            own = calibrate(index, _answerable(one.calibrating), ALPHA)
            yield measured("hashed words, calibrated", one, index, own.threshold(ALPHA))


def together(setting: str, rows: Sequence[Row]) -> Row:
    """The sum of the rows of a setting."""

    def total(counts: Sequence[Counted]) -> Counted:
        return sum(refused for refused, _ in counts), sum(asked for _, asked in counts)

    return Row(
        setting,
        "together",
        "",
        total([row.answerable for row in rows]),
        total([row.off_topic for row in rows]),
        total([row.near_topic for row in rows]),
    )


def print_rows(rows: Sequence[Row]) -> None:
    print("| calibration | questions | papers, threshold | answerable, refused | 95% |", end="")
    print(" off topic, refused | near the topic, refused |")
    print("|---|---|---|---|---|---|---|")
    for setting in dict.fromkeys(row.setting for row in rows):
        some = [row for row in rows if row.setting == setting]
        for row in (*some, together(setting, some)):
            interval = binomtest(*row.answerable).proportion_ci()
            counts = [
                f"{one} of {of}" for one, of in (row.answerable, row.off_topic, row.near_topic)
            ]
            counts.insert(1, f"{interval.low:.1%} to {interval.high:.1%}")
            print("|", " | ".join((row.setting, row.name, row.where, *counts)), "|")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pairs", nargs="+", metavar="QUESTIONS=INDEX")
    parser.add_argument("--among", type=Path, required=True, metavar="LARGE")
    arguments = parser.parse_args()
    files = [read(pair) for pair in arguments.pairs]
    print_rows([*with_own_embedder(files, arguments.among), *with_hashed_words(files)])


if __name__ == "__main__":
    main()
