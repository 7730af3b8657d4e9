"""A topic in words → what a paper must say to be on it.

"Continual or incremental learning for LLMs" is two concepts, of which the first may be put in
either of two ways. A concept's words count in any form ("pruned", "pruning"; "quantisation",
"quantization"), and so does the abbreviation that the papers give it ("PTQ").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from paperchat.index.keyword import KeywordIndex
from paperchat.questions.question import FRAME

# What papers do to a topic, and what a list may be asked for with; never the topic.
_FRAME = FRAME | frozenset(
    """
    address addresses apply applies applied concern concerned concerning consider cover covers
    covering employ employs everything etc exist explore explores focus focuses focused handle
    handles involve involves investigate investigates method methods new novel or publish published
    publications regarding relate related relates relating study studies study studying tackle
    tackles topic topics treat treats treating various what's work working worked works without
    approach approaches technique techniques like e.g eg i.e
    """.split()
)
_JOINTS = re.compile(
    r"[,;:()]|\b(?:and|for|of(?! the art)|in|on|to|with|by|using|via|through|from|at|that|which|"
    r"where|whose|as|also|under|over|about|between|against|towards?)\b",
    re.IGNORECASE,
)
"""What stands between two concepts; "state of the art" is one."""
_EITHER = re.compile(r"\s+or\s+|\s*/\s*", re.IGNORECASE)
_EXAMPLES = re.compile(
    r"\([^()]*\)|[,;]? \b(?:such as|like|e\.g\.|i\.e\.|including|especially|both)\b.*$",
    re.IGNORECASE,
)
"""What only illustrates a topic."""

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"(?<=\w)['’ʼ]s\b", re.IGNORECASE)
"""Some write "Crohn's disease", others "Crohn disease"."""
_SHORT_FORM = re.compile(r"[\w.+\-]*[A-Z][\w.+\-]*")
_BRACKET = re.compile(r"\(([^\s()]{2,10}?)(?:[;,] [^()]*)?\)")
_ENDINGS = ("", "iti", "ifi", "ific", "if")
"""What the stemmer leaves of "sparsity" and "sparsify" beyond the stem of "sparse"."""
_ENDED = re.compile(rf"(?<=...)(?:{'|'.join(filter(None, _ENDINGS))})$")

_BRITISH = re.compile(r"is(?=(?:e[drs]?|ers|ing|ations?|able)$)", re.IGNORECASE)
"""Spelt with s rather than z."""

_APART = re.compile(r"(ous|former)(?:ly|s)?$", re.IGNORECASE)

_HALF = 0.5

Root = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing that a topic names.

    Attributes:
        ways: Sets of roots; each of them says the concept.
        weight: How rare it is among the papers.
    """

    ways: tuple[frozenset[str], ...]
    weight: float


@dataclass(frozen=True, slots=True)
class TopicWords:
    """A topic as its concepts; `rarity` is that of each root."""

    concepts: tuple[Concept, ...]
    rarity: dict[str, float]

    def roots(self) -> set[str]:
        """Every root of every way."""
        return {root for concept in self.concepts for way in concept.ways for root in way}

    @property
    def is_abbreviated(self) -> bool:
        """Whether the topic is one term that the papers also abbreviate, or an abbreviation."""
        return len(self.concepts) == 1 and any(
            len(way) == 1 and len(self.concepts[0].ways) > 1 for way in self.concepts[0].ways
        )

    def covered(self, roots: set[str] | frozenset[str]) -> float:
        """Share of the topic, by rarity, that some words say, in [0, 1]."""
        whole = sum(concept.weight for concept in self.concepts)
        if not whole:
            return 0.0
        said = (
            concept.weight * max(self._share(way, roots) for way in concept.ways)
            for concept in self.concepts
        )
        return sum(said) / whole

    def is_whole(self, roots: set[str]) -> bool:
        """Whether some words say at least half of every concept, the common ones, too."""
        return all(
            max(self._share(way, roots) for way in concept.ways) >= _HALF
            for concept in self.concepts
        )

    def _share(self, way: frozenset[str], roots: set[str] | frozenset[str]) -> float:
        said = way & roots
        # Most sentences say nothing of most concepts.
        whole = sum(self.rarity[root] for root in way) if said else 0.0
        return sum(self.rarity[root] for root in said) / whole if whole else 0.0


def root_of(keyword: KeywordIndex) -> Root:
    """The function from a word to what its forms share; remembered until the papers change."""
    known = keyword.roots

    def root(word: str) -> str:
        if word not in known:
            known[word] = _root(keyword, word)
        return known[word]

    return root


def _root(keyword: KeywordIndex, word: str) -> str:
    terms = keyword.terms(_BRITISH.sub("iz", word))
    if not terms:
        return ""
    stem = _ENDED.sub("", terms[0])
    if stem.endswith("us") and keyword.frequency(stem[:-1]):
        stem = stem[:-1]  # "GPUs"; the stemmer takes it for a word such as "virus"
    # "Continuous" and "continual" have a stem in common and no more, and so have
    # "transformer" and "transformation".
    apart = _APART.search(word)
    return f"{stem}-{apart[1]}" if apart else stem


def roots_in(root: Root, text: str) -> set[str]:
    """The roots of a text's words."""
    return {root(word) for word in _WORD.findall(text.casefold())}


def stems_of(root: str) -> list[str]:
    """The indexed terms that may have that root."""
    stem = re.sub(r"-(?:ous|former)$", "", root)
    # Of "quantisation" the stemmer leaves "quantis", of "optimisation" "optimis".
    spelt = {stem, re.sub(r"iz$", "is", stem), f"{stem}is", re.sub(r"u$", "us", stem)}
    return sorted({one + ending for one in spelt for ending in _ENDINGS})


def topic_words(keyword: KeywordIndex, topic: str) -> TopicWords:
    """Take a topic apart; words that only frame a question say nothing of it."""
    root = root_of(keyword)
    bare = _EXAMPLES.sub("", topic) or topic
    groups = [ways for part in _JOINTS.split(bare) if (ways := _ways(root, part))]
    merged = list(dict.fromkeys(groups))
    return weigh(keyword, merged)


def alternatives(topic: str) -> tuple[str, ...]:
    """The topics that one names with "or" ("pruning or sparsity"); itself when it is but one."""
    bare = _EXAMPLES.sub("", topic) or topic
    told = _told(bare)
    if len(told) == 1 or not all(told) or len(_JOINTS.split(bare)) > 1:
        return (topic,)
    return tuple(dict.fromkeys(" ".join(words) for words in told))


def weigh(keyword: KeywordIndex, concepts: Iterable[tuple[frozenset[str], ...]]) -> TopicWords:
    """Concepts with the rarity of their roots; a concept is as rare as its commonest way."""
    kept = tuple(concepts)
    rarity = {root: _rarity(keyword, root) for ways in kept for way in ways for root in way}
    return TopicWords(
        tuple(
            Concept(ways, min(sum(rarity[root] for root in way) for way in ways)) for ways in kept
        ),
        rarity,
    )


def _rarity(keyword: KeywordIndex, root: str) -> float:
    return keyword.idf(max(stems_of(root), key=keyword.frequency)) ** 2


def _ways(root: Root, part: str) -> tuple[frozenset[str], ...]:
    """The ways of a part: of "continual or incremental learning" the first lacks its noun."""
    ways = (frozenset(filter(None, map(root, words))) for words in _told(part))
    return tuple(dict.fromkeys(way for way in ways if way))


def _told(part: str) -> list[list[str]]:
    told = [_content(text) for text in _EITHER.split(part)]
    last = told[-1]
    return [[*words, *last[1:]] if len(words) == 1 and len(last) > 1 else words for words in told]


def _content(text: str) -> list[str]:
    told = (word for word in text.split() if word.casefold() not in _FRAME)
    words = (_WORD.findall(_POSSESSIVE.sub("", word)) for word in told)
    return [part for parts in words for part in parts if part.casefold() not in _FRAME]


def with_abbreviations(
    keyword: KeywordIndex, words: TopicWords, texts: Iterable[str]
) -> TopicWords:
    """Let a concept also be said by what the papers abbreviate it to, and the other way round.

    Args:
        keyword: Of the same papers.
        words: The topic.
        texts: Abstracts; each pair of a long form and its abbreviation that they introduce counts.
    """
    root = root_of(keyword)
    pairs = Counter(pair for text in texts for pair in abbreviations(text))
    known = [(roots_in(root, long), frozenset(roots_in(root, short))) for long, short in pairs]
    return weigh(keyword, [_abbreviated(concept.ways, known) for concept in words.concepts])


def _abbreviated(
    ways: tuple[frozenset[str], ...], known: Sequence[tuple[set[str], frozenset[str]]]
) -> tuple[frozenset[str], ...]:
    more: list[frozenset[str]] = []
    for long, short in known:
        said = frozenset(one for one in long if one not in _FRAME)
        if any(len(way) > 1 and way <= said and len(said) <= len(way) + 1 for way in ways):
            more.append(short)
        if short in ways:
            more.append(said)
    return tuple(dict.fromkeys((*ways, *more)))


def abbreviations(text: str) -> list[tuple[str, str]]:
    """Pairs of a long form and the abbreviation that follows it in brackets.

    The letters of the abbreviation stand in the long form in their order, the first at the
    beginning of a word (Schwartz and Hearst, 2003).
    """
    found = []
    for match in _BRACKET.finditer(text):
        short = match[1]
        if not _SHORT_FORM.fullmatch(short) or sum(map(str.isupper, short)) < 2:
            continue
        letters = [letter for letter in short.removesuffix("s") if letter.isalnum()]
        before = text[: match.start()].split()[-min(len(letters) + 5, 2 * len(letters)) :]
        if long := _long_form(letters, " ".join(before)):
            found.append((long, short))
    return found


def _long_form(letters: Sequence[str], before: str) -> str:
    """The shortest end of what stands before that has the letters; empty when none has."""
    at = len(before)
    for place, letter in reversed(list(enumerate(letters))):
        at -= 1
        while at >= 0 and not (
            before[at].casefold() == letter.casefold()
            and (place > 0 or at == 0 or not before[at - 1].isalnum())
        ):
            at -= 1
        if at < 0:
            return ""
    return before[at:]
