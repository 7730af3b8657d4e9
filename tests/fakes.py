"""Small real implementations of the project's seams, for tests."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator

from paperchat.types import (
    Answer,
    AnswerPaper,
    Citation,
    Done,
    Event,
    Filters,
    Found,
    Overview,
    Paper,
    Quote,
    Searching,
    SearchResult,
    Sentence,
    Text,
)

THREE_PAPERS = (
    Paper(
        id="lantern",
        title="Lantern: Caching Attention Keys for Long Documents",
        abstract=(
            "Long documents make the key cache the bottleneck of decoding. We present Lantern, "
            "which keeps the keys on the interval [0, 1] and drops the rest. "
            "Lantern reaches a 2.5x speedup with 1.3x less memory."
        ),
        authors=("Ada Marsh", "Bo Lindqvist"),
        venue="ICML",
        year=2025,
        url="https://example.org/lantern",
    ),
    Paper(
        id="tern",
        title="Tern: Removing Watermarks from Generated Text",
        abstract=(
            "Watermarks promise to tell generated text from human text. We show that paraphrasing "
            "removes a watermark at a cost of $5 and $6 per book."
        ),
        authors=("Chidi Okafor",),
        venue="ICML",
        year=2025,
    ),
    Paper(
        id="moss",
        title="Moss: Conformal Sets for Question Answering",
        abstract=(
            "A model should know when it does not know. Moss wraps answers in conformal sets "
            "that hold the truth nine times out of ten."
        ),
        authors=("Dana Iyer", "Emil Novak", "Fei Zhou"),
        venue="NeurIPS",
        year=2024,
        url="javascript:alert(1)",
    ),
)
_COMMON = frozenset(["a", "and", "at", "for", "from", "in", "is", "it", "of", "the", "to", "what"])


class FakeChatAssistant:
    """Answers with the sentence that shares most words with the question; records what happened.

    Attributes:
        delay: Seconds before each event.
        endless: Never comes to `Done`, as a model that goes on and on.
        error: Raised once, after the first word of the next answer.
        asked: Question, venue and year of every call.
        closed: How many generators were closed before their end.
    """

    def __init__(self, papers: tuple[Paper, ...] = THREE_PAPERS, model: str = "extractive") -> None:
        self.papers = list(papers)
        self.model = model
        self.delay = 0.0
        self.endless = False
        self.error: Exception | None = None
        self.asked: list[tuple[str, str | None, int | None]] = []
        self.closed = 0

    def overview(self) -> Overview:
        venues = sorted({paper.venue for paper in self.papers if paper.venue})
        years = sorted({paper.year for paper in self.papers if paper.year})
        return Overview(len(self.papers), tuple(venues), tuple(years))

    def examples(self) -> tuple[str, ...]:
        return tuple(f"What does {paper.title.split(':')[0]} do?" for paper in self.papers)

    async def astream(
        self, question: str, *, venue: str | None = None, year: int | None = None
    ) -> AsyncIterator[Event]:
        self.asked.append((question, venue, year))
        finished = False
        try:
            answer = self._answer(question, Filters(venue, year))
            async for event in self._events(answer):
                await asyncio.sleep(self.delay)
                yield event
            finished = True
        finally:
            self.closed += not finished

    async def _events(self, answer: Answer) -> AsyncIterator[Event]:
        shown = answer.papers or answer.nearest
        yield Searching(answer.search_query)
        yield Found(tuple(SearchResult(entry.paper, (), entry.score) for entry in shown))
        for word in re.findall(r"\S+\s*", answer.text):
            yield Text(word)
            self._raise_once()
        while self.endless:
            await asyncio.sleep(0.02)
            yield Text("on and on ")
        yield Done(answer)

    def _raise_once(self) -> None:
        if self.error is not None:
            error, self.error = self.error, None
            raise error

    def _answer(self, question: str, filters: Filters) -> Answer:
        searched = [paper for paper in self.papers if _matches(paper, filters)]
        if not self.papers:
            return Answer("no_corpus", "There are no papers yet.", question)
        ranked = sorted(searched, key=lambda paper: -_shared(question, paper.abstract))
        if not ranked or not _shared(question, ranked[0].abstract):
            nearest = tuple(AnswerPaper(None, paper, 0.1) for paper in ranked[:2])
            text = "None of the papers here answers this."
            return Answer("not_in_corpus", text, question, question, filters, nearest=nearest)
        return _quoting(question, filters, ranked[0])


def _quoting(question: str, filters: Filters, paper: Paper) -> Answer:
    """An answer of one quoted sentence of the paper."""
    spans = [match.span() for match in re.finditer(r"\S.*?\.(?= |$)", paper.abstract)]
    start, end = max(spans, key=lambda span: _shared(question, paper.abstract[slice(*span)]))
    words = paper.abstract[start:end]
    quote = Quote("abstract", start, end, words)
    sentence = Sentence(f"{words} [1]", "supported", (Citation(1, (quote,)),))
    cited = (AnswerPaper(1, paper, 0.9),)
    return Answer(
        "answered", sentence.text, question, question, filters, sentences=(sentence,), papers=cited
    )


def _matches(paper: Paper, filters: Filters) -> bool:
    wanted = filters.to_dict()
    return all(getattr(paper, name) == value for name, value in wanted.items())


def _shared(question: str, text: str) -> int:
    return len(_words(question) & _words(text))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.lower())) - _COMMON
