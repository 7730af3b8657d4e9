"""Records of one file after another → papers, with what was left out and what to warn of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from paperchat.errors import ReadingError
from paperchat.reading.fields import renamed, same_name, to_paper, told_in_passing, with_facts
from paperchat.reading.line_breaks import mend_line_breaks
from paperchat.reading.records import Record, Records, Unreadable
from paperchat.types import Paper, Skipped

_NAMES_TOLD = 5
_COLUMNS_TOLD = 40
_FEWEST_ABSTRACTS = 0.2  # of the papers of a list; below that a person should know
_SHORTEST_LIST = 2
_LONGEST_ABSTRACT = 10_000  # characters; what is longer holds more than an abstract


@dataclass(slots=True)
class Collected:
    """What was asked for, and what was read so far.

    Attributes:
        mapping: Field → the column that holds it.
        facts: Venue and year of the papers that do not name theirs.
        seen: Files that were read, so that none is read twice.
    """

    mapping: Mapping[str, str]
    facts: Mapping[str, Any]
    papers: list[Paper] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    _names: set[str] = field(default_factory=set)
    _columns: dict[str, None] = field(default_factory=dict)
    _short_of_abstracts: list[str] = field(default_factory=list)

    def name_apart(self, name: str, folder: str) -> str:
        """The file's name; with its folder's when another file was read by that name."""
        apart = f"{folder}/{name}" if name in self._names else name
        self._names.add(apart)
        return apart

    @property
    def columns_asked(self) -> frozenset[str]:
        """The columns that the mapping names."""
        return frozenset(self.mapping.values())

    def take(self, records: Records, name: str) -> None:
        """Make papers of the records of a file."""
        papers = len(self.papers)
        count = 0
        for record in records:
            count += 1
            source = f"{name}#{record.position}"
            if isinstance(record, Unreadable):
                self.skipped.append(Skipped(source, record.reason))
                continue
            paper = self._paper(record, source)
            if isinstance(paper, Paper):
                self.papers.append(paper)
            else:
                self.skipped.append(paper)
        if not count:
            self.warnings.append(f"{name} holds no papers.")
        self.papers[papers:] = mend_line_breaks(self.papers[papers:])
        self._note_abstracts(self.papers[papers:], name)

    def finish(self) -> None:
        """Check what only shows once everything was read.

        Raises:
            ReadingError: No record has a column that the mapping names.
        """
        for field_name, column in self.mapping.items():
            if self._columns and not any(same_name(column, name) for name in self._columns):
                found = listed(list(self._columns), _COLUMNS_TOLD)
                raise ReadingError(
                    f"No record has a column “{column}” (for {field_name}); there are: {found}."
                )
        if self._short_of_abstracts:
            self.warnings.append(
                f"Few abstracts: {listed(self._short_of_abstracts)}. A paper without one can be "
                "found and answered from by its title only."
            )

    def _paper(self, record: Record, source: str) -> Paper | Skipped:
        fields = record.fields
        if self.mapping:
            self._columns.update(dict.fromkeys(map(str, fields)))
            fields = renamed(fields, self.mapping)
        paper = to_paper(fields, source)
        if isinstance(paper, Skipped):
            return paper
        known = with_facts(with_facts(paper, record.facts), self.facts)
        return known if known.venue and known.year else with_facts(known, told_in_passing(fields))

    def _note_abstracts(self, papers: Sequence[Paper], name: str) -> None:
        abstracts = sum(bool(paper.abstract) for paper in papers)
        if len(papers) >= _SHORTEST_LIST and abstracts < _FEWEST_ABSTRACTS * len(papers):
            self._short_of_abstracts.append(f"{abstracts} of {len(papers)} papers in {name}")
        long = [paper for paper in papers if len(paper.abstract) > _LONGEST_ABSTRACT]
        if long:
            told = [f"{paper.sources[0]} ({len(paper.abstract):,} characters)" for paper in long]
            self.warnings.append(
                f"Very long abstracts, kept whole: {listed(told)}. They may hold the paper itself."
            )


def listed(names: Sequence[str], most: int = _NAMES_TOLD) -> str:
    """Some names in one line, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")
