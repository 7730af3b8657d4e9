"""Lists of papers in Markdown → records: bullets, tables, a heading or a page for each paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from paperchat.reading.fields import known_fields
from paperchat.reading.front_matter import is_about_a_paper, split_front_matter, with_addresses
from paperchat.reading.headings import list_heading
from paperchat.reading.markdown_blocks import Block, parse_blocks
from paperchat.reading.markdown_items import Item, parse_item
from paperchat.reading.markdown_sections import Section, section_papers, sections
from paperchat.reading.markdown_tables import table_records
from paperchat.reading.markdown_text import is_chinese, labelled, plain, word_count
from paperchat.reading.plain_list import read_plain_list
from paperchat.reading.records import NoPapersError, Record, Records, Unreadable
from paperchat.reading.rows import read_rows

# Bounded white space: a line of nothing else must not take long.
_MARKS: Final = re.compile(
    r"\A\s{0,9}---[ \t]{0,9}\n|^ {0,3}#{1,6}[ \t]"
    r"|^[ \t]{0,9}(?:[-*+]|\d{1,4}[.)])[ \t]+\S.*(?:\]\(|\*\*)"
    r"|^[ \t]{0,9}\|?[ \t]{0,9}:?-{2,}:?[ \t]{0,9}\|",
    re.MULTILINE,
)
_PROSE: Final = 80
_LONGEST_DETAIL: Final = 60
_Found = dict[str, Any] | Unreadable


def looks_like_markdown(text: str) -> bool:
    """Whether papers can be found by the marks of Markdown."""
    if not _MARKS.search(text):
        return False
    return any(isinstance(record, Record) for record in _records(text))


def read_markdown(text: str) -> Records:
    """The papers of a page; headings such as "## ICML 2025 论文列表" hold for those below them.

    Raises:
        NoPapersError: There is no paper in it.
    """
    found = False
    for record in _records(text):
        found = True
        yield record
    if not found:
        if _is_list_of_paragraphs(text):
            yield from read_plain_list(text)
            return
        raise NoPapersError(
            "no papers were found in this Markdown text; a paper is a bullet with a title and a "
            "link, a row below a column of titles, or a heading with an abstract below it."
        )


def _records(text: str) -> Records:
    front, body = split_front_matter(text)
    if is_about_a_paper(front):
        yield Record(1, _page(front, body))
        return
    position = 0
    for section in sections(parse_blocks(body)):
        for found in _found(section):
            position += 1
            if isinstance(found, Unreadable):
                yield Unreadable(position, found.reason)
            else:
                yield Record(position, found, section.facts)


def _page(front: dict[str, Any], body: str) -> dict[str, Any]:
    """A page about one paper: what its front does not say of the abstract stands in its body."""
    fields = with_addresses(front)
    if "abstract" not in known_fields(name for name, value in front.items() if value):
        blocks = parse_blocks(body)
        prose = [block.text for block in blocks if block.kind in ("text", "quote")]
        prose = [text for text in prose if len(text) >= _PROSE] or prose
        english = [text for text in prose if not is_chinese(text)]
        abstracts = (
            paper["abstract"]
            for section in sections(blocks)
            for paper in section_papers(section)[0]
            if paper["abstract"]
        )
        fields = {**fields, "abstract": next(abstracts, "\n".join(english or prose))}
    return fields


def _found(section: Section) -> Iterator[_Found]:
    """Papers under one heading."""
    papers, is_sure = section_papers(section)
    in_a_list = any(block.kind in ("item", "table") for block in section.blocks)
    if papers and (is_sure or not in_a_list):
        yield from papers
        return
    listed = list(_listed(section))
    yield from listed or papers


def _listed(section: Section) -> Iterator[_Found]:
    """Papers in the tables, bullets and paragraphs under one heading."""
    blocks = section.blocks
    place = 0
    while place < len(blocks):
        block = blocks[place]
        if block.kind == "item":
            end = place
            while end < len(blocks) and blocks[end].kind == "item":
                end += 1
            yield from _bullets(blocks[place:end], section)
            place = end
            continue
        if block.kind == "table":
            yield from _rows(block, section)
        elif block.kind == "text":
            details = _details(blocks, place) if _is_title(block) else 0
            text = "\n".join(each.text for each in blocks[place : place + 1 + details])
            if paper := _paragraph(text, bool(details)):
                yield {**section.status, **paper.fields}
            place += details
        place += 1


def _is_title(block: Block) -> bool:
    """A paragraph that is bold as a whole, or one link as a whole, and has words enough."""
    text = block.text.strip()
    whole = re.fullmatch(r"\*\*[^*]+\*\*|__[^_]+__|\[.+\]\(\S+\)", text)
    return whole is not None and word_count(plain(text)) >= 3


def _details(blocks: list[Block], place: int) -> int:
    """How many bullets and lines below a title only say more, such as "论文：https://…"."""
    end = place + 1
    while end < len(blocks) and blocks[end].kind in ("item", "text") and not _is_title(blocks[end]):
        words = re.sub(r"https?://\S+", "", plain(blocks[end].text))
        if len(words) > _LONGEST_DETAIL:
            break
        end += 1
    return end - place - 1


def _rows(block: Block, section: Section) -> Iterator[_Found]:
    rows = table_records(block.rows)
    if rows:
        for record in read_rows(rows):
            if isinstance(record, Unreadable):
                yield record
            else:
                yield {**section.status, **record.fields}


def _paragraph(text: str, has_details: bool) -> Item | None:
    """A paragraph that is written as a bullet would be: title and link first, little else."""
    if not text.startswith(("**", "[", "__")) or len(plain(text)) > 600:
        return None
    item = parse_item(text)
    if item is None or not (item.is_sure or (has_details and _names_a_paper(text))):
        return None
    title = str(item.fields["title"])
    starts = plain(text).lstrip(" *_[").startswith(title[:30])
    return item if starts and word_count(title) >= 3 else None


def _names_a_paper(text: str) -> bool:
    """Also when its address is still to come, as in "论文：暂无"."""
    found = (labelled(line.strip()) for line in text.split("\n")[1:])
    return any(label is not None and label[0] == "url" for label in found)


def _bullets(blocks: list[Block], section: Section) -> Iterator[_Found]:
    """Papers of a run of bullets.

    Where most of the bullets are papers for sure, or the heading says that they are, the others
    are papers as well, or are told.
    """
    entries = list(_joined(blocks))
    items = [parse_item(text) for text in entries]
    sure = sum(item is not None and item.is_sure for item in items)
    all_are = section.is_list or sure * 2 > len(items)
    for text, item in zip(entries, items, strict=True):
        if item is not None and (item.is_sure or (all_are and not _is_inner_link(text))):
            yield {**section.status, **item.fields}
        elif all_are and sure and not _is_inner_link(text):
            yield Unreadable(0, f"no title found in “{plain(text)[:80]}”")


def _joined(blocks: list[Block]) -> Iterator[str]:
    """Bullets with the bullets below them that say more about the same paper."""
    place = 0
    while place < len(blocks):
        block = blocks[place]
        end = place + 1
        while end < len(blocks) and blocks[end].level > block.level:
            end += 1
        below = blocks[place + 1 : end]
        items = [parse_item(each.text) for each in below]
        if any(item is not None and item.is_sure and _is_titled(item) for item in items):
            own = parse_item(block.text)  # a category, unless it is a paper itself
            if own is not None and own.is_sure:
                yield block.text
            place += 1
            continue
        yield "\n".join([block.text, *(each.text for each in below)])
        place = end


def _is_titled(item: Item) -> bool:
    return word_count(str(item.fields["title"])) >= 3


def _is_inner_link(text: str) -> bool:
    """A line of a table of contents."""
    return re.match(r"\W*\[[^\]]*\]\((?:#|\.{0,2}/|[^:()]*\.md)", text) is not None


def _is_list_of_paragraphs(text: str) -> bool:
    """A heading such as "ICML 2025 论文列表" and bare abstracts below it."""
    blocks = parse_blocks(text)
    prose = [block for block in blocks if block.kind == "text" and len(block.text) >= 80]
    others = [block for block in blocks if block not in prose]
    headed = [block for block in others if list_heading(block.text) is not None]
    return len(prose) > 1 and bool(headed) and len(headed) == len(others) and "```" not in text
