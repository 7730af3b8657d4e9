"""The syntax of BibTeX files as people really have them → entries.

No library: of the 526 entries of a scraped list with raw braces in its abstracts, bibtexparser 2
drops one (and, in any file, an entry with a field given twice or a missing comma, which it also
logs), does not join `a # "b"`, and keeps broken entries apart from the others, without their place;
pybtex breaks off at the first line with an `@` and lets an unclosed entry eat the rest of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

START = re.compile(
    r"(?:^|(?<=[})]))[ \t]*@[ \t]*(?P<kind>[A-Za-z][\w-]*)\s*(?P<open>[{(])", re.MULTILINE
)
_TITLE_OUTSIDE = re.compile(
    r"^(?![ \t]*%)[^\n]*?(?<!\w)title\s*=\s*[{\"]", re.MULTILINE | re.IGNORECASE
)
_KEY = re.compile(
    r"\s*(?P<key>[^,={}\"#\n]{0,200}?)\s*(?:,|(?=[})])|(?<=\s)(?=[A-Za-z][\w:+.-]*\s*=))"
)
_FIELD = re.compile(r"(?P<name>[A-Za-z][\w:+.-]*)\s*=\s*")
_FIELD_OF_A_LINE = re.compile(r"(?:^|\A)[ \t,]*(?P<name>[A-Za-z][\w:+.-]*)\s*=\s*", re.MULTILINE)
_FIELD_INSIDE = re.compile(  # a value that holds another field was not closed
    r"(?:,|\n)\s*[A-Za-z][\w-]*\s*=\s*[{\"]"
    r"|(?:,|\n)\s*(?:abstract|author|booktitle|doi|journal|pages|title|url|volume|year)\s*="
    r"|[}\"]\s*,\s*\n",
    re.IGNORECASE,
)
_BARE = re.compile(r"[^\s,#{}()\"=]+")
_SPACE = re.compile(r"\s*")
_SPACE_AND_COMMAS = re.compile(r"[\s,]*")
_FARTHEST = 20_000  # characters after which an entry is taken to be unclosed


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its kind, key and fields, names in lower case, values without delimiters."""

    line: int
    kind: str
    key: str
    fields: dict[str, str]


@dataclass(frozen=True, slots=True)
class BrokenEntry:
    """An entry that could not be understood, and why."""

    line: int
    kind: str
    key: str
    reason: str


class _BibtexError(Exception):
    """What is wrong; `so_far` holds the fields when only the end of the entry is missing."""

    def __init__(self, reason: str, so_far: dict[str, str] | None = None) -> None:
        super().__init__(reason)
        self.so_far = so_far


def parse_bibtex(text: str) -> Iterator[Entry | BrokenEntry]:
    """Entries in the order of the file; `@comment` and `@preamble` are passed over.

    A broken entry ends where the next one begins, so that it never takes others with it.
    """
    macros: dict[str, str] = {}
    lines = _LineCounter(text)
    position = 0
    while match := START.search(text, position):
        yield from _outside(text, position, match.start(), lines)
        line = lines.at(match.start("kind"))
        following = START.search(text, match.end())
        limit = following.start() if following else len(text)
        kind = match["kind"].lower()
        close = "}" if match["open"] == "{" else ")"
        if kind in {"comment", "preamble"}:
            position = _end_of_group(text, match.end(), limit)
            continue
        if kind == "string":
            position = _read_macros(text, match.end(), limit, close, macros)
            continue
        head = _KEY.match(text, match.end(), limit)
        key, start = (head["key"], head.end()) if head else ("", match.end())
        try:
            fields, position = _fields(text, start, limit, close, macros)
            yield Entry(line, kind, key, fields)
        except _BibtexError as fault:
            position = limit
            yield BrokenEntry(line, kind, key, str(fault))
    yield from _outside(text, position, len(text), lines)


class _LineCounter:
    """Line numbers of places that are asked for in rising order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._line = 1

    def at(self, place: int) -> int:
        self._line += self._text.count("\n", self._place, place)
        self._place = place
        return self._line


def _outside(text: str, start: int, end: int, lines: _LineCounter) -> Iterator[BrokenEntry]:
    """Entries of which the beginning is spoiled: titles between two other entries."""
    for match in _TITLE_OUTSIDE.finditer(text, start, end):
        yield BrokenEntry(lines.at(match.end()), "", "", "a title outside of any entry")


def _fields(
    text: str, start: int, limit: int, close: str, macros: dict[str, str]
) -> tuple[dict[str, str], int]:
    """The fields of an entry and where it ends; what is not proper BibTeX is read line by line."""
    try:
        fields, end = _proper_fields(text, start, limit, close, macros)
    except _BibtexError as fault:
        return _salvaged(text, start, limit, close, macros, fault)
    more = _FIELD_OF_A_LINE.search(text, end, limit)
    if more and text[more.end() : more.end() + 1] in {"{", '"'}:  # it was closed too early
        with suppress(_BibtexError):
            return _fields_by_lines(text[start:limit], close), limit
    return fields, end


def _salvaged(
    text: str, start: int, limit: int, close: str, macros: dict[str, str], fault: _BibtexError
) -> tuple[dict[str, str], int]:
    """What can be told of an entry that is not proper up to where the next one begins."""
    if limit < len(text):  # a line of an abstract may look like the beginning of an entry
        with suppress(_BibtexError):
            return _proper_fields(text, start, start + _FARTHEST, close, macros)
    with suppress(_BibtexError):
        return _fields_by_lines(text[start:limit], close), limit
    if not fault.so_far or any(map(_FIELD_INSIDE.search, fault.so_far.values())):
        raise fault
    return fault.so_far, limit


def _proper_fields(
    text: str, position: int, limit: int, close: str, macros: dict[str, str]
) -> tuple[dict[str, str], int]:
    fields: dict[str, str] = {}
    limit = min(limit, len(text))
    while True:
        position = _after(_SPACE_AND_COMMAS, text, position, limit)
        if position >= limit:
            raise _BibtexError("the entry is not closed", fields)
        if text[position] == close:
            return fields, position + 1
        match = _FIELD.match(text, position, limit)
        if match is None:
            raise _BibtexError(f"“{_excerpt(text, position, limit)}” is no field")
        name = match["name"].lower()
        value, position = _value(text, match.end(), limit, macros, name)
        if not fields.get(name):  # of a field given twice the first counts
            fields[name] = value
        position = _after(_SPACE, text, position, limit)
        ended = position >= limit or text[position] in {",", close}
        if not ended and not _FIELD.match(text, position, limit):  # only a comma is missing
            excerpt = _excerpt(text, position, limit)
            raise _BibtexError(f"“{excerpt}” stands behind the value of “{name}”")


def _value(
    text: str, position: int, limit: int, macros: dict[str, str], name: str
) -> tuple[str, int]:
    """Values joined by `#`: in braces, in quotation marks, a number or a macro."""
    parts: list[str] = []
    while True:
        character = text[position : position + 1]
        if character in {"{", '"'}:
            end = _end_of_delimited(text, position, limit)
            if end < 0:
                raise _BibtexError(f"the value of “{name}” is not closed")
            parts.append(text[position + 1 : end])
            position = end + 1
        elif match := _BARE.match(text, position, limit):
            parts.append(macros.get(match[0].lower(), match[0]))
            position = match.end()
        following = _after(_SPACE, text, position, limit)
        if text[following : following + 1] != "#" or following >= limit:
            return "".join(parts), position
        position = _after(_SPACE, text, following + 1, limit)


_BRACE = re.compile(r"[{}]")
_BRACE_OR_QUOTE = re.compile(r"[{}\"]")


def _end_of_delimited(text: str, position: int, limit: int) -> int:
    """Where the braces or quotation marks that open at a position close; -1 when they do not."""
    quoted = text[position] == '"'
    depth = 0
    pattern = _BRACE_OR_QUOTE if quoted else _BRACE
    for match in pattern.finditer(text, position + quoted, limit):
        if match[0] == '"':
            if depth == 0:
                return match.start()
            continue
        depth += 1 if match[0] == "{" else -1
        if depth == 0 and not quoted:
            return match.start()
        if depth < 0:
            return -1
    return -1


def _fields_by_lines(body: str, close: str) -> dict[str, str]:
    """Fields of an entry with stray braces or quotation marks, when each begins on a line.

    Raises:
        _BibtexError: It is not clear where a value ends.
    """
    end = body.rfind(close)
    matches = list(_FIELD_OF_A_LINE.finditer(body, 0, max(end, 0)))
    if not matches:
        raise _BibtexError("the entry is not closed")
    fields: dict[str, str] = {}
    ends = [match.start() for match in matches[1:]] + [end]
    for match, stop in zip(matches, ends, strict=True):
        value = body[match.end() : stop].strip().rstrip(",").rstrip()
        fields.setdefault(match["name"].lower(), _without_delimiters(value, match["name"]))
    return fields


def _without_delimiters(value: str, name: str) -> str:
    if value[:1] not in {"{", '"'} and "\n" not in value:
        return value
    inner = value[1:-1]
    if len(value) < 2 or value[0] + value[-1] not in {"{}", '""'} or _FIELD_INSIDE.search(inner):
        raise _BibtexError(f"the value of “{name}” is not closed")
    if inner.endswith("}") and inner.count("}") > inner.count("{"):
        return inner[:-1]
    return inner


def _read_macros(text: str, start: int, limit: int, close: str, macros: dict[str, str]) -> int:
    try:
        found, end = _proper_fields(text, start, limit, close, macros)
    except _BibtexError:  # no paper is lost: the macro's name stands for it
        return limit
    macros.update(found)
    return end


def _end_of_group(text: str, start: int, limit: int) -> int:
    end = _end_of_delimited(text, start - 1, start + _FARTHEST) if text[start - 1] == "{" else -1
    return end + 1 if end >= 0 else limit


def _after(pattern: re.Pattern[str], text: str, position: int, limit: int) -> int:
    match = pattern.match(text, position, limit)
    return match.end() if match else position


def _excerpt(text: str, position: int, limit: int) -> str:
    return " ".join(text[position : min(limit, position + 40)].split())[:30]
