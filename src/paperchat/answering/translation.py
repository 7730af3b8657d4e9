"""A question in another script, in English for searching: by the model that answers."""

from __future__ import annotations

import re
from contextlib import aclosing
from dataclasses import dataclass

import anyio.to_thread

from paperchat.answering.fitting import Writer
from paperchat.answers import Usage
from paperchat.errors import ModelError
from paperchat.index import Index
from paperchat.models import Finished, Retracted, stream_reply
from paperchat.prompts import translation_messages
from paperchat.scripts import has_other_script, is_latin

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9’'+\-]*|\d[\d.,]*\d|\d")
_NEAR = 3
_LONGEST = 4
"""A translation has at most so many times the letters of its question, beside a few."""


@dataclass(frozen=True, slots=True)
class Translated:
    """A question in English, and what the translation took."""

    text: str
    usage: Usage


async def in_english_by(writer: Writer | None, index: Index, text: str) -> Translated | None:
    """The question in English, when it needs that.

    None without a model, for a question in Latin script, for papers that are not, and for a
    translation that lacks a name or number of the question: then it is searched as it is. A model
    that fails here tells so when it is asked to answer.
    """
    if writer is None or not has_other_script(text):
        return None
    if not await anyio.to_thread.run_sync(_latin_papers, index, text):
        return None
    said, usage = "", None
    try:
        messages = translation_messages(writer.prompts, text)
        async with aclosing(stream_reply(writer.model, messages)) as parts:
            async for part in parts:
                match part:
                    case str():
                        said += part
                    case Retracted():
                        said = ""
                    case Finished():
                        usage = part.usage
    except ModelError:
        return None
    lines = [line.strip(" \"“”'*`") for line in said.splitlines() if line.strip()]
    if usage is None or len(lines) != 1 or not _translates(text, lines[0]):
        return None
    return Translated(lines[0], usage)


def _translates(text: str, english: str) -> bool:
    """Whether a translation can be one: in Latin script, not too long, every name kept."""
    held = english.casefold()
    kept = all(name.casefold() in held for name in _NAME.findall(text))
    return kept and not has_other_script(english) and len(english) < 40 + _LONGEST * len(text)


def _latin_papers(index: Index, text: str) -> bool:
    """Whether the papers near a question are in Latin script."""
    papers = index.get(index.nearest(index.embed_query(text), _NEAR)).values()
    return is_latin(" ".join(paper.abstract or paper.title for paper in papers))
