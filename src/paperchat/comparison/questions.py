"""Whether a question compares papers, which it names, and by what. Only its words are looked at."""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperchat.questions.question import content_words, understand

_I = re.IGNORECASE

_JOINT = r"\b(?:versus|vs\.?(?!\w)|v\.s\.)"
_BY = (
    r",? (?:on|in terms of|with (?:respect|regards?) to|w\.?r\.?t\.?|regarding|concerning"
    r"|when it comes to|as (?:to|for)|in their|in|by(?! (?-i:[A-Z]))|for)"
)
_NO_PAPER = "".join(
    rf"(?<!\b{noun})" for noun in "one paper study review article work method approach".split()
)
"""Behind such a noun "on …" tells the paper, not what to compare by."""
_TAIL = re.compile(rf"{_NO_PAPER}{_BY} (?P<by>(?!which\b|what\b).+)$", _I)
_ASKS = re.compile(
    r"[:,] (?:what|which) (?:(?:is|are|were|was) )?(?:the |their )?"
    r"(?P<by>[^:?]+?)(?: (?:do|does|did) .*)?[\s?.!]*$"
)
"""A question behind the names, in small letters: "…: what speedups do they report?"."""
_ORDER = r"(?:^|\b(?:please|you|to|let['’]?s|now|and|so|then|also|ok|okay|can)\b,? |[,;:] )"
_PATTERNS = tuple(
    re.compile(pattern, _I)
    for pattern in (
        r"\bhow (?:do|does|did|are|is) (?P<names>.+?) (?:differ(?:ent)?|compare)\b"
        rf"(?P<more> (?:from|to|with|against|than) .+?)?(?P<by>{_BY} .*)?[\s?.!]*$",
        r"\bwhat (?:distinguishes|sets) (?P<names>.+?)(?: apart)?(?P<more> from .+)?[\s?.!]*$",
        r"\bwhere (?:do|does) (?P<names>.+?) (?:differ|agree|disagree)\b(?P<by>.*)",
        rf"\bwhat (?:do|does) (?P<names>.+?) (?:have in common|share)(?P<by>{_BY} .*)?[\s?.!]*$",
        r"\b(?:do|does) (?P<names>.+?) (?:(?:dis)?agree|contradict each other)"
        r"(?P<more> with .+?)?[\s?.!]*$",
        r"\bhow (?:similar|different|alike|related) are (?P<names>.+)",
        r"\b(?:put|show|lay|set|place)(?: me)? (?P<names>.+?) side[- ]by[- ]side\b(?P<by>.*)",
        r"\bside[- ]by[- ]side\b(?: comparison)?(?: of| for)? ?(?P<names>.*)",
        r"\b(?:differences?|distinctions?|comparison|contrast) (?:between|of|among) (?P<names>.+)",
        r"\bthe (?:differences?|distinctions?)[\s?!.]*$(?P<names>)",
        rf"{_ORDER}(?:compare|contrast)(?: and contrast| me)? (?P<names>.+)",
        rf"^(?P<names>.+? *{_JOINT} .+)",
    )
)
_MORE_OR_LESS = (
    r"(?:faster|slower|quicker|better|worse|stronger|cheaper|smaller|larger|lighter|fastest|best"
    r"|cheapest|(?:more(?! recent\b)|less|fewer|lower|higher|greater|most|least) [\w\-]+"
    r"(?: [\w\-]+){0,4})"
)
_WHICH = re.compile(
    r"\b(?:which|what)(?: (?:one|paper|method|model|approach|system))?"
    r"(?: of (?:them|(?:the|these|those)(?: \w+){1,2}|these|those))?"
    r" (?P<does>is|are|was|has|needs?|uses?|gives?|takes?|does|do|reports?|achieves?|runs?"
    rf"|performs?|gets?|works?|saves?|[a-z]+(?:ed|[^s\W]s))(?: the)? (?P<measure>{_MORE_OR_LESS})"
    r"(?: (?:on|at|in|for) (?P<on>[^,;?]+))?(?P<names>[,:]? .+ or .+)?",
    _I,
)
_THAN = re.compile(
    r"^(?:so )?(?:is|are|does|do|was) (?P<first>.+?) (?:\w+ )??"
    rf"(?P<measure>{_MORE_OR_LESS}) than (?P<second>[^?]+)",
    _I,
)
_SPLIT = re.compile(rf"\s*(?:,? {_JOINT}|,? (?:and|with|to|against|from|than|or)\b|[,&;])\s*", _I)
_ADVERB = re.compile(r"\b(?:more|less|fewer|lower|higher|greater|most|least|than|the)\b", _I)
_LEAD = re.compile(
    r"^(?:(?:the (?:papers?|methods?)|papers?|between|among|of|please|briefly|just|to|with)"
    r" (?=\S))+",
    _I,
)
_QUOTED = re.compile(r"[\"“](?P<title>[^\"“”]{3,})[\"”]")
_THEIRS = re.compile(
    r"(?:their (?P<of>.+)|the (?P<what>.+) of (?:both|them|these|those|the two|all(?: of them)?))",
    _I,
)
"""Aspects of papers at hand, in the place of their names."""
_HELD = re.compile(r"(?:and |so |please )*(?:(?:what|where|how) do(?:es)?|compare|contrast)\b", _I)
"""How a question begins that looks for no papers, though it speaks of "all papers"."""
_HIDDEN = 0xE000
"""Private characters that stand for quoted titles while a question is taken apart."""

_END = " .?!:,;\"'“”"


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """A comparison as it is asked for.

    Attributes:
        named: What is compared, as written: names, titles, "the two", "[2]".
        aspects: What to compare by, as written; empty when nothing is said of it.
    """

    named: tuple[str, ...]
    aspects: tuple[str, ...]


def comparison_asked(text: str) -> ComparisonRequest | None:
    """The comparison that a question asks for; None when it asks for none."""
    if understand(text).wanted == "papers" and not _HELD.match(text):
        return None
    titles: list[str] = []

    def hide(match: re.Match[str]) -> str:
        titles.append(match["title"])
        return chr(_HIDDEN + len(titles) - 1)

    found = _request(_QUOTED.sub(hide, " ".join(text.split())))
    if found is None:
        return None
    shown = {_HIDDEN + at: title for at, title in enumerate(titles)}
    named = tuple(name.translate(shown) for name in found.named)
    return ComparisonRequest(named, tuple(name.translate(shown) for name in found.aspects))


def _request(text: str) -> ComparisonRequest | None:
    which = _WHICH.search(text)
    head = text[: which.start()].rstrip(_END) if which else text
    for pattern in _PATTERNS:
        if match := pattern.search(head):
            named, aspects = _named_and_aspects(match)
            return ComparisonRequest(named, aspects or (_measure(which) if which else ()))
    if which:
        return ComparisonRequest(_named(which["names"] or ""), _measure(which))
    if than := _THAN.search(text):
        return ComparisonRequest(_named(f"{than['first']} and {than['second']}"), _measure(than))
    return None


def _named_and_aspects(match: re.Match[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = match.groupdict()
    names, by = found["names"], found.get("by") or ""
    if more := found.get("more"):
        names += f" and {more.strip().partition(' ')[2]}"
    if not by and (tail := _TAIL.search(names)):
        names, by = names[: tail.start()], tail["by"]
    if not by and (asks := _ASKS.search(names)) and len(_named(names[: asks.start()])) > 1:
        names, by = names[: asks.start()], asks["by"]
    if theirs := _THEIRS.fullmatch(names.strip(_END)):
        return ("them",), (*_aspects(theirs["of"] or theirs["what"]), *_aspects(by))
    return _named(names), _aspects(by)


def _named(names: str) -> tuple[str, ...]:
    bare = re.sub(r",? please[\s.!?]*$", "", names, flags=_I)
    pieces = (_LEAD.sub("", piece.strip(_END)).strip(_END) for piece in _SPLIT.split(bare))
    return tuple(piece for piece in pieces if piece)


def _aspects(by: str) -> tuple[str, ...]:
    """`memory and speed` → each by itself."""
    bare = re.sub(rf"^{_BY} |^(?:their|its|the) ", "", by.rstrip(_END), flags=_I)
    parts = re.split(r",? and (?!how\b)|[,;&]| as well as ", bare)
    return tuple(part.strip(_END) for part in parts if content_words(part))


def _measure(match: re.Match[str]) -> tuple[str, ...]:
    """`less memory` → memory, `better on GSM8K` → GSM8K, `included more papers` → included papers.

    Of a measure that says nothing by itself the verb says what is measured.
    """
    on = match.groupdict().get("on")
    if on and match["measure"].casefold() in ("better", "best", "worse", "stronger"):
        return (on.strip(_END),)
    words = " ".join(_ADVERB.sub(" ", match["measure"]).split())
    if not content_words(words):
        words = f"{match['does']} {words}"
    return (words,) if content_words(words) else ()
