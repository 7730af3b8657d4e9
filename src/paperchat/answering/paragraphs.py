"""Sentences → the text of an answer, paragraphs a blank line apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paperchat.answers import Answer
from paperchat.types import Sentence


def in_paragraphs(answer: Answer, paragraphs: Sequence[Sequence[Sentence]]) -> Answer:
    """The answer with these sentences; empty paragraphs are left out."""
    kept = [paragraph for paragraph in paragraphs if paragraph]
    text = "\n\n".join(" ".join(one.text for one in paragraph) for paragraph in kept)
    sentences = tuple(one for paragraph in kept for one in paragraph)
    return replace(answer, text=text, sentences=sentences)
