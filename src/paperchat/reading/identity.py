"""When two records are the same paper, and the id that follows from a record's facts."""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b

from paperchat.types import Paper

_SHORTEST_TELLING = 80  # folded characters; below that two abstracts may agree by chance
_NOT_ASCII_WORD = re.compile(r"[^a-z0-9]+")
_SUFFIXES = {"jr", "sr", "ii", "iii", "iv"}


def fold(text: str) -> str:
    """Letters and digits only, without case, accents and compatibility forms."""
    if text.isascii():
        return _NOT_ASCII_WORD.sub("", text.lower())
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(character for character in decomposed if character.isalnum())


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

    Sharing an identifier or an abstract decides; sharing a title does unless `contradict`.
    """
    keys = [f"{kind}:{value.casefold()}" for kind, value in paper.identifiers.items()]
    abstract = fold(paper.abstract)
    if len(abstract) >= _SHORTEST_TELLING:
        keys.append(f"abstract:{_digest(abstract)}")
    title = "" if paper.title_is_derived else fold(paper.title)
    if title:
        keys.append(f"title:{_digest(title)}")
    return tuple(keys)


def contradict(one: Paper, other: Paper) -> bool:
    """Whether authors or identifiers say that two papers of one title are not the same."""
    for kind, value in one.identifiers.items():
        if other.identifiers.get(kind, value).casefold() != value.casefold():
            return True
    if not one.authors or not other.authors:
        return False
    # Family names are not always last: a family name anywhere in the other's names is enough.
    return _family_names(one).isdisjoint(_all_names(other)) and _family_names(other).isdisjoint(
        _all_names(one)
    )


def _family_names(paper: Paper) -> set[str]:
    names = set()
    for author in paper.authors:
        tokens = [token for token in _tokens(author) if token not in _SUFFIXES]
        names |= set(tokens[-1:])
    return names


def _all_names(paper: Paper) -> set[str]:
    return {token for author in paper.authors for token in _tokens(author) if len(token) > 1}


def _tokens(name: str) -> list[str]:
    return [token for part in re.split(r"[\s,.]+", name) if (token := fold(part))]


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
