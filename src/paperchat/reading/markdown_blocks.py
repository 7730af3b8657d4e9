"""Markdown → blocks (headings, list items, tables, quotes, paragraphs) and links.

Only as much of Markdown as lists of papers are written in; the words of a block stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["heading", "item", "table", "quote", "text"]

LINK: Final = re.compile(
    r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"\(\s*<?((?:[^\s()<>]|\([^\s()]*\))+)>?(?:\s+[\"'][^\"']*[\"'])?\s*\)"
)
"""`[words](address)`; the words may hold brackets, the address may."""

_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_HTML_TABLE: Final = re.compile(r"<table\b.*?</table\s*>", re.DOTALL | re.IGNORECASE)
_IMAGE: Final = re.compile(r"!\[[^\[\]]*\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)")
_IMAGE_TAG: Final = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
_LINK_TAG: Final = re.compile(
    r"<a\b[^<>]*?\bhref\s*=\s*[\"']([^\"'\s]+)[\"'][^<>]*>(.*?)</a\s*>", re.DOTALL | re.IGNORECASE
)
_HEADING_TAG: Final = re.compile(r"^[ \t]*<h([1-6])\b[^<>]*>(.*?)</h\1\s*>", re.I | re.M | re.S)
_SUMMARY_TAG: Final = re.compile(
    r"(?:<details\b[^<>]*>\s*)?<summary\b[^<>]*>(.*?)</summary\s*>", re.DOTALL | re.IGNORECASE
)
_LAYOUT_TAG: Final = re.compile(
    r"</?(?:div|p|details|center|a|span|kbd|picture|source|font|section)\b[^<>]*>", re.IGNORECASE
)
_DEFINITION: Final = re.compile(r"^ {0,3}\[([^\]\n]+)\]:[ \t]*<?(\S+?)>?(?:[ \t]+.*)?$", re.M)
_REFERENCE: Final = re.compile(r"\[([^\[\]]+)\]\[([^\[\]]*)\]")

_HEADING: Final = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+|(?=[\u4e00-\u9fff]))(.*)$")
_UNDERLINE: Final = re.compile(r"^ {0,3}(=+|-{3,})[ \t]*$")
_FENCE: Final = re.compile(r"^ {0,12}(```+|~~~+)")
_ITEM: Final = re.compile(r"^([ \t]*)(?:[-*+•]|\d{1,5}[.)])[ \t]+(?=\S)(.*)$")
_QUOTE: Final = re.compile(r"^ {0,3}>[ \t]?(.*)$")
_SEPARATOR: Final = re.compile(r"\|? {0,9}:?-+:? {0,9}(?:\| {0,9}:?-+:? {0,9})*\|?")
_RULE: Final = re.compile(r"^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_CELL_END: Final = re.compile(r"(?<!\\)\|")


@dataclass(slots=True)
class Block:
    """A block of a text.

    Attributes:
        kind: What it is.
        text: Its words, without the marks that make it that kind of block.
        level: Of a heading, 1 to 6; of a list item, how far it is indented.
        rows: The cells of a table, its header first.
    """

    kind: Kind
    text: str = ""
    level: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


def parse_blocks(text: str) -> list[Block]:
    """The blocks of a Markdown text, in order; code and HTML tables are left out."""
    return _Parser().parse(_simplified(text).expandtabs(4))


def _simplified(text: str) -> str:
    """HTML that is common in Markdown as Markdown; images and layout removed."""
    if "<" in text:
        text = _HTML_TABLE.sub("\n\n", _COMMENT.sub("", text))
        text = _IMAGE_TAG.sub("", text)
        text = _LINK_TAG.sub(lambda match: f"[{' '.join(match[2].split())}]({match[1]})", text)
        text = _HEADING_TAG.sub(_heading, text)
        text = _SUMMARY_TAG.sub(lambda match: f"\n  **{match[1].strip(' *:_')}:** ", text)
        text = _LAYOUT_TAG.sub("", text)
        text = "\n".join(
            line if "|" in line else re.sub(r"<br\s*/?>", "\n", line, flags=re.IGNORECASE)
            for line in text.split("\n")
        )
    text = _IMAGE.sub("", text)
    definitions = {name.casefold(): url for name, url in _DEFINITION.findall(text)}
    if definitions:
        text = _DEFINITION.sub("", text)
        text = _REFERENCE.sub(lambda match: _resolved(match, definitions), text)
    return text


def _heading(match: re.Match[str]) -> str:
    return f"\n{'#' * int(match[1])} {' '.join(match[2].split())}\n"


def _resolved(match: re.Match[str], definitions: dict[str, str]) -> str:
    url = definitions.get((match[2] or match[1]).casefold())
    return f"[{match[1]}]({url})" if url else match[0]


class _Parser:
    """Line by line; what is open is the last block, as long as no blank line closed it."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._open = False
        self._fence = ""

    def parse(self, text: str) -> list[Block]:
        lines = [line.rstrip() for line in text.split("\n")]
        skip = 0
        for number, line in enumerate(lines):
            if skip:
                skip -= 1
            elif self._is_code(line):
                self._open = False
            elif rows := tuple(_table(lines, number)):
                self._blocks.append(Block("table", rows=rows))
                skip, self._open = len(rows), False  # the separator is one more line
            else:
                self._take(line)
        return [block for block in self._blocks if block.text.strip() or block.rows]

    def _is_code(self, line: str) -> bool:
        fence = _FENCE.match(line)
        if self._fence:
            if fence and fence[1].startswith(self._fence):
                self._fence = ""
            return True
        self._fence = fence[1] if fence else ""
        return fence is not None

    def _take(self, line: str) -> None:
        last = self._blocks[-1] if self._blocks else None
        if not line.strip():
            self._open = False
        elif self._open and last and last.kind == "text" and _UNDERLINE.match(line):
            last.kind, last.level = "heading", 1 if "=" in line else 2
            self._open = False
        elif _RULE.match(line):
            self._open = False
        elif match := _HEADING.match(line):
            self._blocks.append(Block("heading", match[2].strip(" #"), len(match[1])))
            self._open = False
        elif match := _ITEM.match(line):
            self._start(Block("item", match[2].strip(), len(match[1])))
        elif match := _QUOTE.match(line):
            self._continue("quote", match[1])
        elif last and last.kind == "item" and (self._open or line.startswith("  ")):
            last.text += "\n" + ("" if self._open else "\n") + line.strip()
            self._open = True
        else:
            self._continue("text", line.strip())

    def _start(self, block: Block) -> None:
        self._blocks.append(block)
        self._open = True

    def _continue(self, kind: Kind, text: str) -> None:
        if self._open and self._blocks[-1].kind == kind and text.strip():
            self._blocks[-1].text += "\n" + text
        else:
            self._start(Block(kind, text))


def _table(lines: list[str], start: int) -> Iterator[tuple[str, ...]]:
    if "|" not in lines[start] or start + 1 == len(lines) or "|" not in lines[start + 1]:
        return
    if not _SEPARATOR.fullmatch(lines[start + 1].strip()) or _SEPARATOR.fullmatch(
        lines[start].strip()
    ):
        return
    yield _cells(lines[start])
    for line in lines[start + 2 :]:
        if "|" not in line:
            return
        yield _cells(line)


def _cells(line: str) -> tuple[str, ...]:
    line = line.strip().removeprefix("|")
    if line.endswith("|") and not line.endswith("\\|"):
        line = line[:-1]
    return tuple(cell.strip().replace("\\|", "|") for cell in _CELL_END.split(line))
