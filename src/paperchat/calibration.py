"""Where the gate stands: a threshold of relevance with a stated rate of false refusals.

Split conformal prediction (Vovk, Gammerman and Shafer, Algorithmic Learning in a Random World,
2005; Papadopoulos and others, 2002): of questions that the papers answer, and that are exchangeable
with those of the calibration, at most a share α scores below the threshold. It is kept on each
collection of the calibration (Vovk and others, Mondrian Confidence Machine, 2003), not on their
average alone: the next collection may be like the hardest of them.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from paperchat.errors import CalibrationError
from paperchat.index import Index
from paperchat.index.clearing import CALIBRATION
from paperchat.retrieval import retrieve
from paperchat.spelling import correct_spelling

_SHIPPED = "calibration.json"
_LOOKED_AT = 10


@dataclass(frozen=True, slots=True)
class Calibration:
    """Relevance of the first paper for questions that the papers answer.

    Attributes:
        embedder: Name of the embedder that it was measured with.
        scores: One a question, in [0, 1], those of a collection together; no texts.
        own: Whether the questions were asked of this very index.
    """

    embedder: str
    scores: tuple[tuple[float, ...], ...]
    own: bool = False

    @property
    def questions(self) -> int:
        """How many questions were measured."""
        return sum(map(len, self.scores))

    def threshold(self, alpha: float) -> float:
        """The relevance below which a question is refused: the lowest that a collection gives.

        Collections with fewer questions than the rate needs count together with the others only;
        see `threshold`.
        """
        enough = (of_one for of_one in self.scores if len(of_one) >= needed(alpha))
        together = [score for of_one in self.scores for score in of_one]
        return min(threshold(of_one, alpha) for of_one in (together, *enough))


def in_force(folder: Path, embedder: str) -> Calibration:
    """The index's own calibration with that embedder, else the one that came along.

    Raises:
        CalibrationError: The index's own cannot be read.
    """
    file = folder / CALIBRATION
    try:
        own = _parse(file.read_text(encoding="utf-8"), own=True)
    except (FileNotFoundError, NotADirectoryError):
        return shipped()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CalibrationError(
            f"Cannot read {file} ({error}). Delete it, or run `paperchat calibrate` again."
        ) from error
    return own if own.embedder == embedder else shipped()


def shipped() -> Calibration:
    """The calibration that came along: of the default embedder, over three conferences."""
    text = files("paperchat").joinpath(_SHIPPED).read_text(encoding="utf-8")
    return _parse(text, own=False)


def calibrate(index: Index, questions: Iterable[str], alpha: float) -> Calibration:
    """Measure questions that the papers of an index answer, and keep their scores with it.

    Raises:
        CalibrationError: There are fewer than the rate takes.
    """
    scores = tuple(best_score(index, question) for question in questions)
    calibration = Calibration(index.embedder.name, (scores,), own=True)
    calibration.threshold(alpha)  # refuses too few
    index.folder.mkdir(parents=True, exist_ok=True)
    written = index.folder / f"{CALIBRATION}.{os.getpid()}.new"
    written.write_text(to_json(calibration), encoding="utf-8")
    written.replace(index.folder / CALIBRATION)  # at once: a reader never finds half of it
    return calibration


def best_score(index: Index, question: str) -> float:
    """The greatest relevance that any paper has for a question: what the gate looks at."""
    if index.count() == 0:
        return 0.0
    found = retrieve(index, correct_spelling(index.keyword, question), top_k=_LOOKED_AT)
    return max((result.score for result in found), default=0.0)


def to_json(calibration: Calibration) -> str:
    """The form in which calibrations are kept: the embedder, and scores in rising order.

    Scores are cut, not rounded: the question whose score is the threshold passes it.
    """
    scores = [
        sorted(math.floor(score * 10_000) / 10_000 for score in of_one)
        for of_one in calibration.scores
    ]
    return json.dumps({"embedder": calibration.embedder, "scores": scores}) + "\n"


def _parse(text: str, *, own: bool) -> Calibration:
    record: dict[str, Any] = json.loads(text)
    scores = tuple(tuple(map(float, of_one)) for of_one in record["scores"])
    return Calibration(str(record["embedder"]), scores, own)


def needed(alpha: float) -> int:
    """How many questions a rate needs: with fewer no score can be refused."""
    return math.ceil(1 / alpha - 1 - 1e-9)


def threshold(scores: Sequence[float], alpha: float) -> float:
    """The relevance below which a question is refused.

    Args:
        scores: Relevance of the first paper for each question that the papers answer.
        alpha: The greatest share of such questions that may be refused, in (0, 1).

    Raises:
        CalibrationError: There are fewer questions than the rate needs.
    """
    rank = math.floor(alpha * (len(scores) + 1) + 1e-9)
    if rank < 1:
        raise CalibrationError(
            f"{len(scores)} questions cannot calibrate a rate of {alpha:g}: it takes at least "
            f"{needed(alpha)}. Add questions, or raise `max_refusal_error`."
        )
    return sorted(scores)[rank - 1]
