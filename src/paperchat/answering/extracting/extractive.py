"""Answers made of the papers' own sentences; no model writes a word of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from paperchat.answering import replies
from paperchat.answering.extracting.abstract_words import AbstractWords
from paperchat.answering.extracting.asked_sections import asks_for_effect, stands_alone
from paperchat.answering.extracting.evidence import Evidence, weigh
from paperchat.answering.extracting.given import of_given
from paperchat.answering.extracting.lacking import Missing, missing
from paperchat.answering.extracting.records import from_record, unrecorded
from paperchat.answers import AnswerPaper, Status
from paperchat.citations import check, cite
from paperchat.index import Index
from paperchat.questions.kinds import is_protocol
from paperchat.questions.question import Question
from paperchat.register import Register
from paperchat.types import Citation, Paper, Quote, SearchResult, Sentence

_PAPERS_READ = 3
_PAPERS_LISTED = 5
_PAPERS_GIVEN = 8
_SENTENCES_A_PAPER = 3

_RANK_COST = 0.02
"""What a paper must gain to overtake the one before it in the order of search."""

_SENTENCE_FLOOR = 0.4
_LISTED_FLOOR = 0.6
"""Shares of the best sentence's value that a further sentence, and a further paper of a list must
reach."""

_NEXT = 0.05
"""A further paper adds something when it ranks so little below the first."""

_SURE = 0.8
"""From this relevance on a paper that does not say what is asked is told as the one that might."""

_RECORD = ("authors", "venue", "year")

_LONGEST = 110
"""Words of a paper's sentences together; beyond that the last of three is left out."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Cited and checked sentences in paragraphs, with the papers by number.

    Attributes:
        unlisted: Further relevant papers that a list leaves out; at least so many.
    """

    paragraphs: tuple[tuple[Sentence, ...], ...] = ()
    papers: tuple[AnswerPaper, ...] = ()
    status: Status = "not_in_corpus"
    notes: tuple[str, ...] = ()
    unlisted: int = 0

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences in order."""
        return tuple(sentence for paragraph in self.paragraphs for sentence in paragraph)

    def pieces(self) -> Iterator[str]:
        """The text, a sentence at a time: paragraphs stand a blank line apart."""
        for at, paragraph in enumerate(self.paragraphs):
            for before, sentence in enumerate(paragraph):
                lead = " " if before else ("\n\n" if at else "")
                yield lead + sentence.text


def extract(
    index: Index,
    question: Question,
    results: Sequence[SearchResult],
    threshold: float,
    register: Register,
    *,
    given: bool = False,
) -> Draft:
    """The sentences that answer a question best.

    Args:
        index: Where the results come from.
        question: What was asked.
        results: Papers found for it, best first.
        threshold: Least relevance of a paper that an answer may cite.
        register: Numbers the papers.
        given: Whether the conversation, not the search, tells the papers.

    Returns:
        A paragraph a paper, in the abstract's order; papers numbered as they come. Empty when no
        result is relevant enough.
    """
    relevant = [result for result in results if result.score >= threshold]
    if named := [result for result in relevant if result.named]:
        relevant = named
    if not relevant:
        return Draft()
    lists = question.wanted == "papers" or (question.wanted == "topic" and not named)
    most = _PAPERS_GIVEN if given else _PAPERS_LISTED if lists else _PAPERS_READ
    read = relevant[:most]
    ranked = _ranked(weigh(index, question, read), results)
    asked_of = read if len(named) > 1 else [ranked[0].result]
    records = [(one, told) for one in asked_of if (told := from_record(question, one))]
    if records:
        return _draft([told for _, told in records], [one for one, _ in records], register)
    first = ranked[0].result
    if (first.named or given) and (fields := unrecorded(question, first)):
        return _unrecorded(first, fields, register)
    if lists and not (given and len(named) > 1):
        return _listed(question, ranked, len(relevant), register)
    if len(named) > 1:  # each paper that the question names has its say
        ranked.sort(key=lambda one: read.index(one.result))
        return _told(question, ranked, 2, register)
    lacked = missing(index.keyword, question, first.paper, named=first.named)
    if given:
        lacked = of_given(question, lacked)
    if lacked.words and not lacked.partly:
        return _not_stated(index, ranked[0], lacked, register)
    chosen = [one for one in ranked if one.rank >= ranked[0].rank - _NEXT]
    draft = _told(question, chosen, _SENTENCES_A_PAPER, register)
    if asks_for_effect(question) and is_protocol(first.paper):
        draft = replace(draft, status="partial", notes=(replies.planned(first.paper),))
    if lacked.words:
        notes = (*draft.notes, replies.unmentioned(lacked.words))
        return replace(draft, status="partial", notes=notes)
    return draft


def _listed(
    question: Question, ranked: Sequence[Evidence], relevant: int, register: Register
) -> Draft:
    """A sentence of each paper that fits nearly as well as the best."""
    floor = _LISTED_FLOOR * max(one.best for one in ranked)
    chosen = [one for one in ranked if one.best >= floor]
    draft = _told(question, chosen, 1 if len(chosen) > 1 else _SENTENCES_A_PAPER, register)
    return replace(draft, unlisted=relevant - len(chosen))


def introduce(index: Index, question: Question, result: SearchResult, register: Register) -> Draft:
    """What a paper is about: the sentence that introduces its work, and those around it."""
    (evidence,) = weigh(index, question, [result])
    places = range(len(evidence.quotes))[evidence.introduces :][:_SENTENCES_A_PAPER]
    return _draft([[evidence.quotes[at] for at in places]], [result], register)


def _not_stated(index: Index, evidence: Evidence, lacked: Missing, register: Register) -> Draft:
    """The paper that would say it, the words that it lacks, and its nearest sentence."""
    result = evidence.result
    if not result.named and result.score < _SURE:
        return Draft()
    text = AbstractWords(index.keyword, result.paper)
    there = [word for word in lacked.words if text.has(word)]
    absent = [word for word in lacked.words if word not in there]
    lead = Sentence(replies.not_stated(result.paper, absent, there), "none_needed")
    number = register.number(result.paper.id)
    nearest = _sentence(number, result.paper, evidence.quotes[evidence.order()[0]])
    paper = AnswerPaper(number, result.paper, result.score)
    return Draft(((lead, nearest),), (paper,), "not_stated")


def _unrecorded(result: SearchResult, fields: Sequence[str], register: Register) -> Draft:
    """The paper whose record would say it, and does not."""
    lead = Sentence(replies.not_recorded(result.paper, fields), "none_needed")
    paper = AnswerPaper(register.number(result.paper.id), result.paper, result.score)
    return Draft(((lead,),), (paper,), "not_stated")


def _ranked(evidence: Sequence[Evidence], results: Sequence[SearchResult]) -> list[Evidence]:
    """Best first; the order of search counts too, with what is not relevant in between."""
    places = {result.paper.id: at for at, result in enumerate(results)}
    return sorted(evidence, key=lambda one: _RANK_COST * places[one.result.paper.id] - one.rank)


def _told(question: Question, chosen: Sequence[Evidence], most: int, register: Register) -> Draft:
    """At most so many sentences of the first paper, of the others two."""
    quotes = [_best(question, one, min(most, 2) if at else most) for at, one in enumerate(chosen)]
    return _draft(quotes, [one.result for one in chosen], register)


def _best(question: Question, evidence: Evidence, most: int) -> list[Quote]:
    """The best sentences of a paper in the abstract's order.

    A definition begins with its own, an answer with what denies the question, and what was found
    with the sentence that says it best.
    """
    floor = min(_SENTENCE_FLOOR * evidence.best, evidence.best)  # below 0 nothing else is left
    places = [at for at in evidence.order() if evidence.values[at] >= floor][:most]
    if defines := question.wanted == "definition":
        others = [at for at in places if at != evidence.introduces]
        places = [evidence.introduces, *others[: most - 1]]
    if len(places) > 2 and _words(evidence, places) > _LONGEST:
        places.pop()
    denies = any(at in evidence.denying for at in places)
    found = asks_for_effect(question) and stands_alone(evidence.quotes[places[0]].text)
    in_order = sorted(places, key=lambda at: (at not in evidence.denying, at))
    leads = defines or (found and not denies)
    order = [*places[:1], *sorted(places[1:])] if leads else in_order
    return [evidence.quotes[at] for at in order]


def _words(evidence: Evidence, places: Sequence[int]) -> int:
    return sum(len(evidence.quotes[at].text.split()) for at in places)


def _draft(
    quotes: Sequence[Sequence[Quote]], results: Sequence[SearchResult], register: Register
) -> Draft:
    """Paragraphs of quotes, one a paper; several are told apart by their titles."""
    paragraphs = []
    numbers = [register.number(result.paper.id) for result in results]
    for number, own, result in zip(numbers, quotes, results, strict=True):
        lead = replies.lead(result.paper, own[0].field, several=len(results) > 1)
        sentences = [Sentence(lead, "none_needed")] if lead else []
        for at, quoted in enumerate(own):
            if at and quoted.field == "year":
                sentences.append(Sentence(replies.IN, "none_needed"))
            sentences.append(_sentence(number, result.paper, quoted))
        if own[-1].field in _RECORD:  # a name or a year ends no sentence by itself
            sentences[-1] = replace(sentences[-1], text=f"{sentences[-1].text}.")
        paragraphs.append(tuple(sentences))
    claims = [one for part in paragraphs for one in part if one.support != "none_needed"]
    supported = all(sentence.support == "supported" for sentence in claims)
    papers = tuple(
        AnswerPaper(number, result.paper, result.score)
        for number, result in zip(numbers, results, strict=True)
    )
    return Draft(tuple(paragraphs), papers, "answered" if supported else "partial")


def _sentence(number: int, paper: Paper, quoted: Quote) -> Sentence:
    citation = Citation(number, (quoted,))
    text = cite(quoted.text, citation)
    support = check(Sentence(text, "unsupported", (citation,)), {number: paper})
    return Sentence(text, support, (citation,))
