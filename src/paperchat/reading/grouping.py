"""Which records and indexed entries belong together as one paper."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations

from paperchat.reading.identity import Traits, identity_keys
from paperchat.types import Paper

_TEXT_KEYS = ("abstract:", "title:", "t")  # ids made of a text alone begin with t


@dataclass(frozen=True, slots=True)
class Entry:
    """A paper as the index holds it; `aliases` are ids absorbed into it, sorted."""

    paper: Paper
    aliases: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Group:
    """Stored entries and new records that are one paper."""

    entries: list[Entry] = field(default_factory=list)
    records: list[tuple[int, Paper]] = field(default_factory=list)  # with their place in the plan
    joined: Group | None = None  # the group that took this one in
    _traits: Traits | None = None

    def root(self) -> Group:
        """The group that this one has become part of, at last."""
        group = self
        while group.joined is not None:
            group = group.joined
        return group

    def traits(self) -> Traits:
        """Needed only where titles agree, so made on demand."""
        if self._traits is None:
            self._traits = Traits.of(self.members())
        return self._traits

    def members(self) -> list[Paper]:
        """The papers of the entries, and the records."""
        return [entry.paper for entry in self.entries] + [record for _, record in self.records]

    def ids(self) -> set[str]:
        """Every id that leads here, aliases included."""
        aliases = {alias for entry in self.entries for alias in entry.aliases}
        return aliases | {paper.id for paper in self.members()}


class Groups:
    """Groups by key: identifiers and ids decide, abstracts and titles unless contradicted."""

    def __init__(self) -> None:
        self._by_key: dict[str, Group] = {}
        self._by_text: defaultdict[str, list[Group]] = defaultdict(list)
        self._all: list[Group] = []
        self._places: list[Group] = []

    def place_stored(self, entry: Entry) -> None:
        """Make a group of an indexed entry."""
        group = Group(entries=[entry])
        self._all.append(group)
        ids = (entry.paper.id, *entry.aliases)
        for key in (*identity_keys(entry.paper), *ids):
            self._register(key, group)

    @property
    def placed(self) -> int:
        """How many records were placed."""
        return len(self._places)

    def place_record(self, record: Paper) -> None:
        """Put a record into the group that it belongs to, joining groups that it bridges."""
        group = Group(records=[(len(self._places), record)])
        self._places.append(group)
        self._all.append(group)
        # Its own id first: a text that two papers share goes where it went before.
        keys = (record.id, *identity_keys(record))
        for key in keys:
            known = self._by_key.get(key)
            if known is not None and known.root() is not group.root():
                group = _join(known.root(), group.root())
        for key in keys:
            if key.startswith(_TEXT_KEYS):
                group = self._join_by_text(key, group)
            self._register(key, group)

    def with_records(self) -> list[Group]:
        """The groups that hold records, each once, in order of their first record."""
        self._join_what_agrees_now()
        return list({id(group.root()): group.root() for group in self._places}.values())

    def owners(self) -> dict[str, Group]:
        """Id → its group; of a text that several papers share, the first."""
        owners: dict[str, Group] = {}
        for group in dict.fromkeys(map(Group.root, self._all)):
            for each in group.ids():
                owners.setdefault(each, group)
        return owners

    def _join_what_agrees_now(self) -> None:
        """Groups that contradicted each other may agree once later records joined them."""
        joined = True
        while joined:
            joined = False
            for key, known in self._by_text.items():
                for one, other in combinations(dict.fromkeys(map(Group.root, known)), 2):
                    first, second = one.root(), other.root()
                    untouched = not first.records and not second.records
                    if first is second or untouched:
                        continue
                    if not _contradict(key, first.traits(), second.traits()):
                        _join(first, second)
                        joined = True

    def _register(self, key: str, group: Group) -> None:
        if not key.startswith(_TEXT_KEYS):
            self._by_key[key] = group
        elif all(known.root() is not group.root() for known in self._by_text[key]):
            self._by_text[key].append(group)

    def _join_by_text(self, key: str, group: Group) -> Group:
        for known in self._by_text[key]:
            other = known.root()
            if other is not group.root() and not _contradict(key, other.traits(), group.traits()):
                group = _join(other, group)
        return group


def _contradict(key: str, one: Traits, other: Traits) -> bool:
    if key.startswith("title:"):
        return one.contradict_title(other)
    return one.contradict_abstract(other)


def _join(one: Group, other: Group) -> Group:
    """Put the smaller group into the larger, so that long chains stay cheap."""
    large, small = (one, other) if len(one.records) >= len(other.records) else (other, one)
    large.entries += small.entries
    large.records += small.records
    small.joined = large
    large._traits = None
    return large
