"""Questions that several papers answer, each with its say: limits, agreement, who works on what.

Also those that ask for one paper in short. Only their words are looked at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from paperchat.questions.question import content_words, fold

_I = re.IGNORECASE

SurveyKind = Literal["said", "views", "limits", "reading", "summary"]
"""What each paper has to say on a topic; the same where agreement or pros and cons are asked for;
what is left open or fails; what to read; one paper in short."""

_PAPERS = r"(?:papers|abstracts|articles|studies|publications|works|authors|researchers|literature)"
_THESE = (
    rf"(?:(?:all |any |most )?(?:of )?(?:the|these|those|this|your|our|different|other|various"
    rf"|all)? "
    rf"?(?:{_PAPERS}|research|collection|corpus|field|people)(?: here| there| in (?:the|this|your"
    r"|our) (?:collection|corpus|list|library|database|index))?|they|we|you)"
)
_SAY = (
    r"(?:say|tell us|tell me|think|conclude|report|find|found|show|claim|suggest|state|write|know"
    r"|said|believe|mention)"
)
_ON = (
    r"(?:on|about|of|for|in|with|to|regarding|concerning|over|around|that|whether|when it comes to)"
)
_OPEN = (
    r"(?:open|unsolved|unresolved|unanswered|remaining|main|current|key|biggest|major|known|common"
    r"|future|important|outstanding|typical|general|further|existing|present)"
)
_LIMITS = (
    r"(?:problems|questions|issues|challenges|limitations|limits|weaknesses|shortcomings|drawbacks"
    r"|gaps|obstacles|difficulties|failures|failure modes|pitfalls|bottlenecks|downsides|caveats"
    r"|directions|research directions|research gaps|research questions|next steps|future work"
    r"|future research)"
)
_FLAWS = (
    r"(?:limitations|limits|weaknesses|shortcomings|drawbacks|downsides|caveats|failure modes"
    r"|pitfalls|disadvantages)"
)
_PEOPLE = (
    r"(?:groups?|authors?|researchers?|teams?|labs?|laborator(?:y|ies)|people|scientists?|scholars?"
    r"|experts?|institutions?|universit(?:y|ies)|research groups?)"
)
_WORK = (
    r"(?:works?|working|worked|stud(?:y|ies|ied|ying)|research(?:es|ed|ing)?|investigat\w+"
    r"|publish(?:es|ing)?|writ(?:es|ing)|focus\w*|deals?|explor(?:es?|ing))"
)
_MOST_READ = (
    r"(?:best|most (?:important|relevant|influential|useful)|seminal|must-read|key|essential|top"
    r"|classic|foundational|introductory)"
)
_GIVE = r"(?:what (?:are|were|is)|list|name|give me|tell me)? ?(?:the )?"
_CENTRAL = r"(?:main|key|central|core|major|most important|principal)"

_PATTERNS: tuple[tuple[SurveyKind, str], ...] = (
    ("reading", r"(?:recommend|suggest)(?: me)? .*?\b(?:on|about|regarding|for)\b (?P<topic>.+)"),
    (
        "reading",
        r"(?:what|which (?:\w+ )?papers?) (?:should|could|can|do|must|shall) (?:i|we|one) "
        r"(?:read|start with|look at|begin with)\b.*?\b(?:on|about|regarding|for|to (?:learn about"
        r"|understand|get into)) (?P<topic>.+)",
    ),
    (
        "reading",
        r"where (?:should|could|can|do|shall) (?:i|we|one) (?:start|begin)(?: reading| learning)? "
        r"(?:with|on|about|for|if i want to (?:learn about|understand)) (?P<topic>.+)",
    ),
    (
        "reading",
        rf"(?:(?:what|which)(?: is|'s| are)?|any|show me|give me|name|find)?(?: me)? ?(?:the |a "
        rf"|some )?"
        rf"{_MOST_READ} (?:\w+ )?(?:papers?|articles?|works?|reads?|readings?|publications?)"
        r"(?: to read)? (?:on|about|for|in|regarding) (?P<topic>.+)",
    ),
    (
        "reading",
        r"i(?:'m| am) (?:new to|interested in|curious about|getting into|learning about) "
        r"(?P<topic>[^.,;!?]+)[.,;!?:]* .*\b(?:read|start|begin|recommend|suggest)\b.*",
    ),
    (
        "limits",
        rf"(?:(?:what|which)(?: are|'re)?(?: the)?|list(?: the)?|name(?: the)?|any|are there(?:"
        rf" any)?"
        rf"|tell me(?: about)?(?: the)?|the)? ?(?:{_OPEN} )*(?:and )?{_LIMITS}(?: (?:and|or) "
        rf"(?:\w+ )?{_LIMITS})?(?: (?:are )?(?:there|left|remain\w*|exist))? (?:of|in|with|for|on"
        rf"|about"
        r"|to|facing|when|regarding|around) (?P<topic>.+)",
    ),
    (
        "limits",
        r"(?:what|which \w+) (?:still )?(?:remains?|is|are)(?: still| left)? (?:open|unsolved"
        r"|unclear"
        r"|unknown|unresolved|to be (?:done|solved)|challenging|difficult|hard|missing|lacking)"
        r"(?: problems?)? (?:in|about|for|with|on|of) (?P<topic>.+)",
    ),
    (
        "limits",
        r"what (?:future|further|more|additional) (?:research|work|studies|experiments) (?:is|are)"
        r" (?:still )?(?:needed|required|missing|necessary)(?: on| in| for| about| into)? "
        r"(?P<topic>.+)",
    ),
    (
        "limits",
        rf"(?:what|which) (?:{_OPEN} )*{_FLAWS} (?:do|does|did) (?P<topic>.+?) (?:still )?(?:have"
        r"|face|name|mention|report|admit|state|acknowledge|describe|discuss)",
    ),
    (
        "limits",
        rf"(?:do|does|did) (?P<topic>.+?) (?:have|name|mention|report|admit|state|acknowledge"
        rf"|discuss) (?:any |some )?(?:{_OPEN} )*{_FLAWS}",
    ),
    (
        "limits",
        rf"(?:(?:what|which) (?:are|were|about) |list |name |tell me |any )?"
        rf"(?P<topic>its|their|the|) ?(?:{_OPEN} )*{_FLAWS}",
    ),
    (
        "limits",
        r"where (?:do|does|can) (?P<topic>.+?) (?:still |often |typically )*(?:fail|struggle"
        r"|break|fall"
        r" short|go wrong|break down)\b.*",
    ),
    (
        "views",
        r"(?:what(?:'s| is)|is there)(?: the| a| any)?(?: general| scientific| current)?"
        r" (?:consensus"
        r"|agreement|disagreement|controversy|debate|common view|majority view) "
        rf"{_ON} (?P<topic>.+)",
    ),
    (
        "views",
        rf"(?:do|does|is|are) {_THESE} (?:all |really |mostly )?(?:dis)?(?:agree|agreed|in"
        rf" agreement"
        rf"|unanimous|contradict\w*|divided)(?: with each other)? (?:{_ON} )?(?P<topic>.+)",
    ),
    (
        "views",
        r"(?:what are |list |give me |name )?(?:the )?(?:pros (?:and|&) cons|advantages and "
        r"(?:dis ?advantages|drawbacks|limitations)|benefits and (?:risks|drawbacks|limitations"
        r"|harms"
        r"|costs)|strengths and weaknesses|upsides and downsides|arguments for and against) "
        r"(?:of|for|in|to|about) (?P<topic>.+)",
    ),
    (
        "said",
        rf"(?:what|anything) (?:do|does|did|can|is|has|have)? ?{_THESE} {_SAY} (?:about|on"
        rf"|regarding"
        r"|concerning|of) (?P<topic>.+)",
    ),
    (
        "said",
        r"what (?:is|has been) (?:known|said|written|reported|found) (?:about|on|regarding) "
        r"(?P<topic>.+)",
    ),
    (
        "summary",
        r"(?:tl[;,]?dr|too long|summar(?:y(?! statistics?\b)|i[sz]e)|sum up|recap"
        r"|(?:the )?gist|synopsis|in a nutshell)"
        r"(?: me| up)?(?: of| for(?: me)?| on| about)?\b[:,]? (?P<topic>.+)",
    ),
    (
        "summary",
        r"(?:give me |write |can i (?:get|have) |i(?:'d| would) like |i (?:need|want) )?(?:an? "
        r"|the )?"
        r"(?:quick |short |brief |one[- ]\w+ |concise )*(?:summary|tl[;,]?dr|gist|synopsis|recap) "
        r"(?:of|for|on|about) (?P<topic>.+)",
    ),
    (
        "summary",
        r"explain (?P<topic>.+?),? (?:simply|briefly|shortly|in (?:simple|plain|easy|short|a few"
        r"|two"
        r"|three|one|other)\b.*|to (?:me|a)\b.*|like i(?:'m| am)\b.*|for (?:dummies|a layman|a"
        r" beginner"
        r"|laypeople).*)",
    ),
    (
        "summary",
        rf"{_GIVE}(?:{_CENTRAL} )+(?:findings?|results?|contributions?|take-?aways?|conclusions?"
        r"|insights?|messages?|points?|ideas?) (?:of|in|from|behind|on|about) (?P<topic>.+)",
    ),
    (
        "summary",
        rf"{_GIVE}(?:findings|contributions|take-?aways) (?:of|from|on|about) (?P<topic>.+)",
    ),
    ("summary", r"what does (?P<topic>.+) contribute\b.*"),
)
_WHO: tuple[str, ...] = (
    rf"who(?: else)?(?: here)? (?:(?:is|are|has|have|was|were) )?(?:been )?{_WORK}"
    r"(?: (?:papers|research|work|most|mainly))? ?(?:on|about|in|with|for)? (?P<topic>.+)",
    rf"(?:which|what) (?:\w+ )?{_PEOPLE} (?:(?:is|are|has|have|do|does) )?(?:been )?{_WORK}"
    r" ?(?:papers )?(?:on|about|in|with|for)? (?P<topic>.+)",
    rf"(?:who are|which are|what are|name|list)? ?(?:the )?(?:main |key |leading |top"
    rf" )*{_PEOPLE}"
    r" (?:(?:working|publishing|researching|writing) )?(?:on|in|for|behind(?: the)? (?:work"
    r"|papers|"
    r"research) on) (?P<topic>.+)",
)
_ASK = re.compile(
    r"^(?:(?:hi|hello|hey|so|ok(?:ay)?|and|please|now|well)\b[\s,!.]*)*"
    r"(?:(?:can|could|would|will) (?:you|i|we) (?:please )?|i(?:'d| would) like (?:to know |you"
    r" to )?"
    r"|please )?(?=\S)",
    _I,
)
_WHERE = re.compile(
    r"(?:[\s,]*\b(?:in|from|across|among|according to) (?:the|this|these|those|your|our)"
    r" (?:collection|corpus|list|library|database|index|papers|abstracts|articles|studies)"
    r"|[\s,]*\b(?:here|please|for me|by the (?:papers|authors)|in (?:short|brief)|briefly|right now"
    r"|today|so far))+\W*$",
    _I,
)
_LEAD = re.compile(
    r"^(?:(?:(?:the|a|an|any|research|work|works|papers|literature) )*(?:on|about) )+", _I
)
_SEVERAL = re.compile(
    rf"^(?:all )?(?:the |these |those |what the )?(?:{_PAPERS}|research|works?|findings)\b", _I
)
_THING = re.compile(r"\b(?:papers?|articles?|stud(?:y|ies)|works?)\b|^(?:the|a|an)\b", _I)
_END = ' .?!,;:"“”'
_COMPILED = tuple((kind, re.compile(pattern + "$", _I)) for kind, pattern in _PATTERNS)
_AUTHORS = tuple(re.compile(pattern + "$", _I) for pattern in _WHO)


@dataclass(frozen=True, slots=True)
class Survey:
    """A question that one paper or several answer, each in its own sentences.

    Attributes:
        kind: What each paper tells.
        topic: What they are asked about, without the words of asking.
        words: What the question said of it, "the VeLO paper" with its "the" and "paper".
    """

    kind: SurveyKind
    topic: str
    words: str

    @property
    def describes(self) -> bool:
        """Whether the words mean one paper by what it is about: "the VeLO paper"."""
        pattern = r"(?:the|that) .*\b(?:paper|article|study|review|meta-analysis|protocol|survey)\b"
        return re.match(pattern, self.words, _I) is not None


def authors_asked(text: str) -> str:
    """The topic whose authors a question asks for ("which groups study …?"), else nothing."""
    bare = _bare(text)
    found = next(filter(None, (pattern.match(bare) for pattern in _AUTHORS)), None)
    topic = _topic(found["topic"]) if found else ""
    return topic if content_words(topic) else ""


def survey_asked(text: str) -> Survey | None:
    """The survey that a question asks for; None for any other question."""
    bare = _bare(text)
    for kind, pattern in _COMPILED:
        if match := pattern.match(bare):
            words = _WHERE.sub("", f"{match['topic'].strip()} ").strip(_END)
            topic = _topic(words)
            if kind == "summary" and _SEVERAL.match(words):
                kind = "said"
            # "Summarize it", "its limits" have no topic: the conversation tells the paper.
            asked = kind in ("summary", "limits") or content_words(topic)
            return Survey(kind, topic, words) if asked else None
    return None


def _bare(text: str) -> str:
    """A question without what only introduces it."""
    return _ASK.sub("", fold(text).replace("’", "'"), count=1).strip(_END)


def _topic(words: str) -> str:
    """What is asked about, without "the … paper" and "in this collection"."""
    topic = _LEAD.sub("", _WHERE.sub("", f"{words.strip()} ").strip(_END))
    return _LEAD.sub("", " ".join(_THING.sub(" ", topic).split())) or topic
