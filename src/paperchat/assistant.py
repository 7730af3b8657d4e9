"""The Python API. It puts the parts together and delegates; the parts do the work."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, Unpack

import anyio.to_thread

from paperchat.answering import Pipeline, Writer, answer_events
from paperchat.answering.comparing import compare_named
from paperchat.blocking import EventLoop
from paperchat.calibration import Calibration, calibrate, in_force
from paperchat.config import MAX_REFUSAL_ERROR, Settings, load_settings, model_choices
from paperchat.conversation import Conversation
from paperchat.embedding import load_embedder
from paperchat.errors import ConfigError, UnknownPaperError
from paperchat.filters import Conditions, make_filters
from paperchat.history import History
from paperchat.index import Index, Progress
from paperchat.models import ModelChoices
from paperchat.prompts import Prompts, load_prompts
from paperchat.questions import example_questions
from paperchat.reading import read_papers
from paperchat.reporting import AddReport, missed, report_of, whole_files
from paperchat.reranking import Reranker, load_reranker
from paperchat.retrieval import POOL, retrieve, retrieve_by_words
from paperchat.similarity import is_pasted, pasted, search_pasted, similar_papers
from paperchat.spelling import correct_spelling
from paperchat.topics import Topic, find_topics
from paperchat.types import Answer, Done, Event, Filters, Overview, Paper, SearchResult

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


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
        models: ModelChoices | None = None,
        prompts: Prompts | None = None,
    ) -> None:
        """Answer from that index; the numbers are those of `Settings`.

        Without `models`, answers are made of the papers' own sentences.
        """
        self._index = index
        self._top_k = top_k
        self._max_refusal_error = max_refusal_error
        self._reranker = reranker
        self._models = models or ModelChoices()
        self._prompts = prompts or Prompts()
        self._loop = EventLoop()

    @property
    def model(self) -> str:
        """What writes the answers: `extractive`, or `provider:model`."""
        return self._models.default

    @property
    def models(self) -> tuple[str, ...]:
        """What a question may name as its `llm`, the default first."""
        return self._models.names

    @classmethod
    def open(
        cls,
        index: str | Path | None = None,
        *,
        llm: str | BaseChatModel | None = None,
        **settings: Any,
    ) -> Self:
        """Open the index in a folder (default: the configured one).

        Args:
            index: The folder; made when the first paper is added.
            llm: What writes the answers: `extractive`, `provider:model`, or any LangChain chat
                model.
            settings: Other settings by name, for instance `embedder=` or `top_k=`.

        Raises:
            ConfigError: An unknown setting, or a value out of its bounds.
            StoreError: The index was written by another version or with another embedder.
        """
        if llm is None or isinstance(llm, str):
            return cls.of(load_settings(index=index, llm=llm, **settings))
        return cls.of(load_settings(index=index, **settings), llm)

    @classmethod
    def from_config(cls, path: str | Path | None = None) -> Self:
        """Open what a YAML file says; without one, PAPERCHAT_CONFIG, ./paperchat.yaml, defaults."""
        return cls.of(load_settings(path))

    @classmethod
    def of(cls, settings: Settings, llm: BaseChatModel | None = None) -> Self:
        """Open what the settings say, with another chat model where one is given."""
        embedder = load_embedder(settings.embedder)
        return cls(
            Index(settings.index.expanduser(), embedder, settings.store.server()),
            top_k=settings.top_k,
            max_refusal_error=settings.max_refusal_error,
            reranker=load_reranker(settings.reranker),
            models=model_choices(settings, llm),
            prompts=load_prompts(settings.prompts),
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
        self._loop.close()
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

    def ask(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> Answer:
        """Answer a question from the papers, or say that they do not.

        Args:
            question: In plain words.
            llm: What writes the answer, this time: one of `models`.
            page: Of a list of papers, from 1; other answers have one page.
            conditions: Only papers of this venue, year, author, … (`paperchat.filters.Conditions`).

        Raises:
            FilterError: A condition that is none.
            ConfigError: No such model to choose, or one that cannot be loaded.
        """
        for event in self.stream(question, llm=llm, page=page, **conditions):
            if isinstance(event, Done):
                return event.answer
        raise AssertionError("the last event is always Done")

    async def aask(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> Answer:
        """`ask`, for code that runs in an event loop."""
        async for event in self.astream(question, llm=llm, page=page, **conditions):
            if isinstance(event, Done):
                return event.answer
        raise AssertionError("the last event is always Done")

    def stream(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> Iterator[Event]:
        """`ask`, event by event: Searching, Found, Text…, Done."""
        return self._loop.events(self.astream(question, llm=llm, page=page, **conditions))

    async def astream(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> AsyncGenerator[Event, None]:
        """`stream`, for code that runs in an event loop."""
        async for event in self._events(question, make_filters(conditions), History(), llm, page):
            yield event

    def conversation(self, history: History | None = None) -> Conversation:
        """A conversation, in which follow-ups are understood and papers keep their numbers.

        Args:
            history: What was said before, for instance `History.from_dict(stored)`.
        """
        return Conversation(self._events, self._compare, self._loop, history)

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
        self, question: str, filters: Filters, history: History, llm: str | None, page: int
    ) -> AsyncGenerator[Event, None]:
        model = await anyio.to_thread.run_sync(self._models.get, llm)
        pipeline = Pipeline(
            self._index,
            self._top_k,
            self.calibration().threshold(self._max_refusal_error),
            self._reranker,
            Writer(model, self._prompts) if model is not None else None,
        )
        events = answer_events(pipeline, question, filters, history, page)
        async with contextlib.aclosing(events):
            async for event in events:
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

    def topics(self, **conditions: Unpack[Conditions]) -> list[Topic]:
        """The papers in groups of the same topic, the largest first."""
        return find_topics(self._index, self._index.keyword.select(make_filters(conditions)))

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
        """Load the models and what a search reads now rather than at the first question."""
        self._models.get()
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


@functools.lru_cache(maxsize=1)
def _assistant(settings: Settings) -> Assistant:
    """The assistant of the default settings, kept open: its model takes seconds to load."""
    return Assistant.of(settings)


def answer(question: str, **conditions: Unpack[Conditions]) -> Answer:
    """Answer a question with the default config and the default index."""
    return _assistant(load_settings()).ask(question, **conditions)
