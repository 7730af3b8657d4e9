"""BibTeX and BibLaTeX → records."""

from __future__ import annotations

import re
from typing import Any

from paperchat.reading.bibtex_syntax import START, BrokenEntry, Entry, parse_bibtex
from paperchat.reading.records import Record, Records, Unreadable

_LOOKED_AT = 50_000
_VERBATIM = {"url", "doi", "eprint", "link", "ee", "pdf", "arxivid"}
_VOLUMES = {"proceedings", "mvproceedings"}
_EDITED = {"book", "mvbook", "collection", "mvcollection", "booklet", "periodical"}
_INHERITED = ("booktitle", "journal", "journaltitle", "eventtitle", "year", "date")
_VENUES = ("booktitle", "journal", "journaltitle")
_OTHER_VENUES = ("eventtitle", "school", "institution")
_ARXIV_NUMBER = re.compile(
    r"\s*(?:(?:arxiv|preprints?|e-prints?)[\s:,]+|abs/)+(\d{4}\.\d{4,5}|[a-z-]+/\d{7})",
    re.IGNORECASE,
)


_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|[{}$]", re.DOTALL)
_ALONE = re.compile(r"(?<!\\['`^\"~=.cvuHkrdb])\{\\([A-Za-z]+)\s*\}")  # {\o} but not \'{\i}
_SWITCH = re.compile(r"\{\\(?:['`^\"~=.]|[A-Za-z]+\*?(?![A-Za-z*{]))")  # {\em x}, {\'e}
_OF_A_COMMAND = re.compile(r"(?:\\[A-Za-z]+\*?|\\['`^\"~=.]|[\^_]|\\[A-Za-z]+\[[^\[\]{}]*\])$")
_ADDRESS_AFTER_WORD = re.compile(r"(?<=\w)\{https?://")  # url{https://…}, its backslash lost
_SET = re.compile(r"\{\s*[^{}\s,|]+(?:\s?[,|]\s?[^{}\s,|]+)+\s*\}")
_TIE = re.compile(r"(?<=[A-Za-z]{2})~(?=[\w(\[\\])|(?<=\.)~(?=[\w\\])")
_AND = re.compile(r"[{}]|(?<=\s)and(?=\s)", re.IGNORECASE)
_COMMA = re.compile(r"[{},]")
_JUNIOR = re.compile(r"(?:Jr|Sr|[IVX]+|\d(?:st|nd|rd|th))\.?", re.IGNORECASE)


def looks_like_bibtex(text: str) -> bool:
    """Whether an entry begins on one of the first lines."""
    return START.search(text[:_LOOKED_AT]) is not None


def read_bibtex(text: str) -> Records:
    """Each entry as a record.

    An entry that only names a volume of proceedings is no paper, whatever its title: it lends its
    title and year to the papers that refer to it, and is told as left out.
    """
    entries = list(parse_bibtex(text))
    parents = {entry.key.lower(): entry for entry in reversed(entries) if isinstance(entry, Entry)}
    for position, entry in enumerate(entries, 1):
        named = f"@{entry.kind}{{{entry.key}}}" if entry.kind else "an entry"
        where = f"line {entry.line}: {named}"
        if isinstance(entry, BrokenEntry):
            yield Unreadable(position, f"{where} is not valid BibTeX: {entry.reason}")
        elif entry.kind in _VOLUMES and not entry.fields.get("abstract"):
            yield Unreadable(position, f"{where} is a volume of proceedings, not a paper")
        else:
            yield Record(position, _record_fields(entry, parents))


def _record_fields(entry: Entry, parents: dict[str, Entry]) -> dict[str, Any]:
    raw = _with_inherited(entry, parents)
    if not raw.get("author") and entry.kind in _EDITED:
        raw["author"] = raw.get("editor", "")
    fields: dict[str, Any] = {}
    for name, value in raw.items():
        if name in _VERBATIM:
            fields[name] = _verbatim(value)
        elif name == "author":
            fields[name] = _authors(value)
        else:
            fields[name] = _unprotected(value, keep_sets=name == "abstract")
    if fields.get("subtitle") and fields.get("title"):
        joint = " " if fields["title"][-1] in ":?!." else ": "
        fields["title"] += joint + fields["subtitle"]
    if not any(fields.get(name) for name in _VENUES):
        fields["venue"] = next((fields[name] for name in _OTHER_VENUES if fields.get(name)), "")
    _add_preprint_number(fields)
    return fields


def _with_inherited(entry: Entry, parents: dict[str, Entry]) -> dict[str, str]:
    """The entry's fields, and those of the volume that it refers to."""
    fields = dict(entry.fields)
    references = ",".join(fields.get(name, "") for name in ("crossref", "xdata"))
    for key in references.lower().split(","):
        parent = parents.get(key.strip())
        if not key.strip() or parent is None or parent is entry:
            continue
        lent = {name: parent.fields[name] for name in _INHERITED if name in parent.fields}
        if "title" in parent.fields and not any(fields.get(name) for name in _VENUES):
            lent.setdefault("booktitle", parent.fields["title"])
        if fields.get("year") or fields.get("date"):
            lent.pop("year", None)
            lent.pop("date", None)
        for name, value in lent.items():
            if not fields.get(name):
                fields[name] = value
    return fields


def _add_preprint_number(fields: dict[str, Any]) -> None:
    """`eprint` means arXiv unless another archive is named; else the journal may say it."""
    archive = str(fields.get("eprinttype") or fields.get("archiveprefix") or "arxiv").lower()
    if archive != "arxiv":
        eprint = fields.pop("eprint", "")
        if archive == "pubmed":
            fields.setdefault("pmid", eprint)
    elif not fields.get("eprint"):
        for name in ("journal", "volume", "note", "howpublished"):
            if match := _ARXIV_NUMBER.match(fields.get(name, "")):
                fields["eprint"] = match[1]


def _verbatim(value: str) -> str:
    r"""An address or identifier without `\url{…}`, `<…>` and escapes."""
    value = re.sub(r"\\(?:url|href|path)\b", "", value)
    value = re.sub(r"\\([%&_#$~^{}])", r"\1", value)
    return value.replace("{", "").replace("}", "").replace(" ", "").strip("<>\n\t")


def _unprotected(value: str, keep_sets: bool = False) -> str:
    """The value without the braces that only protect capitals; TeX is left to the cleaning.

    Args:
        value: As it stands between its delimiters.
        keep_sets: Keep `{0,1}`, which people who do not escape their abstracts mean as it stands.
    """
    if "~" in value:
        value = _TIE.sub(" ", value)
    if "{" not in value:
        return value
    value = _ALONE.sub(r"\\\1{}", value)
    meant = (_SWITCH, _ADDRESS_AFTER_WORD, *([_SET] if keep_sets else []))
    dropped: set[int] = set()
    opened: list[tuple[int, bool, bool]] = []
    formulas = value.count("$") - value.count("\\$")
    in_formula = False
    last_closed = -1  # where the argument of a command ended: another may follow
    for match in _TOKEN.finditer(value):
        place, sign = match.start(), match[0]
        if sign == "$" and formulas % 2 == 0:
            in_formula = not in_formula
        elif sign == "{":
            before = value[max(0, place - 30) : place]
            of_command = bool(_OF_A_COMMAND.search(before)) or last_closed == place - 1 >= 0
            kept = in_formula or of_command or any(each.match(value, place) for each in meant)
            opened.append((place, kept, of_command))
        elif sign == "}" and opened:
            begin, is_kept, of_command = opened.pop()
            if not is_kept:
                dropped |= {begin, place}
            elif of_command:
                last_closed = place
    return "".join(c for place, c in enumerate(value) if place not in dropped)


def _authors(value: str) -> list[dict[str, str]] | str:
    """Names as BibTeX separates them; anything else as it stands, for the general rules."""
    names: list[dict[str, str]] = []
    for piece in _split(value, _AND):
        if piece.lower() in {"", "others", "{others}"}:
            continue
        parts = _split(piece, _COMMA)
        if piece.startswith("{") and piece.endswith("}") and len(parts) == 1:
            names.append({"family": _unprotected(piece)})  # a corporate name, commas and all
        elif len(parts) == 1 and ";" not in piece:
            names.append({"name": _unprotected(piece)})
        elif len(parts) == 2:
            names.append({"given": _unprotected(parts[1]), "family": _unprotected(parts[0])})
        elif len(parts) == 3 and _JUNIOR.fullmatch(parts[1]):
            family = f"{_unprotected(parts[0])} {parts[1]}"
            names.append({"given": _unprotected(parts[2]), "family": family})
        else:
            return _unprotected(value)
    return names


def _split(value: str, pattern: re.Pattern[str]) -> list[str]:
    """Split where the pattern stands outside of braces."""
    pieces: list[str] = []
    depth = start = 0
    for match in pattern.finditer(value):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth == 0:
            pieces.append(value[start : match.start()].strip())
            start = match.end()
    return [*pieces, value[start:].strip()]
