"""Records and what is indexed already → what to write, and what became of each record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from paperchat.reading.identity import Traits, identity_keys, paper_id, text_id
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


@dataclass(frozen=True, slots=True)
class Entry:
    """A paper as the index holds it; `aliases` are ids absorbed into it, sorted."""

    paper: Paper
    aliases: tuple[str, ...] = ()


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
    groups = _Groups()
    for entry in stored:
        groups.place_stored(entry)
    places = [groups.place_record(record) for record in records]
    outcomes: list[Outcome] = [Outcome("unchanged", "")] * len(places)
    changes = []
    for group in groups.roots(places):
        change, told = _settle(group)
        for position, outcome in told:
            outcomes[position] = outcome
        if change is not None:
            changes.append(change)
    return MergePlan(tuple(changes), tuple(outcomes))


@dataclass(slots=True)
class _Group:
    """Stored entries and new records that are one paper."""

    entries: list[Entry] = field(default_factory=list)
    records: list[tuple[int, Paper]] = field(default_factory=list)  # with their place in the plan
    joined: _Group | None = None  # the group that took this one in
    _traits: Traits | None = None

    def root(self) -> _Group:
        group = self
        while group.joined is not None:
            group = group.joined
        return group

    def traits(self) -> Traits:
        """Needed only where titles agree, so made on demand."""
        if self._traits is None:
            papers = [entry.paper for entry in self.entries]
            self._traits = Traits.of(papers + [record for _, record in self.records])
        return self._traits


class _Groups:
    """Groups by key: identifiers, abstracts and ids decide, titles unless contradicted."""

    def __init__(self) -> None:
        self._by_key: dict[str, _Group] = {}
        self._by_title: defaultdict[str, list[_Group]] = defaultdict(list)
        self._count = 0

    def place_stored(self, entry: Entry) -> None:
        group = _Group(entries=[entry])
        ids = (entry.paper.id, *entry.aliases)
        for key in (*identity_keys(entry.paper), *ids):
            self._register(key, group)

    def place_record(self, record: Paper) -> _Group:
        group = _Group(records=[(self._count, record)])
        self._count += 1
        keys = (*identity_keys(record), record.id)
        for key in keys:
            known = self._by_key.get(key)
            if known is not None and known.root() is not group.root():
                group = _join(known.root(), group.root())
        for key in keys:
            if key.startswith("title:"):
                group = self._join_by_title(key, group)
            self._register(key, group)
        return group

    def roots(self, groups: list[_Group]) -> list[_Group]:
        """The groups that hold records, each once, in order of their first record."""
        return list({id(group.root()): group.root() for group in groups}.values())

    def _register(self, key: str, group: _Group) -> None:
        if not key.startswith("title:"):
            self._by_key[key] = group
        elif all(known.root() is not group.root() for known in self._by_title[key]):
            self._by_title[key].append(group)

    def _join_by_title(self, key: str, group: _Group) -> _Group:
        for known in self._by_title[key]:
            other = known.root()
            if other is not group.root() and not other.traits().contradict(group.traits()):
                group = _join(other, group)
        return group


def _join(one: _Group, other: _Group) -> _Group:
    """Put the smaller group into the larger, so that long chains stay cheap."""
    large, small = (one, other) if len(one.records) >= len(other.records) else (other, one)
    large.entries += small.entries
    large.records += small.records
    small.joined = large
    large._traits = None
    return large


def _settle(group: _Group) -> tuple[Change | None, list[tuple[int, Outcome]]]:
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
    entry = _entry(paper, [record for _, record in records], entries)
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


def _entry(paper: Paper, records: list[Paper], entries: list[Entry]) -> Entry:
    """The entry with the best informed of all ids; the others stay as aliases."""
    ids = {record.id for record in records}
    for entry in entries:
        ids |= {entry.paper.id, *entry.aliases}
    # Texts that were not kept still lead here, when a list of bare abstracts is added later.
    members = records + [entry.paper for entry in entries]
    ids |= {text_id(each.abstract) for each in members if each.abstract not in ("", paper.abstract)}
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
