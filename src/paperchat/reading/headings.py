"""Heading lines such as "ICML 2025 论文列表" → the venue and the year that they name."""

from __future__ import annotations

import re
from typing import Final

_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_SHORT_YEAR: Final = re.compile(r"(?<=[A-Za-z])\s?['’](\d{2})(?!\d)")
_LIST_WORD: Final = re.compile(
    r"paper|abstract|accepted|proceeding|publication|submission|list|oral\b|poster|spotlight"
    r"|highlight|论文|列表|摘要|録|目录|会议|\bcode\b",
    re.IGNORECASE,
)
_FILLER: Final = frozenset(
    {
        "a", "an", "the", "all", "list", "lists", "of", "at", "in", "from", "to", "by", "for",
        "accepted", "paper", "papers", "abstract", "abstracts", "publication", "publications",
        "published", "selected", "full", "main", "conference", "track", "awesome", "oral",
        "poster", "spotlight", "long", "short", "submission", "submissions", "and", "with",
        "openreview", "年",
    }
)  # fmt: skip
_JOINING: Final = frozenset({"on", "of", "and", "the", "for", "in", "to", "&"})
_VENUE: Final = re.compile(r"[A-Za-z][\w&+/@'’ ():.*-]*")
_LONGEST_HEADING: Final = 120
_MOST_VENUE_WORDS: Final = 12


def list_heading(line: str) -> dict[str, str] | None:
    """Venue and year of a line such as "ICML 2025 Papers"; None when it is no such heading."""
    text = line.strip().strip("#*=_ \t")
    if not text or "\n" in text or len(text) > _LONGEST_HEADING or text.endswith(tuple(".?!。")):
        return None
    text = _SHORT_YEAR.sub(r" 20\1", text)
    year = _YEAR.search(text)
    if year is None:
        return None
    before, after = text[: year.start()], text[year.end() :]
    if not (_LIST_WORD.search(text) or not after.strip(" #*=:：-–—()（）")):
        return None
    venue = _venue(before)
    if venue is None:
        return None
    return {"venue": venue or _venue(_LIST_WORD.split(after)[0]) or "", "year": year[0]}


def _venue(text: str) -> str | None:
    """The name without the words around it; empty when there is none, None for a sentence."""
    words = text.replace("_", " ").strip(" ,:;'’·|-–—([（【").split()
    while words and words[0].casefold().strip("-:,") in _FILLER:
        words = words[1:]
    while words and words[-1].casefold().strip("-:,") in _FILLER:
        words = words[:-1]
    venue = " ".join(words).strip(" ,:;'’·|-–—([（【")
    if not venue:
        return ""
    named = all(word in _JOINING or not word[0].islower() or _has_capital(word) for word in words)
    if not named or len(words) > _MOST_VENUE_WORDS or not _VENUE.fullmatch(venue):
        return None
    return venue


def _has_capital(word: str) -> bool:
    return any(character.isupper() for character in word)
