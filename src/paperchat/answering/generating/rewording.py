"""A follow-up as a question that stands alone: by the model that answers, held to the rules' view.

What comes back is used only when it keeps the names and numbers of the question, brings in none
that the conversation does not have, and asks about the same. The rules' own reading stays: its
papers are shown to the model, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

import anyio.to_thread

from paperchat.answering import replies
from paperchat.answering.generating.fitting import Writer
from paperchat.answering.generating.one_line import one_line
from paperchat.answers import Usage
from paperchat.comparison.questions import comparison_asked
from paperchat.followups.mentions import label
from paperchat.followups.resolved import Resolved
from paperchat.followups.rules import BARE
from paperchat.history import History
from paperchat.index import Index
from paperchat.models import LanguageModel, estimate_tokens
from paperchat.prompts import rewording_messages
from paperchat.questions.question import content_words, proper_names
from paperchat.types import Paper

_TURNS = 3
"""So many turns before the question are told."""

_SAID = 400
"""Characters of each answer that are told: what it begins with."""

_PAPERS = 8
"""So many papers are told by their titles, those met last."""

_PATIENCE = 15.0
"""A rewording takes at most so long, in seconds: the rules' own is at hand."""

_SAME = 0.5
"""A rewording has so many of the question's words, in any form."""

_LONGEST = 300
"""Characters that a rewording may have beyond those of the question: it may name titles."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_MARKER = re.compile(r"\[(\d+)\]")
_STEM = 4


@dataclass(frozen=True, slots=True)
class Rewording:
    """What became of asking the model.

    Attributes:
        text: The question; empty when the model gave none that can be used.
        usage: What it took.
        notes: What the reader should know of it.
    """

    text: str = ""
    usage: Usage | None = None
    notes: tuple[str, ...] = ()


async def reworded(
    writer: Writer | None, index: Index, text: str, resolved: Resolved, history: History
) -> Rewording:
    """The question as the model words it, if it depends on the conversation.

    Args:
        writer: The model; without one the rules alone reword.
        index: The papers.
        text: The question, spelt as the papers spell.
        resolved: As the rules read it.
        history: What was said before.
    """
    if writer is None or not history.turns or not _depends(text, resolved):
        return Rewording()
    papers = await anyio.to_thread.run_sync(lambda: _met(index, history))
    turns = history.turns[-_TURNS:]
    earlier = [(turn.question, turn.text[:_SAID]) for turn in turns]
    titles = {number: paper.title for number, paper in papers.items()}
    messages = rewording_messages(writer.prompts, text, earlier, titles)
    told = sum(estimate_tokens(part) for _, part in messages)
    if told > writer.model.context - writer.model.max_tokens:
        return Rewording(notes=(replies.NOT_REWORDED,))
    line = await one_line(_hurried(writer.model), messages)
    if line is None:
        return Rewording(notes=(replies.NOT_REWORDED,))
    known = [*(turn.question for turn in history.turns), *(_described(papers.values()))]
    if not _asks_the_same(text, line.text, known, papers):
        return Rewording("", line.usage, (replies.NOT_REWORDED,))
    return Rewording(line.text, line.usage)


def _depends(text: str, resolved: Resolved) -> bool:
    """Whether the rules see that the question means papers that it does not name."""
    compares = resolved.compare or comparison_asked(text)
    return bool(resolved.papers) and resolved.query != text and not compares


def _hurried(model: LanguageModel) -> LanguageModel:
    limits = model.limits
    hurried = replace(
        limits,
        first_token=min(limits.first_token, _PATIENCE),
        total=min(limits.total, _PATIENCE),
        retry=0.0,
    )
    return replace(model, limits=hurried)


def _met(index: Index, history: History) -> dict[int, Paper]:
    """The papers met last, by their numbers."""
    last = list(history.register)[-_PAPERS:]
    found = index.get(last)
    return {history.register.number(key): found[key] for key in last if key in found}


def _described(papers: Iterable[Paper]) -> Iterable[str]:
    return (f"{label(paper)} {paper.title} {' '.join(paper.authors)}" for paper in papers)


def _asks_the_same(text: str, line: str, known: Iterable[str], papers: dict[int, Paper]) -> bool:
    """Whether a line can be the question in other words."""
    if len(line) > _LONGEST + 2 * len(text) or (text.rstrip().endswith("?") and line[-1:] != "?"):
        return False
    pointed = {int(number) for number in _MARKER.findall(text)}
    if not {int(number) for number in _MARKER.findall(line)} <= pointed:
        return False
    said, asked = line.casefold(), _MARKER.sub(" ", text)
    named = all(f"[{one}]" in line or _is_named(papers.get(one), said) for one in pointed)
    kept = all(name.casefold() in said for name in _names(asked))
    everything = " ".join((text, *known)).casefold()
    invented = [name for name in _names(line) if name.casefold() not in everything]
    return named and kept and not invented and _shares_words(asked, said)


def _names(text: str) -> list[str]:
    return [*proper_names(text), *_NUMBER.findall(text)]


def _is_named(paper: Paper | None, said: str) -> bool:
    return paper is not None and label(paper).casefold() in said


def _shares_words(asked: str, said: str) -> bool:
    words = [word.casefold() for word in content_words(asked)]
    telling = [word for word in words if word not in BARE]
    shared = sum(word[:_STEM] in said for word in telling)
    return shared >= _SAME * len(telling)
