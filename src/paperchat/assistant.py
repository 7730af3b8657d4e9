"""The Python API. It puts the parts together and delegates; the parts do the work."""

from __future__ import annotations

import functools
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from paperchat.answering import answer_events
from paperchat.answering.comparing import compare_named
from paperchat.blocking import blocking
from paperchat.calibration import Calibration, calibrate, in_force
from paperchat.config import MAX_REFUSAL_ERROR, Settings, load_settings
from paperchat.conversation import Conversation
from paperchat.embedding import load_embedder
from paperchat.errors import ConfigError, UnknownPaperError
from paperchat.history import History
from paperchat.index import Index, Progress
from paperchat.questions import example_questions
from paperchat.reading import read_papers
from paperchat.reporting import AddReport, missed, report_of, whole_files
from paperchat.retrieval import POOL, retrieve
from paperchat.spelling import correct_spelling
from paperchat.types import (
    Answer,
    Done,
    Event,
    Filters,
    Overview,
    Paper,
    SearchResult,
)


class Assistant:
    """Answers questions about the papers of one index; safe to use from several threads.

    Open one with `open` or `from_config`, and close it, or use it in a `with` block.
    """

    def __init__(
        self, index: Index, *, top_k: int = 10, max_refusal_error: float = MAX_REFUSAL_ERROR
    ) -> None:
        """Answer from that index; the numbers are those of `Settings`."""
        self._index = index
        self._top_k = top_k
        self._max_refusal_error = max_refusal_error
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
            Index(settings.index.expanduser(), embedder),
            top_k=settings.top_k,
            max_refusal_error=settings.max_refusal_error,
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

    def ask(self, question: str, *, venue: str | None = None, year: int | None = None) -> Answer:
        """Answer a question from the papers, or say that they do not.

        Args:
            question: In plain words.
            venue: Only papers of this venue, whatever its case.
            year: Only papers of this year.
        """
        for event in self.stream(question, venue=venue, year=year):
            if isinstance(event, Done):
                return event.answer
        raise AssertionError("the last event is always Done")

    async def aask(
        self, question: str, *, venue: str | None = None, year: int | None = None
    ) -> Answer:
        """`ask`, for code that runs in an event loop."""
        async for event in self.astream(question, venue=venue, year=year):
            if isinstance(event, Done):
                return event.answer
        raise AssertionError("the last event is always Done")

    def stream(
        self, question: str, *, venue: str | None = None, year: int | None = None
    ) -> Iterator[Event]:
        """`ask`, event by event: Searching, Found, Text…, Done."""
        return blocking(self.astream(question, venue=venue, year=year))

    async def astream(
        self, question: str, *, venue: str | None = None, year: int | None = None
    ) -> AsyncGenerator[Event, None]:
        """`stream`, for code that runs in an event loop."""
        async for event in self._events(question, Filters(venue, year), History()):
            yield event

    def conversation(self, history: History | None = None) -> Conversation:
        """A conversation, in which follow-ups are understood and papers keep their numbers.

        Args:
            history: What was said before, for instance `History.from_dict(stored)`.
        """
        return Conversation(self._events, self._compare, history)

    def compare(self, papers: Sequence[str], aspects: Sequence[str] | None = None) -> Answer:
        """Compare 2 to 8 papers by what their abstracts say; the answer's `table` is filled.

        Args:
            papers: Each by its id, DOI, title or the name that it coined ("ShadowKV").
            aspects: What to compare by, in words ("memory", "robustness to noise"). Without any:
                problem, method, results, data and benchmarks, models, code.

        Raises:
            ComparisonError: They are not 2 to 8 papers.
            UnknownPaperError: One of them is not here.
        """
        return self._compare(papers, aspects, History())

    def _compare(
        self, papers: Sequence[str | int], aspects: Sequence[str] | None, history: History
    ) -> Answer:
        return compare_named(self._index, papers, aspects, history.register)

    async def _events(
        self, question: str, filters: Filters, history: History
    ) -> AsyncGenerator[Event, None]:
        threshold = self.calibration().threshold(self._max_refusal_error)
        async for event in answer_events(
            self._index, question, filters, self._top_k, threshold, history
        ):
            yield event

    def search(
        self,
        query: str,
        *,
        top_k: int | None = None,
        venue: str | None = None,
        year: int | None = None,
    ) -> list[SearchResult]:
        """Papers by relevance to a query, best first; at most `top_k` of them, from 1 to 100.

        Misspelt words are searched as `corrected` spells them.
        """
        limit = self._top_k if top_k is None else top_k
        if not 1 <= limit <= POOL:
            raise ConfigError(f"`top_k` cannot be {limit}: it goes from 1 to {POOL}.")
        return retrieve(
            self._index, self.corrected(query), filters=Filters(venue, year), top_k=limit
        )

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
        """The query with misspelt words as the papers spell them."""
        return correct_spelling(self._index.keyword, query) if self._index.count() else query

    def papers(self, *, venue: str | None = None, year: int | None = None) -> list[Paper]:
        """Every paper that passes the filters, in the order of adding."""
        return [
            paper
            for paper in self._index.papers()
            if (venue is None or paper.venue.casefold() == venue.casefold())
            and (year is None or paper.year == year)
        ]

    def remove(self, *papers: str) -> list[Paper]:
        """Take papers out, each named by its id or its whole title; returns them.

        Raises:
            UnknownPaperError: One of them is not here; none was taken out then.
        """
        found = {paper.id: paper for paper in map(self._paper, papers)}
        self._index.remove(list(found))
        return list(found.values())

    def overview(self) -> Overview:
        """How many papers there are, from which venues and years."""
        return self._index.overview()

    def count(self) -> int:
        """How many papers there are."""
        return self._index.count()

    def warm_up(self) -> None:
        """Load the embedding model now rather than at the first question."""
        if self._index.count():
            self._index.embed_query("warm up")

    def examples(self) -> tuple[str, ...]:
        """A few questions that this collection answers well."""
        return example_questions(self._index.papers())

    def _paper(self, name: str) -> Paper:
        if found := self._index.get([name]):
            return found[name]
        wanted = " ".join(name.split()).casefold()
        titled = [paper for paper in self._index.papers() if paper.title.casefold() == wanted]
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


def answer(question: str, *, venue: str | None = None, year: int | None = None) -> Answer:
    """Answer a question with the default config and the default index."""
    return _assistant(load_settings()).ask(question, venue=venue, year=year)
