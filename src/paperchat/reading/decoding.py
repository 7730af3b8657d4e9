"""Bytes of a file → text."""

from __future__ import annotations

import codecs

from paperchat.errors import ReadingError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes, name: str) -> tuple[str, str]:
    r"""Decode a file: UTF-8 first, then whatever its bytes look like.

    Args:
        data: The whole file.
        name: Its name, for messages.

    Returns:
        The text with `\n` as line end, and the encoding when it is not UTF-8 (else "").

    Raises:
        ReadingError: The file is not text, or in no encoding that can be told.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data, encoding, name), "" if encoding == "utf-8-sig" else encoding
    if b"\x00" in data:
        raise ReadingError(f"{name} is a binary file, not text; give a list of papers as text.")
    try:
        return _unified(data.decode("utf-8")), ""
    except UnicodeDecodeError:
        return _guessed(data, name)


def _guessed(data: bytes, name: str) -> tuple[str, str]:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:200_000]).best()
    if best is None:
        raise ReadingError(
            f"{name} is neither UTF-8 nor in an encoding that can be told; save it as UTF-8."
        )
    return _decoded(data, best.encoding, name), best.encoding


def _decoded(data: bytes, encoding: str, name: str) -> str:
    try:
        return _unified(data.decode(encoding))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ReadingError(
            f"{name} line {line}: not valid {encoding}; save the file as UTF-8."
        ) from error


def _unified(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
