"""A bullet of a reading list → the fields of a paper."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from paperchat.reading.markdown_blocks import LINK
from paperchat.reading.markdown_text import (
    addresses,
    author_text,
    is_label,
    is_paper_address,
    is_paper_label,
    labelled,
    plain,
    venue_and_year,
    word_count,
)

_PIECE: Final = re.compile(
    LINK.pattern
    + r"|(?P<bold>\*\*(?=\S)(?P<b>.+?)\*\*|__(?=\S)(?P<c>.+?)__)"
    + r"|(?P<code>`[^`\n]+`)"
    + r"|(?P<tag>【[^】\n]*】|\[[^\[\]\n]{1,40}\](?!\()|:\w+:)"
    + r"|(?P<italic>(?<![\w*\\])\*(?=[^\s*])(?P<i>[^*\n]+?)\*(?![\w*])"
    r"|(?<![\w\\])_(?=\S)(?P<u>[^_\n]+?)_(?!\w))",
    re.DOTALL,
)
_SENTENCE_END: Final = re.compile(r"(?<=[\w)\]?!”\"])[.]\s+(?=[A-Z*\[])|[?!](?=\s+[A-Z])|\n")
_QUOTED: Final = re.compile(r"[\"“]([^\"”\n]{8,300}?)[,.]?[\"”]")
_DATE: Final = re.compile(r"^\W*(\d{4})[./-]?\d{0,2}[./-]?\d{0,2}\W*$")
_NO_TITLE: Final = re.compile(
    r"\W*(?:we|our|this|these|see|check|please|add(?:ed|s)?|releas\w+|updat\w+|support\w*|thank\w*"
    r"|if|you|install|download|run|code|use|for more|news|note|contact|todo|back to)\b",
    re.IGNORECASE,
)
_PROSE: Final = 200


@dataclass(slots=True)
class _Piece:
    kind: str  # "bold", "link", "code", "tag", "italic" or "text"
    text: str
    url: str = ""


@dataclass(slots=True)
class Item:
    """What a bullet says.

    Attributes:
        fields: Those of a paper.
        is_sure: It has a title and leads to where papers are, so it is one in any list.
    """

    fields: dict[str, Any]
    is_sure: bool


def parse_item(text: str) -> Item | None:
    """The paper of a bullet; None when nothing in it can be a title."""
    lines, fields = _without_labels(text)
    is_labelled = "abstract" in fields
    pieces = _pieces("\n".join(lines))
    urls = addresses(text)
    places = [url for url in urls if is_paper_address(url)]
    places += [piece.url for piece in pieces if piece.url.startswith("http") and
               is_paper_label(piece.text)]  # fmt: skip
    title, rest, title_url = _title(pieces)
    title = str(fields.pop("title", "") or title)
    if not title:
        return None
    prose = "" if is_labelled else _prose(lines)
    fields = {**_facts(rest), **fields, "title": title, **({"abstract": prose} if prose else {})}
    if "url" not in fields and (title_url or places):
        fields["url"] = title_url if is_paper_address(title_url) or not places else places[0]
    if urls:
        fields["links"] = places or urls
    return Item(fields, bool(places) or is_labelled)


def _without_labels(text: str) -> tuple[list[str], dict[str, Any]]:
    """The lines of an item that are no "Label: value", and the fields of those that are."""
    lines: list[str] = []
    fields: dict[str, Any] = {}
    current = ""
    for number, line in enumerate(text.split("\n")):
        found = labelled(line) if number or _starts_with_field(line) else None
        if found:
            current, value = found
            value = value.strip()
            if current == "url":
                value = next(iter(addresses(value)), "")
            elif current != "abstract":
                value = plain(value)
            fields.setdefault(current, value)
        elif current == "abstract" and line.strip():
            fields["abstract"] = f"{fields['abstract']} {line}".strip()
        elif current == "abstract" and not line.strip():
            continue
        else:
            current = ""
            lines.append(line)
    return lines, {name: value for name, value in fields.items() if value}


def _prose(lines: list[str]) -> str:
    """A long paragraph of its own below the title: of a paper, it can only be the abstract."""
    paragraphs = "\n".join(lines).split("\n\n")[1:]
    return next((each for each in paragraphs if len(each) >= _PROSE), "")


def _starts_with_field(line: str) -> bool:
    found = labelled(line)
    return found is not None and found[0] == "title"


def _pieces(text: str) -> list[_Piece]:
    pieces: list[_Piece] = []
    position = 0
    for match in _PIECE.finditer(text):
        if match.start() > position:
            pieces.append(_Piece("text", text[position : match.start()]))
        position = match.end()
        if match["bold"]:
            pieces.append(_linked("bold", match["b"] or match["c"]))
        elif match["italic"]:
            pieces.append(_linked("italic", match["i"] or match["u"]))
        elif match["code"] or match["tag"]:
            pieces.append(_Piece("code" if match["code"] else "tag", match[0]))
        else:
            pieces.append(_Piece("link", match[1], match[2]))
    pieces.append(_Piece("text", text[position:]))
    return [piece for piece in pieces if piece.text or piece.url]


def _linked(kind: str, text: str) -> _Piece:
    """`**[Title](url)**` is a bold piece that leads somewhere; `**[ICML 2024]**` is a tag."""
    if re.fullmatch(r"\[[^\[\]]+\]", text.strip()):
        return _Piece("tag", text)
    match = LINK.search(text)
    return _Piece(kind, plain(text), match[2] if match else "")


def _title(pieces: list[_Piece]) -> tuple[str, list[_Piece], str]:
    """The title, the pieces beside it, and where it leads."""
    best: tuple[int, int] | None = None
    for place, piece in enumerate(pieces):
        if piece.kind not in ("bold", "link") or is_label(piece.text):
            continue
        if piece.url.startswith(("#", ".", "/")) or piece.text.rstrip().endswith((":", "：")):
            continue
        words = word_count(piece.text)
        following = pieces[place + 1].text if place + 1 < len(pieces) else ""
        is_name = piece.kind == "bold" and words < 3 and following.lstrip().startswith((":", "："))
        is_short = words < 2 and not (piece.kind == "link" and is_paper_address(piece.url))
        if is_name or is_short or (words < 6 and venue_and_year(piece.text)):
            continue
        if piece.kind == "link" and len(piece.text) < 30 and author_text(piece.text):
            continue
        if best is None or (words > best[0] and best[0] < 4):
            best = words, place
    if best is not None:
        place = best[1]
        title = pieces[place].text.strip(' .,*_"“”')
        return title, pieces[:place] + pieces[place + 1 :], pieces[place].url
    return _title_in_words(pieces)


def _title_in_words(pieces: list[_Piece]) -> tuple[str, list[_Piece], str]:
    """A title without marks: in quotation marks, else up to the first link, line or full stop."""
    for place, piece in enumerate(pieces):
        if piece.kind == "text" and (match := _QUOTED.search(piece.text)):
            around = [_Piece("text", piece.text[: match.start()]),
                      _Piece("text", piece.text[match.end() :])]  # fmt: skip
            return match[1], pieces[:place] + around + pieces[place + 1 :], ""
    start = 0
    while start < len(pieces) and (
        pieces[start].kind in ("tag", "code")
        or (pieces[start].kind == "link" and is_label(pieces[start].text))
        or not re.search(r"\w", pieces[start].text)
        or _DATE.match(pieces[start].text)
    ):
        start += 1
    end = start
    words = ""
    while end < len(pieces) and pieces[end].kind in ("text", "bold", "link"):
        piece = pieces[end]
        if piece.kind == "link" and (is_label(piece.text) or words.strip()):
            break
        words += piece.text
        end += 1
    cut = _SENTENCE_END.search(words.strip())
    title = words.strip()[: cut.start() + (words.strip()[cut.start()] in "?!")] if cut else words
    after = words.strip()[len(title) :] if cut else ""
    title = re.sub(r"^(?:\d{4}[./-]\d{1,2}(?:[./-]\d{1,2})?|\([^()]*\))\W*", "", title.strip())
    title = re.sub(r"\s*[(\[]+$", "", title).strip(" ,;:-–—*|.")
    if word_count(title) < 3 or _NO_TITLE.match(title) or len(title) > 400:
        return "", [], ""
    url = next((piece.url for piece in pieces[start:end] if piece.url), "")
    return title, [*pieces[:start], _Piece("text", after), *pieces[end:]], url


def _facts(pieces: list[_Piece]) -> dict[str, Any]:
    """Authors, venue and year in what stands beside the title."""
    fields: dict[str, Any] = {}
    for piece in pieces:
        if piece.kind == "link" and is_label(piece.text):
            continue
        parts = [piece.text]
        if piece.kind == "text":
            parts = re.split(r"\n|[|()（）]|(?<=\w\w)\.\s+|\s[-–—]\s|。", piece.text)
        for part in parts:
            names, part = _names(part)
            if names and "authors" not in fields:
                fields["authors"] = names
            for name, value in _venue(part).items():
                fields.setdefault(name, value)
            if (date := _DATE.match(part.strip(" []"))) and date[1][:2] in ("19", "20"):
                fields.setdefault("year", date[1])
    return fields


def _names(part: str) -> tuple[str, str]:
    """The names that a part begins with, and the rest of it: "A. One, B. Two, ICML 2024"."""
    pieces = part.strip(" ,").split(",")
    for end in range(len(pieces), 0, -1):
        names = author_text(",".join(pieces[:end]))
        if names and not (end == 1 and venue_and_year(names)):
            return names, ",".join(pieces[end:])
    return "", part


def _venue(part: str) -> dict[str, str]:
    """Of the whole part, else of what follows its last comma but one: "A. One, ICML, 2024"."""
    pieces = [piece.strip() for piece in part.split(",")]
    for start in range(len(pieces)):
        facts = venue_and_year(", ".join(pieces[start:]))
        if facts:
            return facts
    return {}
