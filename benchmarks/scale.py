"""How the index grows: N simulated abstracts through the product's own path.

    python benchmarks/scale.py 100000 data [--index FOLDER] [--json]

What is simulated: an abstract is 5 to 11 real sentences of like meaning from the papers given (the
more there are, the truer the vocabulary), its title is a name of its own, so that the vocabulary
grows as a real one does, and some of their words; venue and year are drawn. The vector of a chunk
is the mean of its sentences' real vectors with a little noise, so that a million abstracts need no
day of embedding. Everything else is real: files are read, cut, merged and written as
`paperchat add` does, 20,000 papers at a time. With --index the folder stays, and a later run goes
on from the papers that are there.

A fresh process then opens the index with the real model and measures: seconds to load the model and
to open the index until the first result; milliseconds a search (`Assistant.search`, ten results,
the query's embedding included) without filter, with venue and year, with a year alone (others for
each query); milliseconds an answer (`Assistant.ask`); memory held after that; CPU seconds to add
100 papers more, embedded for real. All draws are seeded: two runs build the same papers.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from measuring import disk_megabytes, percentiles, print_table, resident_megabytes
from paperchat import Assistant
from paperchat.embedding import Embedder, Vectors, load_embedder, unit
from paperchat.index import Index
from paperchat.reading import read_papers
from paperchat.sentences import sentence_spans

SEED = 7
SENTENCES = 10_000
FILE = 5_000
ADDED = 20_000
"""Papers in a file, and in one call of `add`."""

QUERIES = 100
VENUES = [f"Venue {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"]
YEARS = range(2010, 2026)
NOISE = 0.02
"""Of each of the dimensions; the vectors have length 1."""


class Sentences:
    """Real sentences with their vectors and, of each, the nearest others."""

    def __init__(self, paths: Sequence[str], embedder: Embedder) -> None:
        abstracts = [paper.abstract for paper in read_papers(paths).papers]
        texts = {text[start:end] for text in abstracts for start, end in sentence_spans(text)}
        self.texts = sorted(text for text in texts if 40 <= len(text) <= 400)
        random.Random(SEED).shuffle(self.texts)
        del self.texts[SENTENCES:]
        self.tokens = dict(zip(self.texts, embedder.token_lengths(self.texts), strict=True))
        self.vectors = embedder.embed(self.texts)
        self.row = {text: row for row, text in enumerate(self.texts)}
        blocks = np.array_split(self.vectors, max(len(self.texts) // 500, 1))
        self.near = np.concatenate([_nearest(block, self.vectors) for block in blocks])


def _nearest(block: Vectors, vectors: Vectors, count: int = 100) -> np.ndarray:
    """Of each row of the block the rows of the vectors that are most like it, in no order."""
    return np.argpartition(-block @ vectors.T, min(count, len(vectors) - 1))[:, :count]


class SimulatedEmbedder:
    """Stands for the real one, whose identity it has: vectors are means of known sentences'."""

    def __init__(self, sentences: Sentences, embedder: Embedder) -> None:
        self._sentences = sentences
        self._embedder = embedder
        self._random = np.random.default_rng(SEED)
        self.name = embedder.name
        self.digest = embedder.digest
        self.max_tokens = embedder.max_tokens

    def token_lengths(self, texts: Sequence[str]) -> list[int]:
        known = self._sentences.tokens
        return [known.get(text) or len(text.split()) * 3 // 2 for text in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:
        if any("\n" not in text for text in texts):  # no chunk of a made paper: the probe
            return self._embedder.embed(texts)
        means = np.stack([self._mean(text.partition("\n")[2]) for text in texts])
        return unit(means + self._random.normal(0, NOISE, means.shape))

    def _mean(self, text: str) -> np.ndarray:
        found = [self._sentences.row.get(text[start:end]) for start, end in sentence_spans(text)]
        rows = [row for row in found if row is not None]
        # Sentences that were cut otherwise than they were joined: any will do.
        rows = rows or [len(text) % len(self._sentences.texts)]
        return self._sentences.vectors[rows].mean(axis=0)


def records(sentences: Sentences, first: int, count: int) -> Iterator[dict[str, Any]]:
    """Made papers, from the `first` on; the same for the same numbers."""
    draw = random.Random(f"{SEED}/{first}")
    for number in range(first, first + count):
        near = sentences.near[draw.randrange(len(sentences.texts))]
        rows = draw.sample(list(near), min(draw.randint(5, 11), len(near)))
        parts = [sentences.texts[row] for row in rows]
        words = [word for part in parts[:3] for word in draw.choices(part.split(), k=3)]
        yield {
            "title": f"{coined(number)}: {' '.join(words)}",
            "abstract": " ".join(parts),
            "authors": [f"Author {draw.randrange(50_000)}", f"Writer {draw.randrange(50_000)}"],
            "venue": draw.choice(VENUES),
            "year": draw.choice(YEARS),
            "doi": f"10.1000/made.{number}",
        }


def coined(number: int) -> str:
    """A name of three to five syllables, another for each number."""
    syllables = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
    name = ""
    while number or len(name) < 6:
        number, at = divmod(number, len(syllables))
        name += syllables[(at + 11 * len(name)) % len(syllables)]
    return name.capitalize()


def write_file(folder: Path, sentences: Sentences, first: int, count: int) -> Path:
    file = folder / f"made-{first}.jsonl"
    lines = (json.dumps(record, ensure_ascii=False) for record in records(sentences, first, count))
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def build(folder: Path, sentences: Sentences, embedder: Embedder, total: int) -> dict[str, float]:
    """Read and add what is missing; a line for each `add` on how the rate develops."""
    index = Index(folder, SimulatedEmbedder(sentences, embedder))
    there = index.count() // ADDED * ADDED  # one that was killed is done again
    cpu = 0.0
    for first in range(there, total, ADDED):
        with tempfile.TemporaryDirectory() as scratch:
            last = min(first + ADDED, total)
            for at in range(first, last, FILE):
                write_file(Path(scratch), sentences, at, min(FILE, last - at))
            started = time.process_time()
            index.add(read_papers([scratch]).papers)
        spent = time.process_time() - started
        cpu += spent
        rate = (last - first) / spent
        _tell(f"{last:>9,} papers, {rate:,.0f}/CPU s, {resident_megabytes():,.0f} MB")
    built = max(total - there, 0)
    measured = {"papers": float(index.count())}
    if built:
        measured |= {f"papers/CPU s, the last {built:,}": built / cpu}
    index.close()
    return measured


def measure(folder: Path, more: Path, queries: Sequence[str]) -> dict[str, float]:
    """Open, search, answer and add, as one process of the product does."""
    started = time.perf_counter()
    load_embedder().embed(["loads the libraries of the model"])
    loaded = time.perf_counter()
    with Assistant.open(folder) as assistant:
        assistant.search(queries[0])
        opened = time.perf_counter()
        draw = random.Random(SEED)

        def of_venue_and_year(text: str) -> object:
            return assistant.search(text, venue=draw.choice(VENUES), year=draw.choice(YEARS))

        def of_year(text: str) -> object:
            return assistant.search(text, year=draw.choice(YEARS))

        calls: dict[str, Callable[[str], object]] = {
            "search": assistant.search,
            "search, venue and year": of_venue_and_year,
            "search, year": of_year,
            "ask": assistant.ask,
        }
        measured = {"s to load the model": loaded - started, "s to open": opened - loaded}
        for name, call in calls.items():
            measured |= {f"{name}, {key}": value for key, value in _timed(call, queries).items()}
        measured["MB held after the queries"] = resident_megabytes()
        cpu, wall = time.process_time(), time.perf_counter()
        assistant.add(more)
        measured["CPU s to add 100"] = time.process_time() - cpu
        measured["s to add 100"] = time.perf_counter() - wall
        measured["s to search after that"] = _seconds(assistant.search, queries[0])
    return measured


def _timed(call: Callable[[str], object], queries: Sequence[str]) -> dict[str, float]:
    cpu = time.process_time()
    times = [_seconds(call, text) for text in queries]
    return {**percentiles(times), "CPU ms": (time.process_time() - cpu) / len(queries) * 1000}


def _seconds(call: Callable[[str], object], text: str) -> float:
    started = time.perf_counter()
    call(text)
    return time.perf_counter() - started


def run(total: int, paths: Sequence[str], folder: Path) -> dict[str, float]:
    embedder = load_embedder()
    sentences = Sentences(paths, embedder)
    _tell(f"{len(sentences.texts):,} real sentences; vectors of chunks are simulated")
    measured = build(folder, sentences, embedder, total)
    for part in folder.iterdir():
        if part.is_dir():
            measured[f"MB on disk, {part.name}"] = disk_megabytes(part)
    draw = random.Random(SEED)
    queries = [" ".join(text.split()[:12]) for text in draw.choices(sentences.texts, k=QUERIES)]
    with tempfile.TemporaryDirectory() as scratch:
        more = write_file(Path(scratch), sentences, total, 100)
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as fresh:
            measured |= fresh.submit(measure, folder, more, queries).result()
    return measured


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("papers", type=int, metavar="N", help="how many abstracts to make")
    parser.add_argument("sources", nargs="+", help="files or folders of real papers")
    parser.add_argument("--index", type=Path, help="where to build; a temporary folder else")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        measured = run(asked.papers, asked.sources, asked.index or Path(scratch))
    if asked.json:
        print(json.dumps(measured, indent=1))
    else:
        print_table(list(measured), {f"{asked.papers:,} abstracts": measured})


if __name__ == "__main__":
    main()
