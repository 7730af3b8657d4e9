"""Headings of a Markdown text and what is below them → the papers that have a heading each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from paperchat.reading.headings import list_heading
from paperchat.reading.markdown_blocks import LINK, Block
from paperchat.reading.markdown_text import (
    LABELS,
    addresses,
    author_text,
    is_chinese,
    is_label,
    is_paper_address,
    labelled,
    plain,
)

_NUMBER: Final = re.compile(r"^(?:\d{1,4}[.)、]\s+|\[\d{1,4}\]\s*|\(\d{1,4}\)\s*)")
_STATUS: Final = re.compile(
    r"(?:accepted|rejected|withdrawn|oral|poster|spotlight|highlight)s?"
    r"(?: \(?(?:papers?|presentations?|oral|poster|spotlight)\)?)*",
    re.IGNORECASE,
)
_CODE_ONLY: Final = re.compile(r"\s*(?:`[^`]+`[\s,，]*)+")
_LABEL_HEADINGS: Final = {"abstract", "authors", "author", "摘要", "作者", "英文摘要", "中文摘要",
                          "论文摘要", "keywords", "关键词"}  # fmt: skip
_PROSE: Final = 80


@dataclass(slots=True)
class Section:
    """A heading and the blocks below it, down to the next heading.

    Attributes:
        facts: Venue and year that this heading or one above it names.
        is_list: The heading itself says that a list of papers is below it.
        status: As in "## Oral"; empty when the headings do not say.
    """

    heading: str = ""
    blocks: list[Block] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    status: dict[str, str] = field(default_factory=dict)
    is_list: bool = False


def sections(blocks: list[Block]) -> Iterator[Section]:
    """The sections of a text; "## Abstract" belongs to the section before it."""
    section = Section()
    above: list[tuple[int, dict[str, str], dict[str, str], bool]] = []
    for block in blocks:
        if block.kind != "heading":
            section.blocks.append(block)
            continue
        words = plain(block.text).strip(" *_#:：")
        if words.casefold() in _LABEL_HEADINGS:
            section.blocks.append(Block("text", f"**{words}:**"))
            continue
        yield section
        above = [entry for entry in above if entry[0] < block.level]
        facts, status = list_heading(words), {}
        if _STATUS.fullmatch(words):
            status = {"status": words.split()[0].rstrip("s").capitalize()}
        # "ICML 2024 Code" is as often the page of one program.
        is_list = facts is not None and "code" not in words.casefold()
        above.append((block.level, facts or {}, status, is_list))
        section = Section(
            block.text,
            facts=next((entry[1] for entry in reversed(above) if entry[1]), {}),
            status=next((entry[2] for entry in reversed(above) if entry[2]), {}),
            is_list=any(entry[3] for entry in above),
        )
    yield section


def section_papers(section: Section) -> tuple[list[dict[str, Any]], bool]:
    """The papers that a section is about, and whether labels such as "Abstract:" say so.

    Without labels, a section is about a paper when a link to it stands on a line of its own, and
    prose below it.
    """
    entries = [_Entry()]
    in_list = False  # whose bullets are papers, so that labels in them are theirs
    for block in section.blocks:
        if block.kind == "item" and not entries[-1].label:
            in_list = in_list or labelled(block.text.split("\n")[0]) is None
        if block.kind != "table" and not (block.kind == "item" and in_list):
            _read_block(block, entries)
    heading = "" if list_heading(plain(section.heading)) else section.heading
    papers = [fields for entry in entries if (fields := entry.paper(heading, section.status))]
    return papers, any(entry.is_labelled for entry in entries)


@dataclass(slots=True)
class _Entry:
    fields: dict[str, Any] = field(default_factory=dict)
    english: list[str] = field(default_factory=list)
    chinese: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    short: list[str] = field(default_factory=list)  # lines that may be an English title
    own_link: str = ""  # on a line of its own
    label: str = ""
    is_labelled: bool = False

    def take(self, label: str, value: str) -> None:
        """Take what stands behind a label, or below it."""
        value = value.strip()
        if label == "abstract":
            self.is_labelled = True
            if value:
                (self.chinese if is_chinese(value) else self.english).append(value)
        elif label == "url":
            self.links += addresses(value)
        elif label in LABELS.values() and value:
            self.is_labelled |= label == "authors"
            self.fields.setdefault(label, plain(value))
        elif value:
            self.is_labelled |= label == "summary" and len(value) >= _PROSE
            self.fields.setdefault(label, value)

    def take_unlabelled(self, text: str) -> None:
        """Take a block that says by its looks what it is."""
        urls = addresses(text)
        left = " ".join(LINK.sub(lambda m: "" if is_label(m[1]) else m[1], text).split())
        whole = LINK.fullmatch(text.strip())
        if whole or (urls and not re.search(r"\w", re.sub(r"https?://\S+", "", left))):
            self.links += urls
            # A link without words had a picture: a badge, as pages of programs have.
            worded = [match[2] for match in LINK.finditer(text) if match[1].strip()]
            worded += addresses(LINK.sub("", text))
            self.own_link = self.own_link or next(filter(is_paper_address, worded), "")
            if whole and not is_label(whole[1]):
                self.short.append(whole[1])
        elif _CODE_ONLY.fullmatch(text):
            self.fields.setdefault("keywords", re.findall(r"`([^`]+)`", text))
        elif "authors" not in self.fields and (names := author_text(text)):
            self.fields["authors"] = names
        elif len(text) >= _PROSE or is_chinese(text):
            (self.chinese if is_chinese(text) else self.english).append(text)
        else:
            self.short.append(text)

    def paper(self, heading: str, status: dict[str, str]) -> dict[str, Any]:
        """The fields of the paper; none when this is no paper."""
        if not (self.is_labelled or (self.own_link and (self.english or self.chinese))):
            return {}
        title, url = plain(heading), next(iter(addresses(heading)), "")
        title = self.fields.pop("title", "") or _NUMBER.sub("", title)
        english = [text for text in self.short if not is_chinese(text) and len(text.split()) > 1]
        if is_chinese(title) and english:
            title = plain(english[0])
        abstract = self.english or self.chinese
        if not title and not abstract:
            return {}
        urls = [url, self.own_link, *self.links]
        papers = [each for each in urls if is_paper_address(each)]
        return {
            **status,
            **self.fields,
            "title": title,
            "abstract": "\n".join(abstract),
            "url": next(iter([each for each in [url, *papers, *urls] if each]), ""),
            "links": papers,
        }


def _read_block(block: Block, entries: list[_Entry]) -> None:
    entry = entries[-1]
    run: list[str] = []
    in_block = ""
    for line in block.text.split("\n"):
        found = labelled(line)
        if found is None:
            run.append(line)
            continue
        _close(entry, in_block, run, block)
        if found[0] == "title" and (entry.is_labelled or "title" in entry.fields):
            entry = _Entry()
            entries.append(entry)
        in_block = entry.label = found[0]
        run = [found[1]]
    _close(entry, in_block, run, block)


def _close(entry: _Entry, label: str, run: list[str], block: Block) -> None:
    text = "\n".join(run).strip()
    if label:
        entry.take(label, text)
    elif entry.label == "abstract" and not _is_own_link(text):
        if text:
            entry.take("abstract", text)
    elif text and block.kind != "item":
        entry.take_unlabelled(text)


def _is_own_link(text: str) -> bool:
    left = LINK.sub("", text)
    return bool(addresses(text)) and not re.search(r"\w", re.sub(r"https?://\S+", "", left))
