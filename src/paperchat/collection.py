"""The papers of one index: added, found, listed, taken out. Nothing is answered here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from paperchat.errors import ConfigError, UnknownPaperError
from paperchat.filters import Conditions, make_filters
from paperchat.index import Index, Progress
from paperchat.questions.question import example_questions
from paperchat.reading import read_papers
from paperchat.reporting import AddReport, missed, report_of, whole_files
from paperchat.reranking import Reranker
from paperchat.retrieval import POOL, retrieve, retrieve_by_words
from paperchat.similarity import is_pasted, pasted, search_pasted, similar_papers
from paperchat.spelling import correct_spelling
from paperchat.topics import Topic, find_topics
from paperchat.types import Overview, Paper, SearchResult
from paperchat.unmet import unmet


class Collection:
    """The papers of one index."""

    def __init__(self, index: Index, *, top_k: int, reranker: Reranker | None) -> None:
        """Search that index; `top_k` is how many papers are found unless a search says."""
        self._index = index
        self._top_k = top_k
        self._reranker = reranker

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

    def corrected(self, query: str) -> str:
        """The query with misspelt words as the papers spell them; a pasted text as it is."""
        if is_pasted(query) or self._index.count() == 0:
            return query
        return correct_spelling(self._index.keyword, query)

    @property
    def folder(self) -> Path:
        """Where the index is."""
        return self._index.folder

    def unmet(self, **conditions: Unpack[Conditions]) -> tuple[str, ...]:
        """A sentence for each condition that no record meets, with what the records have."""
        return tuple(unmet(self._index.keyword, make_filters(conditions)).values())

    def papers(self, **conditions: Unpack[Conditions]) -> list[Paper]:
        """Every paper that passes the filters, in the order of adding."""
        filters = make_filters(conditions)
        if self._index.count() == 0:
            return []
        return list(self._index.papers(self._index.keyword.select(filters)))

    def topics(self, **conditions: Unpack[Conditions]) -> list[Topic]:
        """The papers in groups of the same topic, the largest first."""
        selected = self._index.keyword.select(make_filters(conditions))
        return find_topics(self._index, None if selected is None else frozenset(selected))

    def remove(self, *papers: str) -> list[Paper]:
        """Take papers out, each named by its id or its whole title; returns them.

        Raises:
            UnknownPaperError: One of them is not here; none was taken out then.
        """
        found = {paper.id: paper for paper in map(self._exactly, papers)}
        self._index.remove(list(found))
        return list(found.values())

    def overview(self) -> Overview:
        """How many papers there are, from which venues and years."""
        return self._index.overview()

    def count(self) -> int:
        """How many papers there are."""
        return self._index.count()

    def examples(self) -> tuple[str, ...]:
        """A few questions that this collection answers well."""
        return example_questions(self._index.papers())

    def paper(self, name: str) -> Paper:
        """The paper with that id or whole title, or the only one that coined that name.

        Raises:
            UnknownPaperError: There is none, or several have the title.
        """
        if not self._index.titled(name) and self._index.count():
            coined = self._index.get(self._index.keyword.named([name]))
            if len(coined) == 1 and name not in coined and not self._index.get([name]):
                return next(iter(coined.values()))
        return self._exactly(name)

    def _exactly(self, name: str) -> Paper:
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
