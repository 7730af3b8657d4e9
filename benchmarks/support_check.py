"""How many altered sentences the support check catches, and how many faithful ones it flags.

    python benchmarks/support_check.py PARAPHRASES.jsonl FILE_OR_FOLDER ... [--show]

The files hold the papers. Faithful sentences are the paraphrases of PARAPHRASES.jsonl (fields
`sentence`, `source`, `paragraph`); altered ones are made by rule from the papers' own sentences and
from the paraphrases: another number, another unit, another name, a negation put in or taken out,
a word of opposite sense, another paper cited. Items at even positions are for calibrating, those
at odd ones are reported. Caught means: not `supported`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

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


_NUMBER = re.compile(r"(?<![\w.^-])\d+(?:,\d{3})*(?:\.\d+)?(?![\d]|[-.]?[A-Z]?\w*-[A-Z])")
_SPELLED = "two three four five six seven eight nine ten twelve twenty".split()
_UNITS = {
    "%": "x",
    " percent": " times",
    "x ": "% ",
    "× ": "% ",
    " times": " percent",
    "million": "billion",
    "billion": "million",
    "thousand": "million",
    "seconds": "hours",
    "minutes": "seconds",
    "hours": "minutes",
    " ms": " s",
    "M ": "B ",
    "B ": "M ",
    "K ": "M ",
    "GB": "MB",
    "KB": "GB",
    "days": "years",
    "-bit": "-byte",
}
_VERBS = (
    r"\b(?P<verb>show|use|achieve|propose|provide|improve|outperform|reduce|require|enable|allow"
    r"|introduce|demonstrate|reach|remain|need|give|make|take|keep|learn|train|generate|capture"
    r"|work|support|lead|increase|perform|rely|apply|combine|offer|help|maintain|match|contain"
    r"|cut|beat|gain|solve|add|treat|split|turn|find|build|run|put|get|deal)(?P<s>s|es)\b"
)
_OPPOSITES = [
    pair.split("/")
    for pair in """
    outperforms/underperforms increases/decreases improves/degrades higher/lower faster/slower
    better/worse more/less fewer/more larger/smaller reduces/increases reducing/increasing
    improving/degrading lower/higher smaller/larger increase/decrease reduce/increase
    outperform/underperform best/worst strong/weak shorter/longer longer/shorter above/below
    improve/degrade gains/losses
    """.split()
]


def another_number(text: str, paper: Paper, rng: random.Random) -> str | None:
    """One number of the sentence becomes one that the paper does not have."""
    found = list(_NUMBER.finditer(text))
    spelled = [match for word in _SPELLED for match in re.finditer(rf"\b{word}\b", text)]
    if not found + spelled:
        return None
    match = rng.choice(found + spelled)
    if match in spelled:
        new = rng.choice([word for word in _SPELLED if word not in paper.abstract.casefold()])
    else:
        digits = match[0]
        while digits in paper.abstract or digits == match[0]:
            at = rng.choice([i for i, sign in enumerate(digits) if sign.isdigit()])
            digits = digits[:at] + rng.choice("123456789") + digits[at + 1 :]
            if len(digits) == 1 and all(sign in paper.abstract for sign in "123456789"):
                digits = str(rng.randint(11, 99))
        new = digits
    return text[: match.start()] + new + text[match.end() :]


def another_unit(text: str, paper: Paper, rng: random.Random) -> str | None:
    """The unit or scale behind one number becomes another."""
    found = [
        (match, unit)
        for unit in _UNITS
        for match in re.finditer(rf"(?<![-\w.])[\d.,]+\s?{re.escape(unit)}", text)
    ]
    if not found:
        return None
    match, unit = rng.choice(found)
    changed = match[0].removesuffix(unit) + _UNITS[unit]
    return (
        None if changed in paper.abstract else text[: match.start()] + changed + text[match.end() :]
    )


def another_name(
    text: str, paper: Paper, rng: random.Random, names: Sequence[str] = ()
) -> str | None:
    """One coined name becomes that of another paper."""
    found = coined_names(text)
    whole = f"{paper.title} {paper.abstract}".casefold()
    others = [name for name in names if name.casefold() not in whole]
    if not found or not others:
        return None
    return re.sub(rf"(?<!\w){re.escape(rng.choice(found))}(?!\w)", rng.choice(others), text)


def negated(text: str, paper: Paper, rng: random.Random) -> str | None:
    """A negation is put in, or taken out."""
    if re.search(r"\b(?:does not|do not|cannot|is not|are not|not|without|no longer)\b", text):
        return _affirmed(text)
    if match := re.search(r"\b(?:is|are|can|could|will|was|were|should|must|may)\b", text):
        return f"{text[: match.end()]} not{text[match.end() :]}"
    if match := re.search(_VERBS, text):
        return f"{text[: match.start()]}does not {match['verb']}{text[match.end() :]}"
    if match := re.search(r"\b[Ww]e (?=[a-z]+\b)", text):
        return f"{text[: match.end()]}do not {text[match.end() :]}"
    return None


def _affirmed(text: str) -> str | None:
    if re.search(r"\bnot (?:only|just|merely|necessarily)\b", text):
        return None
    changed = re.sub(r"\bcannot\b", "can", text, count=1)
    changed = changed if changed != text else re.sub(r"\bwithout\b", "with", text, count=1)
    return (
        changed
        if changed != text
        else re.sub(r"(?:\b(?:does|do) )?\bnot |\bno longer ", "", text, count=1)
    )


def opposite(text: str, paper: Paper, rng: random.Random) -> str | None:
    """A word becomes its opposite."""
    found = [(a, b) for a, b in _OPPOSITES if re.search(rf"\b{a}\b", text)]
    if not found:
        return None
    word, against = rng.choice(found)
    return re.sub(rf"\b{word}\b", against, text, count=1)


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
    changed = {
        "number": another_number(text, paper, rng),
        "unit": another_unit(text, paper, rng),
        "name": another_name(text, paper, rng, names),
        "negation": negated(text, paper, rng),
        "opposite": opposite(text, paper, rng),
    }
    for kind, new in changed.items():
        if new and new != text:
            yield Item(new, paper, kind, base)
    other = rng.choice([one for one in papers if one.id != paper.id])
    yield Item(text, other, "other paper", base)


def coined_by(papers: Sequence[Paper]) -> list[str]:
    """Names that one paper alone has in its title."""
    counts = Counter(name for paper in papers for name in set(coined_names(paper.title)))
    return [name for name, count in counts.items() if count == 1 and len(name) > 3] or ["ZetaNet"]


def from_papers(papers: Sequence[Paper], rng: random.Random) -> Iterator[list[Item]]:
    """Sentences of the papers themselves with their changes."""
    names = coined_by(papers)
    for paper in rng.sample(papers, min(A_FILE, len(papers))):
        spans = sentence_spans(paper.abstract)
        if len(spans) > 1:
            with_number = [span for span in spans if _NUMBER.search(paper.abstract, *span)]
            start, end = rng.choice(with_number if rng.random() < 0.4 and with_number else spans)
            text = paper.abstract[start:end]
            if len(text.split()) > 5:
                yield list(items_of(text, paper, papers, names, "abstract", rng))


def from_paraphrases(
    file: Path, papers: Sequence[Paper], rng: random.Random
) -> Iterator[list[Item]]:
    """Paraphrases with their changes."""
    places = {source: paper for paper in papers for source in paper.sources}
    names = coined_by(papers)
    for line in file.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        paper = places.get(f"{record['source']}#{record['paragraph']}")
        if paper is None:
            yield []
            continue
        yield list(items_of(record["sentence"], paper, papers, names, "paraphrase", rng))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("paraphrases", type=Path)
    parser.add_argument("papers", type=Path, nargs="+")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    embedder = load_embedder()
    rng = random.Random(7)
    lists = {path.name: read_list(path) for path in options.papers}
    groups = list(
        from_paraphrases(options.paraphrases, [p for papers in lists.values() for p in papers], rng)
    )
    for papers in lists.values():
        if len(papers) > 1:
            groups += from_papers(papers, rng)
    report(groups, embedder, show=options.show)
    print(f"an answer of {A_ANSWER} sentences: {seconds(groups, embedder):.2f} s")


def seconds(groups: Sequence[list[Item]], embedder: Embedder) -> float:
    """Median time to check an answer whose sentences cite as many papers, embedding included."""
    faithful = [group[0] for group in groups if group][: A_ANSWER * (ANSWERS + 1)]
    taken = []
    for at in range(0, len(faithful), A_ANSWER):
        answer = faithful[at : at + A_ANSWER]
        papers = dict(enumerate(item.paper for item in answer))
        claims = [Claim(item.text, (number,)) for number, item in enumerate(answer)]
        start = time.perf_counter()
        check_claims(claims, papers, embedder)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken[1:])  # the first one loads the model


def read_list(path: Path) -> list[Paper]:
    return [paper for paper in read_papers([path]).papers if paper.abstract]


def report(groups: Sequence[list[Item]], embedder: Embedder, *, show: bool) -> None:
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
