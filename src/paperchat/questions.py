"""What a question asks for. No model, no index: only its words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from paperchat.names import introduced_names, is_coined
from paperchat.types import Paper

SmallTalk = Literal["greeting", "thanks", "goodbye", "help"]
Wanted = Literal[
    "papers",
    "authors",
    "makers",
    "published",
    "topic",
    "amount",
    "data",
    "reason",
    "definition",
    "method",
    "other",
]

# Words that only frame a question. They are rare in abstracts, so that their rarity would count
# for more than that of the words which say what is asked.
FRAME = frozenset(
    """
    a about above according achieve achieved achieves actually all also am an and any anything are
    briefly compare compared comparison contribution contributions differ difference differences
    good hello hi idea main morning overview stand stands summarise summarize summary versus vs
    article articles as ask at authors be because been being between both but by can could describe
    deal deals did discuss discusses do does doing done each else ever every explain find finds for
    from get give given gives has have having here how i if in introduce introduced introduces into
    is it its just kind know let like many may me might mention mentions more most much must my of
    on one or other our out over paper papers per please present presented presents propose
    proposed proposes report reported reports say says shall should show shows so some such tell
    than that the their them then there these they this those through to too under up upon us
    use used uses using very was we were what when where whether which while who whom whose why
    will with within work works would you your
    """.split()
)

_SMALL_TALK: dict[SmallTalk, str] = {
    "greeting": r"(?:hi|hey|hello|hallo|good (?:morning|afternoon|evening))(?: there| all)?"
    r"(?:,? (?:paperchat|bot))?|你好|您好",
    "thanks": r"(?:ok(?:ay)?,? |great,? |perfect,? )?(?:many )?(?:thanks|thank you|thx|cheers)"
    r"(?: a lot| so much| very much)?(?:,? (?:that helps|paperchat))?|谢谢",
    "goodbye": r"(?:good)?bye(?: bye)?|see you(?: later)?|再见",
    "help": r"help|(?:so,? )?what (?:can|do) you do|how (?:do|can) i use (?:this|you)"
    r"|who are you|what (?:is|can) (?:this|paperchat)(?: do)?|how does this work",
}

# The first that fits says what is asked for.
_WANTED: dict[Wanted, str] = {
    "papers": r"\b(?:which|what|any|list|all|find|show(?: me)?|are there|other) (?:\w+ ){0,2}"
    r"(?:papers|works|studies|articles|methods|approaches)\b",
    "authors": r"^(?:so,? )?who (?:wrote|authored|published)\b"
    r"|^(?:list |name )?(?:the )?authors? of\b"
    r"|^who (?:is|are|was|were) (?:the|behind)\b.*\b(?:authors?|behind)\b",
    "makers": r"^(?:so,? )?who (?:proposed|introduced|developed|presented|created|invented|designed"
    r"|came up with)\b|\bby whom\b",
    "published": r"^(?:so,? )?(?:when|where|in (?:which|what) year"
    r"|(?:in|at) (?:which|what) (?:venue|conference|journal)"
    r"|(?:which|what) (?:year|venue|conference|journal))\b.*\b"
    r"(?:publish\w*|appear\w*|present(?:ed)?|accepted|come out|came out|released)\b",
    "amount": r"\bhow (?:much|many|large|big|long|fast|far|often|high|low|well|accurate|small)\b"
    r"|\bby how\b|\bwhat (?:\w+ ){0,3}(?:speed-?up|accuracy|rate|ratio"
    r"|percent(?:age)?|share|portion|fraction|proportion|number|size|score|improvement|gain|reduction|factor|throughput|length)s?\b",
    "data": r"\b(?:which|what) (?:[\w\-]+ ){0,3}(?:data|datasets?|benchmarks?|tasks?|corpus|corpora"
    r"|environments?|domains?|languages)\b|\b(?:tested|evaluated|measured|tried|validated|trained) "
    r"(?:out )?on\b|\bdatasets?\b",
    "reason": r"\bwhy\b|\bwhat (?:causes|is the (?:reason|cause|motivation))\b|\bhow come\b",
    "definition": r"^(?:so,? )?(?:what(?:'s| is| are)|define|explain|describe|tell me about)\b"
    r"|\bwhat (?:does|do) [\w\- ]+ (?:mean|stand for)\b",
    "method": r"\bhow\b|\bwhat (?:\w+ ){0,3}(?:method|approach|technique|algorithm|strategy"
    r"|mechanism)s?\b",
}

_SENTENCE = re.compile(
    r"\?|？|\b(?:what|which|who|whose|why|how|when|where|is|are|was|were|do|does|did|can|could|should"
    r"|has|have|had|will|would|tell|explain|describe|list|name|show|give|find|compare|summari[sz]e)\b",
    re.IGNORECASE,
)
"""What makes a question of a row of words."""

_TOPIC_WORDS = 5
"""So few words that ask nothing are a topic, for which papers are wanted."""

_READ = 1000
"""Characters of a question that are looked at for what it asks for."""

_WORD = re.compile(r"[^\W_][\w\-’']*")


@dataclass(frozen=True, slots=True)
class Question:
    """A question understood.

    Attributes:
        text: As asked, white space folded.
        small_talk: What kind of small talk it is; None for a question about papers.
        wanted: The type of answer asked for.
        is_sentence: Whether it asks; else it is words to search for ("kv cache compression").
    """

    text: str
    small_talk: SmallTalk | None
    wanted: Wanted
    is_sentence: bool = True


def fold(text: str) -> str:
    """A text on one line, as characters that every program can take."""
    # Half a surrogate pair comes from broken bytes on a command line, or from a browser.
    return " ".join(text.encode("utf-8", "replace").decode("utf-8").split())


def understand(text: str) -> Question:
    """What a question asks for."""
    folded = fold(text)
    bare = folded[:_READ].strip(" .!?,;:！？。").replace("’", "'")
    talk = (kind for kind, said in _SMALL_TALK.items() if re.fullmatch(said, bare, re.IGNORECASE))
    fits = (kind for kind, asked in _WANTED.items() if re.search(asked, bare, re.IGNORECASE))
    is_sentence = _SENTENCE.search(folded[:_READ]) is not None
    wanted: Wanted = next(fits, "other")
    if not is_sentence and wanted == "other" and 0 < len(bare.split()) <= _TOPIC_WORDS:
        wanted = "topic"
    return Question(folded, next(talk, None), wanted, is_sentence)


def content_words(text: str) -> list[str]:
    """The words of a question that say what it is about, in order, each once."""
    return [word for word in _words(text) if word.casefold() not in FRAME]


def proper_names(text: str) -> list[str]:
    """Words that a question writes as names: coined ones, and capitals within a sentence.

    A name has a capital: "l0-penalized" is none, though it has a digit.
    """
    words = _words(text)
    return [
        word
        for at, word in enumerate(words)
        if word.casefold() not in FRAME
        and not word.islower()
        and (is_coined(word) or (at > 0 and word[0].isupper()))
    ]


def _words(text: str) -> list[str]:
    """Words in order, each once, without the ending of a possessive."""
    words = (re.sub(r"['’]s?$", "", word) for word in _WORD.findall(text))
    return list(dict.fromkeys(words))


def example_questions(papers: Iterable[Paper]) -> tuple[str, ...]:
    """Questions that a collection answers well, made from names that its papers introduce.

    Args:
        papers: The collection; the first 200 papers are looked at.
    """
    named = [
        names[0]
        for paper in islice(papers, 200)
        if paper.abstract and (names := introduced_names(_own_title(paper), paper.abstract))
    ]
    once = list(dict.fromkeys(name for name in named if named.count(name) == 1))
    # Spread over the collection rather than its first lines.
    step = max(1, len(once) // len(_EXAMPLES))
    return tuple(
        example.format(name) for example, name in zip(_EXAMPLES, once[::step], strict=False)
    )


_EXAMPLES = ("What is {}?", "How does {} work?", "Why is {} needed?", "How much better is {}?")


def _own_title(paper: Paper) -> str:
    return "" if paper.title_is_derived else paper.title
