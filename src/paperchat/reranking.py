"""An optional second look at the best papers: a cross-encoder reads the query with each of them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from paperchat.errors import ConfigError
from paperchat.types import Paper

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

RERANKED = 30
"""So many of the best papers are read again: a small model takes about a second for them."""


class Reranker(Protocol):
    """What reads a query and a text together."""

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the query; higher is better."""
        ...


def reranked(reranker: Reranker, query: str, papers: Sequence[Paper]) -> list[str]:
    """Ids of papers, best first; papers of equal score keep their order."""
    texts = [
        paper.abstract if paper.title_is_derived else f"{paper.title}\n{paper.abstract}"
        for paper in papers
    ]
    scores = reranker.scores(query, texts) if papers else []
    order = sorted(range(len(papers)), key=lambda at: -scores[at])
    return [papers[at].id for at in order]


def load_reranker(name: str | None) -> Reranker | None:
    """The reranker of that name, its model loaded at first use; None for none."""
    return None if name is None else CrossEncoderReranker(name)


@dataclass
class CrossEncoderReranker:
    """A sentence-transformers cross-encoder, loaded at first use; safe to use from several threads.

    Attributes:
        name: On the Hugging Face hub, or the path of a model folder.
    """

    name: str

    def __post_init__(self) -> None:
        self._lock = threading.Lock()

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:  # noqa: D102 - as in Reranker
        with self._lock:
            values = self._model.predict([(query, text) for text in texts], show_progress_bar=False)
        return [float(value) for value in values]

    @cached_property
    def _model(self) -> CrossEncoder:
        from sentence_transformers import CrossEncoder

        try:
            model: CrossEncoder = CrossEncoder(self.name)
        except (OSError, ValueError) as error:
            raise ConfigError(
                f"`reranker` cannot be {self.name!r}: it is neither the folder of a "
                "sentence-transformers cross-encoder nor to be had from the hub."
            ) from error
        if model.num_labels != 1:
            raise ConfigError(
                f"`reranker` cannot be {self.name!r}: it gives {model.num_labels} values for a "
                "pair of texts, and a reranker one."
            )
        return model
