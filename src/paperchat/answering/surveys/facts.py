"""A collection as a whole: its size, years, venues and topics, counted from the records."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import replace

import anyio.to_thread

from paperchat.abstracts import introducing
from paperchat.answering.lists import replies as list_replies
from paperchat.answering.lists.tallies import tally
from paperchat.answering.lists.topics import title_of
from paperchat.answering.paragraphs import in_paragraphs
from paperchat.answering.surveys import fact_replies as say
from paperchat.answers import Answer, AnswerPaper
from paperchat.citations import cited, field_text, quote
from paperchat.events import Done, Event, Found, Searching, Text
from paperchat.history import History, Turn
from paperchat.index import Index
from paperchat.questions.tallies import Tallied
from paperchat.register import Register
from paperchat.topics import find_topics
from paperchat.types import Filters, Paper, SearchResult, Sentence

_EACH = 8
"""So few papers are told one by one; more are told by their topics."""

_NAMED = 5
"""So many venues, authors or years that have several papers are shown with examples..."""

_EXAMPLES = 2
"""...and so many of each."""

_QUOTED_WORDS = 40
"""A paper whose introducing sentence is longer is told by its title."""


async def overview_events(
    index: Index, text: str, filters: Filters, history: History, *, contents: bool
) -> AsyncGenerator[Event, None]:
    """The events of a question about the collection as a whole.

    Args:
        index: The papers.
        text: The question as it was put.
        filters: Conditions on the papers that count.
        history: Gets the turn; the talk is then about no paper of its own.
        contents: Whether to tell what the papers are about, not only how many there are.
    """
    started = time.perf_counter()
    yield Searching(text)
    answer = await anyio.to_thread.run_sync(
        lambda: overview_answer(index, filters, history.register, contents=contents)
    )
    yield Found(tuple(SearchResult(one.paper, (), one.score) for one in answer.papers))
    yield Text(answer.text)
    seconds = {"search": time.perf_counter() - started, "answer": 0.0}
    answer = replace(answer, question=text, seconds=seconds)
    history.turns.append(replace(Turn.of(answer, text), subjects=()))
    yield Done(answer)


def overview_answer(
    index: Index, filters: Filters, register: Register, *, contents: bool
) -> Answer:
    """How many papers there are, from which years and venues, and what they are about."""
    selected = index.keyword.select(filters)
    papers = list(index.papers() if selected is None else index.get(sorted(selected)).values())
    told = [
        say.opening(len(papers), filters),
        say.years(tally(papers, "year"), len(papers)),
        say.venues(tally(papers, "venue"), len(papers)),
    ]
    opening = Sentence(" ".join(filter(None, told)), "none_needed")
    answer = Answer("answered" if papers else "not_in_corpus", "", "", filters=filters)
    answer = replace(answer, notes=list_replies.filtered(filters))
    about = list(_contents(index, papers)) if contents else []
    return _cited(answer, [opening], about, register)


Shown = tuple[str, Sequence[Paper], Tallied | None]
"""A line before the titles of some papers, with the field of their records that it speaks of; an
empty line where a paper is told by its own sentence."""


def _contents(index: Index, papers: Sequence[Paper]) -> Iterator[Shown]:
    """Each paper, or the topics with an example of each."""
    if len(papers) <= _EACH:
        for paper in sorted(papers, key=lambda one: (-(one.year or 0), one.title.casefold())):
            yield "", [paper], None
        return
    for topic in find_topics(index, {paper.id for paper in papers}):
        count = len(topic.papers)
        line = list_replies.topic_line(topic.label, count, more=count > 1)
        yield line, topic.papers[:1], None


def with_examples(
    answer: Answer, papers: Sequence[Paper], by: Tallied, register: Register
) -> Answer:
    """A count by a field, with cited examples of the values that several papers have.

    Args:
        answer: The count.
        papers: That were counted.
        by: The field.
        register: Numbers the papers.
    """
    several = [(value, count) for value, count in tally(papers, by) if count > 1][:_NAMED]
    shown = [
        (say.example(value, count, more=count > _EXAMPLES), _having(papers, by, value), by)
        for value, count in several
    ]
    answer = replace(answer, notes=(*answer.notes, *say.TALLIED.get(by, ())))
    return _cited(answer, answer.sentences, shown, register)


def _having(papers: Sequence[Paper], by: Tallied, value: str) -> list[Paper]:
    """A few of the papers that have a value in a field."""
    own = [paper for paper in papers if dict(tally([paper], by)).get(value)]
    return own[:_EXAMPLES]


def _cited(
    answer: Answer, opening: Sequence[Sentence], shown: Sequence[Shown], register: Register
) -> Answer:
    """The answer with a paragraph for each line and its papers."""
    papers: dict[int, Paper] = {}
    paragraphs = [list(opening)]
    for line, own, field in shown:
        numbered = {register.number(paper.id): paper for paper in own}
        papers |= numbered
        said = [_said(number, paper, line, field) for number, paper in numbered.items()]
        paragraphs.append([Sentence(line, "none_needed")] * bool(line) + said)
    listed = tuple(AnswerPaper(number, paper, 1.0) for number, paper in papers.items())
    return in_paragraphs(replace(answer, papers=listed), paragraphs)


def _said(number: int, paper: Paper, line: str, field: Tallied | None) -> Sentence:
    """A paper by its title under a line, by the sentence that introduces its work without one."""
    if field == "author count":
        field = "authors"
    if field is not None and field != "status":
        return title_of(number, paper, quote(paper, 0, len(field_text(paper, field)), field))
    introduces = introducing(paper)
    if line or len(introduces.text.split()) > _QUOTED_WORDS:
        return title_of(number, paper)
    return cited(number, paper, introduces)
