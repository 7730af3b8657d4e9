"""A question in another script, in English for searching: by the model that answers."""

from __future__ import annotations

import re

import anyio.to_thread

from paperchat.answering.generating.fitting import Writer
from paperchat.answering.generating.one_line import Line, one_line
from paperchat.index import Index
from paperchat.prompts import translation_messages
from paperchat.scripts import has_other_script, is_latin

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9’'+\-]*|\d[\d.,]*\d|\d")
_NEAR = 3
_LONGEST = 4
"""A translation has at most so many times the letters of its question, beside a few."""


async def in_english_by(writer: Writer | None, index: Index, text: str) -> Line | None:
    """The question in English, when it needs that.

    None without a model, for a question in Latin script, for papers that are not, and for a
    translation that lacks a name or number of the question: then it is searched as it is. A model
    that fails here tells so when it is asked to answer.
    """
    if writer is None or not has_other_script(text):
        return None
    if not await anyio.to_thread.run_sync(_latin_papers, index, text):
        return None
    line = await one_line(writer.model, translation_messages(writer.prompts, text))
    return line if line is not None and _translates(text, line.text) else None


def _translates(text: str, english: str) -> bool:
    """Whether a translation can be one: in Latin script, not too long, every name kept."""
    held = english.casefold()
    kept = all(name.casefold() in held for name in _NAME.findall(text))
    return kept and not has_other_script(english) and len(english) < 40 + _LONGEST * len(text)


def _latin_papers(index: Index, text: str) -> bool:
    """Whether the papers near a question are in Latin script."""
    papers = index.get(index.nearest(index.embed_query(text), _NEAR)).values()
    return is_latin(" ".join(paper.abstract or paper.title for paper in papers))
