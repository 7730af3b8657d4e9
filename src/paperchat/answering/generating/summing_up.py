"""A model's short summary behind a comparison, each of its sentences checked; the table stays."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from paperchat.answering.generating.fitting import Request, Writer
from paperchat.answering.generating.generative import Written, write
from paperchat.answers import Answer
from paperchat.embedding import TextEmbedder
from paperchat.events import Found, Retracted, Text, Waiting
from paperchat.register import Register
from paperchat.types import SearchResult

_BREAK = "\n\n"


def named_results(compared: Answer) -> list[SearchResult]:
    """The papers of a comparison as those that the question names."""
    return [SearchResult(one.paper, (), one.score, named=True) for one in compared.papers]


async def comparison_parts(
    compared: Answer,
    writer: Writer | None,
    request: Request,
    register: Register,
    embedder: TextEmbedder,
) -> AsyncGenerator[Found | Text | Waiting | Retracted | Answer, None]:
    """Show a comparison and have it summed up; the whole answer comes last.

    Args:
        compared: The comparison.
        writer: The model; without one the comparison is the answer.
        request: The question and the papers that are compared.
        register: Numbers the papers.
        embedder: Compares sentences.
    """
    yield Found(tuple(request.results))
    for piece in compared.text.splitlines(keepends=True):
        yield Text(piece)
    if writer is None or compared.table is None:
        yield compared
        return
    begun = False
    async with aclosing(write(writer, request, register, embedder)) as parts:
        async for part in parts:
            match part:
                case Text(piece):
                    yield part if begun else replace(part, piece=f"{_BREAK}{piece}")
                    begun = True
                case Retracted():  # takes back all that was shown
                    yield part
                    yield Text(compared.text)
                    begun = False
                case Waiting():
                    yield part
                case Written():
                    yield _joined(compared, part, writer.model.name)


def _joined(compared: Answer, summary: Written, model: str) -> Answer:
    """The comparison with the summary as its last paragraph; without one it says why."""
    notes = (*compared.notes, *summary.notes)
    if summary.fault is not None:
        notes = (*notes, f"The comparison is not summed up: {summary.fault}")
    if not summary.text:
        return replace(compared, notes=notes, usage=summary.usage)
    open_ = summary.status == "partial" and compared.status == "answered"
    return replace(
        compared,
        status="partial" if open_ else compared.status,
        text=f"{compared.text}{_BREAK}{summary.text}",
        sentences=(*compared.sentences, *summary.sentences),
        model=model,
        notes=notes,
        usage=summary.usage,
    )
