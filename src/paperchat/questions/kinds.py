"""Kinds of papers: what a paper says that it is, and the kind that a question asks for.

"A meta-analysis", "protocol for a trial", "randomised controlled trial", "survey": a paper is of a
kind when its title or a sentence on itself says so. One that only mentions a kind ("trials have
shown …", "reporting quality of systematic reviews") is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperchat.english import american
from paperchat.sections import sections_of
from paperchat.sentences import sentence_spans
from paperchat.types import Paper, QuotedField

_I = re.IGNORECASE

_HEAD = (
    r"(?:meta[- ]?analys[ei]s|reviews?|overviews?|surveys?|protocols?|trials?|rcts?|stud(?:y|ies)"
    r"|reports?|benchmarks?|data ?sets?|corpus|corpora|tutorials?|perspectives?|commentar(?:y|ies)"
    r"|editorials?|guidelines?|theses|thesis)"
)
_GENRE = (
    r"(?:meta[- ]?analys[ei]s|reviews?|overviews?|surveys?|protocols?|rcts?|tutorials?"
    r"|(?:random\w+|controlled|clinical|pilot) trials?|case reports?"
    r"|(?:cohort|case[- ]control|cross[- ]sectional|observational|qualitative|pilot) studies)"
)
"""Kinds that are nothing else: "the benchmarks" may be those that papers use."""

_WORDS = r"(?:[^\W\d_][\w’'-]*,?\s+){0,5}?"
_NAMED = rf"(?P<kind>{_WORDS}{_HEAD})\b(?![-’'])"
_PAPERS = r"(?:papers?|works?|articles?|publications?|studies|study|ones?)"

_ASKED = (
    re.compile(
        rf"^(?P<before>.*\b(?:which|what|any|how many|all|find|list|show)\b.*\b{_PAPERS})\s+"
        rf"(?:here\s+)?(?:(?:that|which)\s+)?(?:is|are|was|were)\s+(?:an?\s+|the\s+|actually\s+)*"
        rf"{_NAMED}(?P<rest>.*)$",
        _I,
    ),
    re.compile(
        rf"^(?P<before>(?:(?:please|can you|could you)\s+)?(?:list|show|give|find|name|get)"
        rf"(?:\s+(?:me|us|all|every|any|the|an?|some))*|any|all(?: the)?|how many"
        rf"|(?:is|are) there (?:any|an?|some)|do (?:you|we) have (?:any|an?|some)"
        rf"|which|what)\s+(?P<kind>(?:[\w-]+\s+){{0,2}}?{_GENRE})\b(?:\s+{_PAPERS}\b)?"
        r"(?P<rest>\W*$|\s+(?:are there|are here|is there|do you have|do we have|here"
        r"|in (?:the|this)|of|on|about|for|that|from|by|with|since|before|after)\b.*)$",
        _I,
    ),
    re.compile(
        rf"^(?P<before>)(?P<kind>(?:[\w-]+\s+){{0,2}}?{_GENRE})(?:\s+{_PAPERS})?"
        r"(?P<rest>\s+(?:on|of|about)\b.*|(?<=papers))$",
        _I,
    ),
)

_NO_NAME = frozenset(
    "of on for in from with to about by at into among between that which than is are was were be"
    " and or as under using via our we this these their how many any all not no termed called"
    " named dubbed".split()
)
"""Words that stand in no name of a kind."""

_STOPS = re.compile(
    r"\b(?:of|on|for|in|from|with|to|about|by|using|based|at|into|among|between|that|which|through"
    r"|towards?|is|are|under|via|within|across|against|during)\b",
    _I,
)
_PIECES = re.compile(r"[:–—?!()“”‘\"]|\.\s|\s-\s|\s'|\.$")
_PLURAL = re.compile(r"\b(?:two|three|four|five|six|\d+)\b", _I)

_OF_ITSELF = (
    re.compile(
        rf"\b(?:this|our|the present|the current)\s+(?:is\s+an?\s+|was\s+an?\s+)?{_NAMED}"
        r"(?!\s+(?:protocol|data|tool|team|question|population|period|group|design|registration))",
        _I,
    ),
    re.compile(
        r"\b(?:we|the authors?)\s+(?:\w+ly\s+|have\s+|also\s+|then\s+|therefore\s+)*"
        r"(?:conduct|perform|carr(?:y|ied)\s+out|undert[ao]+k|did|do|present|provid|report|introduc|propos|develop"
        rf"|releas|construct|creat|buil[dt]|writ|wrote|offer|give)\w*\s+(?:an?|the)\s+{_NAMED}",
        _I,
    ),
    re.compile(
        rf"\b(?:an?|the)\s+{_NAMED}(?:\s+of\b[^.;]{{0,90}}?)?\s+(?:was|were|is|has been)\s+"
        r"(?:\w+ly\s+)?(?:conducted|performed|carried out|undertaken|done|presented|provided"
        r"|given)\b",
        _I,
    ),
)
_THINGS = frozenset(["benchmark", "dataset", "corpus", "trial", "study", "report"])
"""Kinds of things as well: "this benchmark" may be another's."""

_DESIGN = re.compile(rf"(?:an?\s+)?{_NAMED}(?=[.,;]|\s+(?:of|in|with|at|on|among)\b)", _I)
"""What stands first in a section on methods: "DESIGN Randomised trial."."""

_SYNONYMS = {
    "rct": "randomized trial",
    "overview": "review",
    "corpora": "corpus",
    "theses": "thesis",
    "metaanalysis": "meta-analysis",
    "systemic": "systematic",
}


@dataclass(frozen=True, slots=True)
class PaperKind:
    """A kind of papers that is asked for.

    Attributes:
        words: As asked ("systematic reviews").
        rest: The question without it: "which systematic reviews on sleep" becomes "which papers on
            sleep".
    """

    words: str
    rest: str


@dataclass(frozen=True, slots=True)
class SaysSo:
    """Where a paper says of which kind it is: a span of its title or of its abstract."""

    field: QuotedField
    start: int
    end: int


def kind_asked(text: str) -> PaperKind | None:
    """The kind of papers that a question asks for; None when it asks for none."""
    bare = " ".join(text.split()).rstrip(" ?!.")
    for asked in _ASKED:
        match = asked.match(bare)
        if match and _NO_NAME.isdisjoint(match["kind"].casefold().split()):
            before = re.sub(rf"\b{_PAPERS}$", "", match["before"]).rstrip()
            before = before or "which"
            return PaperKind(match["kind"], f"{before} papers{match['rest']}".strip())
    return None


def kind_heads(words: str) -> tuple[str, ...]:
    """The words one of which a paper of a kind must have."""
    head = _plain(words)[-1]
    other = [one for one, plain in _SYNONYMS.items() if plain == head]
    return head, re.sub(r"sis$", "ses", head), *other


def says_kind(paper: Paper, words: str) -> SaysSo | None:
    """Where a paper says that it is of a kind, in its title first; None where it does not.

    Args:
        paper: The paper.
        words: Of the kind, in any number and spelling ("RCTs").
    """
    wanted = _plain(words)
    titled = [] if paper.title_is_derived else list(_title_kinds(paper.title))
    if any(_is_kind(kind, wanted) for kind in titled):
        return SaysSo("title", 0, len(paper.title))
    if any(kind[-1:] == ["protocol"] for kind in titled):
        return None  # of what is planned
    spans = sentence_spans(paper.abstract)
    sections = sections_of(paper.abstract, spans)
    for at, (start, end) in enumerate(spans):
        first = sections[at] == "methods" and (at == 0 or sections[at - 1] != "methods")
        said = _sentence_kinds(paper.abstract[start:end], first=first)
        if any(_is_kind(kind, wanted) for kind in said):
            return SaysSo("abstract", start, end)
    return None


def is_protocol(paper: Paper) -> bool:
    """Whether a paper says that it is the protocol of a study, which has no results yet."""
    said = says_kind(paper, "protocol")
    planned = re.compile(r"\bwill (?:be|\w+)\b|\bstud(?:y|ies)\b|\btrials?\b|\breviews?\b", _I)
    return said is not None and len(planned.findall(f"{paper.title} {paper.abstract}")) >= _PLANNED


_PLANNED = 3
"""So often a protocol speaks of its study; one between machines does not."""


def _title_kinds(title: str) -> Iterator[list[str]]:
    """The kinds that the pieces of a title name: "…: a review and meta-analysis of trials"."""
    for piece in _PIECES.split(title):
        name = _STOPS.split(piece, maxsplit=1)[0]
        parts = re.split(r"\band\b|&|/|,(?=[^,]*\b(?:and|&)\b)", name)
        last = _plain(parts[-1])
        for part in parts[-1:] if last[-1:] == ["protocol"] else parts:
            plural = re.search(rf"{_HEAD}\W*$", part, _I)
            if plural and (_is_singular(plural[0]) or _PLURAL.search(part)):
                yield _plain(part)


def _is_singular(head: str) -> bool:
    bare = head.strip(" .,;").casefold()
    return bare.endswith("sis") or bare == "corpus" or not re.search(r"(?:s|ses|corpora)$", bare)


def _sentence_kinds(sentence: str, *, first: bool) -> Iterator[list[str]]:
    """The kinds that a sentence says of its paper."""
    for at, pattern in enumerate(_OF_ITSELF):
        for match in pattern.finditer(sentence):
            kind = _plain(match["kind"])
            if _NO_NAME.isdisjoint(kind) and not (at == 0 and kind[-1] in _THINGS):
                yield kind
    if first and (design := _DESIGN.match(sentence)):
        yield _plain(design["kind"])


def _plain(words: str) -> list[str]:
    """Words in the singular, in American spelling and written out, in lower case."""
    text = re.sub(r"\bmeta[- ]?analys[ei]s\b", "meta-analysis", words.casefold())
    text = re.sub(r"\bdata sets?\b", "dataset", text)
    found: list[str] = []
    for word in re.findall(r"[^\W_][\w’'-]*", text):
        one = re.sub(r"ies$", "y", word)
        one = one if one.endswith(("is", "us", "ss")) else one.removesuffix("s")
        one = _SYNONYMS.get(one, american(one))
        found += one.split()
    return found


def _is_kind(said: list[str], wanted: list[str]) -> bool:
    """Whether a kind is the one wanted, or one of its kinds ("placebo-controlled trial")."""
    known = {part for word in said for part in (word, *word.split("-"))}
    return said[-1:] == wanted[-1:] and known.issuperset(wanted)
