"""JSON and JSONL → records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from paperchat.errors import ReadingError
from paperchat.reading.fields import is_paper_like
from paperchat.reading.records import Record, Records, Unreadable

_LINES_TRIED = 20


def looks_like_json(text: str) -> bool:
    """Whether the text starts as a JSON array or object."""
    return text.lstrip()[:1] in {"[", "{"}


def looks_like_jsonl(text: str) -> bool:
    """Whether several lines are a JSON object each."""
    lines = [line for line in text.split("\n", _LINES_TRIED)[:_LINES_TRIED] if line.strip()]
    if len(lines) < 2 or not all(line.lstrip().startswith("{") for line in lines):
        return False
    return any(isinstance(_parsed(line), dict) for line in lines)


def read_json(text: str) -> Records:
    """The records of an array, of an object of arrays, or of an object keyed by id.

    Raises:
        ReadingError: The text is not valid JSON; the message names line and column.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ReadingError(
            f"not valid JSON at line {error.lineno}, column {error.colno}: {error.msg}; "
            "nothing of it was read. Mend the file or export it again."
        ) from error
    except RecursionError as error:
        raise ReadingError("JSON nested too deeply to be a list of papers.") from error
    for position, item in enumerate(_items(data), 1):
        yield _record(position, item)


def read_jsonl(text: str) -> Records:
    """One record a line; a broken line is reported and the rest is read."""
    position = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        position += 1
        try:
            item = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            message = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply"
            yield Unreadable(position, f"line {number} is not valid JSON: {message}")
            continue
        yield _record(position, item)


def _record(position: int, item: Any) -> Record | Unreadable:
    if isinstance(item, Mapping):
        return Record(position, item)
    if isinstance(item, str):
        return Record(position, {"abstract": item})
    return Unreadable(position, f"not an object with fields but {type(item).__name__}")


def _items(data: Any, depth: int = 0) -> list[Any]:
    """Find the records, at most one level below the top."""
    if isinstance(data, list):
        return data
    if not isinstance(data, Mapping):
        return []
    if is_paper_like(data):
        return list(_columns(data)) or [data]
    if data and all(isinstance(value, Mapping) for value in data.values()):
        if any(is_paper_like(value) for value in data.values()):
            return [{"id": key, **value} for key, value in data.items()]
        return _joined(data.values(), depth)
    lists = [value for value in data.values() if isinstance(value, list) and _holds_records(value)]
    if lists:
        return [item for values in lists for item in values]
    return _joined((value for value in data.values() if isinstance(value, Mapping)), depth)


def _joined(values: Iterable[Any], depth: int) -> list[Any]:
    return [item for value in values for item in _items(value, depth + 1)] if depth < 1 else []


def _holds_records(values: list[Any]) -> bool:
    return any(isinstance(value, Mapping) and is_paper_like(value) for value in values)


def _columns(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Records from a table stored by columns: lists of one length, or objects with row keys."""
    columns = {
        name: list(value.values()) if isinstance(value, Mapping) else value
        for name, value in data.items()
        if isinstance(value, (list, Mapping))
    }
    lengths = {len(column) for column in columns.values()}
    if len(columns) < len(data) or len(lengths) != 1 or len(columns) < 2:
        return []
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        return None
