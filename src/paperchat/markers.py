"""Citation markers as models write them → numbers of the papers that they were shown.

Asked for `[1]`, models write `[1, 3–5]`, `【1】`, `[Paper 1]`, `[^1]` or `[1, p. 3]` as well. What
can be understood becomes `[1][3]`; numbers that no paper has are taken out and counted. A bracket
that is copied from a paper with the words before it ("on the interval [0, 1]") is text, as is
"(1)".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from paperchat.citations import field_text
from paperchat.types import Paper

_BRACKET = re.compile(
    r"(?P<space>\s*)(?P<bracket>[\[【［]{1,2}(?P<inside>[^\[\]【】［］\n]{1,60})[\]】］]{1,2})"
    r"(?:\(https?://[^\s()]*\))?"
)
_OPEN = re.compile(
    r"(?:[\[【［]{2}[^\[\]【】［］\n]{1,60}[\]】］]|[\[【［]{1,2}[^\[\]【】［］\n]{0,60}"
    r"|[\]】］]\((?:h(?:t(?:t(?:p[^\s()]*)?)?)?)?)\Z"
)
_NAMED = re.compile(
    r"(?:papers?|sources?|ref(?:erence)?s?|doc(?:ument)?s?|abstracts?|cit(?:e|ation)s?|no|nr|论文|文献|来源"
    r"|摘要)?[\s.:#^№]*",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\s*(?:†.*|[,;:]?\s*(?:pp?|pages?|sec(?:tion)?s?|lines?|l|figs?|tables?|sentences?|s)\b\.?\s*"
    r"[\d\s,–—\-]+|[,;:]\s*(?:abstract|title|text|ibid\.?))\Z",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"\s*(?:[,;&+/、，；]|\band\b|和)\s*", re.IGNORECASE)
_RANGE = re.compile(r"(\d{1,4})(?:\s*(?:[-–—~]|to)\s*(\d{1,4}))?\Z")
_PLACEHOLDER = re.compile(r"(?:n|x|number|citation needed|\?)\Z", re.IGNORECASE)
_MARKER = re.compile(r"\[(\d+)\]")
_CONTEXT = re.compile(r"(?:\S+\s+){1,3}\S*\Z")

# Brackets that are text wear these while a sentence is read: no text that is shown has them.
_AS_TEXT = str.maketrans("[]", "\ue000\ue001")
_AS_SHOWN = str.maketrans("\ue000\ue001", "[]")
_UNSEEN = frozenset(["Cc", "Cf", "Co", "Cs"])
_KEPT = frozenset("\n\t\u200c\u200d")


class MarkerReader:
    """Reads the markers of one reply.

    Attributes:
        removed: How many citations were taken out, since no paper shown has their number.
    """

    def __init__(self, papers: Mapping[int, Paper]) -> None:
        """Know the papers that the model was shown, by number."""
        self._numbers = frozenset(papers)
        self._texts = [
            _folded(field_text(paper, field))
            for paper in papers.values()
            for field in ("abstract", "title")
        ]
        self.removed = 0

    def read(self, text: str) -> str:
        """The text with its markers as `[1]`; `cited` and `shown` read it on.

        Args:
            text: Words of the reply; no bracket in it may still be open. A text that was read may
                be read again, with what follows it.
        """
        return _BRACKET.sub(self._replaced, text)

    def _replaced(self, match: re.Match[str]) -> str:
        space, bracket = match["space"], match["bracket"]
        numbers = _numbers(match["inside"])
        if numbers is None or self._is_quoted(match.string[: match.start()] + space, bracket):
            return space + bracket.translate(_AS_TEXT)
        known = [number for number in numbers if number in self._numbers]
        self.removed += len(known) < len(numbers) or not numbers
        if not known:
            return ""
        # A full-width bracket comes from a text that puts no space before it.
        return space + "".join(f"[{number}]" for number in dict.fromkeys(known))

    def _is_quoted(self, before: str, bracket: str) -> bool:
        """Whether a bracket is copied from a paper, with the words before it."""
        context = _CONTEXT.search(before.rstrip("\n")[-80:])
        if not context:
            return False
        copied = _folded(context[0] + bracket)
        return any(copied in text for text in self._texts)


def half_open(text: str) -> int:
    """Where a bracket begins that the next words may close; else the text's length."""
    found = _OPEN.search(text)
    return found.start() if found else len(text)


def cited(text: str) -> tuple[int, ...]:
    """The numbers that a text which was read cites, each once, in order."""
    return tuple(dict.fromkeys(int(number) for number in _MARKER.findall(text)))


def shown(text: str) -> str:
    """A text that was read, as it is shown."""
    return text.translate(_AS_SHOWN)


def visible(text: str) -> str:
    """A model's words without what cannot be seen, which could mean something here or there."""
    return "".join(
        char for char in text if char in _KEPT or unicodedata.category(char) not in _UNSEEN
    )


def _numbers(inside: str) -> list[int] | None:
    """The numbers that a bracket cites; empty for a placeholder, None when it is no marker."""
    if _PLACEHOLDER.match(inside.strip()):
        return []
    parts = _SEPARATOR.split(_PLACE.sub("", inside).strip())
    numbers: list[int] = []
    for part in parts:
        found = _RANGE.match(_bare(part))
        if not found:
            return None
        numbers += _between(int(found[1]), int(found[2] or found[1]))
    # "In [0, 1]" is an interval: no paper has the number 0.
    return None if 0 in numbers and len(numbers) > 1 else numbers


def _bare(part: str) -> str:
    named = _NAMED.match(part)
    return part[named.end() if named else 0 :].strip()


def _between(first: int, last: int) -> Iterator[int]:
    """A range in full; one that is no range of citations gives its ends."""
    return iter(range(first, last + 1) if first <= last < first + 50 else (first, last))


def _folded(text: str) -> str:
    return " ".join(text.translate(_AS_SHOWN).split()).casefold()
