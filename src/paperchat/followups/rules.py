"""The words by which a follow-up is known: one pattern a rule, each with its name.

`resolving.py` asks them in order. Whatever the case; English only (see `questions/chinese.py`).
"""

from __future__ import annotations

import re

from paperchat.questions.question import Wanted, content_words

_I = re.IGNORECASE

TAG = re.compile(
    r",?\s*\b(?:right|correct|yes|no|true|then|or not|is(?:n['’]t)? it|do(?:n['’]t| not)? they"
    r"|does(?:n['’]t)? it|are(?:n['’]t)? they)\s*(?=\?+\s*$)",
    _I,
)
"""What a statement ends with to become a question; it asks for nothing."""

EXACTLY = re.compile(r"(?<=\w),? (?:exactly|precisely|approximately|roughly)\b(?=[\s?]|$)", _I)
"""How exact an answer is to be; it asks for nothing."""

LEAD_IN = re.compile(
    r"^(?:(?:ok(?:ay)?|fine|great|good|cool|nice|right|thanks|thank you|thx|hm+|well|alright"
    r"|perfect|interesting|i see|got it|sure|yes|never mind|now)\b[\s.,;:!…\-]+)+(?=\S)",
    _I,
)
"""What a reader says of the last answer before asking on."""

CORRECTION = re.compile(
    r"^(?:(?:no|nope|sorry|oops|wait|actually|not that(?: one)?|wrong (?:one|paper))\b[\s.,;:!]+)*"
    r"(?:(?:no|nope|sorry|oops|wait|not that(?: one)?|wrong (?:one|paper))\b[\s.,;:!]+(?:but )?"
    r"|i(?:'m| am| was)? (?:meant?|asking about|talking about)\s+(?:about )?)",
    _I,
)
"""The talk went to the wrong paper: "no, I meant …"."""

NEW_TOPIC = re.compile(
    r"^(?:(?:new|different|another|next|change of|changing) (?:the )?(?:topic|subject|question)"
    r"|(?:let(?:'|’)?s |can we |i want to )?(?:change|switch) (?:the )?(?:topic|subject)s?"
    r"|(?:let(?:'|’)?s )?(?:talk about |discuss |now )?(?:something|on something) "
    r"(?:else|different|unrelated)|unrelated(?: question)?)\b(?: now)?\W+(?=\w)"
    r"|^let(?:'|’)?s (?:talk about|discuss|move on to|turn to)\s+",
    _I,
)
"""What follows has nothing to do with the papers at hand."""

AND = re.compile(r"^(?:and|what about|how about|but|same for|and what about|also)\b", _I)
"""A question that goes on from the one before."""

TOPIC_FIRST = re.compile(r"^(?:(?:and|so|but|for) )*it\s*[-–—:,]+\s*(?=\w+ \w)", _I)
"""A paper is named, and then asked of: "and it: when was it published?"."""

SAME = re.compile(
    r"^(?:(?:and|now|ask|the) )*same (?:question|thing|again)(?: again)?"
    r" (?:for|about|of|on|with)\b",
    _I,
)
"""The question before is asked of another paper."""

ASPECT = re.compile(
    r"^(?:(?:and|but|also|what about|how about|same) )*(?:on|in terms of|regarding|by"
    r"|with respect to|with regard to|concerning) (?!(?:it|them|which|what|whom|how)\b)[^?]+\W*$",
    _I,
)
"""What papers that were compared are to be compared by: "and on memory?"."""

HANGING = re.compile(
    r"^(?:(?:and|but|also|what about|how about|same) )+(?:for|on|at|in|by|with|to|over|from|of"
    r"|under|without|when|if)\b",
    _I,
)
"""The same, with words that hang on what the question before asked: "and on GPU?"."""

DANGLING = re.compile(
    r"^(?:and )?(?:for|on|at|in|by|with|to|over|from|of) (?:which|what|whom|how)\b", _I
)
"""A question that hangs on the one before: "for which model?"."""

OTHERS = re.compile(
    r"\b(?:an(?:y )?other|other|another|further|more|different) (?:\w+ )?"
    r"(?:paper|work|article|stud(?:y|ie)|review|survey|publication|report|method|approach"
    r"|one(?= on| about| that|\W*$))e?s?\b"
    r"|\b(?:is|are) there (?:also )?(?:one|ones|any) (?:on|about|for|that|which|with)\b"
    r"|\b(?:anything|something|any(?:one|body)?|what) (?:else|similar)\b|\bwho else\b"
    r"|\b(?:any|are there) (?:any )?(?:others?|more)\W*$"
    r"|\b(?:similar|related) (?:\w+ )?(?:papers?|works?|ones?|stud(?:y|ies)|methods?"
    r"|approach(?:es)?)\b",
    _I,
)
"""Papers that were not cited yet are asked for."""

LIKE_IT = re.compile(
    r"^(?:(?:ok(?:ay)?|and|now|so|please|show|list|find|give|me|any|some|the|are there)\b[\s,]*)*"
    r"(?:related|similar) (?:papers?|works?|ones?|articles?|stud(?:y|ies))\W*$",
    _I,
)
"""Papers like the one at hand are asked for, and nothing else is said."""

TOO = re.compile(r"[\s,]*\b(?:too|as well|also|maybe|perhaps|then)\W*$", _I)
"""What ends such a question and says nothing of the topic."""

FRAGMENT = re.compile(
    r"^(?!(?:and |but )?(?:what|how) about\b)"
    r"(?!.*\b(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|may|might"
    r"|must|papers?)\b|.*\b(?:what|which|who)['’]s\b)"
    r".*\b(?:which|what|how (?:many|much|large|big|long|fast|far))\b",
    _I,
)
"""A question without a verb that could stand alone: "how many GPUs?", "relative to what?"."""

SEARCH = re.compile(
    r"\b(?:any|which|what|find|list|show me|some|a|other) (?:[\w-]+ )?"
    r"(?:papers?|works?|articles?|stud(?:y|ies))\b"
    r"(?! (?:show|find|report|say|propose|best|better|well|worse)\b)"
    r"|\b(?:any(?:body|one)|who(?: else)?) (?:has|have)\b"
    r"|\b(?:has|have|did) (?:any(?:body|one)|someone|people)\b"
    r"|^(?:anything|something) (?:on|that|about)\b",
    _I,
)
"""The whole collection is asked."""

PAIR = re.compile(
    r"\b(?:both|the two|these two|those two|the pair|(?:of|between) (?:them|these|those)"
    r"|each other|one another|each of|either(?: of| one)?|neither)\b|\beach\?*$"
    r"|\b(?:they|these|those|them|it)\b.*\b(?:differ|compare|have in common)\b"
    r"|\b(?:do|does|where) (?:they|these|those)\b.*\b(?:(?:dis)?agree|contradict)\b"
    r"|\b(?:compare|contrast) (?:them|these|those|their)\b|\bside[- ]by[- ]side\b"
    r"|\bthe differences?\W*$"
    r"|\bwhich (?:one )?(?:of|is|has|does|was|needs?|uses?|gives?|takes?|runs?|performs?)\b.*"
    r"\b(?:better|faster|newer|older|earlier|later|more|less|smaller|larger|cheaper|higher|lower|stronger|two)\b",
    _I,
)
"""Two papers are meant, those at hand or the last two."""

SUBJECT = re.compile(
    r"\b(?:it(?! (?:is )?(?:true|possible|clear|known|seems?|turns out)\b)|its|itself|they|their"
    r"|theirs|them|he|she|his|her)\b"
    r"|\b(?:this|that|these|those|the|same|said) (?:(?:last|latter|same) )?"
    r"(?:papers?|works?|methods?|approach(?:es)?|stud(?:y|ies)|authors?|ones?|thing|technique"
    r"|framework|system|benchmark|dataset|model)\b"
    r"|(?<!is )(?<!are )\bthere\b(?=\W*$)"
    r"|\b(?:is|was|does|did|do|why|fix|about|for|at|on|of|like|behind|with|solve|by)"
    r" (?:that|this)\b"
    r"(?=\W*$| (?:\w+ )?(?:mean|work|matter|happen|hold|so|the|an?|help|need|require|compare"
    r"|detect|ahead|done|different|better|faster|possible|come)\w*\b)"
    r"|\b(?:is|was) (?:that|this)\W*$|\b(?:that|this) (?:is|was|does|one|happens?)\b",
    _I,
)
"""A word that stands for the papers at hand."""

ADDED = re.compile(
    r"^(?:(?:and|also|now|please|can you|could you|let['’]s) )*(?:add|include|put in|take in"
    r"|throw in|bring in)\b",
    _I,
)
"""Papers join those that were compared."""

COMPARED_WITH = re.compile(
    r"\b(?:compar\w*(?: (?:it|this|that|them|favou?rably|well))? (?:to|with|against)|relate[sd]? to"
    r"|differ\w* (?:to|from|than)|(?:similar|superior|inferior|prefer\w+) to|combined? with|than"
    r"|versus|vs\.?|against|unlike|beats?|outperforms?|ahead of|behind|buil(?:ds?|t) (?:up)?on)"
    r"\W*(?:the )?$",
    _I,
)
"""What stands before a name that the papers at hand are held against."""

DESCRIBED = re.compile(
    r"\b(?:the|that) (?:one|paper|article|study|work) (?:about|on|for|that|which|with|from)\b"
    r"|\b(?:the|that) (?!(?:same|whole|other|others?|first|second|third|last|latter|former|previous"
    r"|earlier|current|original|best|only|entire|full|latest)\b)(?:[\w-]+ ){1,4}"
    r"(?:paper|article|study)\b",
    _I,
)
"""A paper is told by what it is about."""

DESCRIBED_ALONE = re.compile(
    r"\b(?:the|that) (?:(?:one|paper|article|study|work) (?:about|on)"
    r"|(?:[\w-]+ ){1,4}(?:paper|article|study))\b",
    _I,
)
"""The same in words that can be searched, when no paper of the conversation is like that."""

PLURAL = re.compile(r"\b(?:they|them|their|theirs|these|those|all (?:three|four|five|of))\b", _I)
"""Stands for several papers, when there are several at hand."""

STILL = re.compile(r"\bthen\W*$", _I)
"""What a question ends with that follows from the answer before."""

DETAIL = re.compile(
    r"^(?:(?:and|so|but) )?(?:(?:on|in|at|with|for|by|of|to|from|under|over) )?"
    r"(?:which\b|how (?:many|much)\b|what (?!is\b|are\b|was\b|were\b|do\b|does\b|did\b|about\b))",
    _I,
)
"""A detail is asked for, by the word for it."""

COMPARISON = re.compile(
    r"\b(?:compare[sd]?|comparison|contrast|versus|vs|differ\w*|common|share[sd]?|similar\w*"
    r"|better|faster|than)\b",
    _I,
)
"""Papers are held against each other."""

COMPARING = frozenset("common share shared shares similar similarities similarity".split())
"""Words of a comparison that names no aspect."""

WHICH = re.compile(
    r"^(?:(?:and|so|but) )?which\b(?: (?:one|paper|study|article|method|approach)\b"
    r"| of (?:the|them|these|those)\b| (?:is|has|was|does|did|uses?|needs?)\b)",
    _I,
)
"""One of the papers at hand is asked for."""

MADE = re.compile(
    r"^(?:(?:and|so|but) )?who (?:made|built|develop\w*|creat\w*|invent\w*|design\w*|propos\w*"
    r"|introduc\w*|present\w*|did|came up with) (?:it|this|that|them|these|those)\W*$",
    _I,
)
"""Who made what the paper at hand is about is who wrote it: "who built it?"."""

_ITS = r"^(?:(?:and|but|also|what about|how about|its|their|the|which|what|who are) )*"
_OF_IT = r"(?: of (?:it|them|this|that|these|those))?\W*$"
_RECORD: tuple[tuple[Wanted, re.Pattern[str]], ...] = (
    ("authors", re.compile(f"{_ITS}authors?{_OF_IT}", _I)),
    ("published", re.compile(f"{_ITS}(?:year|venue|journal|conference){_OF_IT}", _I)),
)
"""A field of the record and nothing else: "and the authors?"; the type of answer it asks for."""


def field_asked(text: str) -> Wanted | None:
    """The type of answer of a question that is a field of the record and nothing else."""
    return next((kind for kind, field in _RECORD if field.match(text)), None)


PAPERS = re.compile(r"\b(?:papers|articles|studies|abstracts|works|everything)\b", _I)
"""The papers of the collection, or those at hand."""

TWO = re.compile(r"\b(?:both|two|pair)\b", _I)
"""Of two papers is spoken."""

BARE = frozenset(
    """
    again back both difference differ compare else elaborate exactly explain further detail details
    latter meant mean one other please really same second sorry sure then thing third two
    wait okay precisely roughly actually number please
    go sentence sentences short words bit again so instead same true list spell
    best worst overall average largest highest lowest maximum minimum total
    """.split()
)
"""Words that point or prod, and say nothing of what is asked."""


def only_points(words: str) -> bool:
    """Whether words point at papers and name none: "the two", "[2]", "the second one"."""
    return all(word.casefold() in BARE or word.isdigit() for word in content_words(words))


OPEN: frozenset[Wanted] = frozenset({"other", "topic"})
"""Types of answers of a question that says nothing of the type."""

LEANING: frozenset[Wanted] = frozenset({"other", "topic", "reason", "amount"})
"""Types of answers that a question without content words leaves to the question before."""

SELF_SUFFICIENT = re.compile(r"\bwhat (?:did|does|do|is|are|was|were|has|have)\b|\bwhat['’]s\b", _I)
"""A question of its own, though it has no content word beside a name."""
