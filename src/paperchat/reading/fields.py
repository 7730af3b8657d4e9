"""Which field of a record is which, and the Paper made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from paperchat.errors import ReadingError
from paperchat.reading.abstracts import clean_abstract, is_placeholder, is_withdrawal
from paperchat.reading.authors import author_names, printed_list
from paperchat.reading.cleaning import clean_text
from paperchat.reading.dates import year_of
from paperchat.reading.fallbacks import passing_facts, venue_and_year
from paperchat.reading.identifiers import find_identifiers
from paperchat.reading.merging import paper_id
from paperchat.reading.statuses import status_in_venue, status_of
from paperchat.reading.titles import derive_title
from paperchat.types import Paper, Skipped

_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "title": (
        "title", "papertitle", "articletitle", "primarytitle", "displaytitle", "titleofpaper",
        "标题", "题目", "题名", "论文标题", "论文题目", "論文標題", "標題", "題目",
    ),
    "abstract": (
        "abstract", "abstracttext", "paperabstract", "abstracts", "abstractnote", "summary", "abs",
        "text", "description", "摘要", "论文摘要", "論文摘要",
    ),
    "authors": (
        "authors", "author", "authorlist", "authornames", "authorsfullnames", "leadauthors",
        "firstauthors", "creators", "creator", "authorships", "authorstring", "作者",
    ),
    "venue": (
        "venue", "venuename", "booktitle", "journal", "journaltitle", "journalname", "conference",
        "conferencename", "containertitle", "publicationtitle", "publicationname", "sourcetitle",
        "secondarytitle", "journalbook", "eventtitle", "publicationvenue", "proceedingstitle",
        "event", "会议", "會議", "期刊", "会议名称", "期刊名称", "来源", "journalref",
    ),
    "year": (
        "year", "publicationyear", "pubyear", "conferenceyear", "date", "published",
        "publicationdate", "publishdate", "pubdate", "publishedat", "publisheddate", "issued",
        "publishedonline", "publishedprint", "firstpublicationdate", "年份", "年", "发表年份",
        "发布时间", "发表时间", "日期",     ),
    "url": ("url", "link", "paperurl", "paperlink", "site", "href", "urls", "abs", "abstracturl",
            "openreviewurl", "virtualsiteurl", "pdf", "pdfurl", "链接", "论文链接", "論文連結"),
    "status": ("decision", "status", "acceptance", "acceptancestatus", "presentationtype",
               "presentation", "eventtype", "papertype", "会议类型"),
    "keywords": ("keywords", "keyword", "authorkeywords", "tags", "subjects", "topics",
                 "categories", "关键词", "關鍵詞"),
}  # fmt: skip
MAPPABLE: Final = (*_NAMES, "doi", "arxiv", "openreview", "pmid", "acl")
"""The fields that a person can name a column for."""

_NAMING: Final = ("name", "title", "text", "display_name", "tag", "term", "value")
_NAMES_TOLD: Final = 8
_PROSE_WORDS: Final = 8  # a field of so many words may be an abstract of another name
_WEAK: Final = {"text", "description"}  # an abstract only beside a title
# Dates of a record rather than of its paper; the year in the name of a venue is better.
_RECORD_DATES: Final = (
    "pdate", "created", "cdate", "tcdate", "versions", "updated", "updatedate",
)  # fmt: skip


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
    abstract = _abstract(values)
    title = _unless_placeholder(clean_text(_title(values, abstract)))
    if not title and not abstract:
        return Skipped(source, _why_empty(values))
    named = clean_text(_text(_first(values, "venue")) or _place(values))
    venue, year = venue_and_year(_unless_placeholder(named))
    paper = Paper(
        id="",
        title=title or derive_title(abstract),
        abstract=abstract,
        title_is_derived=not title,
        authors=author_names(_first(values, "authors")),
        venue=venue,
        year=_year(values) or year or _year(values, _RECORD_DATES),
        url=_url(values),
        identifiers=find_identifiers(values),
        status=_status(values, named, abstract),
        keywords=_keywords(_first(values, "keywords")),
        sources=(source,),
    )
    return replace(paper, id=paper_id(paper))


def told_in_passing(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Venue and year from a record's citation or address: weaker than what anything else says."""
    return passing_facts(_by_folded_name(fields))


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
        return _text(next((value[name] for name in _NAMING if value.get(name)), ""))
    return "" if value is None or isinstance(value, bool) else str(value)


def _abstract(values: Mapping[str, Any]) -> str:
    """The first field that holds prose; `abs` is often the address of the abstract's page."""
    for name in _NAMES["abstract"]:
        if name in _WEAK and not values.get("title"):
            continue
        text = _text(values.get(name))
        if not text.strip() or re.match(r"\s*https?://\S+\s*$", text):
            continue
        text = clean_abstract(text)
        if text:
            return text
    inverted = values.get("abstractinvertedindex")
    return clean_abstract(_in_order(inverted)) if isinstance(inverted, Mapping) else ""


def _in_order(inverted: Mapping[str, Any]) -> str:
    """OpenAlex gives an abstract as word → its places."""
    places = ((place, word) for word, each in inverted.items() for place in _places(each))
    return " ".join(word for _, word in sorted(places))


def _places(value: Any) -> list[int]:
    return [place for place in value if isinstance(place, int)] if isinstance(value, list) else []


def _place(values: Mapping[str, Any]) -> str:
    """OpenAlex names the journal in the object of the place where a paper appeared."""
    location = values.get("primarylocation")
    return _text(location.get("source")) if isinstance(location, Mapping) else ""


def _title(values: Mapping[str, Any], abstract: str) -> str:
    """The sites of ICML, ICLR and NeurIPS call it `name`; alone, that is anybody's name."""
    title = _text(_first(values, "title"))
    if title or not abstract:
        return title
    name = values.get("name") or values.get("displayname")
    return name if isinstance(name, str) else ""


def _status(values: Mapping[str, Any], venue: str, abstract: str) -> str:
    told = status_of(_text(values.get(name)) for name in _NAMES["status"])
    told = told or status_in_venue(venue)
    if told or abstract:
        return told
    texts = (_text(values.get(name)) for name in _NAMES["abstract"])
    return "withdrawn" if any(map(is_withdrawal, texts)) else ""


def _unless_placeholder(text: str) -> str:
    return "" if is_placeholder(text) else text


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


def _year(values: Mapping[str, Any], names: tuple[str, ...] = _NAMES["year"]) -> int | None:
    return next(
        (year for name in names if name in values and (year := year_of(values[name]))), None
    )


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
