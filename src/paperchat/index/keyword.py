"""The keyword index: BM25 over tantivy, one entry a paper.

It is derived from the store and can be rebuilt from it at any time. A file beside it holds the
store's revision that it follows, so that the two can be compared; no entry does, since BM25 would
count it, and those that it replaced.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import tantivy

from paperchat.errors import StoreError
from paperchat.index.conditions import FOLDED, STEMMED, Conditions
from paperchat.index.entries import PLAIN, document_of, entry_schema
from paperchat.index.selection import Selection, matching, term_sets
from paperchat.reading.merging import Entry
from paperchat.types import Filters

_SCHEMA_FOLDER = "keyword-5"
"""Holds the format's version: another format lives in another folder."""

_REVISION_FILE = "revision"
_HEAP = 64_000_000
_TEXT_TERMS_A_QUERY = 512

_BUCKETS = 65_000
"""Most venues that are told apart; tantivy's own bound."""

_TEXTS = 8192
"""Texts whose terms are kept: a question is held against every paper that it finds, and the next
one finds many of them again. 24 MB when all are abstracts."""


@lru_cache(maxsize=_TEXTS)
def _terms_of(text: str) -> str:
    # One string takes a tenth of what its terms take; none of them holds a space.
    return " ".join(STEMMED.analyze(text))


class KeywordIndex:
    """Finds papers by their words, names, keys, venue and year."""

    def __init__(self, folder: Path) -> None:
        """Open the index in `folder`; it is made when it is not there."""
        path = folder / _SCHEMA_FOLDER
        path.mkdir(parents=True, exist_ok=True)
        self._folder = path
        self._inode = path.stat().st_ino
        self._schema = entry_schema()
        try:
            self._index = tantivy.Index(self._schema, path=str(path))
        except ValueError as error:
            raise StoreError(
                f"The keyword index in {path} is damaged. Delete that folder: it is made again "
                "from the papers at the next question."
            ) from error
        self._index.register_tokenizer("english", STEMMED)
        self._index.register_tokenizer("plain", PLAIN)
        self._index.register_tokenizer("folded", FOLDED)
        self._index.config_reader("manual")
        self.reload()

    def is_gone(self) -> bool:
        """Whether the folder was deleted, or is another one by now."""
        try:
            return self._folder.stat().st_ino != self._inode
        except FileNotFoundError:
            return True

    def reload(self) -> None:
        """See what was committed since, by whichever process."""
        # In this order: what is seen is never older than the revision says.
        self.revision = self._marked()
        self._index.reload()
        self._searcher = self._index.searcher()
        self._selected: tuple[object, Selection | None] | None = None
        self.roots: dict[str, str] = {}  # of words, as `topic_words` finds them

    def _marked(self) -> int:
        """The store's revision that this index follows; 0 for a new one."""
        try:
            return int((self._folder / _REVISION_FILE).read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return 0

    def write(self, entries: Iterable[Entry], removed: Iterable[str], revision: int) -> None:
        """Put entries in, replacing those of the same id, and take others out, in one commit."""
        with self._writer(revision) as writer:
            for paper_id in removed:
                writer.delete_documents_by_term("id", paper_id)
            for entry in entries:
                writer.delete_documents_by_term("id", entry.paper.id)
                writer.add_document(document_of(entry))

    def rebuild(self, entries: Iterable[Entry], revision: int) -> None:
        """Replace everything, in one commit."""
        with self._writer(revision) as writer:
            writer.delete_all_documents()
            for entry in entries:
                writer.add_document(document_of(entry))

    def terms(self, text: str) -> list[str]:
        """The terms of a text as they are indexed, in order."""
        return _terms_of(text).split()

    def line(self, text: str) -> str:
        """The same in one line, with a space before and after each: " surfac code "."""
        return f" {_terms_of(text)} "

    def count(self) -> int:
        """How many papers are indexed."""
        return int(self._searcher.num_docs)

    def idf(self, term: str, field: str = "text") -> float:
        """How rare a term is, as in BM25: near 0 when every paper has it."""
        found = self.frequency(term, field)
        return math.log(1 + (max(self.count() - found, 0) + 0.5) / (found + 0.5))

    def frequency(self, term: str, field: str = "text") -> int:
        """How many papers have the term in title or abstract, or in another field."""
        return self._searcher.doc_freq(field, term)

    def together(self, terms: Sequence[str], limit: int) -> int:
        """How many papers have all of the terms in title or abstract, counted up to a limit."""
        all_of = [(tantivy.Occur.Must, self._term("text", term)) for term in terms]
        query = tantivy.Query.boolean_query(all_of)
        return len(self._searcher.search(query, limit, count=False).hits)

    def knows(self, word: str) -> bool:
        """Whether a word, in some form, stands in any title, abstract, author list or name."""
        if self._searcher.doc_freq("name", word.casefold()):
            return True
        terms = self.terms(word)
        return all(
            self.frequency(term) or self._searcher.doc_freq("author", term) for term in terms
        )

    def names(self, prefix: str) -> dict[str, int]:
        """Coined names that begin so, in lower case, with how many papers introduce each."""
        return dict(self._searcher.terms_with_prefix("name", prefix))

    def spellings(self, prefix: str) -> dict[str, int]:
        """Words that begin so, in lower case, with how many papers have each."""
        return dict(self._searcher.terms_with_prefix("word", prefix))

    def venues(self) -> dict[str, int]:
        """The venues, in small letters, with how many papers each has."""
        return dict(self._searcher.terms_with_prefix("venue", ""))

    def statuses(self) -> dict[str, int]:
        """What the venues say of papers (oral, poster, …), with how many papers each has."""
        return dict(self._searcher.terms_with_prefix("status", ""))

    def having(self, terms: Iterable[str]) -> set[str]:
        """Ids of the papers that have one of the terms in title or abstract."""
        return self._ids_having("text", terms)

    def search(
        self, query: str, limit: int, inside: Selection | Sequence[str] | None = None
    ) -> dict[str, float]:
        """BM25 scores of the best papers, best first.

        Args:
            query: Plain words; nothing in it is syntax.
            limit: At most so many papers.
            inside: Only these papers.

        Returns:
            Paper id → score; papers that share no term with the query are not among them.
        """
        words = self._text_query(query)
        if words is None or limit <= 0:
            return {}
        if inside is None:
            return self._scores(words, limit)
        some = inside if isinstance(inside, Selection) else self._those(inside)
        passing = tantivy.Query.const_score_query(some.query, 0.0)
        both = [(tantivy.Occur.Must, words), (tantivy.Occur.Must, passing)]
        return self._scores(tantivy.Query.boolean_query(both), limit)

    def reach(self, query: str) -> float:
        """BM25 of a paper of mean length that has each of the query's known words once.

        The scale of what `search` scores: the more words a query has, and the rarer, the more.
        """
        return sum(self.idf(term, field) for field, term in self._clauses(query))

    def find(self, keys: Iterable[str]) -> set[str]:
        """Ids of the papers that have one of the keys (identity keys, ids, absorbed ids)."""
        return self._ids_having("key", keys)

    def named(self, names: Iterable[str]) -> set[str]:
        """Ids of the papers that introduce one of the names, whatever its case."""
        return self._ids_having("name", (name.casefold() for name in names))

    def written_by(self, names: Iterable[str]) -> set[str]:
        """Ids of the papers that have all of the names among those of their authors."""
        terms = dict.fromkeys(term for name in names for term in self.terms(name))
        if not terms:
            return set()
        must = [(tantivy.Occur.Must, self._term("author", term)) for term in terms]
        return matching(self._searcher, tantivy.Query.boolean_query(must))

    def select(self, filters: Filters, among: Collection[str] | None = None) -> Selection | None:
        """The papers that match; None when there is nothing to match.

        The last ones are kept: a conversation asks about the same again and again.

        Args:
            filters: Conditions that they meet.
            among: Only papers of these ids.
        """
        # Another thread may change what is kept, or reload the index while this one selects.
        asked = (self._searcher, filters, None if among is None else frozenset(among))
        kept = self._selected
        if kept is None or kept[0] != asked:
            self._selected = kept = (asked, self._select(filters, among))
        return kept[1]

    def _select(self, filters: Filters, among: Collection[str] | None) -> Selection | None:
        conditions = Conditions(self._schema, filters)
        queries = list(conditions.queries)
        if among is not None:
            queries.append(self._those(sorted(among)).query)
        if not queries:
            return None
        query = tantivy.Query.boolean_query([(tantivy.Occur.Must, one) for one in queries])
        if conditions.are_said_by_queries:
            return Selection(self._searcher, self._schema, query)
        searcher = self._searcher
        hits = searcher.search(query, max(searcher.num_docs, 1), count=False).hits
        found = (searcher.doc(address).to_dict() for _, address in hits)
        return self._those([paper["id"][0] for paper in found if conditions.hold(paper)])

    def spread(self) -> tuple[dict[str, int], dict[int, int]]:
        """How many papers there are of each venue, as it is spelt, and of each year."""
        asked = {
            "venues": {"terms": {"field": "spelt_venue", "size": _BUCKETS}},
            "years": {"terms": {"field": "year", "size": _BUCKETS}},
        }
        told = self._searcher.aggregate(tantivy.Query.all_query(), asked)
        venues = {one["key"]: one["doc_count"] for one in told["venues"]["buckets"]}
        return venues, {int(one["key"]): one["doc_count"] for one in told["years"]["buckets"]}

    @contextmanager
    def _writer(self, revision: int) -> Iterator[tantivy.IndexWriter]:
        """A writer whose work is committed, and seen here, when nothing went wrong."""
        writer = self._index.writer(_HEAP, 1)
        try:
            yield writer
            writer.commit()
            self._mark(revision)
        finally:
            writer.wait_merging_threads()
        self.reload()

    def _mark(self, revision: int) -> None:
        written = self._folder / f"{_REVISION_FILE}.new"
        written.write_text(str(revision), encoding="ascii")
        written.replace(self._folder / _REVISION_FILE)

    def _text_query(self, query: str) -> tantivy.Query | None:
        """Any of the query's words; None when no paper has one."""
        terms = [self._term(field, term) for field, term in self._clauses(query)]
        any_of = [(tantivy.Occur.Should, term) for term in terms]
        return tantivy.Query.boolean_query(any_of) if any_of else None

    def _clauses(self, query: str) -> list[tuple[str, str]]:
        """The query's terms with where each is sought: in texts, else among authors."""
        terms = list(dict.fromkeys(self.terms(query)))[:_TEXT_TERMS_A_QUERY]
        placed = [("text" if self.frequency(term) else "author", term) for term in terms]
        return [(field, term) for field, term in placed if self.frequency(term, field)]

    def _scores(self, query: tantivy.Query, limit: int) -> dict[str, float]:
        searcher = self._searcher
        hits = searcher.search(query, limit, count=False).hits
        found = [(searcher.doc(address)["id"][0], score) for score, address in hits]
        # Equal scores come in the order of ids, not of writing.
        return dict(sorted(found, key=lambda item: (-item[1], item[0])))

    def _ids_having(self, field: str, values: Iterable[str]) -> set[str]:
        known = [one for one in dict.fromkeys(values) if self._searcher.doc_freq(field, one)]
        found: set[str] = set()
        for some in term_sets(self._schema, field, known):
            found |= matching(self._searcher, some)
        return found

    def _those(self, ids: Sequence[str]) -> Selection:
        """Papers by their ids."""
        sets = [(tantivy.Occur.Should, some) for some in term_sets(self._schema, "id", ids)]
        return Selection(self._searcher, self._schema, tantivy.Query.boolean_query(sets))

    def _term(self, field: str, value: str | int) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, field, value, index_option="freq")
