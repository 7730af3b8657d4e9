"""Archives (ZIP, TAR, gzip) → the files in them, within limits."""

from __future__ import annotations

import gzip
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import IO, Final
from zipfile import BadZipFile, LargeZipFile, ZipFile, ZipInfo

from paperchat.errors import ReadingError

SUFFIXES: Final = (".zip", ".gz", ".tgz", ".tar")

_GZIP: Final = b"\x1f\x8b"
_MOST_BYTES: Final = 500_000_000
_MOST_MEMBERS: Final = 20_000
_DEEPEST: Final = 2
_DAMAGED: Final = (BadZipFile, LargeZipFile, tarfile.TarError, zlib.error, EOFError, OSError,
                   NotImplementedError)  # fmt: skip


@dataclass(slots=True)
class Allowance:
    """How much one file may still unpack to, whatever is nested in it."""

    size: int = field(default_factory=lambda: _MOST_BYTES)
    members: int = field(default_factory=lambda: _MOST_MEMBERS)
    depth: int = _DEEPEST
    outer: Allowance | None = None

    def nested(self) -> Allowance:
        """What an archive inside may unpack; it counts for the outer one as well.

        Raises:
            ReadingError: It lies too deep.
        """
        if not self.depth:
            raise ReadingError(
                "an archive in an archive in an archive; unpack it and add the lists in it."
            )
        return Allowance(self.size, self.members, self.depth - 1, self)

    def take_size(self, size: int) -> None:
        """Count bytes that were unpacked.

        Raises:
            ReadingError: It is too much.
        """
        if self.outer:
            self.outer.take_size(size)
        self.size -= size
        if self.size < 0:
            raise ReadingError(
                f"unpacks to more than {_MOST_BYTES // 10**6} MB; "
                "unpack it and add the lists in it."
            )

    def take_members(self, members: int) -> None:
        """Count files of an archive.

        Raises:
            ReadingError: They are too many.
        """
        if self.outer:
            self.outer.take_members(members)
        self.members -= members
        if self.members < 0:
            raise ReadingError(
                f"holds more than {_MOST_MEMBERS} files; unpack it and add the lists in it."
            )


def is_gzip(data: bytes) -> bool:
    """Whether the bytes are compressed with gzip."""
    return data.startswith(_GZIP)


def is_archive(data: bytes) -> bool:
    """Whether the bytes are a ZIP or a TAR archive."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06")) or data[257:262] == b"ustar"


def gunzip(data: bytes, allowance: Allowance) -> bytes:
    """The content of a gzip file.

    Raises:
        ReadingError: It is damaged or unpacks to too much.
    """
    try:
        with gzip.GzipFile(fileobj=BytesIO(data)) as file:
            return _read(file, allowance)
    except _DAMAGED as error:
        raise _damaged(error) from error


def members(data: bytes, allowance: Allowance) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file in an archive, sorted by name.

    Raises:
        ReadingError: The archive is damaged, protected by a password, or too large.
    """
    try:
        yield from _of_zip(data, allowance) if data.startswith(b"PK") else _of_tar(data, allowance)
    except _DAMAGED as error:
        raise _damaged(error) from error


def _of_zip(data: bytes, allowance: Allowance) -> Iterator[tuple[str, bytes]]:
    with ZipFile(BytesIO(data)) as archive:
        files = [member for member in archive.infolist() if not member.is_dir()]
        if any(member.flag_bits & 1 for member in files):
            raise ReadingError("protected by a password; unpack it and add the lists in it.")
        allowance.take_members(len(files))
        if sum(member.file_size for member in files) > allowance.size:
            allowance.take_size(allowance.size + 1)  # before any of it is unpacked
        for name, member in sorted(((_name(member), member) for member in files), key=_first):
            with archive.open(member) as file:
                yield name, _read(file, allowance)


def _of_tar(data: bytes, allowance: Allowance) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=BytesIO(data), mode="r:") as archive:
        files = [member for member in archive if member.isfile()]
        allowance.take_members(len(files))
        for member in sorted(files, key=lambda member: member.name):
            file = archive.extractfile(member)
            if file is not None:
                yield member.name.removeprefix("./"), _read(file, allowance)


def _read(file: IO[bytes] | gzip.GzipFile, allowance: Allowance) -> bytes:
    content = file.read(allowance.size + 1)
    allowance.take_size(len(content))
    return content


def _name(member: ZipInfo) -> str:
    """Names that Windows wrote in Chinese come out in the letters of DOS."""
    if member.flag_bits & 0x800 or member.filename.isascii():
        return member.filename
    raw = member.filename.encode("cp437", "ignore")
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return member.filename


def _first(pair: tuple[str, ZipInfo]) -> str:
    return pair[0]


def _damaged(error: Exception) -> ReadingError:
    return ReadingError(f"a damaged archive ({error}); download or pack it again.")
