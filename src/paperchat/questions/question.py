"""What a question asks for. No model, no index: only its words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from paperchat.names import introduced_names, is_coined
from paperchat.types import Paper

SmallTalk = Literal["greeting", "thanks", "goodbye", "help", "nod"]
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
    a about above according achieve achieved achieves actually additional all also am an and another
    any anything are
    briefly compare compared comparison contribution contributions differ difference differences
    good hello hi idea main morning overview stand stands summarise summarize summary versus vs
    article articles as ask at authored authors be because been being between both but by can could
    describe further
    deal deals did discuss discusses do does doing done each else ever every explain find finds for
    from get give given gives has have having here how i if in introduce introduced introduces into
    is it its just kind know let like many may me might mention mentions more most much must my of
    on one or other others our out over paper papers per please present presented presents propose
    proposed proposes report reported reports say says shall should show shows so some such tell
    than that the their them then there these they this those through to too under up upon us
    use used uses using very was we were what when where whether which while who whom whose why
    will with within work works would wrote you your
    """.split()
)

_SMALL_TALK: dict[SmallTalk, str] = {
    "greeting": r"(?:hi|hey|hello|hallo|good (?:day|morning|afternoon|evening))"
    r"(?: there| all| again)?(?: (?:paperchat|bot))?|how are you(?: doing)?(?: today)?"
    r"|nice to meet you|你好|您好",
    "thanks": r"(?:and |so |ok(?:ay)? |great |perfect )?(?:many |no )?(?:thanks|thank you|thx|ty|ta"
    r"|cheers|🙏+|much appreciated|i appreciate (?:it|that))(?: a lot| a bunch| so much| very much"
    r"| again| mate)?(?: for (?:the|your|all (?:the|your)) (?:\w+ )?(?:help|answers?|info"
    r"|information|time|explanations?|reply|replies|clarifications?|patience))?"
    r"(?: that helps| paperchat)?|谢谢[你您]?(?:了|啦)?|多谢|感谢|thank u|merci(?: beaucoup| bien)?"
    r"|(?:vielen |besten |herzlichen )?dank(?:e(?: (?:sch(?:ö|oe)n|sehr|dir|ihnen))?)?"
    r"|(?:muchas |mil )?gracias|(?:muito )?obrigad[oa]|grazie(?: mille)?|tack(?: så mycket)?"
    r"|dank je(?: wel)?|bedankt|ありがとう(?:ございます)?|спасибо|dziękuję|teşekkürler|takk?",
    "goodbye": r"(?:good)?bye(?: bye| for now)?|see you(?: later| soon| tomorrow)?|good night"
    r"|have a (?:nice|good) (?:day|evening|weekend)|再见",
    "help": r"help|(?:so )?what (?:else )?(?:can|do) you do|how (?:do|can) i use (?:this|you)"
    r"|who are you|what are you|what (?:is|can) (?:this|paperchat)(?: do)?|how does this work"
    r"|(?:how|what) can you help(?: me)?(?: with)?"
    r"|what (?:kinds? of )?(?:questions? )?can i ask(?: you)?",
    "nod": r"[👍👌🙂😀😊🎉]+|ok(?:ay)?"
    r"|fine|great|good|nice|cool|perfect|wow|awesome|excellent|brilliant|lovely"
    r"|super|i see|got it|understood|right|sure|alright|all right|never ?mind|makes sense"
    r"|no worries|interesting|good to know|(?:that(?:'s| is| was) )?(?:very |really |quite )?"
    r"(?:helpful|useful|clear)|that helps|that answers (?:it|my question)"
    r"|(?:that(?:'s| is) )?(?:just |exactly )?what i (?:needed|wanted)(?: to know)?"
    r"|(?:no )?that(?:'s| is| was| will be) (?:all|it|enough)(?: (?:for|from) (?:today|now|me))?"
    r"|(?:no )?(?:nothing else|(?:more|further) questions?)(?: for (?:today|now))?"
    r"|i(?:'m| am) (?:done|good|fine)|good (?:work|job)|well done",
}
"""Kind of small talk → what a reader says, between commas; whatever the case."""

_SMALL = (
    r"(?:and|so|oh|ah|well|yes|yeah|yep|yup|indeed|really|very|quite|too|also|please|then|everyone"
    r"|(?:that|this|it)(?:'s| is| was)|you(?:'re| are| have been|'ve been)|of course|for that)"
)
_POLITE_KINDS: tuple[SmallTalk, ...] = ("goodbye", "thanks", "nod")
_PHRASES = "|".join(f"(?P<{kind}>{_SMALL_TALK[kind]})" for kind in _POLITE_KINDS)
_POLITE = re.compile(rf"(?:(?:{_PHRASES}|{_SMALL})(?: |$))+", re.IGNORECASE)
"""Thanks and assent on end, with small words around them: "ok great, and thank you"."""

# The first that fits says what is asked for.
_WANTED: dict[Wanted, str] = {
    "papers": r"\b(?:which|what|any|list|all|find|show(?: me)?|are there|other) (?:\w+ ){0,2}"
    r"(?:papers|works|studies|articles|methods|approaches)\b",
    "authors": r"^(?:so,? )?who (?:wrote|authored|published)\b"
    r"|^(?:list |name )?(?:the )?authors? of\b"
    r"|^(?:what are |list |name |show )(?:me )?(?:its|their|the) authors?\W*$"
    r"|^who (?:is|are|was|were) (?:the|behind)\b.*\b(?:authors?|behind)\b"
    r"|\bwho (?:is|was|are|were) (?:it|this|that|they|these|those|(?:the|this|that) \w+)"
    r"(?: written)? by\b",
    "makers": r"^(?:so,? )?who (?:proposed|introduced|developed|presented|created|invented|designed"
    r"|came up with)\b|\bby whom\b",
    "published": r"^(?:so,? )?(?:when|where|in (?:which|what) year"
    r"|(?:in|at) (?:which|what) (?:venue|conference|journal)"
    r"|(?:which|what) (?:year|venue|conference|journal))\b.*\b"
    r"(?:publish\w*|appear\w*|present(?:ed)?|accepted|come out|came out|released)\b",
    "amount": r"\bhow (?:much|many|large|big|long|fast|far|often|high|low|well|accurate|small)\b"
    r"|\bhow (?:do|does|did) .*\b(?:compare|fare|perform)\b"
    r"|^(?:the )?(?:[\w\-]+ ){0,2}(?:number|size|mass|radius|period|lifetime|speed|duration|length"
    r"|temperature|dose|rate|cost|age|amount|level|share|percentage)s? of\b"
    r"|\bby how\b|\bwhat (?:\w+ ){0,3}(?:speed-?up|accuracy|rate|ratio"
    r"|doses?|dosage|levels?|concentration|prevalence|incidence|odds|risk|mortality"
    r"|percent(?:age)?|share|portion|fraction|proportion|number|size|score|improvement|gain|reduction|factor|throughput|length)s?\b",
    "data": r"\b(?:which|what) (?:[\w\-]+ ){0,3}(?:data|datasets?|benchmarks?|tasks?|corpus|corpora"
    r"|environments?|domains?|languages)\b|\b(?:tested|evaluated|measured|tried|validated|trained) "
    r"(?:out )?on\b|\bdatasets?\b",
    "reason": r"\bwhy\b|\bwhat (?:causes|is the (?:reason|cause|motivation))\b|\bhow come\b",
    "definition": r"^(?:so,? )?(?:what(?:'s| is| are)|define|explain|describe"
    r"|tell me (?:more )?about|(?:please |can you |could you )?(?:summari[sz]e|elaborate)"
    r"|(?:give me )?(?:an? )?(?:short )?(?:summary|overview) of)\b"
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

    @property
    def is_wordless(self) -> bool:
        """Whether there is no letter and no digit in it: "🙂", "???"."""
        return not any(map(str.isalnum, self.text))


def fold(text: str) -> str:
    """A text on one line, as characters that every program can take."""
    # Half a surrogate pair comes from broken bytes on a command line, or from a browser.
    return " ".join(text.encode("utf-8", "replace").decode("utf-8").split())


def understand(text: str) -> Question:
    """What a question asks for."""
    folded = fold(text)
    bare = folded[:_READ].strip(" .!?,;:！？。").replace("’", "'")
    fits = (kind for kind, asked in _WANTED.items() if re.search(asked, bare, re.IGNORECASE))
    is_sentence = _SENTENCE.search(folded[:_READ]) is not None
    wanted: Wanted = next(fits, "other")
    if not is_sentence and wanted == "other" and 0 < len(bare.split()) <= _TOPIC_WORDS:
        wanted = "topic"
    return Question(folded, _small_talk(bare), wanted, is_sentence)


def _small_talk(bare: str) -> SmallTalk | None:
    """The kind of a text that is nothing but small talk ("OK, thanks, that's all")."""
    pieces = [piece for piece in re.split(r"[\s,.;:!？。，！-]*[,.;:!，。！-]+\s*", bare) if piece]
    kinds = [
        next((k for k, said in _SMALL_TALK.items() if re.fullmatch(said, piece, re.I)), None)
        for piece in pieces
    ]
    if not kinds or None in kinds:
        said = _POLITE.fullmatch(" ".join(pieces))
        return next((kind for kind in _POLITE_KINDS if said[kind]), None) if said else None
    return next((kind for kind in kinds if kind != "nod"), "nod")


def content_words(text: str) -> list[str]:
    """The words of a question that say what it is about, in order, each once."""
    return [word for word in _words(text) if word.casefold() not in FRAME]


def content_runs(text: str) -> list[list[str]]:
    """The words that say what a question is about, in runs with nothing but spaces between them."""
    runs: list[list[str]] = [[]]
    end = 0
    for match in _WORD.finditer(text):
        word = re.sub(r"['’]s?$", "", match[0])
        if text[end : match.start()].strip() or word.casefold() in FRAME:
            runs.append([])
        if word.casefold() not in FRAME:
            runs[-1].append(word)
        end = match.end()
    return [run for run in runs if run]


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
