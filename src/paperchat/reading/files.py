"""Files and folders → Papers, with everything that could not be read told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from os.path import realpath  # unlike Path.resolve, no exception for a link to itself
from pathlib import Path

from paperchat.errors import ReadingError
from paperchat.reading.decoding import decode
from paperchat.reading.fields import to_paper
from paperchat.reading.formats import SUFFIXES, format_of
from paperchat.reading.records import Unreadable
from paperchat.types import Paper, Skipped

_EXPECTED = re.compile(r"^(?:\.|readme|licen[cs]e|copying|notice)", re.IGNORECASE)
_NAMES_TOLD = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """What files hold.

    Attributes:
        papers: One for each record, in file order, not merged; each has exactly one source,
            `<file name>#<position from 1>`.
        skipped: Records that could not become a paper.
        warnings: What else a person should know, a line each.
    """

    papers: tuple[Paper, ...]
    skipped: tuple[Skipped, ...]
    warnings: tuple[str, ...]


@dataclass(slots=True)
class _Collected:
    papers: list[Paper] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def read_papers(paths: Iterable[str | Path]) -> Reading:
    """Read lists of papers.

    Args:
        paths: Files, or folders, which are searched through in sorted order. In a folder, files
            that are no list of papers are passed over with a warning.

    Returns:
        Every record as a paper or as a skipped one.

    Raises:
        ReadingError: A file that was named cannot be read; the message says what to do.
    """
    collected = _Collected()
    seen: set[str] = set()
    for path in [paths] if isinstance(paths, (str, Path)) else paths:
        path = Path(path)
        if path.is_dir():
            _read_folder(path, collected, seen)
        elif realpath(path) not in seen:
            seen.add(realpath(path))
            _read_file(path, path.name, collected)
    return Reading(tuple(collected.papers), tuple(collected.skipped), tuple(collected.warnings))


def _read_folder(folder: Path, collected: _Collected, seen: set[str]) -> None:
    passed_over: list[str] = []
    found = 0
    for path, name in _files(folder):
        if path.suffix.lower() not in SUFFIXES or _EXPECTED.match(path.name):
            if not _EXPECTED.match(path.name):
                passed_over.append(name)
            continue
        found += 1
        if realpath(path) in seen:
            continue
        seen.add(realpath(path))
        try:
            _read_file(path, name, collected)
        except ReadingError as error:
            collected.warnings.append(f"Passed over: {error}")
    if passed_over:
        collected.warnings.append(
            f"Passed over in {folder}, no list of papers by their ending: {_listed(passed_over)}."
        )
    if not found:
        collected.warnings.append(
            f"{folder} holds no list of papers ({', '.join(sorted(SUFFIXES))})."
        )


def _files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Files below a folder with their path in it, sorted; hidden folders are left out."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts[:-1]):
            yield path, inside.as_posix()


def _read_file(path: Path, name: str, collected: _Collected) -> None:
    text, encoding = decode(_bytes(path), name)
    if encoding:
        collected.warnings.append(f"{name} was read as {encoding}, since it is not UTF-8.")
    if not text.strip():
        collected.warnings.append(f"{name} is empty: no papers in it.")
        return
    records = 0
    try:
        for record in format_of(text, path.suffix).read(text):
            records += 1
            source = f"{name}#{record.position}"
            if isinstance(record, Unreadable):
                collected.skipped.append(Skipped(source, record.reason))
                continue
            paper = to_paper(record.fields, source)
            if isinstance(paper, Paper):
                collected.papers.append(paper)
            else:
                collected.skipped.append(paper)
    except ReadingError as error:
        raise ReadingError(f"{name}: {error}") from error
    if not records:
        collected.warnings.append(f"{name} holds no papers.")


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise ReadingError(f"{path} does not exist; check the path.") from error
    except OSError as error:
        reason = error.strerror or error
        raise ReadingError(f"{path} cannot be read: {reason}; check its permissions.") from error


def _listed(names: list[str]) -> str:
    more = len(names) - _NAMES_TOLD
    return ", ".join(names[:_NAMES_TOLD]) + (f" and {more} more" if more > 0 else "")
