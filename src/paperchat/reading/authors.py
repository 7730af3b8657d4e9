"""The many ways to write down authors → names in reading order, "First Last"."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

from paperchat.reading.cleaning import clean_text

_AND = re.compile(r"\s+(?:and|AND|&)\s+")
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]?){1,4}")
_SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV|Ph\.?D|M\.?D)\.?", re.IGNORECASE)
_CHINESE_OR_SPACE = re.compile(r"[ \u4e00-\u9fff]")
_ET_AL = re.compile(r"[\s,;]*\bet\.? al\b\.?\s*$|[\s,;]*\b(?:and )?others\s*$", re.IGNORECASE)
_NOBODY = {"withdrawn", "anonymous", "anonymous author", "anonymous authors", "na", "n/a", "none",
           "unknown", "nan", "null", "no name", "no author", "no authors", "tba", "et al",
           "others"}  # fmt: skip
_INTRODUCED = re.compile(r"\s*(?:(?:authors?|by|作者)\s*[:：]|by\s(?=[A-Z]))\s*", re.IGNORECASE)
_MORE = re.compile(
    r"[\s,;]*(?:\b(?:and|with)\s|[+&])?\s*\d+\s+(?:more|others?|additional|further)\b[^,;]*$"
    r"|[\s,;]*(?:\.{3}|…)\s*$",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(
    r"\s*\((?:[^()]|\([^()]*\))*\)|(?<=\S)\s*\[[^\[\]]*\]|\s*<[^<>\s]*@[^<>]*>"
)
_SUPERSCRIPTS = re.compile(
    r"\^(?:\{[^{}]*\}|\([^()]*\)|(?=[\s,;]|\Z)|[a-z\d*†‡§¶∗]+(?:,[\d*†‡§¶∗]+)*)|[¹²³⁰⁴-⁹ᵃ-ᵿ*†‡§¶∗⋆♠♣♦♥]+(?:,[¹²³⁰⁴-⁹*†‡§¶]+)*"
)
_FOOTNOTE_NUMBER = re.compile(r"(?<=[^\W\d_A-Z])\d{1,2}\Z|\s+\d{1,4}\Z")  # Xin2; DBLP's Xin 0001
_INSTITUTION = re.compile(
    r",[^,;]*\b(?:Univ|Institut|Colleg|School|Depart|Laborator|Academy|Hospital|Inc\b|Corp|Research)"
    r"[^;]*",
)
_CHINESE_NAMES = re.compile(r"[\u4e00-\u9fff·]{2,6}(?:[ \u3000]+[\u4e00-\u9fff·]{2,6})+")
_OTHER_SEPARATORS = (";", "|", "；", "、", " · ", " • ", " / ", " ‧ ")


def author_names(value: Any) -> tuple[str, ...]:
    """Names from a list of strings or objects, or from one string with any usual separator."""
    if isinstance(value, str):
        value = printed_list(value) or _split(_one_line(value))
    elif isinstance(value, Mapping):
        value = _listed(value)
    if not isinstance(value, (list, tuple)):
        return ()
    names = (_name(item) for item in _without_editors(value))
    return tuple(dict.fromkeys(name for name in names if _is_name(name)))


def _listed(value: Mapping[str, Any]) -> list[Any]:
    """DBLP's `{"author": […]}`, and objects keyed by position; else the object is one author."""
    inner = value.get("author") or value.get("authors")
    if isinstance(inner, (list, Mapping)):
        return inner if isinstance(inner, list) else [inner]
    if value and all(str(key).isdigit() for key in value):
        return list(value.values())
    return [value]


def _without_editors(value: list[Any] | tuple[Any, ...]) -> list[Any]:
    """Zotero lists editors and translators with the authors."""
    roles = [item.get("creatorType") if isinstance(item, Mapping) else None for item in value]
    if "author" not in roles:
        return list(value)
    return [item for item, role in zip(value, roles, strict=True) if role in (None, "author")]


def _one_line(text: str) -> str:
    """Names on a line each get a separator, unless they have one."""
    lines = [line.strip() for line in text.strip().split("\n") if line.strip()]
    bare = len(lines) > 1 and not re.search(r"[,;|、；]|\sand\s", text)
    return clean_text(("; " if bare else " ").join(lines))


def _is_name(name: str) -> bool:
    if name.casefold().strip(" .") in _NOBODY:
        return False
    return any(character.isalpha() for character in name)


def _name(item: Any) -> str:
    if isinstance(item, Mapping):
        return _name_of_object(item)
    if isinstance(item, (list, tuple)):  # arXiv's [last, first, suffix]
        parts = [str(part).strip() for part in item if part]
        return clean_text(" ".join(parts[1:] + parts[:1]))
    return _reading_order(clean_text(item)) if isinstance(item, str) else ""


def _name_of_object(item: Mapping[str, Any]) -> str:
    folded = {re.sub(r"[^a-z]", "", str(name).lower()): value for name, value in item.items()}
    if isinstance(folded.get("author"), Mapping):  # OpenAlex
        return _name_of_object(folded["author"])
    for whole in ("name", "fullname", "displayname", "author", "literal", "text"):
        if isinstance(folded.get(whole), str) and folded[whole].strip():
            return _reading_order(clean_text(folded[whole]))
    first = folded.get("given") or folded.get("firstname") or folded.get("givenname") or ""
    middle = folded.get("middlename") or folded.get("middle") or ""
    last = folded.get("family") or folded.get("lastname") or folded.get("surname") or ""
    last = last or folded.get("familyname") or folded.get("last") or ""
    parts = [
        first or folded.get("first") or "",
        *(middle if isinstance(middle, list) else [middle]),
    ]
    return clean_text(" ".join(str(part) for part in [*parts, last] if part))


def _split(text: str) -> list[str]:
    """Cut one string of names, taking the strongest separator that occurs."""
    introduced = _INTRODUCED.match(text)
    text = _SUPERSCRIPTS.sub("", text[introduced.end() :] if introduced else text)
    text = _ET_AL.sub("", _MORE.sub("", _IN_BRACKETS.sub("", text)))
    if _CHINESE_NAMES.fullmatch(text):
        return text.split()
    if ";" in text:
        text = _INSTITUTION.sub("", text)
    for separator in _OTHER_SEPARATORS:
        if separator in text:
            return text.replace(" and ", separator).split(separator)
    pieces = _AND.split(text)
    if len(pieces) > 1 and all(piece.count(",") == 1 for piece in pieces):
        return pieces  # BibTeX: Last, First and Last, First
    parts = [part.strip() for piece in pieces for part in re.split(r"[,，]", piece)]
    parts = [re.sub(r"^(?:and|&)\s+", "", part) for part in parts if part]
    if len(pieces) == 1 and len(parts) == 2 and not _CHINESE_OR_SPACE.search(parts[0]):
        return [text]  # one name: Last, First
    if len(parts) >= 4 and len(parts) % 2 == 0 and all(map(_INITIALS.fullmatch, parts[1::2])):
        return [f"{last}, {first}" for last, first in zip(parts[::2], parts[1::2], strict=True)]
    return _with_suffixes(parts)


def _with_suffixes(parts: list[str]) -> list[str]:
    """`["A B", "Jr."]` is one name."""
    names: list[str] = []
    for part in parts:
        if names and _SUFFIX.fullmatch(part):
            names[-1] = f"{names[-1]} {part}"
        else:
            names.append(part)
    return names


def _reading_order(name: str) -> str:
    """`Xin, Jiayi` → `Jiayi Xin`; affiliations in brackets and footnote marks are dropped."""
    name = _IN_BRACKETS.sub("", _SUPERSCRIPTS.sub("", name)).strip(" ,;")
    name = _FOOTNOTE_NUMBER.sub("", name)
    parts = [part.strip() for part in re.split(r"[,，]", name) if part.strip()]
    if len(parts) == 2:
        last, first = parts
        return f"{last} {first}" if _SUFFIX.fullmatch(first) else f"{first} {last}"
    if len(parts) == 3 and _SUFFIX.fullmatch(parts[1]):
        return f"{parts[2]} {parts[0]} {parts[1]}"
    if len(parts) == 3 and _SUFFIX.fullmatch(parts[2]):
        return f"{parts[1]} {parts[0]} {parts[2]}"
    return " ".join(name.split())


def printed_list(text: str) -> list[Any] | None:
    """A list that a program printed into a cell, such as `['Marx, Karl', 'Pippi']`."""
    stripped = text.strip()
    if not (stripped.startswith("[") and stripped.endswith("]")):
        return None
    try:
        value = ast.literal_eval(stripped)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, list) else None
