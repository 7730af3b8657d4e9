"""A model's answer; the papers' own sentences after it when the model fails."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

import anyio.to_thread

from paperchat.answering import replies
from paperchat.answering.extracting.extractive import Draft
from paperchat.answering.generating.fitting import Request, Writer
from paperchat.answering.generating.generative import Written, write
from paperchat.answers import Answer, by_number
from paperchat.embedding import TextEmbedder
from paperchat.events import Retracted, Text, Waiting
from paperchat.register import Register
from paperchat.types import Sentence


async def written(
    writer: Writer,
    request: Request,
    register: Register,
    embedder: TextEmbedder,
    extracted: Callable[[], Draft],
) -> AsyncGenerator[Text | Waiting | Retracted | Answer, None]:
    """Have a question answered by a model; the answer comes last.

    Args:
        writer: The model.
        request: The question and its papers.
        register: Numbers the papers.
        embedder: Compares sentences.
        extracted: The answer in the papers' own sentences, made only when the model fails.
    """
    async with aclosing(write(writer, request, register, embedder)) as parts:
        async for part in parts:
            if not isinstance(part, Written):
                yield part
                continue
            answer = _answer(part, writer.model.name)
            if part.fault is not None:
                draft = await anyio.to_thread.run_sync(extracted)
                pieces, answer = _recovered(answer, str(part.fault), draft)
                for piece in pieces:
                    yield Text(piece)
            yield answer


def _answer(part: Written, model: str) -> Answer:
    return Answer(
        part.status,
        part.text,
        question="",
        model=model,
        sentences=part.sentences,
        papers=part.papers,
        nearest=part.nearest,
        notes=part.notes,
        usage=part.usage,
    )


def _recovered(answer: Answer, fault: str, draft: Draft) -> tuple[list[str], Answer]:
    """What is said after a model failed, and the whole answer: what it said, why, and ours."""
    pieces = [f"\n\n{fault}" if answer.text else fault]
    sentences = [*answer.sentences, Sentence(fault, "none_needed")]
    if draft.papers:
        pieces += [f"\n\n{replies.IN_THEIR_WORDS}\n\n", *draft.pieces()]
        sentences += [Sentence(replies.IN_THEIR_WORDS, "none_needed"), *draft.sentences]
    papers = {listed.number: listed for listed in (*answer.papers, *draft.papers)}
    whole = Answer(
        "failed",
        answer.text + "".join(pieces),
        question="",
        model=answer.model,
        sentences=tuple(sentences),
        papers=tuple(by_number(papers.values())),
        notes=(*answer.notes, *draft.notes),
        usage=answer.usage,
    )
    return pieces, whole
