"""What a follow-up means: rules over the register and the turns so far; no model.

`resolve` asks the patterns of `rules.py` in order: what the question points at (numbers,
ordinals, names), whether it asks for other papers, what its pronouns stand for, and last whether a
question that points at nothing is about the papers at hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paperchat.followups import rules
from paperchat.followups.compared import aspect_asked, joined, whole_collection
from paperchat.followups.mentions import (
    Mention,
    apart,
    find_mentions,
    known_authors,
    label,
    passing_mentions,
    without_details,
)
from paperchat.followups.nearness import (
    BRIEF,
    ELLIPTIC,
    Nearness,
    only_one_saying,
    sibling_of,
)
from paperchat.followups.others import FITS, others
from paperchat.followups.references import Pointer, References
from paperchat.followups.resolved import Resolved
from paperchat.followups.topical import topical_mentions
from paperchat.history import History
from paperchat.index import Index
from paperchat.names import is_coined
from paperchat.questions.question import Wanted, content_words, understand
from paperchat.retrieval import retrieve
from paperchat.types import Paper

_OPTIONS = 2


def resolve(index: Index, text: str, history: History) -> Resolved:
    """What a question means after the turns before it.

    Args:
        index: The papers.
        text: The question, spelt as the papers spell.
        history: The conversation; empty for a question that stands alone.
    """
    known = References(index, history)
    spoken = rules.LEAD_IN.sub("", text)
    plain = rules.EXACTLY.sub("", rules.TAG.sub("", spoken))
    fresh = rules.NEW_TOPIC.match(plain)
    correction = rules.CORRECTION.match(plain)
    begun = fresh or correction
    text = rules.SAME.sub("and", plain[begun.end() :] if begun else plain)
    still = rules.STILL.search(spoken) is not None
    return _Reader(index, known, text, fresh=fresh is not None, still=still).resolved()


class _Reader:
    """One question, read against the conversation."""

    def __init__(
        self, index: Index, known: References, text: str, *, fresh: bool, still: bool
    ) -> None:
        self._index = index
        self._still = still
        self._known = known
        self._text = text
        self._subjects = () if fresh else _at_hand(known, text)
        self._pointers = known.pointers(text)
        self._mentions = apart(find_mentions(index, text), known_authors(known.latest(), text))
        topical = topical_mentions(index, text, self._subjects, known.latest())
        self._mentions = apart(self._mentions, topical)
        if all(map(is_coined, self._content())) or rules.COMPARISON.search(text):
            self._mentions = apart(self._mentions, passing_mentions(index, text))
        if rules.AND.match(text):
            self._mentions = without_details(self._mentions, text, self._subjects)
        if known.last is None and len(self._content()) > ELLIPTIC:
            # "The rest", "the first" of things that a first question speaks of itself.
            self._pointers = [one for one in self._pointers if one.papers or one.gone]

    def resolved(self) -> Resolved:
        """The rules, in order."""
        if any(not one.papers and not one.gone for one in self._pointers):
            return self._unclear(self._known.latest())
        if self._known.last is None and [one.indirect for one in self._mentions] == [False]:
            return self._alone()  # any search finds a name
        if self._pointers or self._mentions:
            pointed = self._about_pointed()
            joins = len(self._subjects) > 1 and rules.ADDED.match(self._text)
            return joined(self._known.last, self._subjects, pointed) if joins else pointed
        more_of_two = rules.WHICH.match(self._text) and rules.PAIR.search(self._text)
        if rules.OTHERS.search(self._text) and not more_of_two:
            return others(self._index, self._known, self._subjects, self._text)
        if rules.DESCRIBED.search(self._text) and (described := self._described()):
            return self._about(described)
        if rules.DESCRIBED_ALONE.search(self._text):
            return self._alone()
        if aspect := aspect_asked(self._known.last, self._text):
            return replace(self._about(self._subjects), compare=aspect)
        if whole := self._whole():
            return self._about(whole)
        brief = len(self._content()) <= BRIEF
        if brief and (sibling := sibling_of(self._index, self._subjects, self._content())):
            return self._about(sibling)
        if brief and rules.PAIR.search(self._text) and (pair := self._known.pair):
            return self._about(pair)
        if self._subjects and self._means_subjects():
            return self._about(self._subjects)
        return self._alone() if self._content() else self._unclear(self._known.latest())

    @property
    def _asked(self) -> str:
        """The question with "it" for what points."""
        authors = [one for one in self._mentions if one.indirect]
        return _without(self._text, [*self._pointers, *authors])

    @property
    def _looked_for(self) -> str:
        """The question with "it" for what points and names."""
        return _without(self._text, [*self._pointers, *self._mentions])

    def _content(self) -> list[str]:
        """What the question says beside pointing and naming."""
        words = content_words(self._looked_for)
        return [word for word in words if word.casefold() not in rules.BARE]

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
        known = any(rival in paper.abstract.casefold() for paper in self._subjects)
        if known and self._mentions and rules.SUBJECT.search(before):
            return self._about(self._subjects)  # the papers at hand speak of it themselves
        if rules.COMPARED_WITH.search(before):
            return self._about(tuple((subjects | papers).values()))
        return self._about(tuple(papers.values()))

    def _likeliest(self, mention: Mention) -> tuple[Paper, ...]:
        """The paper that a name means; several when nothing tells which."""
        latest = {paper.id for paper in self._known.latest()}
        numbered = tuple(paper for paper in mention.papers if paper.id in latest)
        papers = numbered or mention.papers
        if len(papers) == 1 or (mention.indirect and not self._content()):
            return papers
        ids = [paper.id for paper in papers]
        return (retrieve(self._index, self._text, among=ids, top_k=1)[0].paper,)

    def _described(self) -> tuple[Paper, ...]:
        """The paper of the conversation that fits "the one about …"."""
        nearness = self._nearness(self._content())
        for known in (self._known.spoken_of(), self._known.latest()):
            ids = [paper.id for paper in known]
            own = retrieve(self._index, self._text, among=ids, top_k=1) if ids else []
            fitting = tuple(one.paper for one in own if one.score >= FITS)
            if fitting and not nearness.elsewhere(fitting):
                return fitting
        return ()

    def _whole(self) -> tuple[Paper, ...]:
        """All papers of a small collection, when they are compared and no several are at hand."""
        at_hand = len(self._subjects) > 1 or len(self._known.pair) > 1
        return () if at_hand else whole_collection(self._index, self._text)

    def _nearness(self, content: Sequence[str]) -> Nearness:
        return Nearness(self._index, self._text, content)

    def _means_subjects(self) -> bool:
        """Whether a question that names no paper is about the papers at hand."""
        content = self._content()
        if rules.field_asked(self._text):
            return True
        if not content or (len(content) <= ELLIPTIC and rules.FRAGMENT.match(self._text)):
            return True
        if rules.AND.match(self._text):
            hanging = rules.HANGING.match(self._text) is not None
            return not self._nearness(content).titles_other(self._subjects, hanging=hanging)
        if rules.SEARCH.search(self._text) or rules.DESCRIBED.search(self._text):
            return False
        if pronoun := rules.SUBJECT.search(self._text):
            before = content_words(self._text[: pronoun.start()])
            if len(content) <= BRIEF or len(before) <= ELLIPTIC:
                return True
        return self._still or self._nearness(content).about(self._subjects)

    def _about(self, papers: tuple[Paper, ...]) -> Resolved:
        """The question, asked of some papers."""
        comparing = len(papers) > 1 and self._only_compares()
        asked, wanted = self._asked_fully(comparing=comparing)
        names = [
            name for paper in papers if (name := label(paper)).casefold() not in asked.casefold()
        ]
        return Resolved(
            query=f"{', '.join(names)}: {asked}" if names else asked,
            asked=asked,
            looked_for=self._looked_for if comparing else self._kept(),
            wanted=wanted,
            papers=papers,
            gone=tuple(number for one in self._pointers for number in one.gone),
            introduce=not comparing and self._only_names(),
            chosen=self._chosen(papers),
        )

    def _chosen(self, papers: tuple[Paper, ...]) -> tuple[Paper, ...]:
        """Of several papers the one that "which of them …?" tells by words that others lack."""
        if not rules.WHICH.match(self._text) or rules.COMPARISON.search(self._text):
            return ()
        return only_one_saying(self._index, papers, self._content())

    def _only_names(self) -> bool:
        """Whether the question is a name ("And Ferret?")."""
        wanted = understand(self._looked_for).wanted
        asks = wanted not in rules.OPEN or rules.SELF_SUFFICIENT.search(self._asked)
        return bool(self._mentions) and not self._content() and not asks

    def _only_compares(self) -> bool:
        """Whether the question names no aspect to compare by."""
        compares = rules.COMPARISON.search(self._asked) is not None
        return compares and rules.COMPARING.issuperset(self._content())

    def _asked_fully(self, *, comparing: bool) -> tuple[str, Wanted]:
        """The question with what it leaves to the one before, and the type of its answer."""
        asked, last = self._asked, self._known.last
        wanted: Wanted = "definition" if comparing else understand(asked).wanted
        if last is None or comparing:
            return asked, wanted
        content = self._content()
        if rules.MADE.match(asked):
            return asked, "authors"
        if recorded := rules.field_asked(asked):
            return asked, recorded
        if not content and wanted in rules.OPEN and rules.SELF_SUFFICIENT.search(asked):
            return asked, "definition"
        if not content and wanted in rules.LEANING:
            before = understand(last.looked_for).wanted
            if wanted == "reason" and not self._pointers and not self._mentions:
                return asked, wanted  # the reason given, whatever the last question looked for
            if self._only_names():
                return last.looked_for, before
            return f"{last.looked_for} {asked}", before if wanted in rules.OPEN else wanted
        if len(content) < ELLIPTIC and rules.DANGLING.match(asked):
            return f"{last.looked_for} {asked}", wanted
        if len(content) <= ELLIPTIC and wanted in rules.OPEN and rules.AND.match(asked):
            return asked, understand(last.looked_for).wanted
        return asked, wanted

    def _kept(self) -> str:
        """What the next turn may ask again: of a question that only points, the one before."""
        last, wanted = self._known.last, understand(self._looked_for).wanted
        if self._content() or last is None:
            return self._looked_for
        if wanted == "amount" and self._looked_for not in last.looked_for:
            return f"{last.looked_for} {self._looked_for}"
        return last.looked_for if wanted in rules.OPEN else self._looked_for

    def _alone(self) -> Resolved:
        asked = self._asked
        return Resolved(asked, asked, self._looked_for, understand(asked).wanted)

    def _unclear(self, likeliest: tuple[Paper, ...]) -> Resolved:
        """Two papers to choose from: the likeliest, or else the nearest to the words."""
        options = likeliest[:_OPTIONS]
        if not options:
            nearest = retrieve(self._index, self._text, top_k=_OPTIONS)
            options = tuple(result.paper for result in nearest)
        return Resolved(self._text, self._text, self._looked_for, "other", options=options)


def _at_hand(known: References, text: str) -> tuple[Paper, ...]:
    """What the talk is about: of a short list all papers, where a word stands for several."""
    several = rules.PLURAL.search(text) or rules.WHICH.match(text)
    return (known.listed if several else ()) or known.subjects


def _without(text: str, replaced: Sequence[Pointer | Mention]) -> str:
    """The text with "it" in the place of some words."""
    for one in sorted(replaced, key=lambda one: -one.start):
        text = f"{text[: one.start]}it{text[one.end :]}"
    return rules.TOPIC_FIRST.sub("", text) if replaced else text
