"""Answers written by a language model; each of their sentences is checked before it is shown."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

import anyio.to_thread

from paperchat.answering import replies
from paperchat.answering.generating.checker import Checked, Checker
from paperchat.answering.generating.fitting import Fitting, Request, Writer, fit
from paperchat.answering.generating.numbering import Numbering
from paperchat.answering.generating.reply import ReplyReader, Said
from paperchat.answers import AnswerPaper, Status, Usage, by_number
from paperchat.embedding import TextEmbedder
from paperchat.errors import EmptyReplyError, ModelError
from paperchat.events import Retracted, Text, Waiting
from paperchat.markers import MarkerReader
from paperchat.models import Finished, LanguageModel, stream_reply
from paperchat.prompts import answer_messages
from paperchat.register import Register
from paperchat.types import Sentence

_NEAREST = 3


@dataclass(frozen=True, slots=True)
class Written:
    """A model's answer, checked.

    Attributes:
        text: What was shown, sentence by sentence.
        papers: The papers that it cites, by number.
        nearest: The papers that it was made from, when it cites none.
        fault: Why the model gave no answer, or broke off; None when it did not.
    """

    status: Status
    text: str
    sentences: tuple[Sentence, ...]
    papers: tuple[AnswerPaper, ...]
    nearest: tuple[AnswerPaper, ...]
    notes: tuple[str, ...]
    usage: Usage | None
    fault: ModelError | None = None


async def write(
    writer: Writer, request: Request, register: Register, embedder: TextEmbedder
) -> AsyncGenerator[Text | Waiting | Retracted | Written, None]:
    """Have a question answered by a model; `Written` comes last.

    Args:
        writer: Asked once. Closing the generator ends its request.
        request: The question and the papers.
        register: Numbers the papers that are cited, once the reply has ended or was stopped.
        embedder: Compares sentences.
    """
    fitting = fit(writer, request)
    numbering = Numbering([result.paper for result in fitting.results], register)
    messages = answer_messages(
        writer.prompts,
        request.question,
        numbering.papers,
        secrets.token_hex(4),
        meaning=request.meaning,
        earlier=fitting.earlier,
    )
    reply = _Reply(numbering, fitting, embedder)
    fault: ModelError | None = None
    try:
        async with aclosing(reply.events(writer.model, messages)) as events:
            async for event in events:
                yield event
    except ModelError as error:
        fault = error
    finally:
        numbering.keep(register)  # where it was stopped, what was said stands
    for text in await reply.rest():
        yield text
    if fault is None and not reply.checked:
        fault = EmptyReplyError(f"{writer.model.name} answered without a word. Ask again.")
    numbering.keep(register)
    yield _written(reply, fitting, fault)


class _Reply:
    """A reply as it comes: its sentences so far, each checked.

    Attributes:
        markers: What became of its citations.
        checked: Its sentences.
        papers: Those that they cite, by id.
        finished: How it came to its end; None while it has not.
    """

    def __init__(self, numbering: Numbering, fitting: Fitting, embedder: TextEmbedder) -> None:
        self._numbering = numbering
        self._scores = {result.paper.id: result.score for result in fitting.results}
        self._checker = Checker(numbering.papers, embedder)
        self.finished: Finished | None = None
        self._begin()

    def _begin(self) -> None:
        self._numbering.begin()
        self.markers = MarkerReader(self._numbering.papers)
        self._reader = ReplyReader(self.markers)
        self.checked: list[Checked] = []
        self.papers: dict[str, AnswerPaper] = {}

    async def events(
        self, model: LanguageModel, messages: Sequence[tuple[str, str]]
    ) -> AsyncGenerator[Text | Waiting | Retracted, None]:
        """The sentences that are whole, and what else is to be known meanwhile."""
        # While the model reads the papers, so does the check.
        ready = asyncio.create_task(asyncio.to_thread(self._checker.prepare))
        try:
            async with aclosing(stream_reply(model, messages)) as parts:
                async for part in parts:
                    match part:
                        case str():
                            for said in self._reader.feed(part):
                                await ready
                                yield await self._check(said)
                        case Retracted():
                            self._begin()
                            yield part
                        case Waiting():
                            yield part
                        case Finished():
                            self.finished = part
            await ready
        finally:
            ready.cancel()

    async def rest(self) -> list[Text]:
        """What was left of the reply when it ended, or broke off."""
        return [await self._check(said) for said in self._reader.finish()]

    async def _check(self, said: Said) -> Text:
        found = await anyio.to_thread.run_sync(self._checker.check, said)
        cited = dict.fromkeys((*said.cited, *(one.number for one in found.sentence.citations)))
        checked = replace(found, sentence=self._numbering.renumbered(found.sentence, cited))
        papers = [self._listed(number) for number in cited]
        self.papers.update((listed.paper.id, listed) for listed in papers)
        self.checked.append(checked)
        return Text(checked.text, checked.sentence, tuple(papers))

    def _listed(self, shown: int) -> AnswerPaper:
        paper = self._numbering.papers[shown]
        return AnswerPaper(self._numbering.number(shown), paper, self._scores[paper.id])


def _written(reply: _Reply, fitting: Fitting, fault: ModelError | None) -> Written:
    sentences = tuple(one.sentence for one in reply.checked)
    cited = {citation.number for one in sentences for citation in one.citations}
    papers = tuple(by_number(one for one in reply.papers.values() if one.number in cited))
    near = tuple(AnswerPaper(None, one.paper, one.score) for one in fitting.results[:_NEAREST])
    named = fitting.results[0].named
    return Written(
        "failed" if fault else _status(reply.checked, within=bool(papers) or named),
        "".join(one.text for one in reply.checked),
        sentences,
        papers,
        () if papers or fault else near,
        (*fitting.notes, *_notes(reply)),
        reply.finished.usage if reply.finished else None,
        fault,
    )


def _status(checked: Sequence[Checked], *, within: bool) -> Status:
    """What a reply amounts to; `within` says whether it speaks of a paper that is here."""
    claims = [one.sentence for one in checked if one.sentence.support != "none_needed"]
    if not claims:
        return "not_stated" if within else "not_in_corpus"
    supported = all(sentence.support == "supported" for sentence in claims)
    return "answered" if supported and not any(one.denies for one in checked) else "partial"


def _notes(reply: _Reply) -> list[str]:
    supports = [one.sentence.support for one in reply.checked if not one.unread]
    unread = len(reply.checked) - len(supports)
    claims = len(supports) - supports.count("none_needed")
    notes = replies.support(claims + unread, supports.count("unsupported"), supports.count("weak"))
    if unread:
        notes.append(replies.unread(unread, claims + unread))
    if claims:
        notes += [replies.part_not_stated(one.sentence.text) for one in reply.checked if one.denies]
    if reply.markers.removed:
        notes.append(replies.removed_citations(reply.markers.removed))
    if reply.finished and reply.finished.truncated:
        notes.append(replies.CUT_SHORT)
    return notes
