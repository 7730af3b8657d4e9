"""Filters as the keyword index keeps and asks them.

What a term alone cannot say, that some words stand in the name of one author rather than in those
of several, is looked up in the stored names of the papers whose terms fit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

import tantivy

from paperchat.types import Filters, Paper, Years

_LAST_YEAR = 9999


def make_analyzer(*steps: tantivy.Filter) -> tantivy.TextAnalyzer:
    """Words → terms: lower case, without accents, then what further steps make of them."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    for step in (
        tantivy.Filter.remove_long(64),
        tantivy.Filter.lowercase(),
        tantivy.Filter.ascii_fold(),
        *steps,
    ):
        builder = builder.filter(step)
    return builder.build()


FOLDED = make_analyzer()
"""Words as they are spelt, without case and accents."""

STEMMED = make_analyzer(tantivy.Filter.stemmer("english"))


def add_conditions(builder: tantivy.SchemaBuilder) -> None:
    """Give a schema the fields that filters ask."""
    builder.add_text_field("venue", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("spelt_venue", fast=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("status", tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("year", indexed=True, fast=True)
    builder.add_text_field("person", stored=True, tokenizer_name="folded", index_option="basic")
    builder.add_text_field("title", tokenizer_name="english", index_option="basic")
    builder.add_text_field("topic", stored=True, tokenizer_name="english", index_option="basic")


def describe(document: tantivy.Document, paper: Paper) -> None:
    """Fill those fields."""
    document.add_text("title", _composed(paper.title))
    for author in paper.authors:
        document.add_text("person", _composed(author))
    for keyword in paper.keywords:
        document.add_text("topic", _composed(keyword))
    if paper.venue:
        document.add_text("venue", _folded(paper.venue))
        document.add_text("spelt_venue", paper.venue)
    if paper.status:
        document.add_text("status", _folded(paper.status))
    if paper.year is not None:
        document.add_unsigned("year", paper.year)


class Conditions:
    """Filters, ready to be asked: `queries` that must match, then `hold` of what matched."""

    def __init__(self, schema: tantivy.Schema, filters: Filters) -> None:
        """Understand the filters."""
        self._schema = schema
        # "Ada Marsh and Bo Lindqvist" wrote together.
        names = re.split(r"\s+and\s+|\s*[;&]\s*", filters.author or "")
        self._authors = [terms for name in names if (terms := _terms(FOLDED, name))]
        self._keyword = _terms(STEMMED, filters.keyword)
        self.queries: list[tantivy.Query] = []
        for field, text in (("venue", filters.venue), ("status", filters.status)):
            if text is not None:
                self.queries.append(self._any(field, [_folded(text)]))
        if filters.year is not None:
            self.queries.append(_within(schema, filters.year))
        for field, text, terms in (
            ("title", filters.title, _terms(STEMMED, filters.title)),
            ("topic", filters.keyword, self._keyword),
        ):
            if text is not None:
                self.queries += [self._any(field, [term]) for term in terms] or [_NOTHING]
        if filters.author is not None:
            # "Ada" is also looked for as "A.", and "A." among all names.
            words = [word for name in self._authors for word in name]
            told = [[word, word[0]] for word in words if len(word) > 1]
            self.queries += [self._any("person", either) for either in told]
            self.queries += [] if words else [_NOTHING]
            self.queries += [] if told else [tantivy.Query.all_query()]

    @property
    def are_said_by_queries(self) -> bool:
        """Whether what matches the queries need not be held against anything."""
        return not self._authors and len(self._keyword) <= 1

    def hold(self, stored: Mapping[str, Any]) -> bool:
        """Whether each author asked for is there, by all the words of the name; and the keyword."""
        people = [FOLDED.analyze(name) for name in stored.get("person", ())]
        topics = (set(STEMMED.analyze(topic)) for topic in stored.get("topic", ()))
        return all(any(_is_named(one, name) for name in people) for one in self._authors) and (
            not self._keyword or any(topic.issuperset(self._keyword) for topic in topics)
        )

    def _any(self, field: str, terms: Sequence[str]) -> tantivy.Query:
        return tantivy.Query.term_set_query(self._schema, field, list(terms))


_NOTHING = tantivy.Query.empty_query()


def _is_named(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether each word stands in the name; an initial stands for the words that begin so.

    Whole words: "Li" is not "Liu", and "Zhang" not "Zhangyang". One of them stands there itself:
    "Smith" is not "Dorine S. Klei".
    """
    spelt = [word for word in words if len(word) > 1]
    stands = not spelt or not set(spelt).isdisjoint(name)
    return stands and all(any(_same_name(word, part) for part in name) for word in words)


def _same_name(one: str, two: str) -> bool:
    shorter = min(len(one), len(two))
    return one == two or (shorter == 1 and one[0] == two[0])


def _within(schema: tantivy.Schema, years: Years) -> tantivy.Query:
    first, last = years if isinstance(years, tuple) else (years, years)
    low, high = max(first or 0, 0), _LAST_YEAR if last is None else min(last, _LAST_YEAR)
    if low > high:
        return _NOTHING
    return tantivy.Query.range_query(
        schema, "year", tantivy.FieldType.Unsigned, low, high, use_inverted_index=True
    )


def _terms(analyzer: tantivy.TextAnalyzer, text: str | None) -> list[str]:
    return analyzer.analyze(_composed(text)) if text else []


def _folded(text: str) -> str:
    """Letters and digits, without case and accents; a text of other characters stays as it is."""
    return " ".join(FOLDED.analyze(_composed(text))) or text


def _composed(text: str) -> str:
    """With each accent in its letter, as the analyzers want it."""
    return unicodedata.normalize("NFKC", text)
