"""JSON and JSONL → records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from paperchat.errors import ReadingError
from paperchat.reading.fields import is_paper_like, known_fields
from paperchat.reading.records import Record, Records, Unreadable
from paperchat.reading.rows import NO_COLUMNS

_LINES_TRIED = 20
_HALF = re.compile(r"\\ud[89a-f]", re.IGNORECASE)
_DEEPEST = 3  # DBLP: {"result": {"hits": {"hit": […]}}}
# Objects that hold a paper beside what a service says of it: Semantic Scholar, DBLP, Zotero, …
_WRAPPERS = ("paper", "citingPaper", "citedPaper", "info", "data", "work", "item", "record")
_START = re.compile(r"\s*(?:\{|\[\s*(?:[{\]\"\d-]|null|true|false|\[\s*[\[{\]\"\d-]|\Z))")


def looks_like_json(text: str) -> bool:
    """Whether the text starts as a JSON array or object; `[![badge](…)` is Markdown."""
    return _START.match(text) is not None


def looks_like_jsonl(text: str) -> bool:
    """Whether several lines are a JSON object each."""
    lines = [line for line in text.split("\n", _LINES_TRIED)[:_LINES_TRIED] if line.strip()]
    if len(lines) < 2 or not all(line.lstrip().startswith("{") for line in lines):
        return False
    return any(isinstance(_parsed(line), dict) for line in lines)


def read_json(text: str, columns: frozenset[str] = NO_COLUMNS) -> Records:
    """The records of an array, of an object of arrays, or of an object keyed by id.

    An object around the records may name their venue and year.

    Raises:
        ReadingError: The text is not valid JSON; the message names line and column.
    """
    try:
        data = _loads(text)
    except json.JSONDecodeError as error:
        raise ReadingError(
            f"not valid JSON at line {error.lineno}, column {error.colno}: {error.msg}; "
            "nothing of it was read. Mend the file or export it again."
        ) from error
    except RecursionError as error:
        raise ReadingError("JSON nested too deeply to be a list of papers.") from error
    except ValueError as error:  # a number of thousands of digits
        raise ReadingError(f"JSON that cannot be read: {error}.") from error
    facts = _facts(data)
    for position, item in enumerate(_items(data, columns), 1):
        yield _record(position, item, facts)


def read_jsonl(text: str) -> Records:
    """One record a line; a broken line is reported and the rest is read."""
    position = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        position += 1
        try:
            item = _loads(line)
        except (ValueError, RecursionError) as error:
            message = "nested too deeply" if isinstance(error, RecursionError) else _reason(error)
            yield Unreadable(position, f"line {number} is not valid JSON: {message}")
            continue
        yield _record(position, item)


def _record(
    position: int, item: Any, facts: Mapping[str, Any] = MappingProxyType({})
) -> Record | Unreadable:
    if isinstance(item, Mapping):
        return Record(position, _opened(item), facts)
    if isinstance(item, str):
        return Record(position, {"abstract": item}, facts)
    return Unreadable(position, f"not an object with fields but {type(item).__name__}")


def _opened(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of a paper that lies in an object of its own, and those around it."""
    name = _wrapper(item)
    if name is None:
        return item
    inner = dict(item[name])
    if name == "info" and isinstance(inner.get("title"), str):  # DBLP ends titles with a full stop
        inner["title"] = inner["title"].removesuffix(".")
    return {**{key: value for key, value in item.items() if key != name}, **inner}


def _wrapper(item: Mapping[str, Any]) -> str | None:
    for name in _WRAPPERS:
        inner = item.get(name)
        if isinstance(inner, Mapping) and is_paper_like(inner):
            return name
    return None


def _facts(data: Any) -> dict[str, Any]:
    """Venue and year that stand beside the records."""
    if not isinstance(data, Mapping) or is_paper_like(data):
        return {}
    scalars = {
        name: value for name, value in data.items() if isinstance(value, (str, int)) and value
    }
    found = {field: name for name in scalars for field in known_fields([name])}
    return {field: scalars[found[field]] for field in ("venue", "year") if field in found}


def _items(data: Any, columns: frozenset[str], depth: int = 0) -> list[Any]:
    """Find the records, wherever they lie in a service's answer."""
    if isinstance(data, list):
        return data
    if not isinstance(data, Mapping):
        return []
    if is_paper_like(data, columns):
        return list(_columns(data)) or [data]
    if data and all(isinstance(value, Mapping) for value in data.values()):
        if any(is_paper_like(value, columns) for value in data.values()):
            return [{"id": key, **value} for key, value in data.items()]
        return _joined(data.values(), columns, depth)
    lists = [
        value
        for value in data.values()
        if isinstance(value, list) and _holds_records(value, columns)
    ]
    if lists:
        return [item for values in lists for item in values]
    nested = (value for value in data.values() if isinstance(value, Mapping))
    return _joined(nested, columns, depth)


def _joined(values: Iterable[Any], columns: frozenset[str], depth: int) -> list[Any]:
    if depth >= _DEEPEST:
        return []
    return [item for value in values for item in _items(value, columns, depth + 1)]


def _holds_records(values: list[Any], columns: frozenset[str]) -> bool:
    return any(
        isinstance(value, Mapping) and (is_paper_like(value, columns) or _wrapper(value))
        for value in values
    )


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


def _loads(text: str) -> Any:
    """JSON with half surrogates mended: they are no characters, and nothing could store them."""
    data = json.loads(text)
    return _whole(data) if _HALF.search(text) else data


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return value


def _reason(error: ValueError) -> str:
    return error.msg if isinstance(error, json.JSONDecodeError) else str(error)
