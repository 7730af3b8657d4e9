"""Fit the relevance of a result to questions with known answers.

    python benchmarks/calibrate_relevance.py QUESTIONS.jsonl=INDEX ...

Each question file goes with the index of its papers. Questions at even positions are fitted to,
those at odd ones are reported. A pair (question, first result) is relevant when the first result is
the paper that answers; that of an off-topic or near-topic question is not. Prints the three numbers
for `retrieval.py`, and how many questions each half would lose or let through.
"""

from __future__ import annotations

import sys

import numpy as np

from paperchat.embedding import load_embedder
from paperchat.evaluation import read_cases
from paperchat.index import Index
from paperchat.retrieval import coverage, rare_terms, retrieve


def features(index: Index, question: str) -> tuple[str, float, float]:
    """The first result's sources, its similarity and its share of the question's rare words."""
    result = retrieve(index, question, top_k=1)[0]
    hits = index.nearest(index.embed_query(question), 1, [result.paper.id])
    similarity = hits[result.paper.id][0].similarity
    terms = index.keyword.terms(f"{result.paper.title} {result.paper.abstract}")
    return result.paper.sources, similarity, coverage(rare_terms(index.keyword, question), terms)


def fit(rows: np.ndarray, labels: np.ndarray, ridge: float = 0.001) -> np.ndarray:
    """Logistic regression by Newton's method; both classes count alike."""
    design = np.column_stack([rows, -np.ones(len(rows))])
    share = np.where(labels == 1, 0.5 / labels.mean(), 0.5 / (1 - labels.mean()))
    weights = np.zeros(design.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ weights))
        gradient = design.T @ (share * (labels - chance)) - ridge * weights
        curve = (design * (share * chance * (1 - chance))[:, None]).T @ design
        weights += np.linalg.solve(curve + ridge * np.eye(len(weights)), gradient)
    return weights


def main() -> None:
    embedder = load_embedder()
    rows, labels, kinds, halves = [], [], [], []
    for pair in sys.argv[1:]:
        questions, folder = pair.split("=")
        index = Index(folder, embedder)
        for at, case in enumerate(read_cases(questions)):
            sources, similarity, covered = features(index, case.question)
            if case.kind == "detail" or (case.source and case.source not in sources):
                continue
            rows.append((similarity, covered))
            labels.append(float(not case.kind))
            kinds.append(case.kind or "answerable")
            halves.append(at % 2)
    data, truth, half = np.array(rows), np.array(labels), np.array(halves)
    weights = fit(data[half == 0], truth[half == 0])
    print(f"similarity {weights[0]:.2f}, coverage {weights[1]:.2f}, bias {weights[2]:.2f}")
    passed = data @ weights[:2] - weights[2] >= 0
    for name, chosen in (("fitted", half == 0), ("report", half == 1)):
        for kind in sorted(set(kinds)):
            of_kind = chosen & (np.array(kinds) == kind)
            print(f"{name}: {kind}: {passed[of_kind].sum()} of {of_kind.sum()} pass")


if __name__ == "__main__":
    main()
