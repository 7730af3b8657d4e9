"""Which field of a record is which, and the Paper made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from paperchat.errors import ReadingError
from paperchat.reading.authors import author_names, printed_list
from paperchat.reading.cleaning import clean_abstract, clean_text
from paperchat.reading.identifiers import find_identifiers
from paperchat.reading.merging import paper_id
from paperchat.reading.titles import derive_title
from paperchat.types import Paper, Skipped

_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "title": (
        "title", "papertitle", "articletitle", "primarytitle", "displaytitle", "titleofpaper",
        "标题", "题目", "题名", "论文标题", "论文题目", "論文標題", "標題", "題目",
    ),
    "abstract": (
        "abstract", "abstracttext", "paperabstract", "abstracts", "summary", "abs", "text",
        "description", "摘要", "论文摘要", "論文摘要",
    ),
    "authors": (
        "authors", "author", "authorlist", "authornames", "authorsfullnames", "leadauthors",
        "firstauthors", "creators", "creator", "作者",
    ),
    "venue": (
        "venue", "venuename", "booktitle", "journal", "journaltitle", "journalname", "conference",
        "conferencename", "containertitle", "publicationtitle", "publicationname", "sourcetitle",
        "secondarytitle", "journalbook", "eventtitle", "会议", "會議", "期刊", "会议名称",
        "期刊名称", "来源",
    ),
    "year": (
        "year", "publicationyear", "pubyear", "conferenceyear", "date", "published",
        "publicationdate", "publishdate", "pubdate", "publishedat", "publisheddate", "issued",
        "年份", "年", "发表年份", "发布时间", "发表时间", "日期",
    ),
    "url": ("url", "link", "paperurl", "paperlink", "site", "href", "urls", "abs", "abstracturl",
            "openreviewurl", "virtualsiteurl", "pdf", "pdfurl", "链接", "论文链接", "論文連結"),
    "status": ("decision", "status", "acceptance", "presentationtype", "presentation"),
    "keywords": ("keywords", "keyword", "authorkeywords", "tags", "subjects", "topics",
                 "categories", "关键词", "關鍵詞"),
}  # fmt: skip
MAPPABLE: Final = (*_NAMES, "doi", "arxiv", "openreview", "pmid", "acl")
"""The fields that a person can name a column for."""

_NAMES_TOLD: Final = 8
_PROSE_WORDS: Final = 8  # a field of so many words may be an abstract of another name
_WEAK: Final = {"text", "description"}  # an abstract only beside a title
_PLACEHOLDERS: Final = frozenset(
    {
        "na", "none", "null", "nil", "nan", "tbd", "tba", "todo", "withdrawn", "withdraw",
        "withdrawnpaper", "paperwithdrawn", "paperwaswithdrawn", "thispaperwaswithdrawn",
        "thispaperhasbeenwithdrawn", "noabstract", "noabstractavailable",
        "abstractunavailable", "abstractnotavailable", "notavailable", "unavailable",
        "abstract", "unknown", "untitled", "novenue", "comingsoon", "empty", "missing", "title",
    }
)  # fmt: skip
_YEAR: Final = re.compile(r"(?<!\d)(1[5-9]\d{2}|20\d{2}|2100)(?!\d)")
_SHORTEST_ABSTRACT_WORDS: Final = 2


def known_fields(names: Iterable[str]) -> set[str]:
    """The fields that are named, whatever their case and punctuation."""
    folded = {_folded(name) for name in names}
    return {field for field, known in _NAMES.items() if not folded.isdisjoint(known)}


def same_name(one: str, other: str) -> bool:
    """Whether two column names differ in case and punctuation at most."""
    return one == other or (_folded(one) == _folded(other) != "")


def is_paper_like(record: Mapping[str, Any], columns: Iterable[str] = ()) -> bool:
    """Whether a record names a title or an abstract, or one of the columns asked for."""
    names = {_folded(name) for name in record} - _WEAK
    if any(_folded(column) in names for column in columns):
        return True
    if "content" in names and isinstance(record.get("content"), Mapping):
        return True
    return not names.isdisjoint(_NAMES["title"] + _NAMES["abstract"])


def renamed(fields: Mapping[str, Any], mapping: Mapping[str, str]) -> dict[str, Any]:
    """The fields under the names that a mapping gives them.

    Args:
        fields: Name → value, as found in the file.
        mapping: Field → name of the column that holds it, whatever other names the field has.
    """
    mapped: dict[str, Any] = {}
    for field, column in mapping.items():
        for name, value in fields.items():
            if same_name(str(name), column):
                mapped[field] = value
    taken = {name for field in mapped for name in _NAMES.get(field, (field,))}
    rest = {name: value for name, value in fields.items() if _folded(str(name)) not in taken}
    return {**mapped, **rest}


def check_mapping(mapping: Mapping[str, str]) -> None:
    """Refuse fields that a paper does not have.

    Raises:
        ReadingError: A field is unknown; the message lists those that there are.
    """
    unknown = sorted(set(mapping) - set(MAPPABLE))
    if unknown:
        raise ReadingError(
            f"No field of a paper is called {', '.join(unknown)}; there are {', '.join(MAPPABLE)}."
        )


def to_paper(fields: Mapping[str, Any], source: str) -> Paper | Skipped:
    """Make a Paper of a raw record.

    Args:
        fields: Name → value, as found in the file.
        source: `<file name>#<position>`.

    Returns:
        The paper, or why there is none.
    """
    values = _by_folded_name(fields)
    title = _unless_placeholder(clean_text(_text(_first(values, "title"))))
    abstract = _abstract(values)
    if not title and not abstract:
        return Skipped(source, _why_empty(values))
    paper = Paper(
        id="",
        title=title or derive_title(abstract),
        abstract=abstract,
        title_is_derived=not title,
        authors=author_names(_first(values, "authors")),
        venue=_unless_placeholder(clean_text(_text(_first(values, "venue")))),
        year=_year(values),
        url=_url(values),
        identifiers=find_identifiers(values),
        status=clean_text(_text(_first(values, "status"))),
        keywords=_keywords(_first(values, "keywords")),
        sources=(source,),
    )
    return replace(paper, id=paper_id(paper))


def with_facts(paper: Paper, facts: Mapping[str, Any]) -> Paper:
    """The paper with the venue and the year that its list is known by, where it names none."""
    values = _by_folded_name({name: value for name, value in facts.items() if value})
    return replace(
        paper,
        venue=paper.venue or clean_text(_text(_first(values, "venue"))),
        year=paper.year or _year(values),
    )


@cache
def _folded(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


def _by_folded_name(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Values by folded name; OpenReview's `content` and `{"value": …}` are opened."""
    values: dict[str, Any] = {}
    for name, value in fields.items():
        if isinstance(value, Mapping) and _folded(str(name)) == "content":
            values = {**_by_folded_name(value), **values}
        elif isinstance(value, Mapping) and "value" in value and len(value) <= 2:
            values.setdefault(_folded(str(name)), value["value"])
        else:
            values.setdefault(_folded(str(name)), value)
    return values


def _first(values: Mapping[str, Any], field: str) -> Any:
    """The value of the first name of a field that holds one."""
    for name in _NAMES[field]:
        value = values.get(name)
        if value is not None and value != "" and value != [] and str(value).strip():
            return value
    return None


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return " ".join(_text(part) for part in value if part)
    if isinstance(value, Mapping):
        return _text(value.get("name") or value.get("title") or value.get("text") or "")
    return "" if value is None or isinstance(value, bool) else str(value)


def _abstract(values: Mapping[str, Any]) -> str:
    """The first field that holds prose; `abs` is often the address of the abstract's page."""
    for name in _NAMES["abstract"]:
        if name in _WEAK and not values.get("title"):
            continue
        text = _text(values.get(name))
        if not text.strip() or re.match(r"\s*https?://\S+\s*$", text):
            continue
        text = _unless_placeholder(clean_abstract(text))
        if len(text.split(None, 2)) >= _SHORTEST_ABSTRACT_WORDS or not text.isascii():
            return text
    return ""


def _unless_placeholder(text: str) -> str:
    if len(text) > 40:
        return text
    folded = _folded(text)
    return "" if not folded or folded in _PLACEHOLDERS else text


def _why_empty(values: Mapping[str, Any]) -> str:
    strong = {name: value for name, value in values.items() if name not in _WEAK}
    named = [name for name in ("title", "abstract") if _text(_first(strong, name)).strip()]
    if not named:
        texts = {name: _text(value) for name, value in values.items()}
        if not any(len(text.split()) >= _PROSE_WORDS for text in texts.values()):
            return "neither title nor abstract"
        names = [name for name, text in texts.items() if text.strip()][:_NAMES_TOLD]
        return (
            f"no title or abstract among its fields ({', '.join(names)}); "
            "--map says which field is which"
        )
    held = ", ".join(f"{name} “{_text(_first(values, name)).strip()[:40]}”" for name in named)
    return f"neither title nor abstract, only a placeholder ({held})"


def _year(values: Mapping[str, Any]) -> int | None:
    for name in _NAMES["year"]:
        value = values.get(name)
        if isinstance(value, Mapping):  # CSL: {"date-parts": [[2025, 7]]}
            value = value.get("date-parts") or value.get("year")
        match = _YEAR.search(str(value)) if value else None
        if match:
            return int(match[1])
    return None


def _url(values: Mapping[str, Any]) -> str | None:
    for name in _NAMES["url"]:
        value = values.get(name)
        text = _text(value[0] if isinstance(value, list) and value else value).strip()
        if re.match(r"https?://\S+$", text):
            return text
    return None


def _keywords(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = printed_list(value) or re.split(
            r"[;|]|,(?![^(]*\))" if ";" not in value else ";", value
        )
    if not isinstance(value, (list, tuple)):
        return ()
    words = (clean_text(_text(word)).strip(" .,;") for word in value)
    return tuple(dict.fromkeys(word for word in words if word))
