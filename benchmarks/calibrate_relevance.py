"""Fit the relevance of a result to questions with known answers, and keep the scores of those.

    python benchmarks/calibrate_relevance.py QUESTIONS.jsonl=INDEX ...

Each question file goes with the index of its papers. Questions at even positions are fitted to,
those at odd ones are reported. The first result of a question that the papers answer counts as
relevant, that of an off-topic or near-topic one does not. Prints the weights for `relevance.py`;
writes the scores of the fitted half, at the weights in force, to `src/paperchat/calibration.json`;
prints how many questions of each half pass the threshold that follows. Run it again after the
weights were changed.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np

from paperchat.calibration import Calibration, best_score, threshold, to_json
from paperchat.embedding import load_embedder
from paperchat.evaluation import read_cases
from paperchat.index import Index
from paperchat.relevance import query_words, signals
from paperchat.retrieval import retrieve
from paperchat.spelling import correct_spelling

ALPHA = 0.05
SHIPPED = Path(__file__).parents[1] / "src" / "paperchat" / "calibration.json"


def features(index: Index, asked: str) -> tuple[float, ...]:
    """The first result's signals."""
    question = correct_spelling(index.keyword, asked)
    results = retrieve(index, question, top_k=10)
    result = results[0]
    vector = index.embed_query(question)
    nearest = index.nearest(vector, 1, [result.paper.id])[result.paper.id][0].similarity
    named = [one.paper for one in results if one.named]
    words = query_words(index.keyword, question, named)
    found = signals(index.keyword, result.paper, words, nearest, named=result.named)
    return found.values()


def fit(rows: np.ndarray, labels: np.ndarray, ridge: float = 0.5) -> np.ndarray:
    """Logistic regression by Newton's method; both classes count alike, signals are scaled."""
    scale = rows.std(axis=0)
    design = np.column_stack([(rows - rows.mean(axis=0)) / scale, np.ones(len(rows))])
    share = np.where(labels == 1, 0.5 / labels.mean(), 0.5 / (1 - labels.mean()))
    weights = np.zeros(design.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ weights))
        gradient = design.T @ (share * (labels - chance)) - ridge * weights
        curve = (design * (share * chance * (1 - chance))[:, None]).T @ design
        weights += np.linalg.solve(curve + ridge * np.eye(len(weights)), gradient)
    plain = weights[:-1] / scale
    return np.append(plain, plain @ rows.mean(axis=0) - weights[-1])


def leave_one_out(scores: np.ndarray, corpora: np.ndarray, fitted: np.ndarray) -> None:
    """For each corpus a threshold from the others; refusals of its report half, with an interval.

    The interval is Clopper and Pearson's, of 95 %, by the binomial tails themselves.
    """
    for corpus in sorted(set(corpora)):
        bar = threshold(scores[fitted & (corpora != corpus)].tolist(), ALPHA)
        asked = scores[~fitted & (corpora == corpus)]
        refused, count = int((asked < bar).sum()), len(asked)
        rates = np.linspace(0, 1, 2001)
        most = [tail(refused, count, rate) for rate in rates]
        least = [1 - tail(refused - 1, count, rate) for rate in rates]
        low = rates[np.argmax(np.array(least) >= 0.025)] if refused else 0.0
        high = rates[len(rates) - 1 - np.argmax(np.array(most)[::-1] >= 0.025)]
        print(f"without {corpus}: {refused} of {count} refused, {low:.1%} to {high:.1%}")


def tail(successes: int, count: int, rate: float) -> float:
    """Probability of at most so many successes."""
    return sum(
        math.comb(count, k) * rate**k * (1 - rate) ** (count - k) for k in range(successes + 1)
    )


def main() -> None:
    embedder = load_embedder()
    rows, labels, kinds, halves, scores, corpora = [], [], [], [], [], []
    for pair in sys.argv[1:]:
        questions, folder = pair.split("=")
        index = Index(folder, embedder)
        for at, case in enumerate(read_cases(questions)):
            if case.kind == "detail":
                continue
            rows.append(features(index, case.question))
            scores.append(best_score(index, case.question))
            labels.append(float(not case.kind))
            kinds.append(case.kind or "answerable")
            halves.append(at % 2)
            corpora.append(Path(questions).stem)
    data, truth, half = np.array(rows), np.array(labels), np.array(halves)
    relevance = np.array(scores)
    weights = fit(data[half == 0], truth[half == 0])
    print(
        "weights", ", ".join(f"{weight:.2f}" for weight in weights[:-1]), f"bias {weights[-1]:.2f}"
    )
    fitted = relevance[(half == 0) & (truth == 1)]
    calibration = Calibration(embedder.name, tuple(fitted.tolist()))
    SHIPPED.write_text(to_json(calibration), encoding="utf-8")
    bar = calibration.threshold(ALPHA)
    print(f"threshold at {ALPHA}: {bar:.3f}, of {len(fitted)} scores in {SHIPPED.name}")
    for name, chosen in (("fitted", half == 0), ("report", half == 1)):
        for kind in sorted(set(kinds)):
            of_kind = chosen & (np.array(kinds) == kind)
            print(f"{name}: {kind}: {(relevance[of_kind] >= bar).sum()} of {of_kind.sum()} pass")
    answerable = truth == 1
    where = np.array(corpora)[answerable]
    leave_one_out(relevance[answerable], where, half[answerable] == 0)


if __name__ == "__main__":
    main()
