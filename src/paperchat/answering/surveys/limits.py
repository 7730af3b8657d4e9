"""What an abstract says of limits: failures and open questions, or problems that it overcomes."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from paperchat.abstracts import POINTS, introduces, own_work, quotes_of
from paperchat.index import Index
from paperchat.types import Paper, Quote

_CUE = re.compile(
    r"\b(?:remain|fail|struggl|limit|challeng|underexplor|under-explor|unexplor|unclear|unsolved"
    r"|unresolved|poorly|lack|difficult|hinder|suffer|degrad|wors|drawback|shortcoming|bottleneck"
    r"|insufficien|inadequa|scarc|paucity|overestimat|vulnerab|neglect|overlook|caution|brittle"
    r"|suboptimal|prohibitiv|costly|diminish|unreliabl|inconsisten|hallucinat|heterogene)\w*"
    r"|\bcannot\b|\b(?:not|nor) (?:\w+ )?(?:yet|well|always|necessarily|fully|sufficient\w*|able"
    r"|dependable|reliabl\w+|help)\b|\bhard(?:er)? to\b|\bfar from\b|\bstill (?:a|high|need|far)\b"
    r"|\b(?:future|further|more) (?:\w+ )?(?:work|research|studies|directions?|investigation)\b"
    r"|\bopen (?:problem|question|challenge|issue)s?\b|\bno (?:\w+ )?(?:studies|datasets?"
    r"|benchmarks?|systematic|systemic|consensus)\b|\bcall(?:s)? into question\b|\blimited\b",
    re.IGNORECASE,
)
"""Words with which an abstract speaks of what is wrong, missing or left to do."""

_TURN = re.compile(
    r"\b(?:however|yet|although|though|despite|but|nevertheless|unfortunately)\b", re.I
)

_OVERCOMES = re.compile(
    r"\b(?:to (?:address|overcome|tackle|solve|mitigate|fill|alleviate|bridge|remedy|resolve"
    r"|reduce)|address(?:es|ing)|overcom(?:es|ing)|mitigat\w+|alleviat\w+|eliminat\w+|tackl\w+"
    r"|outperform\w*|surpass\w*|state-of-the-art|superior\w*|robust(?:ly|ness)?|without"
    r"|we (?:\w+ )?(?:propose|introduce|present|develop|design))\b",
    re.IGNORECASE,
)
"""Words with which an abstract tells what it does about that, or how well."""

_CUED, _CUES, _TURNED, _PRAISED = 0.12, 3, 0.08, 0.3
"""What a sentence is worth more for each cue, up to three, and for a turn ("however"), and less
when it tells of overcoming; beside the cosine of the topic."""

_LEAST = 0.2
"""A sentence of less worth does not speak of limits, or not of those of the topic."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The sentences of a paper on limits, the best first.

    Attributes:
        open: What the paper itself finds to fail, or leaves to do.
        addressed: What it says of others or of the field before it comes to its own work.
    """

    open: tuple[Quote, ...]
    addressed: tuple[Quote, ...]


def limits_of(index: Index, topic: str, paper: Paper, most: int) -> Limits:
    """What a paper says of the limits of a topic, at most so many sentences of each sort."""
    if not paper.abstract:
        return Limits((), ())
    quotes = quotes_of(paper)
    texts = [quoted.text for quoted in quotes]
    vectors = index.embed_sentences([f"{paper.title}: {text}" for text in texts])
    similar = np.vecdot(vectors, index.embed_query(topic)).tolist()
    begins = max(own_work(paper, texts), introduces(paper, texts))
    worth = {
        at: similar[at] + gain
        for at, text in enumerate(texts)
        if (gain := _gain(text)) > 0 and similar[at] + gain >= _LEAST
    }
    order = sorted(worth, key=lambda at: -worth[at])
    own = [at for at in order if at > begins and not _OVERCOMES.search(texts[at])]
    before = [at for at in order if at < begins]
    return Limits(tuple(quotes[at] for at in own[:most]), tuple(quotes[at] for at in before[:most]))


def _gain(text: str) -> float:
    """What the words of a sentence tell of limits; nothing where they tell of none."""
    cues = len({match[0].casefold() for match in _CUE.finditer(text)})
    if not cues or POINTS.search(text):
        return 0.0
    turned = _TURNED * (_TURN.search(text) is not None)
    praised = _PRAISED * (_OVERCOMES.search(text) is not None)
    return _CUED * min(cues, _CUES) + turned - praised
