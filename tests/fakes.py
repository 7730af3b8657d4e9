"""Small real implementations of the project's seams, for tests."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable

from paperchat.answers import Answer, AnswerPaper
from paperchat.errors import UnknownPaperError
from paperchat.events import Done, Event, Found, Searching, Text, Waiting
from paperchat.history import History, Turn
from paperchat.types import Citation, Filters, Overview, Paper, Quote, SearchResult, Sentence

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
        busy: Seconds that the model's server asks to wait, if it does.
        changed: What to make of an answer before it is given.
        asked: Question, venue and year of every call.
        ready: Whether nothing is still loading.
        models: What may write an answer; `by` has the one of every call.
        closed: How many generators were closed before their end.
    """

    def __init__(self, papers: tuple[Paper, ...] = THREE_PAPERS, model: str = "extractive") -> None:
        self.papers = list(papers)
        self.model = model
        self.ready = True
        self.models: tuple[str, ...] = (model,)
        self.delay = 0.0
        self.endless = False
        self.error: Exception | None = None
        self.busy = 0.0
        self.changed: Callable[[Answer], Answer] = lambda answer: answer
        self.asked: list[tuple[str, str | None, int | None]] = []
        self.by: list[str | None] = []
        self.closed = 0

    def overview(self) -> Overview:
        venues = sorted({paper.venue for paper in self.papers if paper.venue})
        years = sorted({paper.year for paper in self.papers if paper.year})
        return Overview(len(self.papers), tuple(venues), tuple(years))

    def examples(self) -> tuple[str, ...]:
        return tuple(f"What does {paper.title.split(':')[0]} do?" for paper in self.papers)

    def paper(self, name: str) -> Paper:
        for paper in self.papers:
            if paper.id == name:
                return paper
        raise UnknownPaperError(f"No paper has the id {name!r}.")

    def conversation(self, history: History) -> FakeTalk:
        return FakeTalk(self, history)


class FakeTalk:
    """A conversation with the fake assistant; papers are numbered by its register."""

    def __init__(self, assistant: FakeChatAssistant, history: History) -> None:
        self._assistant = assistant
        self.history = history

    async def astream(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        venue: str | None = None,
        year: int | None = None,
    ) -> AsyncGenerator[Event, None]:
        assistant = self._assistant
        assistant.asked.append((question, venue, year))
        assistant.by.append(llm)
        finished = False
        try:
            answer = assistant.changed(self._answer(question, Filters(venue, year)))
            async for event in self._events(answer):
                await asyncio.sleep(assistant.delay)
                yield event
            finished = True
        finally:
            assistant.closed += not finished

    async def _events(self, answer: Answer) -> AsyncIterator[Event]:
        assistant = self._assistant
        shown = answer.papers or answer.nearest
        yield Searching(answer.search_query)
        yield Found(tuple(SearchResult(entry.paper, (), entry.score) for entry in shown))
        if assistant.busy:
            yield Waiting(assistant.busy)
            await asyncio.sleep(assistant.busy)
        for word in re.findall(r"\S+\s*", answer.text):
            yield Text(word)
            if assistant.error is not None:
                error, assistant.error = assistant.error, None
                raise error
        while assistant.endless:
            await asyncio.sleep(0.02)
            yield Text("on and on ")
        self.history.turns.append(Turn.of(answer, answer.question))
        yield Done(answer)

    def _answer(self, question: str, filters: Filters) -> Answer:
        papers = self._assistant.papers
        searched = [paper for paper in papers if _matches(paper, filters)]
        if not papers:
            return Answer("no_corpus", "There are no papers yet.", question)
        ranked = sorted(searched, key=lambda paper: -_shared(question, paper.abstract))
        if not ranked or not _shared(question, ranked[0].abstract):
            nearest = tuple(AnswerPaper(None, paper, 0.1) for paper in ranked[:2])
            text = "None of the papers here answers this."
            return Answer("not_in_corpus", text, question, question, filters, nearest=nearest)
        number = self.history.register.number(ranked[0].id)
        return _quoting(question, filters, ranked[0], number)


def _quoting(question: str, filters: Filters, paper: Paper, number: int) -> Answer:
    """An answer of one quoted sentence of the paper."""
    spans = [match.span() for match in re.finditer(r"\S.*?\.(?= |$)", paper.abstract)]
    start, end = max(spans, key=lambda span: _shared(question, paper.abstract[slice(*span)]))
    words = paper.abstract[start:end]
    quote = Quote("abstract", start, end, words)
    sentence = Sentence(f"{words} [{number}]", "supported", (Citation(number, (quote,)),))
    cited = (AnswerPaper(number, paper, 0.9),)
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
