"""Papers that pass filters: counted and searched without being named one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import tantivy

TERMS_A_QUERY = 10_000
"""Ids in one term set."""

_LISTED = 20_000
"""Up to so many ids are read, in 60 ms, to tell which of some are among them; of more the query is
asked, in 10 µs an id."""


class Selection:
    """Some papers of the keyword index as it was at one moment; iterating gives their ids, sorted.

    A filter may let through a good part of a large collection: what can be is asked of the query.
    """

    def __init__(
        self, searcher: tantivy.Searcher, schema: tantivy.Schema, query: tantivy.Query
    ) -> None:
        """The papers that match the query."""
        self.query = query
        self._searcher = searcher
        self._schema = schema

    def __len__(self) -> int:
        """How many papers."""
        return self._count

    def __iter__(self) -> Iterator[str]:
        """Their ids, sorted."""
        return iter(self.ids)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Every paper's id, sorted."""
        return tuple(sorted(matching(self._searcher, self.query)))

    @property
    def share(self) -> float:
        """Of all papers, in (0, 1]; 1 when there are none."""
        return len(self) / self._searcher.num_docs if len(self) else 1.0

    def within(self, ids: Sequence[str]) -> set[str]:
        """Those of some ids that are among them."""
        if len(self) <= _LISTED:
            return self._listed.intersection(ids)
        found: set[str] = set()
        for some in term_sets(self._schema, "id", ids):
            both = [(tantivy.Occur.Must, self.query), (tantivy.Occur.Must, some)]
            found |= matching(self._searcher, tantivy.Query.boolean_query(both))
        return found

    @cached_property
    def _listed(self) -> set[str]:
        return set(self.ids)

    @cached_property
    def _count(self) -> int:
        found = self._searcher.search(self.query, 1, count=True)
        return int(found.count)  # type: ignore[attr-defined] # its stub does not know it


def matching(searcher: tantivy.Searcher, query: tantivy.Query) -> set[str]:
    """Ids of the papers that match a query."""
    hits = searcher.search(query, max(searcher.num_docs, 1), count=False).hits
    return {searcher.doc(address)["id"][0] for _, address in hits}


def term_sets(schema: tantivy.Schema, field: str, values: Sequence[str]) -> Iterator[tantivy.Query]:
    """Queries for any of the values, each for as many as one query takes."""
    for at in range(0, len(values), TERMS_A_QUERY):
        yield tantivy.Query.term_set_query(schema, field, list(values[at : at + TERMS_A_QUERY]))
