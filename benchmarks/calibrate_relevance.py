"""Fit the relevance of a result to questions with known answers, and keep the scores of those.

    python benchmarks/calibrate_relevance.py QUESTIONS.jsonl=INDEX ...

Each question file goes with the index of its papers. Questions at even positions are fitted to,
asked of all papers and of small collections of them (see small_collections.py); those at odd ones
are reported. The first result of a question that the papers answer counts as relevant, that of an
off-topic or near-topic one does not. Prints the weights for `relevance.py`; writes the scores of
the fitted half, at the weights in force, to `src/paperchat/calibration.json`; prints how many
questions of each half pass the threshold that follows. Run it again after the weights were
changed.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from paperchat.calibration import Calibration, best_score, to_json
from paperchat.embedding import load_embedder
from paperchat.evaluation.answers import Case, read_cases
from paperchat.index import Index
from paperchat.relevance import query_words, room, signals
from paperchat.retrieval import retrieve
from paperchat.spelling import correct_spelling
from small_collections import DRAWN, drawn

ALPHA = 0.05
SHIPPED = Path(__file__).parents[1] / "src" / "paperchat" / "calibration.json"


SMALL = 1 / len(DRAWN)
"""What the small collections of each size count for beside the whole ones."""


@dataclass(frozen=True)
class Row:
    """The first result of a question: its signals, and the log odds that the size gives it."""

    values: tuple[float, ...]
    room: float
    relevant: bool
    papers: int


def row(index: Index, case: Case, relevant: bool) -> Row:
    question = correct_spelling(index.keyword, case.question)
    results = retrieve(index, question, top_k=10)
    result = results[0]
    vector = index.embed_query(question)
    nearest = index.nearest(vector, 1, [result.paper.id])[result.paper.id][0].similarity
    named = [one.paper for one in results if one.named]
    words = query_words(index.keyword, question, named)
    found = signals(index.keyword, result.paper, words, nearest, named=result.named)
    return Row(found.values(), room(found.papers), relevant, found.papers)


def rows_of(index: Index, cases: Sequence[Case]) -> list[Row]:
    """Every question of the whole collection and of small ones."""
    rows = [row(index, case, not case.kind) for case in cases if case.kind != "detail"]
    for _, small, own, absent in drawn(index, cases):
        rows += [row(small, case, True) for case in own]
        rows += [row(small, case, False) for case in absent]
    return rows


def shares(rows: Sequence[Row]) -> np.ndarray:
    """What each row counts for: both classes alike, the small collections of a size together."""
    groups = [(one.papers if one.papers in DRAWN else 0, one.relevant) for one in rows]
    counts = Counter(groups)
    return np.array([(SMALL if group[0] else 1.0) / counts[group] for group in groups])


def fit(rows: Sequence[Row], ridge: float = 0.5) -> np.ndarray:
    """Logistic regression by Newton's method, beside what the size gives; signals are scaled."""
    data = np.array([one.values for one in rows])
    labels = np.array([float(one.relevant) for one in rows])
    given = np.array([one.room for one in rows])
    share = shares(rows)
    share *= sum(one.papers not in DRAWN for one in rows) / share.sum()
    mean = np.average(data, axis=0, weights=share)
    scale = np.sqrt(np.average((data - mean) ** 2, axis=0, weights=share))
    design = np.column_stack([(data - mean) / scale, np.ones(len(data))])
    weights = np.zeros(design.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ weights - given))
        gradient = design.T @ (share * (labels - chance)) - ridge * weights
        curve = (design * (share * chance * (1 - chance))[:, None]).T @ design
        weights += np.linalg.solve(curve + ridge * np.eye(len(weights)), gradient)
    plain = weights[:-1] / scale
    return np.append(plain, plain @ mean - weights[-1])


def leave_one_out(scores: np.ndarray, corpora: np.ndarray, fitted: np.ndarray) -> None:
    """For each corpus a threshold from the others; refusals of its report half, with an interval.

    The interval is Clopper and Pearson's, of 95 %, by the binomial tails themselves.
    """
    for corpus in sorted(set(corpora)):
        bar = calibration_of(scores, corpora, fitted & (corpora != corpus)).threshold(ALPHA)
        asked = scores[~fitted & (corpora == corpus)]
        refused, count = int((asked < bar).sum()), len(asked)
        rates = np.linspace(0, 1, 2001)
        most = [tail(refused, count, rate) for rate in rates]
        least = [1 - tail(refused - 1, count, rate) for rate in rates]
        low = rates[np.argmax(np.array(least) >= 0.025)] if refused else 0.0
        high = rates[len(rates) - 1 - np.argmax(np.array(most)[::-1] >= 0.025)]
        print(f"without {corpus}: {refused} of {count} refused, {low:.1%} to {high:.1%}")


def calibration_of(scores: np.ndarray, corpora: np.ndarray, fitted: np.ndarray) -> Calibration:
    """The scores of the questions fitted to, those of each corpus together."""
    by_corpus = [scores[fitted & (corpora == one)] for one in sorted(set(corpora[fitted]))]
    return Calibration(load_embedder().name, tuple(tuple(one.tolist()) for one in by_corpus))


def tail(successes: int, count: int, rate: float) -> float:
    """Probability of at most so many successes."""
    return sum(
        math.comb(count, k) * rate**k * (1 - rate) ** (count - k) for k in range(successes + 1)
    )


def main() -> None:
    embedder = load_embedder()
    rows: list[Row] = []
    kinds, halves, scores, corpora = [], [], [], []
    for pair in sys.argv[1:]:
        questions, folder = pair.split("=")
        index = Index(Path(folder), embedder)
        cases = read_cases(questions)
        rows += rows_of(index, cases[::2])
        for at, case in enumerate(cases):
            if case.kind == "detail":
                continue
            scores.append(best_score(index, case.question))
            kinds.append(case.kind or "answerable")
            halves.append(at % 2)
            corpora.append(Path(questions).stem)
    *weights, bias = fit(rows)
    print("weights", ", ".join(f"{weight:.2f}" for weight in weights), f"bias {bias:.2f}")
    kind, half, relevance = np.array(kinds), np.array(halves), np.array(scores)
    answerable = kind == "answerable"
    where = np.array(corpora)
    calibration = calibration_of(relevance, where, (half == 0) & answerable)
    SHIPPED.write_text(to_json(calibration), encoding="utf-8")
    bar = calibration.threshold(ALPHA)
    print(f"threshold at {ALPHA}: {bar:.3f}, of {calibration.questions} scores in {SHIPPED.name}")
    for name, chosen in (("fitted", half == 0), ("report", half == 1)):
        for one in sorted(set(kinds)):
            of_kind = chosen & (kind == one)
            print(f"{name}: {one}: {(relevance[of_kind] >= bar).sum()} of {of_kind.sum()} pass")
    leave_one_out(relevance[answerable], where[answerable], half[answerable] == 0)


if __name__ == "__main__":
    main()
