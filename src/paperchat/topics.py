"""What a collection is about: its papers in groups, each named by the words that tell it apart."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from paperchat.index import Index
from paperchat.questions.question import FRAME
from paperchat.topic_words import Root, root_of
from paperchat.types import Paper

if TYPE_CHECKING:
    from paperchat.embedding import Vectors

_MOST = 12
"""Groups that a reader takes in at a glance."""

_WORDS = 3
_SHORT = 2
_LIFT = 2.0
"""A word tells a group apart when its titles have it so many times as often as all titles."""

_PAIR = 1.5
_OTHER = "other"
_SILENT = FRAME | {"via", "towards", "toward", "new", "method", "methods", "approach"}
_WORD = re.compile(r"[^\W\d_][\w\-]*[^\W_]")


@dataclass(frozen=True, slots=True)
class Topic:
    """A group of papers that are alike.

    Attributes:
        label: Words that its titles have and those of the others lack.
        papers: Its papers, those at its centre first.
    """

    label: str
    papers: tuple[Paper, ...]


def find_topics(index: Index, inside: Collection[str] | None = None) -> list[Topic]:
    """Group the papers by their vectors (k-means); the largest group first.

    The same papers give the same groups. A group is named by the words of its titles with the
    highest class-based TF-IDF (Grootendorst, "BERTopic", 2022).

    Args:
        index: The papers.
        inside: Ids of the only papers that count; None for all.
    """
    papers = {one.id: one for one in index.papers() if inside is None or one.id in inside}
    if not papers:
        return []
    vectors = index.mean_vectors(sorted(papers))
    ids = sorted(vectors)
    groups = _grouped(np.stack([vectors[key] for key in ids]))
    members = [[papers[ids[at]] for at in group] for group in groups]
    labels = _labels(root_of(index.keyword), members)
    topics = [Topic(label, tuple(own)) for label, own in zip(labels, members, strict=True)]
    return sorted(topics, key=lambda topic: (-len(topic.papers), topic.label))


def _grouped(vectors: Vectors) -> list[list[int]]:
    """Places of the vectors by group, those nearest to its centre first."""
    from sklearn.cluster import KMeans  # type: ignore[import-untyped]

    count = min(_MOST, max(1, round(math.sqrt(len(vectors) / 3))))
    means = KMeans(count, n_init=1, random_state=0).fit(vectors)
    centres = means.cluster_centers_[means.labels_]
    far = np.linalg.norm(vectors - centres, axis=1)
    order = np.argsort(far, kind="stable")
    groups = [[int(at) for at in order if means.labels_[at] == group] for group in range(count)]
    return [group for group in groups if group]


def _labels(root: Root, groups: Sequence[Sequence[Paper]]) -> list[str]:
    spelt: dict[str, Counter[str]] = {}
    counts = [_terms(root, group, spelt) for group in groups]
    total = sum((Counter(count) for count in counts), Counter[str]())
    papers = sum(map(len, groups))
    labels = []
    for count, group in zip(counts, groups, strict=True):
        telling = Counter(
            {
                key: found
                for key, found in count.items()
                if found / len(group) >= _LIFT * total[key] / papers or len(groups) == 1
            }
        )
        value = _class_tf_idf(telling, total, sum(total.values()) / len(groups))
        chosen = _apart(sorted(value, key=lambda key: (-value[key], key)))
        labels.append(", ".join(_shown(spelt[key]) for key in chosen) or _OTHER)
    return labels


def _terms(root: Root, papers: Sequence[Paper], spelt: dict[str, Counter[str]]) -> Counter[str]:
    """In how many titles of a group each word and each pair of words stands, by its roots."""
    found: Counter[str] = Counter()
    for paper in papers:
        words = _WORD.findall(paper.title)
        told = [word.casefold() not in _SILENT and len(word) > _SHORT for word in words]
        phrases = {word: root(word) for word, kept in zip(words, told, strict=True) if kept}
        for (one, first), (two, second) in pairwise(zip(words, told, strict=True)):
            if first and second:
                phrases[f"{one} {two}"] = f"{root(one)} {root(two)}"
        for phrase, key in phrases.items():
            spelt.setdefault(key, Counter())[phrase] += 1
        found.update(set(phrases.values()))
    return found


def _class_tf_idf(count: Counter[str], total: Counter[str], mean: float) -> dict[str, float]:
    """Of words that more than one title has; a pair says more than its words."""
    repeated = {key: found for key, found in count.items() if found > 1} or dict(count)
    return {
        key: found * math.log(1 + mean / total[key]) * (_PAIR if " " in key else 1.0)
        for key, found in repeated.items()
    }


def _apart(keys: Sequence[str]) -> list[str]:
    """The first few that have no word in common."""
    chosen: list[str] = []
    for key in keys:
        if len(chosen) < _WORDS and not any(set(key.split()) & set(one.split()) for one in chosen):
            chosen.append(key)
    return chosen


def _shown(spellings: Counter[str]) -> str:
    """The usual spelling; in small letters unless it is a name."""
    usual = min(spellings, key=lambda one: (-spellings[one], one))
    return " ".join(
        word if any(map(str.isupper, word[1:])) else word.lower() for word in usual.split()
    )
