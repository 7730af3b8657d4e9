"""Bytes of a file → text."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import Final

from paperchat.errors import ReadingError

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED: Final = re.compile(rb"\A\s*<\?xml[^>]*\bencoding\s*=\s*[\"']([\w.-]{2,40})[\"']")
_HIGH: Final = re.compile(rb"[\x80-\xff]+")
_SAMPLE: Final = 200_000
_WESTERN: Final = frozenset(
    "àâäáãåæçèéêëìíîïñòóôõöøùúûüýÿßœžšÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŸŒŽŠ"
    "‘’“”„‚–—…•·™©®°±×÷§´¨«»‹›€£¥µ¿¡ºª²¼½¾†‡\xa0\xad"
)
_FEWEST_KNOWN: Final = 0.8  # of the characters above ASCII; a wrong guess gives .2 to .6
_ALL_HANGUL: Final = 0.97  # Chinese read as Korean gives about .6
_MOST_DAMAGED: Final = 0.01


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
        encoding = _wide(data)
        if not encoding:
            raise ReadingError(f"{name} is a binary file, not text; give a list of papers as text.")
        return _decoded(data, encoding, name), encoding
    try:
        return _unified(data.decode("utf-8")), ""
    except UnicodeDecodeError:
        encoding = _declared(data) or _by_its_letters(data) or _guessed(data)
    if not encoding:
        raise ReadingError(
            f"{name} is neither UTF-8 nor in an encoding that can be told; save it as UTF-8."
        )
    return _decoded(data, encoding, name), encoding


def _wide(data: bytes) -> str:
    """UTF-16 without a mark: of every two bytes of ASCII one is zero, always the same one."""
    zeros = (data[:_SAMPLE:2].count(0), data[1:_SAMPLE:2].count(0))
    if len(data) % 2 or min(zeros) * 20 > max(zeros):
        return ""
    encoding = "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    try:
        text = data[: _SAMPLE // 2 * 2].decode(encoding, "strict")
    except UnicodeDecodeError:
        return ""
    control = sum(character < " " and character not in "\t\n\r\f" for character in text)
    return encoding if control * 100 <= len(text) and "\n" in text + "\n" else ""


def _declared(data: bytes) -> str:
    """The encoding that an XML file says it is in, if it is."""
    match = _DECLARED.match(data[:500])
    if match is None:
        return ""
    encoding = match[1].decode("ascii").lower()
    encoding = {"gb2312": "gb18030", "gbk": "gb18030", "iso-8859-1": "cp1252"}.get(
        encoding, encoding
    )
    return encoding if _can_decode(data, encoding) else ""


def _by_its_letters(data: bytes) -> str:
    """UTF-8 with a few damaged bytes, Western or Chinese, known by the letters that it gives.

    A statistical guess needs a longer text than a title and an abstract.
    """
    sample = data[:_SAMPLE]
    text = sample.decode("utf-8", "replace")
    whole = sum(character > "\x7f" and character != "\ufffd" for character in text)
    if whole and text.count("\ufffd") <= max(1, whole * _MOST_DAMAGED) and whole > 10:
        return "utf-8, of which some bytes are damaged"
    if _share_alone(sample) > 0.5 and _share(sample, "cp1252", _is_western) >= _FEWEST_KNOWN:
        return "cp1252" if _can_decode(data, "cp1252") else "latin-1"
    shares = {
        "gb18030": _share(sample, "gb18030", _is_simplified),
        "big5": _share(sample, "cp950", _is_traditional),
    }
    if _share(sample, "cp949", _is_hangul) >= _ALL_HANGUL and _can_decode(data, "cp949"):
        return "cp949"  # read as Chinese, Korean gives frequent signs too, without any sense
    best = max(shares, key=lambda encoding: shares[encoding])
    if shares[best] < _FEWEST_KNOWN:
        return ""
    candidates = (best, "cp950", "big5hkscs") if best == "big5" else (best,)
    return next((each for each in candidates if _can_decode(data, each)), "")


def _share_alone(data: bytes) -> float:
    """How many of the runs of bytes above ASCII are one byte long: accented letters are."""
    runs = _HIGH.findall(data)
    return sum(len(run) == 1 for run in runs) / len(runs)


def _share(data: bytes, encoding: str, is_known: Callable[[str], bool]) -> float:
    """How many of the characters above ASCII are usual ones in texts of that encoding."""
    text = data.decode(encoding, "replace")
    high = [character for character in text if character > "\x7f"]
    return sum(map(is_known, high)) / len(high) if high else 0.0


def _is_western(character: str) -> bool:
    return character in _WESTERN


def _is_simplified(character: str) -> bool:
    """Punctuation and the 3,755 most frequent signs of GB 2312."""
    try:
        lead = character.encode("gb2312")[0]
    except UnicodeEncodeError:
        return False
    return lead <= 0xA3 or 0xB0 <= lead <= 0xD7


def _is_traditional(character: str) -> bool:
    """Punctuation and the 5,401 most frequent signs of Big5."""
    try:
        lead = character.encode("cp950")[0]
    except UnicodeEncodeError:
        return False
    return 0xA1 <= lead <= 0xC6


def _is_hangul(character: str) -> bool:
    return "\uac00" <= character <= "\ud7a3" or "\u3000" <= character <= "\u303f"


def _can_decode(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _guessed(data: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_SAMPLE]).best()
    return "" if best is None else best.encoding


def _decoded(data: bytes, encoding: str, name: str) -> str:
    if encoding.startswith("utf-8,"):
        return _unified(data.decode("utf-8", "replace"))
    try:
        return _unified(data.decode(encoding))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ReadingError(
            f"{name} line {line}: not valid {encoding}; save the file as UTF-8."
        ) from error


def _unified(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
