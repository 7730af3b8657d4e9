"""What a follow-up means: rules over the register and the turns so far; no model.

Each rule is a pattern with a name. `resolve` asks them in order: what the question points at
(numbers, ordinals, names), whether it asks for other papers, what its pronouns stand for, and last
whether a question that points at nothing is about the papers at hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperchat.history import History
from paperchat.index import Index
from paperchat.mentions import Mention, find_mentions, passing_mentions
from paperchat.names import introduced_names, is_coined
from paperchat.questions import Wanted, content_words, understand
from paperchat.references import Pointer, References
from paperchat.retrieval import POOL, retrieve
from paperchat.types import Paper

_I = re.IGNORECASE
DEBUG = []

_LEAD_IN = re.compile(
    r"^(?:(?:ok(?:ay)?|fine|great|good|cool|nice|right|thanks|thank you|thx|hm+|well|alright|perfect"
    r"|interesting|i see|got it|sure|yes|never mind)\b[\s.,;:!…\-]+)+(?=\S)",
    _I,
)
_CORRECTION = re.compile(
    r"^(?:(?:no|nope|sorry|oops|wait|actually|not that(?: one)?|wrong (?:one|paper))\b[\s.,;:!]+)*"
    r"(?:(?:no|nope|sorry|oops|wait|not that(?: one)?|wrong (?:one|paper))\b[\s.,;:!]+(?:but )?"
    r"|i(?:'m| am| was)? (?:meant?|asking about|talking about)\s+(?:about )?)",
    _I,
)
_NEW_TOPIC = re.compile(
    r"^(?:(?:new|different|another|next|change of|changing) (?:the )?(?:topic|subject|question)"
    r"|(?:let(?:'|’)?s |can we |i want to )?(?:change|switch) (?:the )?(?:topic|subject)s?"
    r"|(?:let(?:'|’)?s )?(?:talk about |discuss |now )?(?:something|on something) "
    r"(?:else|different|unrelated)|unrelated(?: question)?)\b(?: now)?\W+(?=\w)"
    r"|^let(?:'|’)?s (?:talk about|discuss|move on to|turn to)\s+",
    _I,
)
_AND = re.compile(r"^(?:and|what about|how about|but|same for|and what about|also)\b", _I)
_OTHERS = re.compile(
    r"\b(?:an(?:y )?other|other|another|further|more|different) (?:\w+ )?"
    r"(?:paper|work|article|stud(?:y|ie)|method|approach|one(?= on| about| that|\W*$))e?s?\b"
    r"|\b(?:anything|something|any(?:one|body)?|what) (?:else|similar)\b|\bwho else\b"
    r"|\bsimilar (?:\w+ )?(?:papers?|works?|ones?|methods?|approach(?:es)?)\b",
    _I,
)
_SEARCH = re.compile(
    r"\b(?:any|which|what|find|list|show me|some|a|other) (?:[\w-]+ )?"
    r"(?:papers?|works?|articles?|stud(?:y|ies))\b(?! (?:show|find|report|say|propose)\b)"
    r"|\b(?:any(?:body|one)|who(?: else)?) (?:has|have)\b"
    r"|\b(?:has|have|did) (?:any(?:body|one)|someone|people)\b"
    r"|^(?:anything|something) (?:on|that|about)\b",
    _I,
)
_PAIR = re.compile(
    r"\b(?:both|the two|these two|those two|the pair|(?:of|between) (?:them|these|those)"
    r"|each other|one another|each of|either(?: of| one)?|neither)\b|\beach\?*$"
    r"|\b(?:they|these|those|them|it)\b.*\b(?:differ|compare|have in common)\b"
    r"|\b(?:compare|contrast) (?:them|these|those)\b|\bwhich (?:one )?(?:of|is|has|does|was)\b.*"
    r"\b(?:better|faster|more|less|smaller|larger|cheaper|higher|lower|stronger|two)\b",
    _I,
)
_SUBJECT = re.compile(
    r"\b(?:it(?! (?:is )?(?:true|possible|clear|known|seems?|turns out)\b)|its|itself|they|their"
    r"|theirs|them|he|she|his|her)\b"
    r"|\b(?:this|that|these|those|the|same|said) (?:(?:last|latter|same) )?"
    r"(?:papers?|works?|methods?|approach(?:es)?|stud(?:y|ies)|authors?|ones?|thing|technique"
    r"|framework|system|benchmark|dataset|model)\b"
    r"|(?<!is )(?<!are )\bthere\b(?=\W*$)"
    r"|\b(?:is|was|does|did|do|why|fix|about|for|at|on|of|like|behind|with|solve|by) (?:that|this)\b"
    r"(?=\W*$| (?:\w+ )?(?:mean|work|matter|happen|hold|so|the|an?|help|need|require|compare"
    r"|detect|ahead|done|different|better|faster|possible|come)\w*\b)"
    r"|\b(?:is|was) (?:that|this)\W*$|\b(?:that|this) (?:is|was|does|one|happens?)\b",
    _I,
)
_COMPARED_WITH = re.compile(
    r"\b(?:compar\w*(?: (?:it|this|that|them|favou?rably|well))? (?:to|with|against)|relate[sd]? to"
    r"|differ\w* (?:to|from|than)|(?:similar|superior|inferior|prefer\w+) to|combined? with|than"
    r"|versus|vs\.?|against|unlike|beats?|outperforms?|ahead of|behind|buil(?:ds?|t) (?:up)?on)"
    r"\W*(?:the )?$",
    _I,
)
"""What stands before a name that the papers at hand are held against."""

_DESCRIBED = re.compile(
    r"\b(?:the|that) (?:one|paper|article|study|work) (?:about|on|for|that|which|with|from)\b", _I
)
_COMPARISON = re.compile(
    r"\b(?:compare[sd]?|comparison|contrast|versus|vs|differ\w*|common|share[sd]?|similar\w*"
    r"|better|faster|than)\b",
    _I,
)
_COMPARING = frozenset("common share shared shares similar similarities similarity".split())
_BARE = frozenset(
    """
    again back both difference differ compare else elaborate exactly explain further detail details
    latter meant mean one other please really same second sorry sure then thing third two
    wait okay precisely roughly actually number please
    go sentence sentences short words bit again so
    """.split()
)
"""Words that point or prod, and say nothing of what is asked."""

_OPEN: frozenset[Wanted] = frozenset({"other", "topic"})
_LEANING: frozenset[Wanted] = frozenset({"other", "topic", "reason", "amount"})
"""Types of answers that a question without content words leaves to the question before."""

_NEARER = 0.25
"""The papers at hand answer a brief question that names none, unless another is so much more
relevant."""

_UNRELATED = 0.03
"""A question that is no more relevant to the papers at hand is not about them."""

_FITS = 0.5
"""A paper of the conversation fits a description that is so relevant to it."""

_BRIEF = 5
"""A question with more content words stands alone; pronouns in it may stand for its own words."""

_SELF_SUFFICIENT = re.compile(
    r"\bwhat (?:did|does|do|is|are|was|were|has|have)\b|\bwhat['’]s\b", _I
)
_OPTIONS = 2
_ELLIPTIC = 2
"""A question with at most so many content words asks them in the way of the question before."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A question that stands alone.

    Attributes:
        query: What is searched, and shown as such.
        asked: What the papers are asked, without numbers and ordinals.
        looked_for: The same without the papers' names, for the next turn to ask again.
        wanted: The type of answer asked for.
        papers: The only papers that may answer; empty when all may.
        excluded: Papers that are no answer, since others are asked for.
        options: The likeliest papers, when it cannot be told what is meant; else empty.
        gone: Numbers that the question points at and whose papers were removed.
    """

    query: str
    asked: str
    looked_for: str
    wanted: Wanted
    papers: tuple[Paper, ...] = ()
    excluded: tuple[str, ...] = ()
    options: tuple[Paper, ...] = ()
    gone: tuple[int, ...] = ()


def resolve(index: Index, text: str, history: History) -> Resolved:
    """What a question means after the turns before it.

    Args:
        index: The papers.
        text: The question, spelt as the papers spell.
        history: The conversation; empty for a question that stands alone.
    """
    known = References(index, history)
    plain = _LEAD_IN.sub("", text)
    fresh = _NEW_TOPIC.match(plain)
    correction = _CORRECTION.match(plain)
    begun = fresh or correction
    rest = plain[begun.end() :] if begun else plain
    return _Reader(index, known, rest, fresh=fresh is not None).resolved()


class _Reader:
    """One question, read against the conversation."""

    def __init__(self, index: Index, known: References, text: str, *, fresh: bool) -> None:
        self._index = index
        self._known = known
        self._text = text
        self._subjects = () if fresh else known.subjects
        self._pointers = known.pointers(text)
        self._mentions = find_mentions(index, text)
        if all(map(is_coined, self._content())) or _COMPARISON.search(text):
            taken = {mention.start for mention in self._mentions}
            passing = passing_mentions(index, text)
            self._mentions += [one for one in passing if one.start not in taken]

    def resolved(self) -> Resolved:
        """The rules, in order."""
        if any(not one.papers and not one.gone for one in self._pointers):
            return self._unclear(self._known.latest())
        if self._known.last is None and self._names_one():
            return self._alone()
        if self._pointers or self._mentions:
            return self._about_pointed()
        if _OTHERS.search(self._text):
            return self._others()
        if _DESCRIBED.search(self._text) and (described := self._described()):
            return self._about(described)
        brief = len(self._content()) <= _BRIEF
        if brief and _PAIR.search(self._text) and (pair := self._known.pair):
            return self._about(pair)
        if self._subjects and self._means_subjects():
            return self._about(self._subjects)
        return self._alone() if self._content() else self._unclear(self._known.latest())

    def _names_one(self) -> bool:
        """Whether a name, and nothing else, points: any search finds it."""
        return not self._pointers and [one.by_authors for one in self._mentions] == [False]

    @property
    def _asked(self) -> str:
        """The question with "it" for what points."""
        return _without(self._text, self._pointers)

    @property
    def _looked_for(self) -> str:
        """The question with "it" for what points and names."""
        return _without(self._text, [*self._pointers, *self._mentions])

    def _content(self) -> list[str]:
        """What the question says beside pointing and naming."""
        words = content_words(self._looked_for)
        return [word for word in words if word.casefold() not in _BARE]

    def _about_pointed(self) -> Resolved:
        """The papers pointed at and named, and those they are held against."""
        pointed = [(one.start, paper) for one in self._pointers for paper in one.papers]
        for mention in self._mentions:
            likeliest = self._likeliest(mention)
            if len(likeliest) > 1:
                return self._unclear(likeliest)
            pointed += [(mention.start, paper) for paper in likeliest]
        pointed.sort(key=lambda item: item[0])
        papers = {paper.id: paper for _, paper in pointed}
        subjects = {paper.id: paper for paper in self._subjects}
        if len(papers) != 1 or papers.keys() <= subjects.keys():
            return self._about(tuple(papers.values()))
        start = pointed[0][0]
        before = self._text[:start]
        rival = self._text[start:].split()[0].strip(".,;:?!").casefold()
        if _SUBJECT.search(before) and self._mentions:
            if any(rival in paper.abstract.casefold() for paper in self._subjects):
                return self._about(self._subjects)  # the papers at hand speak of it themselves
        if _COMPARED_WITH.search(before):
            return self._about(tuple((subjects | papers).values()))
        return self._about(tuple(papers.values()))

    def _likeliest(self, mention: Mention) -> tuple[Paper, ...]:
        """The paper that a name means; several when nothing tells which."""
        latest = {paper.id for paper in self._known.latest()}
        numbered = tuple(paper for paper in mention.papers if paper.id in latest)
        papers = numbered or mention.papers
        if len(papers) == 1 or (mention.by_authors and not self._content()):
            return papers
        ids = [paper.id for paper in papers]
        return (retrieve(self._index, self._text, among=ids, top_k=1)[0].paper,)

    def _described(self) -> tuple[Paper, ...]:
        """The paper of the conversation that fits "the one about …"."""
        ids = [paper.id for paper in self._known.latest()]
        found = retrieve(self._index, self._text, among=ids, top_k=1) if ids else []
        return tuple(result.paper for result in found if result.score >= _FITS)

    def _means_subjects(self) -> bool:
        """Whether a question that names no paper is about the papers at hand."""
        content = self._content()
        if not content or _AND.match(self._text):
            return True
        if _SEARCH.search(self._text) or _DESCRIBED.search(self._text):
            return False
        if pronoun := _SUBJECT.search(self._text):
            before = content_words(self._text[: pronoun.start()])
            if len(content) <= _BRIEF or len(before) <= _ELLIPTIC:
                return True
        ids = {paper.id for paper in self._subjects}
        found = retrieve(self._index, self._text, top_k=POOL)
        own = [result.score for result in found if result.paper.id in ids]
        DEBUG.append((self._text, len(content), round(found[0].score, 3), round(max(own, default=0), 3)))
        ahead = _NEARER if len(content) <= _BRIEF else 0.0
        return max(own, default=0.0) >= max(found[0].score - ahead, _UNRELATED)

    def _about(self, papers: tuple[Paper, ...]) -> Resolved:
        """The question, asked of some papers."""
        comparing = len(papers) > 1 and self._only_compares()
        asked, wanted = (self._asked, "definition") if comparing else self._asked_fully()
        named = [paper.id for mention in self._mentions for paper in mention.papers]
        names = [label(paper) for paper in papers if paper.id not in named]
        absent = [name for name in names if name.casefold() not in self._text.casefold()]
        query = f"{', '.join(absent)}: {asked}" if absent else asked
        gone = tuple(number for one in self._pointers for number in one.gone)
        return Resolved(
            query, asked, self._looked_for if comparing else self._kept(), wanted, papers, gone=gone
        )

    def _only_compares(self) -> bool:
        """Whether the question names no aspect to compare by."""
        compares = _COMPARISON.search(self._asked) is not None
        return compares and _COMPARING.issuperset(self._content())

    def _asked_fully(self) -> tuple[str, Wanted]:
        """The question with what it leaves to the one before, and the type of its answer."""
        asked, last = self._asked, self._known.last
        wanted = understand(asked).wanted
        if last is None:
            return asked, wanted
        content = self._content()
        if not content and wanted in _OPEN and _SELF_SUFFICIENT.search(asked):
            return asked, "definition"
        if not content and wanted in _LEANING:
            if self._mentions and wanted in _OPEN:
                return f"{asked} {last.looked_for}", "definition"
            before = understand(last.looked_for).wanted
            return f"{last.looked_for} {asked}", before if wanted in _OPEN else wanted
        if len(content) <= _ELLIPTIC and wanted in _OPEN and _AND.match(asked):
            return asked, understand(last.looked_for).wanted
        return asked, wanted

    def _kept(self) -> str:
        """What the next turn may ask again: of a question that only points, the one before."""
        last = self._known.last
        if self._content() or last is None or understand(self._looked_for).wanted not in _OPEN:
            return self._looked_for
        return last.looked_for

    def _others(self) -> Resolved:
        """Papers that were not cited yet; on the topic at hand, if the question names none."""
        asked = self._text
        if self._subjects and len(self._content()) < _ELLIPTIC:
            asked = f"{asked} {self._topic()}"
        excluded = tuple(paper.id for paper in self._known.latest())
        return Resolved(asked, asked, self._looked_for, "papers", excluded=excluded)

    def _topic(self) -> str:
        """The words that found the papers at hand, else their titles."""
        began = self._known.began
        if began is not None and len(content_words(began.looked_for)) >= _ELLIPTIC:
            return began.looked_for
        return " ".join(paper.title for paper in self._subjects)

    def _alone(self) -> Resolved:
        wanted = understand(self._asked).wanted
        return Resolved(self._asked, self._asked, self._looked_for, wanted)

    def _unclear(self, likeliest: tuple[Paper, ...]) -> Resolved:
        """Two papers to choose from: the likeliest, or else the nearest to the words."""
        options = likeliest[:_OPTIONS]
        if not options:
            found = retrieve(self._index, self._text, top_k=_OPTIONS)
            options = tuple(result.paper for result in found)
        return Resolved(self._text, self._text, self._looked_for, "other", options=options)


def label(paper: Paper) -> str:
    """A short name of a paper: the name that its title begins with, else its title."""
    title = "" if paper.title_is_derived else paper.title
    return next(iter(introduced_names(title, "")), paper.title)


def _without(text: str, replaced: Sequence[Pointer | Mention]) -> str:
    """The text with "it" in the place of some words."""
    for one in sorted(replaced, key=lambda one: -one.start):
        text = f"{text[: one.start]}it{text[one.end :]}"
    return text
