"""When two records are the same paper, and the id that follows from a record's facts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from paperchat.types import Paper

_SHORTEST_TELLING = 80  # folded characters; below that two abstracts may agree by chance
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

    The first letter ranks ids: `p` knows title and authors or identifiers, `q` only a title, `t`
    only the text. Of the ids of one paper the smallest is kept, so that the best informed wins.
    """
    if paper.title_is_derived or not paper.title:
        return text_id(paper.abstract)
    authors = sorted(" ".join(sorted(_tokens(name))) for name in paper.authors)
    identifiers = sorted(f"{kind}:{value}" for kind, value in paper.identifiers.items())
    letter = "p" if authors or identifiers else "q"
    return letter + _digest("\n".join([fold(paper.title), *authors, "", *identifiers]))


def text_id(abstract: str) -> str:
    """The id of a record of which only the abstract is known."""
    return "t" + _digest(fold(abstract) or abstract)


def identity_keys(paper: Paper) -> tuple[str, ...]:
    """Short strings of which two records of one paper share at least one.

    An identifier or an abstract decides; a title does unless the `Traits` contradict.
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
    """What can say that papers of one title are not the same."""

    identifiers: dict[str, set[str]]
    family_names: set[str]
    names: set[str]

    @classmethod
    def of(cls, papers: Iterable[Paper]) -> Traits:
        """The traits of records that are one paper."""
        traits = cls({}, set(), set())
        for paper in papers:
            for kind, value in paper.identifiers.items():
                traits.identifiers.setdefault(kind, set()).add(value.casefold())
            for author in paper.authors:
                tokens = [token for token in _tokens(author) if token not in _SUFFIXES]
                traits.family_names |= set(tokens[-1:])
                traits.names |= {token for token in tokens if len(token) > 1}
        return traits

    def contradict(self, other: Traits) -> bool:
        """Whether two identifiers of a kind differ, or no author could be the same."""
        for kind, values in self.identifiers.items():
            if kind in other.identifiers and values.isdisjoint(other.identifiers[kind]):
                return True
        if not self.family_names or not other.family_names:
            return False
        # Family names are not always last: one anywhere in the other's names is enough.
        return self.family_names.isdisjoint(other.names) and other.family_names.isdisjoint(
            self.names
        )


def _tokens(name: str) -> list[str]:
    return [token for part in re.split(r"[\s,.]+", name) if (token := fold(part))]


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
