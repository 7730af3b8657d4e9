"""What became of the records of an `add`, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from paperchat.reading import Reading
from paperchat.reading.merging import Outcome
from paperchat.types import Paper, Skipped

_TITLES_TOLD = 3


@dataclass(frozen=True, slots=True)
class Told:
    """A record that changed a paper or joined one: `detail` names the fields, or the source."""

    source: str
    outcome: Literal["updated", "merged"]
    detail: str


@dataclass(frozen=True, slots=True)
class AddReport:
    """What became of every record: added + updated + unchanged + merged + skipped = records.

    Attributes:
        details: The records that were updated (which fields) or merged (with what).
        without_abstract: Records of which only the title is known; they count as read.
        removed: Papers taken out because their files no longer hold them.
        dry_run: Nothing was written.
    """

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    merged: int = 0
    skipped: tuple[Skipped, ...] = ()
    warnings: tuple[str, ...] = ()
    details: tuple[Told, ...] = ()
    without_abstract: int = 0
    removed: int = 0
    dry_run: bool = False

    @property
    def records(self) -> int:
        """How many records were read."""
        return self.added + self.updated + self.unchanged + self.merged + len(self.skipped)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "records": self.records,
            "added": self.added,
            "updated": self.updated,
            "unchanged": self.unchanged,
            "merged": self.merged,
            "skipped": [asdict(skipped) for skipped in self.skipped],
            "warnings": list(self.warnings),
            "details": [asdict(told) for told in self.details],
            "without_abstract": self.without_abstract,
            "removed": self.removed,
            "dry_run": self.dry_run,
        }


def report_of(reading: Reading, outcomes: Sequence[Outcome]) -> AddReport:
    """The report; `outcomes` are those of the papers read, in order."""
    kinds = Counter(outcome.kind for outcome in outcomes)
    details = tuple(
        Told(paper.sources[0], outcome.kind, outcome.detail)
        for paper, outcome in zip(reading.papers, outcomes, strict=True)
        if outcome.kind in ("updated", "merged")
    )
    return AddReport(
        added=kinds["added"],
        updated=kinds["updated"],
        unchanged=kinds["unchanged"],
        merged=kinds["merged"],
        skipped=reading.skipped,
        warnings=reading.warnings,
        details=details,
        without_abstract=sum(not paper.abstract for paper in reading.papers),
    )


def whole_files(reading: Reading) -> set[str]:
    """Files of which every record was read."""
    read = {_file(source) for paper in reading.papers for source in paper.sources}
    return read - {_file(skipped.source) for skipped in reading.skipped}


def missed(absent: Sequence[Paper]) -> tuple[str, ...]:
    """A warning that names papers which their files no longer hold; none when there are none."""
    if not absent:
        return ()
    titles = "; ".join(paper.title for paper in absent[:_TITLES_TOLD])
    more = f" and {len(absent) - _TITLES_TOLD} more" if len(absent) > _TITLES_TOLD else ""
    papers = "1 paper is" if len(absent) == 1 else f"{len(absent):,} papers are"
    return (f"{papers} no longer in these files: {titles}{more}. --sync takes them out.",)


def _file(source: str) -> str:
    return source.rpartition("#")[0]
