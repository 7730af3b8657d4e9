"""The Python API. It puts the parts together and delegates; the parts do the work."""

from __future__ import annotations

import concurrent.futures
import functools
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Unpack

import anyio.from_thread

from paperchat.answering import answer_events
from paperchat.calibration import Calibration, calibrate, in_force
from paperchat.config import MAX_REFUSAL_ERROR, Settings, load_settings
from paperchat.embedding import load_embedder
from paperchat.errors import ConfigError, UnknownPaperError
from paperchat.filters import Conditions, make_filters
from paperchat.index import Index, Progress
from paperchat.questions import example_questions
from paperchat.reading import read_papers
from paperchat.reporting import AddReport, missed, report_of, whole_files
from paperchat.reranking import Reranker, load_reranker
from paperchat.retrieval import POOL, retrieve, retrieve_by_words
from paperchat.similarity import is_pasted, pasted, search_pasted, similar_papers
from paperchat.spelling import correct_spelling
from paperchat.types import Answer, Done, Event, Filters, Overview, Paper, SearchResult


class Assistant:
    """Answers questions about the papers of one index; safe to use from several threads.

    Open one with `open` or `from_config`, and close it, or use it in a `with` block.
    """

    def __init__(
        self,
        index: Index,
        *,
        top_k: int = 10,
        max_refusal_error: float = MAX_REFUSAL_ERROR,
        reranker: Reranker | None = None,
    ) -> None:
        """Answer from that index; the numbers are those of `Settings`."""
        self._index = index
        self._top_k = top_k
        self._max_refusal_error = max_refusal_error
        self._reranker = reranker
        self.model = "extractive"

    @classmethod
    def open(cls, index: str | Path | None = None, **settings: Any) -> Self:
        """Open the index in a folder (default: the configured one).

        Args:
            index: The folder; made when the first paper is added.
            settings: Other settings by name, for instance `embedder=` or `top_k=`.

        Raises:
            ConfigError: An unknown setting, or a value out of its bounds.
            StoreError: The index was written by another version or with another embedder.
        """
        return cls.of(load_settings(index=index, **settings))

    @classmethod
    def from_config(cls, path: str | Path | None = None) -> Self:
        """Open what a YAML file says; without one, PAPERCHAT_CONFIG, ./paperchat.yaml, defaults."""
        return cls.of(load_settings(path))

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Open what the settings say."""
        check_llm(settings)
        embedder = load_embedder(settings.embedder)
        return cls(
            Index(settings.index.expanduser(), embedder, settings.store.server()),
            top_k=settings.top_k,
            max_refusal_error=settings.max_refusal_error,
            reranker=load_reranker(settings.reranker),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the index."""
        self._index.close()

    def add(
        self,
        *paths: str | Path,
        mapping: Mapping[str, str] | None = None,
        venue: str = "",
        year: int | None = None,
        sync: bool = False,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> AddReport:
        """Add the papers in files or folders; adding them again changes nothing.

        Args:
            paths: Files, folders or archives.
            mapping: Field → the column that holds it, where names are unusual.
            venue: Venue of the papers that do not name theirs.
            year: Year of the papers that do not name theirs.
            sync: Take out the papers that these files held before and hold no more.
            dry_run: Report what would become of the records, and write nothing.
            progress: Called with papers written so far and papers to write.

        Raises:
            ReadingError: A file that cannot be read; nothing was added then.
            IndexLockedError: Another process is writing.
        """
        reading = read_papers(paths, mapping=mapping, venue=venue, year=year)
        if dry_run:
            outcomes = self._index.preview(reading.papers)
        else:
            outcomes = self._index.add(reading.papers, progress)
        report = report_of(reading, outcomes)
        # A file of which something could not be read does not say what it no longer holds.
        files = whole_files(reading)
        absent = self._index.absent(files, [outcome.paper_id for outcome in outcomes])
        if sync and not dry_run:
            return replace(report, removed=self._index.forget(files, absent))
        return replace(report, dry_run=dry_run, warnings=(*report.warnings, *missed(absent)))

    def ask(self, question: str, **conditions: Unpack[Conditions]) -> Answer:
        """Answer a question from the papers, or say that they do not.

        Args:
            question: In plain words.
            conditions: Only papers of this venue, year, author, … (`paperchat.filters.Conditions`).

        Raises:
            FilterError: A condition that is none.
        """
        for event in self.stream(question, **conditions):
            if isinstance(event, Done):
                return event.answer
        raise AssertionError("the last event is always Done")

    async def aask(self, question: str, **conditions: Unpack[Conditions]) -> Answer:
        """`ask`, for code that runs in an event loop."""
        async for event in self.astream(question, **conditions):
            if isinstance(event, Done):
                return event.answer
        raise AssertionError("the last event is always Done")

    def stream(self, question: str, **conditions: Unpack[Conditions]) -> Iterator[Event]:
        """`ask`, event by event: Searching, Found, Text…, Done."""
        # In a thread of its own: the caller may itself run in an event loop (a notebook does).
        with anyio.from_thread.start_blocking_portal() as portal:
            events = self.astream(question, **conditions)
            waiting = None
            try:
                while True:
                    waiting = portal.start_task_soon(anext, events)
                    try:
                        event = waiting.result()
                    except StopAsyncIteration:
                        return
                    yield event
            finally:
                # After Ctrl-C the generator still runs; it must come to rest before it is closed.
                if waiting is not None and not waiting.done():
                    waiting.cancel()
                    concurrent.futures.wait([waiting])
                portal.call(events.aclose)

    async def astream(
        self, question: str, **conditions: Unpack[Conditions]
    ) -> AsyncGenerator[Event, None]:
        """`stream`, for code that runs in an event loop."""
        filters = make_filters(conditions)
        threshold = self.calibration().threshold(self._max_refusal_error)
        async for event in answer_events(
            self._index, question, filters, self._top_k, threshold, self._reranker
        ):
            yield event

    def search(
        self,
        query: str,
        *,
        top_k: int | None = None,
        words_only: bool = False,
        **conditions: Unpack[Conditions],
    ) -> list[SearchResult]:
        """Papers by relevance to a query, best first; at most `top_k` of them, from 1 to 100.

        Misspelt words are searched as `corrected` spells them. An abstract may be pasted: a paper
        that has it comes first. With `words_only` only papers that share words with the query are
        found, by BM25; no model is loaded.
        """
        filters, limit = make_filters(conditions), self._limit(top_k)
        query = self.corrected(query)
        if words_only:
            return retrieve_by_words(self._index, query, filters=filters, top_k=limit)
        if is_pasted(query):
            return search_pasted(self._index, query, filters=filters, top_k=limit)
        reranker = self._reranker
        return retrieve(self._index, query, filters=filters, top_k=limit, reranker=reranker)

    def similar(
        self,
        paper: str | None = None,
        *,
        text: str | None = None,
        top_k: int | None = None,
        **conditions: Unpack[Conditions],
    ) -> list[SearchResult]:
        """Papers like a paper or a text, itself left out, by the cosine of their vectors.

        Args:
            paper: Its id or its whole title.
            text: An abstract, in place of a paper.
            top_k: At most so many, from 1 to 100.
            conditions: As for `ask`.

        Raises:
            UnknownPaperError: There is no such paper.
        """
        if (paper is None) == (text is None):
            raise ValueError("give a paper, or a text")
        like = pasted(text) if text is not None else self.paper(paper or "")
        return similar_papers(self._index, like, make_filters(conditions), self._limit(top_k))

    def _limit(self, top_k: int | None) -> int:
        limit = self._top_k if top_k is None else top_k
        if not 1 <= limit <= POOL:
            raise ConfigError(f"`top_k` cannot be {limit}: it goes from 1 to {POOL}.")
        return limit

    def calibration(self) -> Calibration:
        """What the gate stands on: this index's own questions, or those that came along."""
        return in_force(self._index.folder, self._index.embedder.name)

    def calibrate(self, questions: Iterable[str]) -> Calibration:
        """Calibrate the gate for this index with questions that its papers answer.

        Raises:
            CalibrationError: There are fewer than `max_refusal_error` takes.
        """
        return calibrate(self._index, questions, self._max_refusal_error)

    def corrected(self, query: str) -> str:
        """The query with misspelt words as the papers spell them; a pasted text as it is."""
        if is_pasted(query) or self._index.count() == 0:
            return query
        return correct_spelling(self._index.keyword, query)

    def papers(self, **conditions: Unpack[Conditions]) -> list[Paper]:
        """Every paper that passes the filters, in the order of adding."""
        filters = make_filters(conditions)
        if filters == Filters() or self._index.count() == 0:
            return list(self._index.papers())
        inside = set(self._index.keyword.select(filters) or ())
        return [paper for paper in self._index.papers() if paper.id in inside]

    def remove(self, *papers: str) -> list[Paper]:
        """Take papers out, each named by its id or its whole title; returns them.

        Raises:
            UnknownPaperError: One of them is not here; none was taken out then.
        """
        found = {paper.id: paper for paper in map(self.paper, papers)}
        self._index.remove(list(found))
        return list(found.values())

    def overview(self) -> Overview:
        """How many papers there are, from which venues and years."""
        return self._index.overview()

    def count(self) -> int:
        """How many papers there are."""
        return self._index.count()

    def warm_up(self) -> None:
        """Load the model and what a search reads now rather than at the first question."""
        retrieve(self._index, "warm up", top_k=1)

    def examples(self) -> tuple[str, ...]:
        """A few questions that this collection answers well."""
        return example_questions(self._index.papers())

    def paper(self, name: str) -> Paper:
        """The paper with that id, or with that whole title.

        Raises:
            UnknownPaperError: There is none, or several have the title.
        """
        if found := self._index.get([name]):
            return found[name]
        titled = self._index.titled(name)
        if len(titled) == 1:
            return titled[0]
        if titled:
            ids = ", ".join(paper.id for paper in titled)
            raise UnknownPaperError(
                f"{len(titled)} papers have the title {name!r}: name one of {ids}."
            )
        raise UnknownPaperError(
            f"No paper has the id or title {name!r}. `paperchat papers` lists them all."
        )


def check_llm(settings: Settings) -> None:
    """Refuse an `llm` that cannot write answers yet.

    Raises:
        ConfigError: It is not `extractive`.
    """
    if settings.llm != "extractive":
        raise ConfigError(
            f"`llm` cannot be {settings.llm!r}: this version answers with `extractive` only."
        )


@functools.lru_cache(maxsize=1)
def _assistant(settings: Settings) -> Assistant:
    """The assistant of the default settings, kept open: its model takes seconds to load."""
    return Assistant.of(settings)


def answer(question: str, **conditions: Unpack[Conditions]) -> Answer:
    """Answer a question with the default config and the default index."""
    return _assistant(load_settings()).ask(question, **conditions)
