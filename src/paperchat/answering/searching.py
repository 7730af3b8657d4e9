"""The papers that may answer a question, and those of them that a model is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paperchat.answering.pipeline import Pipeline
from paperchat.followups.resolved import Resolved
from paperchat.retrieval import retrieve
from paperchat.types import Filters, SearchResult

_AS_RELEVANT = 0.25
"""A new paper takes precedence over one that was shown, unless it is so much less relevant."""


def candidates(pipeline: Pipeline, resolved: Resolved, filters: Filters) -> list[SearchResult]:
    """The papers that may answer."""
    if resolved.options or (resolved.gone and not resolved.papers):
        return []
    index, top_k, reranker = pipeline.index, pipeline.top_k, pipeline.reranker
    if not resolved.papers:
        enough = top_k + len({*resolved.excluded, *resolved.shown})
        found = retrieve(index, resolved.query, filters=filters, top_k=enough, reranker=reranker)
        return _new_first(found, resolved)[:top_k]
    ids = [paper.id for paper in resolved.papers]
    found = retrieve(index, resolved.query, filters=filters, among=ids, top_k=len(ids))
    found.sort(key=lambda one: ids.index(one.paper.id))
    # The question is about these papers, whatever else it says.
    return [replace(one, score=1.0, named=len(found) > 1) for one in found]


def _new_first(found: Sequence[SearchResult], resolved: Resolved) -> list[SearchResult]:
    """What was found, without the papers that others than are asked for.

    Those that were shown are left out, too, unless one is much more relevant than all new ones.
    """
    others = [one for one in found if one.paper.id not in resolved.excluded]
    new = [one for one in others if one.paper.id not in resolved.shown]
    best = max((one.score for one in others), default=0.0)
    return new if any(one.score >= best - _AS_RELEVANT for one in new) else others


def for_model(
    pipeline: Pipeline,
    results: Sequence[SearchResult],
    reworded: str,
    filters: Filters,
) -> list[SearchResult]:
    """What a model is shown: papers past the gate, those that the question names where it does.

    Args:
        pipeline: What the answer is made with.
        results: Of `candidates`.
        reworded: The question as the model words it, of which the papers count, too; empty when the
            rules' wording counts.
        filters: Conditions on the papers.
    """
    own = _relevant(results, pipeline.threshold)
    if not reworded:
        return own
    index, top_k, reranker = pipeline.index, pipeline.top_k, pipeline.reranker
    found = retrieve(index, reworded, filters=filters, top_k=top_k, reranker=reranker)
    leg = _relevant(found, pipeline.threshold)
    both = (*leg, *own) if any(one.named for one in leg) else (*own, *leg)
    return list({one.paper.id: one for one in both}.values())


def _relevant(results: Sequence[SearchResult], threshold: float) -> list[SearchResult]:
    relevant = [result for result in results if result.score >= threshold]
    return [result for result in relevant if result.named] or relevant
