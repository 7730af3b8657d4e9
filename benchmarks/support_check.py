"""How many altered sentences the support check catches, and how many faithful ones it flags.

    python benchmarks/support_check.py FILE_OR_FOLDER ... --paraphrases FILE.jsonl ... [--show]

The files hold the papers. Faithful sentences are the paraphrases (fields `sentence`, `source`,
`paragraph`; `altered` and `alteration` hold a false one that was written by hand; or `claim`,
`corpus`, `paragraph`, `faithful`, `kind`, one sentence a line, faithful or false); altered ones are
made by rule (alterations.py) from the papers' own sentences and from the paraphrases. Sentences at
even positions of each, counted from 0 through all files in their order, are for calibrating, those
at odd ones are reported. Caught means: not `supported`. The last lines sum up the kinds that must
be caught, over all paraphrases.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from alterations import NUMBER, RULES, another_name
from paperchat.embedding import Embedder, load_embedder
from paperchat.names import coined_names
from paperchat.reading import read_papers
from paperchat.sentences import sentence_spans
from paperchat.support import Claim, check_claims
from paperchat.types import Paper

A_FILE = 150
"""Sentences taken from each file's papers."""

A_ANSWER = 12
ANSWERS = 5
"""Sentences of an answer whose check is timed, and how many answers."""


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence, the paper that it cites, and what was done to it ("" for a faithful one)."""

    text: str
    paper: Paper
    kind: str
    base: str


def items_of(
    text: str,
    paper: Paper,
    papers: Sequence[Paper],
    names: Sequence[str],
    base: str,
    rng: random.Random,
) -> Iterator[Item]:
    """A faithful sentence, and what the rules make of it."""
    yield Item(text, paper, "", base)
    for kind, rule in RULES.items():
        new = rule(text, paper, random.Random(f"{kind} {text}"))
        if new and new != text:
            yield Item(new, paper, kind, base)
    if name := another_name(text, paper, random.Random(f"name {text}"), names):
        yield Item(name, paper, "name", base)
    other = rng.choice([one for one in papers if one.id != paper.id])
    yield Item(text, other, "other paper", base)


def coined_by(papers: Sequence[Paper]) -> list[str]:
    """Names that one paper alone has in its title."""
    counts = Counter(name for paper in papers for name in set(coined_names(paper.title)))
    return [name for name, count in counts.items() if count == 1 and len(name) > 3] or ["ZetaNet"]


def from_papers(papers: Sequence[Paper]) -> Iterator[list[Item]]:
    """Sentences of the papers themselves with their changes."""
    rng = random.Random(7)
    names = coined_by(papers)
    for paper in rng.sample(papers, min(A_FILE, len(papers))):
        spans = sentence_spans(paper.abstract)
        if len(spans) > 1:
            with_number = [span for span in spans if NUMBER.search(paper.abstract, *span)]
            start, end = rng.choice(with_number if rng.random() < 0.4 and with_number else spans)
            text = paper.abstract[start:end]
            if len(text.split()) > 5:
                yield list(items_of(text, paper, papers, names, "abstract", rng))


def from_paraphrases(file: Path, papers: Sequence[Paper]) -> Iterator[list[Item]]:
    """Paraphrases with their changes."""
    places = {source: paper for paper in papers for source in paper.sources}
    names = coined_by(papers)
    rng = random.Random(7)
    for line in file.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        source = record.get("source") or Path(record["corpus"]).name
        paper = places.get(f"{source}#{record['paragraph']}")
        if paper is None:
            yield []
            continue
        text = record.get("sentence") or record["claim"]
        if not record.get("faithful", True):
            yield [Item(text, paper, f"by hand, {record['kind']}", file.stem)]
            continue
        group = list(items_of(text, paper, papers, names, file.stem, rng))
        if altered := record.get("altered"):
            group.append(Item(altered, paper, f"by hand, {record['alteration']}", file.stem))
        yield group


def main() -> None:
    """Print a line a half, origin and kind; and the time of an answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("papers", type=Path, nargs="+")
    parser.add_argument("--paraphrases", type=Path, nargs="+", default=[])
    parser.add_argument("--show", action="store_true", help="what goes wrong while calibrating")
    options = parser.parse_args()
    embedder = load_embedder()
    lists = {path.name: read_list(path) for path in options.papers}
    every = [paper for papers in lists.values() for paper in papers]
    written = [group for file in options.paraphrases for group in from_paraphrases(file, every)]
    taken = [group for papers in lists.values() if len(papers) > 1 for group in from_papers(papers)]
    report(written, embedder, show=options.show)
    report(taken, embedder, show=options.show)
    print(f"an answer of {A_ANSWER} sentences: {seconds(written, embedder)}")


def seconds(groups: Sequence[list[Item]], embedder: Embedder) -> str:
    """Median times to check an answer whose sentences cite as many papers, embedding included."""
    faithful = [group[0] for group in groups if group][: A_ANSWER * (ANSWERS + 1)]
    clock, processor = [], []
    for at in range(0, len(faithful), A_ANSWER):
        answer = faithful[at : at + A_ANSWER]
        papers = dict(enumerate(item.paper for item in answer))
        claims = [Claim(item.text, (number,)) for number, item in enumerate(answer)]
        starts = time.perf_counter(), time.process_time()
        check_claims(claims, papers, embedder)
        clock.append(time.perf_counter() - starts[0])
        processor.append(time.process_time() - starts[1])
    # the first one loads the model
    return (
        f"{statistics.median(clock[1:]):.2f} s by the clock, "
        f"{statistics.median(processor[1:]):.2f} s of the processor"
    )


def read_list(path: Path) -> list[Paper]:
    """The papers of a file or folder that have an abstract."""
    return [paper for paper in read_papers([path]).papers if paper.abstract]


def report(groups: Sequence[list[Item]], embedder: Embedder, *, show: bool) -> None:
    """Print how many of each kind are flagged."""
    counts: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    for at, group in enumerate(groups):
        half = ("calibrating", "report")[at % 2]
        papers = dict(enumerate(item.paper for item in group))
        claims = [Claim(item.text, (number,)) for number, item in enumerate(group)]
        for item, checked in zip(group, check_claims(claims, papers, embedder), strict=True):
            counted = counts[half, item.base, item.kind or "faithful"]
            flagged = checked.support != "supported"
            counted[0] += flagged
            counted[1] += 1
            if show and half == "calibrating" and flagged == (item.kind == ""):
                print(item.kind or "FLAGGED", checked.support, item.base, "|", item.text)
                for citation in checked.citations:
                    for quote in citation.quotes:
                        print("      >", quote.text)
    for key, (flagged, total) in sorted(counts.items()):
        print(*key, f"{flagged} of {total} ({flagged / total:.1%})", sep="\t")


if __name__ == "__main__":
    main()
