"""Files, folders and archives → Papers, with everything that could not be read told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from os.path import realpath  # unlike Path.resolve, no exception for a link to itself
from pathlib import Path, PurePosixPath

from paperchat.errors import ReadingError
from paperchat.reading.archives import Allowance, gunzip, is_archive, is_gzip, members
from paperchat.reading.collecting import Collected, listed
from paperchat.reading.decoding import decode
from paperchat.reading.fields import check_mapping
from paperchat.reading.formats import SUFFIXES, binary_format_of, format_of
from paperchat.reading.records import NoPapersError
from paperchat.types import Paper, Skipped

_EXPECTED = re.compile(r"^(?:\.|readme|licen[cs]e|copying|notice)", re.IGNORECASE)
# Of a repository with a reading list, it is the list.
_README = re.compile(r"^readme[\w.-]*\.(?:md|markdown)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """What files hold.

    Attributes:
        papers: One for each record, in file order, not merged; each has exactly one source,
            `<file name>#<position from 1>`, `<archive>/<file name>#<position>` in an archive.
        skipped: Records that could not become a paper.
        warnings: What else a person should know, a line each.
    """

    papers: tuple[Paper, ...]
    skipped: tuple[Skipped, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Member:
    """A file in a folder or an archive; `load` gives nothing for one that was read before."""

    name: str
    load: Callable[[], bytes | None]


def read_papers(
    paths: Iterable[str | Path],
    *,
    mapping: Mapping[str, str] | None = None,
    venue: str = "",
    year: int | None = None,
) -> Reading:
    """Read lists of papers.

    Args:
        paths: Files, or folders and archives, which are searched through in sorted order. In
            these, files that are no list of papers are passed over with a warning.
        mapping: Field (`title`, `abstract`, …) → the column of the files that holds it, where its
            name is not one of the usual ones.
        venue: That of the papers whose record does not name one.
        year: The same.

    Returns:
        Every record as a paper or as a skipped one.

    Raises:
        ReadingError: A file that was named cannot be read, or the mapping names a field or a
            column that there is not; the message says what to do.
    """
    check_mapping(mapping or {})
    collected = Collected(mapping or {}, {"venue": venue, "year": year})
    for path in [paths] if isinstance(paths, (str, Path)) else paths:
        path = Path(path)
        if path.is_dir():
            _read_members(_files(path, collected), str(path), collected)
        elif realpath(path) not in collected.seen:
            collected.seen.add(realpath(path))
            name = collected.name_apart(path.name, path.absolute().parent.name)
            _read_data(_bytes(path), name, collected)
    collected.finish()
    return Reading(tuple(collected.papers), tuple(collected.skipped), tuple(collected.warnings))


def _read_members(
    candidates: Iterable[_Member],
    where: str,
    collected: Collected,
    allowance: Allowance | None = None,
) -> None:
    passed_over: list[str] = []
    found = 0
    for member in candidates:
        path = PurePosixPath(member.name)
        expected = _EXPECTED.match(path.name) is not None
        if path.suffix.lower() not in SUFFIXES or (expected and not _README.match(path.name)):
            passed_over += [] if expected else [member.name]
            continue
        found += not expected
        try:
            data = member.load()
            if data is not None:
                _read_data(data, member.name, collected, allowance)
        except NoPapersError:
            passed_over += [] if expected else [member.name]
        except ReadingError as error:
            collected.warnings.append(f"Passed over: {error}")
    if passed_over:
        collected.warnings.append(
            f"Passed over in {where}, since they are no lists of papers: {listed(passed_over)}."
        )
    if not found:
        collected.warnings.append(
            f"{where} holds no list of papers ({', '.join(sorted(SUFFIXES))})."
        )


def _files(folder: Path, collected: Collected) -> Iterator[_Member]:
    """Files below a folder with their path in it, sorted; hidden folders are left out."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts[:-1]):
            name = collected.name_apart(inside.as_posix(), folder.absolute().name)
            yield _Member(name, partial(_unless_seen, path, collected.seen))


def _unless_seen(path: Path, seen: set[str]) -> bytes | None:
    if realpath(path) in seen:
        return None
    seen.add(realpath(path))
    return _bytes(path)


def _members(data: bytes, name: str, allowance: Allowance) -> Iterator[_Member]:
    """Files of an archive, as those of a folder."""
    for inside, content in members(data, allowance):
        parts = PurePosixPath(inside).parts
        if not any(part.startswith(".") or part == "__MACOSX" for part in parts[:-1]):
            yield _Member(f"{name}/{inside}", partial(bytes, content))


def _read_data(
    data: bytes, name: str, collected: Collected, outer: Allowance | None = None
) -> None:
    """Read a file, which may be an archive; `outer` is what the archive around it may unpack."""
    allowance = outer or Allowance()
    try:
        if is_gzip(data):
            data, suffix = gunzip(data, allowance), _suffix(name.removesuffix(".gz"))
        else:
            suffix = _suffix(name)
        binary = binary_format_of(data)
        if binary is not None:
            collected.take(binary.records(data, collected.columns_asked), name)
        elif is_archive(data):
            inner = allowance.nested()
            _read_members(_members(data, name, inner), name, collected, inner)
        else:
            _read_text(data, name, suffix, collected)
    except ReadingError as error:
        message = str(error)
        told = message if message.startswith(name) else f"{name}: {message}"
        raise type(error)(told) from error


def _read_text(data: bytes, name: str, suffix: str, collected: Collected) -> None:
    text, encoding = decode(data, name)
    if encoding:
        collected.warnings.append(f"{name} was read as {encoding}, since it is not UTF-8.")
    if not text.strip():
        collected.warnings.append(f"{name} is empty: no papers in it.")
        return
    columns = collected.columns_asked
    collected.take(format_of(text, suffix, columns).records(text, columns), name)


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise ReadingError(f"{path} does not exist; check the path.") from error
    except OSError as error:
        reason = error.strerror or error
        raise ReadingError(f"{path} cannot be read: {reason}; check its permissions.") from error
