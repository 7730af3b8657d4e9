"""The numbers of a conversation's papers: 1, 2, 3… in the order in which they were first cited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self


class Register:
    """Number ↔ paper id, fixed for the life of a conversation; a paper met again keeps its number.

    A one-off question takes a register of its own.
    """

    def __init__(self, paper_ids: Iterable[str] = ()) -> None:
        """Number the papers from 1, in their order."""
        self._ids = list(paper_ids)

    def number(self, paper_id: str) -> int:
        """The paper's number; the next free one when it has none yet."""
        if paper_id not in self._ids:
            self._ids.append(paper_id)
        return self._ids.index(paper_id) + 1

    def paper_id(self, number: int) -> str | None:
        """The paper of a number; None when no paper has it."""
        return self._ids[number - 1] if 0 < number <= len(self._ids) else None

    def absorb(self, merged: Mapping[str, str]) -> None:
        """Follow papers that became part of others: old id → the id that answers for it now.

        When two numbered papers became one, both numbers lead to it, and it goes by the lower.
        """
        self._ids = [merged.get(paper_id, paper_id) for paper_id in self._ids]

    def __contains__(self, paper_id: object) -> bool:
        return paper_id in self._ids

    def __iter__(self) -> Iterator[str]:
        """The ids by number."""
        return iter(tuple(self._ids))

    def __len__(self) -> int:
        return len(self._ids)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: number (as text, for JSON) → paper id."""
        return {str(number): paper_id for number, paper_id in enumerate(self._ids, start=1)}

    @classmethod
    def from_dict(cls, numbered: Mapping[str, Any]) -> Self:
        """What `to_dict` gave.

        Raises:
            ValueError: The numbers are not 1, 2, 3…, or a paper's id is no text.
        """
        ids = [numbered.get(str(number)) for number in range(1, len(numbered) + 1)]
        if not all(isinstance(paper_id, str) for paper_id in ids):
            raise ValueError("the numbers of the papers must be 1, 2, 3…, each with an id")
        return cls(str(paper_id) for paper_id in ids)
