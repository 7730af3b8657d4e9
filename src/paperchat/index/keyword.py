"""The keyword index: BM25 over tantivy, one entry a paper.

It is derived from the store and can be rebuilt from it at any time. Each commit carries the
store's revision, so that the two can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import tantivy

from paperchat.errors import StoreError
from paperchat.index.conditions import FOLDED, STEMMED, Conditions, add_conditions, describe
from paperchat.names import introduced_names
from paperchat.reading.merging import Entry, identity_keys
from paperchat.types import Filters

_SCHEMA_FOLDER = "keyword-3"
"""Holds the format's version: another format lives in another folder."""

_REVISION_ID = "#revision"
_HEAP = 64_000_000
_TERMS_A_QUERY = 10_000
_TEXT_TERMS_A_QUERY = 512


def _plain_analyzer() -> tantivy.TextAnalyzer:
    """Words as they are spelt, in lower case."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    return builder.filter(tantivy.Filter.lowercase()).build()


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("key", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("name", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("text", tokenizer_name="english", index_option="freq")
    builder.add_text_field("word", tokenizer_name="plain", index_option="basic")
    builder.add_text_field("author", tokenizer_name="english", index_option="freq")
    add_conditions(builder)
    builder.add_unsigned_field("revision", stored=True)
    return builder.build()


def file_key(name: str) -> str:
    """The key of the papers that a file held."""
    return f"file:{name}"


class KeywordIndex:
    """Finds papers by their words, names, keys, venue and year."""

    def __init__(self, folder: Path) -> None:
        """Open the index in `folder`; it is made when it is not there."""
        path = folder / _SCHEMA_FOLDER
        path.mkdir(parents=True, exist_ok=True)
        self._folder = path
        self._inode = path.stat().st_ino
        self._schema = _schema()
        try:
            self._index = tantivy.Index(self._schema, path=str(path))
        except ValueError as error:
            raise StoreError(
                f"The keyword index in {path} is damaged. Delete that folder: it is made again "
                "from the papers at the next question."
            ) from error
        self._analyzer = STEMMED
        self._index.register_tokenizer("english", self._analyzer)
        self._index.register_tokenizer("plain", _plain_analyzer())
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
        self._index.reload()
        self._searcher = self._index.searcher()

    @property
    def revision(self) -> int:
        """The store's revision that this index follows; 0 for a new one."""
        searcher = self._searcher  # another thread may reload meanwhile
        hits = searcher.search(self._term("id", _REVISION_ID), 1, count=False).hits
        return int(searcher.doc(hits[0][1])["revision"][0]) if hits else 0

    def write(self, entries: Iterable[Entry], removed: Iterable[str], revision: int) -> None:
        """Put entries in, replacing those of the same id, and take others out, in one commit."""
        with self._writer() as writer:
            for paper_id in removed:
                writer.delete_documents_by_term("id", paper_id)
            for entry in entries:
                writer.delete_documents_by_term("id", entry.paper.id)
                writer.add_document(self._document(entry))
            self._mark(writer, revision)

    def rebuild(self, entries: Iterable[Entry], revision: int) -> None:
        """Replace everything, in one commit."""
        with self._writer() as writer:
            writer.delete_all_documents()
            for entry in entries:
                writer.add_document(self._document(entry))
            self._mark(writer, revision)

    def terms(self, text: str) -> list[str]:
        """The terms of a text as they are indexed, in order."""
        return self._analyzer.analyze(text)

    def count(self) -> int:
        """How many papers are indexed."""
        return max(int(self._searcher.num_docs) - 1, 0)  # one is the revision

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

    def search(self, query: str, limit: int, ids: Sequence[str] | None = None) -> dict[str, float]:
        """BM25 scores of the best papers, best first.

        Args:
            query: Plain words; nothing in it is syntax.
            limit: At most so many papers.
            ids: Only these papers.

        Returns:
            Paper id → score; papers that share no term with the query are not among them.
        """
        words = self._text_query(query)
        if words is None or limit <= 0:
            return {}
        if ids is None:
            return self._scores(words, limit)
        scores: dict[str, float] = {}
        for at in range(0, len(ids), _TERMS_A_QUERY):
            some = self._any_of("id", ids[at : at + _TERMS_A_QUERY])
            inside = tantivy.Query.const_score_query(some, 0.0)
            both = [(tantivy.Occur.Must, words), (tantivy.Occur.Must, inside)]
            scores |= self._scores(tantivy.Query.boolean_query(both), limit)
        best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        return dict(best[:limit])

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
        return self._matching(tantivy.Query.boolean_query(must))

    def select(self, filters: Filters) -> list[str] | None:
        """Ids of the papers that match, sorted; None when there is nothing to match."""
        conditions = Conditions(self._schema, filters)
        if not conditions.queries:
            return None
        must = [(tantivy.Occur.Must, query) for query in conditions.queries]
        searcher = self._searcher
        hits = searcher.search(
            tantivy.Query.boolean_query(must), max(searcher.num_docs, 1), count=False
        ).hits
        found = (searcher.doc(address).to_dict() for _, address in hits)
        return sorted(paper["id"][0] for paper in found if conditions.hold(paper))

    def _document(self, entry: Entry) -> tantivy.Document:
        paper = entry.paper
        title = "" if paper.title_is_derived else paper.title
        text = f"{title}\n{paper.abstract}"
        document = tantivy.Document(id=paper.id, text=text, word=text)
        files = {file_key(source.rpartition("#")[0]) for source in paper.sources}
        for key in (paper.id, *entry.aliases, *identity_keys(paper), *sorted(files)):
            document.add_text("key", key)
        for name in introduced_names(title, paper.abstract):
            document.add_text("name", name.casefold())
        for author in paper.authors:
            document.add_text("author", author)
        describe(document, paper)
        return document

    def _mark(self, writer: tantivy.IndexWriter, revision: int) -> None:
        writer.delete_documents_by_term("id", _REVISION_ID)
        writer.add_document(tantivy.Document(id=_REVISION_ID, revision=revision))

    @contextmanager
    def _writer(self) -> Iterator[tantivy.IndexWriter]:
        """A writer whose work is committed, and seen here, when nothing went wrong."""
        writer = self._index.writer(_HEAP, 1)
        try:
            yield writer
            writer.commit()
        finally:
            writer.wait_merging_threads()
        self.reload()

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
        found: set[str] = set()
        distinct = list(dict.fromkeys(values))
        for at in range(0, len(distinct), _TERMS_A_QUERY):
            found |= self._matching(self._any_of(field, distinct[at : at + _TERMS_A_QUERY]))
        return found

    def _matching(self, query: tantivy.Query) -> set[str]:
        searcher = self._searcher
        hits = searcher.search(query, max(searcher.num_docs, 1), count=False).hits
        return {searcher.doc(address)["id"][0] for _, address in hits}

    def _any_of(self, field: str, values: Sequence[str]) -> tantivy.Query:
        return tantivy.Query.term_set_query(self._schema, field, list(values))

    def _term(self, field: str, value: str | int) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, field, value, index_option="freq")
