"""The records that everything else passes around.

Frozen, slotted dataclasses over the standard library only. Offsets count code points, scores are
"higher is better" and lie in [0, 1].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Support = Literal["supported", "weak", "unsupported", "none_needed"]
QuotedField = Literal["abstract", "title", "authors", "venue", "year"]

Years = int | tuple[int | None, int | None]
"""One year, or the first and the last one; None leaves that end open."""


@dataclass(frozen=True, slots=True)
class Paper:
    """One source record: a paper's facts as plain text.

    Attributes:
        id: Stable identifier; does not depend on file, format or order.
        title: The authors' title, or one made from the abstract (see `title_is_derived`).
        abstract: Plain Unicode text, white space folded; empty when the record has none.
        authors: Names in reading order, "First Last".
        identifiers: Kind → value, for instance `{"doi": "10.1000/xyz", "arxiv": "2505.19190"}`.
        status: What the venue says of it: oral, poster, withdrawn, …; empty when unknown.
        sources: `<file name>#<position in that file, from 1>`, one for each file that held it.
            The first names the record that the abstract was taken from.
    """

    id: str
    title: str
    abstract: str = ""
    title_is_derived: bool = False
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    url: str | None = None
    identifiers: Mapping[str, str] = field(default_factory=dict)
    status: str = ""
    keywords: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def title_in_text(self) -> str:
        """The title as it stands in running text: without a full stop at its end."""
        return self.title if self.title.endswith("..") else self.title.removesuffix(".")

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        record = asdict(self)
        record["identifiers"] = dict(self.identifiers)
        for name in ("authors", "keywords", "sources"):
            record[name] = list(record[name])
        return record


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of whole sentences of one abstract, `abstract[start:end]`; `(0, 0)` is the title."""

    paper_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Filters:
    """What a paper must match to be searched; None means anything. Conditions join with AND.

    `paperchat.filters` says what each means.
    """

    venue: str | None = None
    year: Years | None = None
    author: str | None = None
    title: str | None = None
    status: str | None = None
    keyword: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Only the conditions that are set; a range of years as it is written."""
        told = {name: value for name, value in asdict(self).items() if value is not None}
        if isinstance(self.year, tuple):
            told["year"] = "-".join("" if year is None else str(year) for year in self.year)
        return told


@dataclass(frozen=True, slots=True)
class Server:
    """Where a Chroma server is, and what this replica may do there.

    Attributes:
        url: `http://host:port`, or `https://…`.
        database: The database of the server; None takes the one that the key opens, else Chroma's
            default.
        writer: Whether this replica adds and removes papers. One replica does.
    """

    url: str
    database: str | None = None
    writer: bool = True


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A paper found for a query.

    Attributes:
        paper: The paper.
        chunks: Its best chunks, best first.
        score: Relevance in [0, 1]; comparable between queries.
        named: The query names this paper, by its title or by a name that it coined.
    """

    paper: Paper
    chunks: tuple[Chunk, ...]
    score: float
    named: bool = False


@dataclass(frozen=True, slots=True)
class Quote:
    """A span of a paper's field: `field_text[start:end] == text`, always."""

    field: QuotedField
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Citation:
    """A number that stands in an answer, and the quotes that carry the sentence."""

    number: int
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an answer, markers included, with what supports it."""

    text: str
    support: Support
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Overview:
    """What the index holds, for display."""

    papers: int
    venues: tuple[str, ...]
    years: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that could not become a paper: where it stands, and why."""

    source: str
    reason: str
