"""When two records are the same paper, and the id that follows from a record's facts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from paperchat.types import Paper

_SHORTEST_TELLING = 80  # folded characters; below that two abstracts may agree by chance
# Versions of one abstract share half of their longer words or more (.48 to 1 for 36 pairs seen),
# texts that only share a title a quarter at most (.08 to .27 for 5).
_LEAST_SHARED = 0.4
_LONG_WORD = re.compile(r"\w{4,}")
_NOT_WORD = re.compile(r"[\W_]+")
_NOT_WORD_BYTES = bytes(code for code in range(128) if not chr(code).isalnum())
_SUFFIXES = {"jr", "sr", "ii", "iii", "iv"}


def fold(text: str) -> str:
    """Letters and digits only, without case, accents and compatibility forms."""
    if text.isascii():
        return text.lower().encode("ascii").translate(None, _NOT_WORD_BYTES).decode("ascii")
    return _NOT_WORD.sub("", unicodedata.normalize("NFKD", text).casefold())


def paper_id(paper: Paper) -> str:
    """An id from the facts of a record, whatever its file, format or order.

    The first letter ranks ids: `p` knows the title and authors or identifiers, `q` the title,
    `s` the text and authors or identifiers, `t` only the text. Of the ids of one paper the
    smallest is kept, so that the best informed wins.
    """
    authors = sorted(" ".join(sorted(_tokens(name))) for name in paper.authors)
    identifiers = sorted(f"{kind}:{value}" for kind, value in paper.identifiers.items())
    known = [*authors, "", *identifiers] if authors or identifiers else []
    if paper.title_is_derived or not paper.title:
        if not known:
            return text_id(paper.abstract)
        return "s" + _digest("\n".join([fold(paper.abstract), *known]))
    if not known:  # "Preface" alone is no paper: its text belongs to it
        return "q" + _digest(f"{fold(paper.title)}\n{fold(paper.abstract)}")
    return "p" + _digest("\n".join([fold(paper.title), *known]))


def text_id(abstract: str) -> str:
    """The id of a record of which only the abstract is known."""
    return "t" + _digest(fold(abstract) or abstract)


def is_telling(abstract: str) -> bool:
    """Whether an abstract is long enough to be recognised by."""
    return len(fold(abstract)) >= _SHORTEST_TELLING


def identity_keys(paper: Paper) -> tuple[str, ...]:
    """Short strings of which two records of one paper share at least one.

    An identifier decides; an abstract or a title does unless the `Traits` contradict.
    """
    keys = [f"{kind}:{value.casefold()}" for kind, value in paper.identifiers.items()]
    abstract = fold(paper.abstract)
    if len(abstract) >= _SHORTEST_TELLING:
        keys.append(f"abstract:{_digest(abstract)}")
    title = "" if paper.title_is_derived else fold(paper.title)
    if title:
        keys.append(f"title:{_digest(title)}")
    return tuple(keys)


@dataclass(slots=True)
class Traits:
    """What can say that papers of one title, or of one abstract, are not the same."""

    identifiers: dict[str, set[str]]
    titles: set[str]
    family_names: set[str]
    names: set[str]
    abstracts: list[set[str]]

    @classmethod
    def of(cls, papers: Iterable[Paper]) -> Traits:
        """The traits of records that are one paper."""
        traits = cls({}, set(), set(), set(), [])
        for paper in papers:
            for kind, value in paper.identifiers.items():
                traits.identifiers.setdefault(kind, set()).add(value.casefold())
            for author in paper.authors:
                tokens = [token for token in _tokens(author) if token not in _SUFFIXES]
                traits.family_names |= set(tokens[-1:])
                traits.names |= {token for token in tokens if len(token) > 1}
            if not paper.title_is_derived:
                traits.titles.add(fold(paper.title))
            if is_telling(paper.abstract):
                traits.abstracts.append(set(_LONG_WORD.findall(paper.abstract.casefold())))
        return traits

    def contradict_title(self, other: Traits) -> bool:
        """Whether papers of one title differ: by identifiers, by authors, else by their texts."""
        if self._other_identifiers(other):
            return True
        if self.family_names and other.family_names:
            # Family names are not always last: one anywhere in the other's names is enough.
            return self.family_names.isdisjoint(other.names) and other.family_names.isdisjoint(
                self.names
            )
        # "Summary", "Preface": a title alone, and texts that have little in common.
        likeness = [_shared(one, two) for one in self.abstracts for two in other.abstracts]
        return bool(likeness) and max(likeness) < _LEAST_SHARED

    def contradict_abstract(self, other: Traits) -> bool:
        """Whether papers of one abstract differ, as parts I and II with one abstract do."""
        titles = self.titles and other.titles and self.titles.isdisjoint(other.titles)
        return bool(titles) and self._other_identifiers(other)

    def _other_identifiers(self, other: Traits) -> bool:
        return any(
            values.isdisjoint(other.identifiers[kind])
            for kind, values in self.identifiers.items()
            if kind in other.identifiers
        )


def _shared(one: set[str], other: set[str]) -> float:
    return len(one & other) / max(1, min(len(one), len(other)))


def _tokens(name: str) -> list[str]:
    return [token for part in re.split(r"[\s,.]+", name) if (token := fold(part))]


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
