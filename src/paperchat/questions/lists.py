"""Questions whose answer is a list or a count of papers, or the topics of all. Only their words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from paperchat.questions.list_forms import PAPER, PAPERS, Order, form_of
from paperchat.questions.question import fold
from paperchat.questions.tallies import Tallied, tally_asked
from paperchat.types import QuotedField

_I = re.IGNORECASE

_ASK = (
    r"(?:(?:so|and|ok(?:ay)?|now|hi|hello|please|kindly|then)\b[\s,]*)*"
    r"(?:(?:can|could|would|will) you (?:please )?|i(?:'d| would) like (?:to see |you to )?"
    r"|i (?:want|need|am looking for|'m looking for)(?: to see)?\s+|let(?:'s| us| me) see\s+)?"
    r"(?:please )?"
)
_VERB = r"(?:(?:list|show|give|find|get|enumerate|name|display|collect|gather|return|tell)\s+)"
_ALL = r"(?:(?:me|us|all|every|any|the|some|of|a list|those|out|up|here|for)\s+)*"

_TOPIC_NOUN = r"(?:topics|themes|subjects|areas|subfields|clusters)"
_WHICH_TOPICS = re.compile(rf"\b(?:what|which) (?:\w+ ){{0,4}}?{_TOPIC_NOUN}\b", _I)
_TOPICS = re.compile(
    r"\b(?:topics|themes) (?:are )?(?:there|covered|in (?:the|this) (?:collection|corpus"
    r"|list))\b"
    r"|^(?:list|show|give|name)\b.*\b(?:all |the |main )(?:topics|themes|areas)\b"
    r"|\bwhat (?:is|are) (?:the|this|these|all|all the) (?:collection|corpus"
    r"|papers)(?: here)? about\b"
    r"|^(?:topics|themes|overview)\W*$",
    _I,
)

_POINTS = re.compile(
    r"\b(?:these|those|both|the (?:two|three|first|second|third|last|other|cited|above))\s+"
    rf"(?:\w+ )?{PAPERS}\b|\b(?:of|between|among) (?:them|these|those)\b|\[\d+\]"
    rf"|\b(?:other|another|further|similar) (?:\w+ )?(?:{PAPERS}|{PAPER})\b|\bwhat else\b"
    rf"|\b{PAPERS} (?:did|do|does|has|have|had|is|are|was|were|can|could) (?:it|they|he|she|this"
    rf"|that|the (?:authors?|{PAPER}|review))\b|\b{PAPERS} (?:does|can|could) (?:an?|the)\b"
    rf"|\b{PAPERS} \w+ it\W*$"
    rf"|\b{PAPERS} (?:are|were|was|is) (?:used (?:to|for|in|as|by)|cited|referenced|quoted)\b",
    _I,
)
"""Papers at hand, or others than those, are meant, or what a paper speaks of; not all papers."""

_ASKS_OF_OTHERS = (
    r"(?:can|could|should|would|will|may|might|must|do|does|did|are|is|have|has)\s+"
    r"(?!you\b|we\b|i\b|there\b|any\b)"
)
"""How a question begins that asks what others do with papers: "can agents read papers?"."""
_CLAUSE = r"(?:do|does|did|is|are|was|were|has|have|had|in|for|from|of(?! the\b))"
_LISTS = [
    rf"^{_ASK}{_VERB}{_ALL}(?:(?!(?:in|of|by|from|across|used)\b)[\w\-/,'’&]+\s+){{0,8}}?"
    rf"{PAPERS}\b",
    rf"^{_ASK}{_VERB}{_ALL}(?:every {PAPER}|everything)\b",
    rf"^{_ASK}{_ALL}(?:which|what)(?: of the)?\s+(?:(?!{_CLAUSE}\b)"
    rf"[\w\-/,'’&]+\s+){{0,6}}?{PAPERS}\b",
    r"(?<!\bfrom )\b(?:how many|number of|count(?: of)?(?: all"
    rf"| the)*)\s+(?:(?!{_CLAUSE}\b)[\w\-/,'’&]+\s+){{0,6}}?{PAPERS}\b",
    rf"\b(?:are there|is there|do you have|have you got|do we have|got|do|does|have)\s+any\s+"
    rf"(?:[\w\-]+\s+){{0,4}}?(?:{PAPERS}|research|anything)\b",
    r"\b(?:is|are) there (?:any |some )?(?:work|research|anything|something) (?:on|about"
    r"|regarding)\b",
    r"^(?:is there |do you have |have you |got )?(?:any|every|some)thing (?:new |recent )?"
    r"(?:on|about|by|from|regarding|"
    r"related to|dealing with)\b",
    r"^what (?:is there|do you have|do we have|else is there|have you got) (?:here )?(?:on|about"
    r"|by|from)\b",
    rf"^(?:all |any |every |the |recent )*{PAPERS}(?: \w+)? (?:by|from|on|about|that|which|using"
    rf"|with|in|at|of|"
    r"published|written|since|before|after|where|dealing|for|not|without|addressing|studying)\b",
    rf"^{PAPERS} [\"“]",
    rf"^(?:any|all)\s+(?:[\w\-/,'’&]+\s+){{0,5}}?{PAPERS}\b",
    rf"^(?!{_ASKS_OF_OTHERS})(?:(?!(?:in|used|from|across)\b)[\w\-/'’&]+\s+){{1,6}}{PAPERS}"
    rf"(?=\W*$|\s+(?:by|from|on|about|that|which|using|with|in|at|since"
    r"|before|after|where|not|without|for|excluding|except)\b)",
    rf"[:,]\s*(?:which|what|any|how many|list(?: the| all)?) {PAPERS}\W*$",
    rf"^(?:just |only |all )*{PAPERS}\W*$",
]
_LIST = re.compile("|".join(f"(?:{one})" for one in _LISTS), _I)

_DOER = (
    r"(?:method|approach|technique|algorithm|model|strategy|system|attack|defen[cs]e|treatment"
    r"|drug|intervention|tool|solution|variant|one)"
)
"""One thing, behind which "works" tells what it does."""

_LOOKUP = re.compile(
    rf"^(?:why|how(?! many)|when|where|who|whose|compare|explain|summari[sz]e|define|describe"
    rf"|what (?:do|does|did|is|are|was|were|can)\b(?! there| you have| we have"
    rf"| (?:all |the |some )*(?:[\w\-]+ ){{0,4}}{PAPERS}\b))"
    rf"|^what (?:do|did|can) (?:[\w\-]+ ){{0,6}}{PAPERS} (?:\w+ )*(?:say|report|find|show"
    rf"|propose)\b"
    rf"|\bwhich (?:one )?of (?:[\w\-]+ ){{0,3}}?{PAPERS} (?:is|has|was|does)\b"
    r"|\bworks (?:better|best|well|worse|in practice)\b"
    rf"|^what (?:makes?|made)\b|\b(?:which|what) (?:[\w\-]+ )*{_DOER} works\b"
    r"|\bwhat works (?:without|for|when|if|only|even)\b"
    r"|\bhow many \w+ (?:are|were) (?:in|part of|used) .*\b(?:data ?sets?|benchmarks?|surveys?)\b",
    _I,
)
"""What begins like a list and asks for something else."""

_NOT = (
    r"(?:(?:do|does|did|are|is|were|was|have|has|had|can|will)(?:n't|\s+not)|not|never"
    r"|lack(?:s|ing)?|without)"
)
_WITHOUT = (
    re.compile(
        rf"\b{PAPERS}(?P<out>\s+(?:here\s+)?(?:(?:that|which|who|and|but)\s+)?{_NOT}\s+"
        r"(?P<topic>[^.?!;)]+))",
        _I,
    ),
    re.compile(
        r"(?P<out>[\s,(]*\b(?:(?:but|and|which are|that are|that do|and are)\s+)*"
        r"(?:(?:not|don't|do not|does not|doesn't|aren't|are not)"
        r"(?:\s+(?:about|on|deal(?:ing)? with|concern(?:ing)?|us(?:e|ing)|cover(?:ing)?|for"
        r"|including|mention(?:ing)?|discuss(?:ing)?|involv(?:e|ing))|(?=\s+(?:at|from|by|in)\b))"
        r"|excluding|except(?: for)?(?: those| papers)?(?: on| about)?|other than|leaving out"
        r"|without those on)\s+"
        r"(?P<topic>[^.?!;)]+)\)?)",
        _I,
    ),
)
"""What is said of papers that are left out; of other things only by a verb that papers have."""

_MENTIONED = re.compile(
    r"\b(?:mention(?:s|ed|ing)?|refer(?:s|ring)? to|with the (?:word|term|phrase)"
    r"|(?:contain|have|use)(?:s|ing)? the (?:word|term|phrase|expression))\b",
    _I,
)

Kind = Literal["papers", "topics"]


@dataclass(frozen=True, slots=True)
class ListRequest:
    """A list that is asked for.

    Attributes:
        text: The question.
        kind: Papers, or the topics of the collection.
        topic: What the papers are to be about; empty when only filters choose.
        without: What they are not to be about.
        label: What stands directly before "papers", as in "position papers".
        mentioned: Whether it is enough that they have the words of the topic.
        excluded: The words that leave papers out, as they were said.
        order: In which order; empty for the surest first.
        most: At most so many papers; 0 for all.
        also: What else is asked of the papers' records.
        by: The field of the records by which the papers are counted; empty for a list.
        least: Of such a count only values that so many papers have.
        of_kind: What the papers are, as in "which papers are meta-analyses"; empty for any.
        within: The list of which only some papers are asked for; None for all papers.
    """

    text: str
    kind: Kind = "papers"
    topic: str = ""
    without: str = ""
    label: str = ""
    mentioned: bool = False
    excluded: str = ""
    order: Order = ""
    most: int = 0
    also: tuple[QuotedField, ...] = ()
    by: Tallied | Literal[""] = ""
    least: int = 1
    of_kind: str = ""
    within: ListRequest | None = None

    @property
    def subject(self) -> str:
        """What the papers are to be about, through all lists that this one narrows."""
        before = self.within.subject if self.within else ""
        return ", ".join(part for part in (before, self.topic) if part)


def list_asked(text: str) -> ListRequest | None:
    """The list that a question asks for; None for any other question.

    A question with one paper as its answer ("which paper introduces X?") asks for no list.
    """
    folded = fold(text).replace("’", "'")
    if _POINTS.search(folded):
        return None
    if _TOPICS.search(folded) or _asks_only_for_topics(folded):
        return ListRequest(folded, "topics")
    tally = tally_asked(folded)
    form = form_of(tally.text if tally else folded)
    if _LOOKUP.search(form.text) or not _LIST.search(form.text):
        return None
    excluded = next(filter(None, (said.search(form.text) for said in _WITHOUT)), None)
    rest = form.text
    if excluded:
        rest = rest[: excluded.start("out")] + rest[excluded.end("out") :]
    return ListRequest(
        folded,
        "papers",
        bare_topic(rest),
        bare_topic(excluded["topic"]) if excluded else "",
        _label(rest),
        _MENTIONED.search(rest) is not None,
        excluded["topic"] if excluded else "",
        form.order,
        form.most,
        form.also,
        tally.by if tally else "",
        tally.least if tally else 1,
    )


_EDGE_WORDS = frozenset(
    """
    a about address addresses all also both an and any anything apply are article articles as at
    be been by can concern concerning concerned consider considers contain contains could count
    cover covers covering deal deals dealing describe did discuss discusses display do does
    enumerate everything examine examines exist explore explores find focus focused focuses
    focusing for from get give got handle has have here how i in involve involves investigate
    investigates involving is it its kindly like list lists look made main mainly many me
    mention mentions mentioned my name need new now number of ok okay on or our out paper papers
    please present presents preprints propose proposes publications published recent regarding
    relate related relates relating report reports research see show shows so some something
    specifically studies study studying submissions tackle tackles tell that the their them
    there these they those to topic treat treats treating up us use uses using want was we were
    what where which who will with work working works would written you your every articles only
    just out then else collection corpus
    """.split()
)
_TAIL = re.compile(
    r"(?:[\s,]*\b(?:are there|is there|do you have|do we have|have you got|exist|list (?:it"
    r"|them)(?: all)?|"
    r"in (?:the|this|your|our) (?:collection|corpus|list|index|database|abstracts?|data)|here"
    r"|please|"
    r"can you find|you (?:have|know)|at all|in total|together|in all|there))+\W*$",
    _I,
)


_OF_TOPICS = frozenset(
    """
    main major research key central general broad big biggest common popular frequent frequently
    different covered represented grouped dominant dominate most overall occur appear
    """.split()
)


def _asks_only_for_topics(text: str) -> bool:
    """Whether nothing is asked of the topics: "which clusters show the same?" asks of clusters."""
    if _WHICH_TOPICS.search(text) is None:
        return False
    rest = re.sub(rf"\b(?:{_TOPIC_NOUN}|{PAPERS})\b", " ", text, flags=_I)
    return all(_is_edge(word) or word.casefold() in _OF_TOPICS for word in re.findall(r"\w+", rest))


def bare_topic(text: str) -> str:
    """A question for papers without what only frames it, at both ends; what is between stays."""
    text = re.sub(rf"^{_ASK}", "", text, count=1, flags=_I)
    said = re.sub(rf"\b{PAPERS}\b", " ", _TAIL.sub("", text.strip(" .?!")), count=1, flags=_I)
    words = re.split(r"\s+", said.strip(" .?!,;:"))
    while words and _is_edge(words[0]):
        words = words[1:]
    while words and _is_edge(words[-1]):
        words = words[:-1]
    return _TAIL.sub("", " ".join(words)).strip(' .?!,;:"“”')


def _is_edge(word: str) -> bool:
    bare = word.strip(".,;:?!'\"")
    return not bare or bare.casefold() in _EDGE_WORDS


def _label(text: str) -> str:
    """The word before "papers" when nothing else says what they are about."""
    match = re.search(rf"([A-Za-z][\w\-]+)\s+{PAPERS}\b", text, _I)
    if match is None or _is_edge(match[1]) or bare_topic(text).casefold() != match[1].casefold():
        return ""
    return match[1]
