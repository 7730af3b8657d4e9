"""What papers are compared by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperchat.comparison import cues
from paperchat.questions.question import content_words
from paperchat.sections import Section


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing to compare papers by.

    Attributes:
        name: The heading.
        description: What a sentence on it is like, for the embedder.
        cues: Words that such a sentence has; None when only the words of the name tell.
        asked: The words by which a reader asks for it.
        needs: What a sentence must have, one of these.
        before: What a sentence gains that stands before the paper's own work.
        introduces: What the sentence gains that introduces the paper's thing.
        measured: What a sentence with a measured number gains.
        against: Words for which a sentence loses as much as one cue counts.
        sections: Those of a structured abstract that speak of it; none when any may.
        least: The value below which a sentence does not say it.
        most: Sentences of a cell.
    """

    name: str
    description: str
    cues: re.Pattern[str] | None = None
    asked: str = ""
    needs: tuple[re.Pattern[str], ...] = ()
    before: float = 0.0
    introduces: float = 0.0
    measured: float = 0.0
    against: re.Pattern[str] | None = None
    sections: tuple[Section, ...] = ()
    least: float = 0.0
    most: int = 2


PROBLEM = Aspect(
    "problem",
    "the problem that is addressed: existing methods are limited, which is a challenge",
    cues.PROBLEM,
    r"problems?|motivations?|motivated|goals?|aims?|challenges?|tackles?|addresse?s?|solves?",
    before=0.3,
    introduces=-0.3,
    sections=("background", "objective"),
    least=0.4,
)
METHOD = Aspect(
    "method",
    "we propose a new method that works by",
    cues.METHOD,
    r"methods?|methodolog\w+|approach(?:es)?|techniques?|algorithms?|ideas?|works?|mechanisms?",
    before=-0.3,
    introduces=0.3,
    measured=-0.3,
    against=cues.TELLS_RESULT,
    sections=("methods",),
    least=0.15,
)
RESULTS = Aspect(
    "results",
    "experiments show that the method outperforms the baselines and improves accuracy",
    cues.RESULT,
    r"results?|conclusions?|findings?|improvements?|gains?|numbers|outcomes?|better|best|stronger"
    r"|effective\w*",
    before=-0.3,
    introduces=-0.3,
    measured=0.3,
    sections=("results", "conclusions"),
    least=0.25,
)
DATA = Aspect(
    "data and benchmarks",
    "evaluated on datasets and benchmarks",
    cues.DATA_CUES,
    r"data|data ?sets?|benchmarks?|evaluations?|evaluated|tested|corpus|corpora|tasks?"
    r"|experiments?",
    needs=(cues.DATA, cues.DATA_NAMED),
    least=0.3,
)
MODELS = Aspect(
    "models",
    "experiments with large language models such as these",
    cues.MODEL_CUES,
    r"models?|backbones?|llms?|architectures?",
    needs=(cues.MODELS,),
)
CODE = Aspect(
    "code",
    "the code is available",
    cues.CODE,
    r"codes?|github|open[- ]?source\w*|implementations?|availab\w+|repositor\w+|released?",
    needs=(cues.CODE,),
    most=1,
)

DEFAULT_ASPECTS = (PROBLEM, METHOD, RESULTS, DATA, MODELS, CODE)

SPEED = Aspect(
    "speed",
    "speedup, latency and throughput: how much faster it is",
    cues.SPEED,
    r"speeds?|speed-?ups?|fast(?:er|est)?|quick(?:er|est)?|slow(?:er|est)?|latenc\w+|throughput"
    r"|run-?times?|(?:running|inference|decoding) time|accelerat\w+",
    needs=(cues.SPEED,),
    before=-0.3,
    measured=0.4,
    least=0.3,
)
MEMORY = Aspect(
    "memory",
    "memory consumption: how much less memory is needed",
    cues.MEMORY,
    r"memory|footprint|gpu memory|memory (?:usage|use|consumption|savings?|footprint|reduction)"
    r"|compression(?: ratio)?",
    needs=(cues.MEMORY,),
    before=-0.3,
    measured=0.4,
    least=0.3,
)
QUALITY = Aspect(
    "accuracy",
    "accuracy and quality of the results",
    cues.QUALITY,
    r"accura\w+|quality|perplexity|performance|scores?|error rates?",
    needs=(cues.QUALITY,),
    before=-0.3,
    measured=0.4,
    least=0.3,
)
COST = Aspect(
    "cost",
    "computational cost: how much compute or communication is needed",
    cues.COST,
    r"costs?|comput\w+(?: costs?)?|cheap(?:er|est)?|expens\w+|overheads?|efficien\w+|budgets?"
    r"|flops",
    needs=(cues.COST,),
    before=-0.3,
    measured=0.2,
    least=0.3,
)
LIMITS = Aspect(
    "limitations",
    "a limitation of the proposed method: it fails or does not apply",
    cues.LIMITS,
    r"limit\w*|weakness\w*|drawbacks?|shortcomings?|caveats?|failures?",
    needs=(cues.LIMITS,),
    before=-0.6,
    introduces=-0.3,
    least=0.4,
)

_KNOWN = (*DEFAULT_ASPECTS, SPEED, MEMORY, QUALITY, COST, LIMITS)
_JOINING = re.compile(
    r"\b(?:and|or|of|the|their|its|use|usage|type|main|used|kind|availability)\b", re.I
)
_WORDED_LEAST = 0.6


def aspect_of(words: str) -> Aspect:
    """The aspect that a reader's words mean; for words that mean none, one of those words."""
    bare = " ".join(words.split()).strip(" .,;:?!")
    said = " ".join(_JOINING.sub(" ", bare).split())
    for known in _KNOWN:
        pattern = rf"(?:(?:{known.asked}|{known.name})\W*)+"
        if known.name == bare.casefold() or re.fullmatch(pattern, said, re.IGNORECASE):
            return known
    return Aspect(bare, bare, least=_WORDED_LEAST)


def aspects_of(texts: Sequence[str]) -> tuple[Aspect, ...]:
    """The aspects of several wordings, each once."""
    found = (aspect_of(text) for text in texts if content_words(text))
    return tuple({aspect.name: aspect for aspect in found}.values())
