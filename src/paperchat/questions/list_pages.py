"""Which page of a list is wanted, and whether without its filters. Only the words of a question."""

from __future__ import annotations

import re

from paperchat.questions.question import fold

_I = re.IGNORECASE

_MORE = re.compile(
    r"(?:(?:ok(?:ay)?|and|yes|please)[\s,]+)*(?:(?:show|give|list)(?: me)? )?(?:the )?"
    r"(?:next(?: (?:page|ones?|\d+|twenty|papers|results))?|more(?: (?:papers|results|of them))?"
    r"|the rest"
    r"|continue|go on|further)(?:[\s,]+please)?[\s.!?]*",
    _I,
)
_UNFILTERED = re.compile(
    r"(?:(?:and|now|please|show (?:me )?(?:it|them|all)|list (?:it|them))[\s,]+)*"
    r"(?:without|remove|drop|clear|forget|no|ignore)(?: the| all| any| these"
    r"| those)* (?:filters?|conditions?)"
    r"[\s.!?]*",
    _I,
)
_PAGE = re.compile(
    r"(?P<list>.*?)[\s,;(]*\b(?:(?:show|give|go to|open)(?: me)? )?(?:on |at |the )?page "
    r"(?:no\.? ?)?(?P<page>\d{1,4})\b(?: of \d+)?[\s)]*(?:please)?[\s.!?]*",
    _I,
)


def more_asked(text: str) -> bool:
    """Whether the next page of the last list is wanted."""
    return _MORE.fullmatch(fold(text)) is not None


def unfiltered_asked(text: str) -> bool:
    """Whether the last list is wanted without its filters."""
    return _UNFILTERED.fullmatch(fold(text)) is not None


def page_asked(text: str) -> tuple[str, int]:
    """A question without the page that it names at its end, and that page; 0 when it names none.

    "List the papers on bees, page 2" is "List the papers on bees", and "page 2" is empty.
    """
    match = _PAGE.fullmatch(fold(text))
    return (match["list"], int(match["page"])) if match else (text, 0)
