"""The Python API. It puts the parts together and delegates; the parts do the work."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, Unpack

import anyio.to_thread

from paperchat.answering import Pipeline, Writer, answer_events
from paperchat.answering.comparing import compare_named
from paperchat.answers import Answer
from paperchat.blocking import EventLoop
from paperchat.calibration import Calibration, calibrate, in_force
from paperchat.collection import Collection
from paperchat.config import MAX_REFUSAL_ERROR, Settings, load_settings, model_choices
from paperchat.conversation import Conversation
from paperchat.embedding import LocalEmbedder, load_embedder
from paperchat.errors import ConfigError
from paperchat.events import Event
from paperchat.filters import Conditions
from paperchat.history import History
from paperchat.index import Index
from paperchat.models import ModelChoices
from paperchat.prompts import Prompts, load_prompts
from paperchat.reranking import Reranker, load_reranker
from paperchat.retrieval import retrieve
from paperchat.types import Filters

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


class Assistant(Collection):
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
        super().__init__(index, top_k=top_k, reranker=reranker)
        self._max_refusal_error = max_refusal_error
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

    @property
    def ready(self) -> bool:
        """Whether a question is searched at once, since the embedding model is loaded."""
        embedder = self._index.embedder
        return not isinstance(embedder, LocalEmbedder) or embedder.loaded

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
            ConfigError: No such model to choose, one that cannot be loaded, or a page below 1.
        """
        return self.conversation().ask(question, llm=llm, page=page, **conditions)

    async def aask(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> Answer:
        """`ask`, for code that runs in an event loop."""
        return await self.conversation().aask(question, llm=llm, page=page, **conditions)

    def stream(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> Iterator[Event]:
        """`ask`, event by event: Searching, Found, Text…, Done."""
        return self.conversation().stream(question, llm=llm, page=page, **conditions)

    def astream(
        self,
        question: str,
        *,
        llm: str | None = None,
        page: int = 1,
        **conditions: Unpack[Conditions],
    ) -> AsyncGenerator[Event, None]:
        """`stream`, for code that runs in an event loop."""
        return self.conversation().astream(question, llm=llm, page=page, **conditions)

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
        if page < 1:
            raise ConfigError(f"There is no page {page}: pages are counted from 1.")
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

    def calibration(self) -> Calibration:
        """What the gate stands on: this index's own questions, or those that came along."""
        return in_force(self._index.folder, self._index.embedder.name)

    def calibrate(self, questions: Iterable[str]) -> Calibration:
        """Calibrate the gate for this index with questions that its papers answer.

        Raises:
            CalibrationError: There are fewer than `max_refusal_error` takes.
        """
        return calibrate(self._index, questions, self._max_refusal_error)

    def warm_up(self) -> None:
        """Load the models and what a search reads now rather than at the first question."""
        self._models.get()
        retrieve(self._index, "warm up", top_k=1)


@functools.lru_cache(maxsize=1)
def _assistant(settings: Settings) -> Assistant:
    """The assistant of the default settings, kept open: its model takes seconds to load."""
    return Assistant.of(settings)


def answer(question: str, **conditions: Unpack[Conditions]) -> Answer:
    """Answer a question with the default config and the default index."""
    return _assistant(load_settings()).ask(question, **conditions)
