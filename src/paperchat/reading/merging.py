"""Records and what is indexed already → what to write, and what became of each record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from paperchat.reading.grouping import Entry, Group, Groups
from paperchat.reading.identity import identity_keys, is_telling, paper_id, text_id
from paperchat.types import Paper

__all__ = [
    "Change",
    "Entry",
    "MergePlan",
    "Outcome",
    "identity_keys",
    "paper_id",
    "plan_merge",
]

_FACTS = (
    "abstract",
    "title",
    "authors",
    "venue",
    "year",
    "url",
    "identifiers",
    "status",
    "keywords",
)


Kind = Literal["added", "updated", "unchanged", "merged"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a record; `detail` names the fields that changed, or what it merged with."""

    kind: Kind
    paper_id: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """An entry to write, and the ids of stored rows that it takes the place of (not its own)."""

    entry: Entry
    replaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MergePlan:
    """The entries to write, and one outcome for each record, in order."""

    changes: tuple[Change, ...]
    outcomes: tuple[Outcome, ...]


def plan_merge(records: Iterable[Paper], stored: Iterable[Entry]) -> MergePlan:
    """Decide which records are which papers, without writing anything.

    Args:
        records: Papers as read, one a record, each with one source.
        stored: Every indexed entry that shares an identity key, an id or an alias with a record.

    Returns:
        The plan; adding the same records again gives `unchanged` and no changes.
    """
    groups = Groups()
    for entry in stored:
        groups.place_stored(entry)
    for record in records:
        groups.place_record(record)
    outcomes: list[Outcome] = [Outcome("unchanged", "")] * groups.placed
    changes = []
    settled = groups.with_records()
    owners = groups.owners()
    for group in settled:
        change, told = _settle(group, owners)
        for position, outcome in told:
            outcomes[position] = outcome
        if change is not None:
            changes.append(change)
    return MergePlan(tuple(changes), tuple(outcomes))


def _settle(
    group: Group, owners: dict[str, Group]
) -> tuple[Change | None, list[tuple[int, Outcome]]]:
    """Merge a group's records into its stored entries, in order."""
    records = sorted(group.records, key=lambda numbered: numbered[0])
    entries = sorted(
        group.entries, key=lambda entry: (not _is_telling(entry.paper), entry.paper.id)
    )
    held = {_file(source) for entry in entries for source in entry.paper.sources}
    leaders = _leaders(records, {source for entry in entries for source in entry.paper.sources})
    paper = entries[0].paper if entries else None
    for entry in entries[1:]:
        first = paper or entry.paper
        paper = _filled(first, entry.paper, _sources_of_both(first, entry.paper))
    told: list[tuple[int, Kind, str]] = []
    for position, record in records:
        if paper is None:
            paper = record
            told.append((position, "added", ""))
            continue
        before = paper
        paper = _with_record(paper, record, position in leaders)
        told.append((position, *_told(before, paper, record, held)))
    assert paper is not None
    entry = _entry(paper, group, owners)
    outcomes = [(at, Outcome(kind, entry.paper.id, detail)) for at, kind, detail in told]
    if len(entries) == 1 and entry == entries[0]:
        return None, outcomes
    replaced = {old.paper.id for old in entries} - {entry.paper.id}
    return Change(entry, tuple(sorted(replaced))), outcomes


def _leaders(records: list[tuple[int, Paper]], stored: set[str]) -> set[int]:
    """Of the records of one file, the one that speaks for it: the stored one, else the first.

    The others only fill gaps; two differing records of one paper in one file would otherwise
    correct each other at every run.
    """
    leaders: dict[str, int] = {}
    known: set[str] = set()
    for position, record in records:
        source = _source(record)
        if source in stored and _file(source) not in known:
            known.add(_file(source))
            leaders[_file(source)] = position
        leaders.setdefault(_file(source), position)
    return set(leaders.values())


def _with_record(paper: Paper, record: Paper, leads: bool) -> Paper:
    origin = paper.sources[0] if paper.sources else ""
    sources = _sources(paper, record) if leads else paper.sources
    if leads and _file(_source(record)) == _file(origin):
        return _filled(record, paper, sources)
    takes_over = record.abstract and (
        not paper.abstract or (_is_telling(record) and not _is_telling(paper))
    )
    if leads and takes_over:
        first = _source(record)
        rest = tuple(source for source in sources if source != first)
        return _filled(record, paper, (first, *rest) if first else rest)
    return _filled(paper, record, sources)


def _filled(first: Paper, second: Paper, sources: tuple[str, ...]) -> Paper:
    """The first paper's facts, gaps filled from the second; a real title beats a derived one."""
    values: dict[str, Any] = {
        name: getattr(first, name) or getattr(second, name)
        for name in ("abstract", "authors", "venue", "year", "url", "status", "keywords")
    }
    titled = second if first.title_is_derived and not second.title_is_derived else first
    return replace(
        first,
        title=titled.title,
        title_is_derived=titled.title_is_derived,
        identifiers=dict(sorted({**second.identifiers, **first.identifiers}.items())),
        sources=sources,
        **values,
    )


def _sources(paper: Paper, newer: Paper) -> tuple[str, ...]:
    """One source a file; a new position of a file takes the place of its old one."""
    by_file = {_file(source): source for source in (*paper.sources, *newer.sources)}
    return tuple(by_file.values())


def _sources_of_both(first: Paper, second: Paper) -> tuple[str, ...]:
    """One source a file, those of the first paper before and instead of the second's."""
    by_file = {_file(source): source for source in (*second.sources, *first.sources)}
    return tuple(dict.fromkeys((*first.sources, *by_file.values())))


def _told(before: Paper, after: Paper, record: Paper, held: set[str]) -> tuple[Kind, str]:
    source = _source(record)
    if source and _file(source) not in held:
        return "merged", before.sources[0] if before.sources else before.title
    changed = [name for name in _FACTS if getattr(before, name) != getattr(after, name)]
    return ("updated", ", ".join(changed)) if changed else ("unchanged", "")


def _entry(paper: Paper, group: Group, owners: dict[str, Group]) -> Entry:
    """The entry with the best informed of all ids; the others stay as aliases."""
    # Texts that were not kept still lead here, when a list of bare abstracts is added later.
    dropped = {each.abstract for each in group.members()} - {paper.abstract}
    texts = {text_id(abstract) for abstract in dropped if is_telling(abstract)}
    ids = group.ids() | {text for text in texts if owners.setdefault(text, group) is group}
    best = min(ids)
    return Entry(replace(paper, id=best), tuple(sorted(ids - {best})))


def _is_telling(paper: Paper) -> bool:
    """Whether its abstract is the one to keep: it comes with identifiers, or authors and venue."""
    known = paper.identifiers or (paper.authors and paper.venue)
    return bool(paper.abstract and known)


def _source(record: Paper) -> str:
    return record.sources[0] if record.sources else ""


def _file(source: str) -> str:
    return source.rpartition("#")[0]
