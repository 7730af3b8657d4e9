"""The topics of a collection as an answer."""

from __future__ import annotations

from collections.abc import Sequence

from paperchat.answering.lists import replies as say
from paperchat.answering.paragraphs import in_paragraphs
from paperchat.answers import Answer, AnswerPaper
from paperchat.citations import cited, quote
from paperchat.register import Register
from paperchat.topics import Topic
from paperchat.types import Filters, Paper, Quote, Sentence

_EXAMPLES = 2


def title_of(number: int, paper: Paper, *others: Quote) -> Sentence:
    """A paper's title as a cited sentence, with what else is marked of its record."""
    return cited(number, paper, quote(paper, 0, len(paper.title), "title"), *others)


def topics_answer(
    topics: Sequence[Topic], question: str, filters: Filters, register: Register
) -> Answer:
    """A paragraph a topic: its name, how many papers it has, the titles of a few."""
    count = sum(len(topic.papers) for topic in topics)
    opening = Sentence(say.topics_opening(count, len(topics), filters), "none_needed")
    paragraphs = [[opening]]
    papers: dict[int, Paper] = {}
    for topic in topics:
        shown = topic.papers[:_EXAMPLES]
        line = say.topic_line(topic.label, len(topic.papers), more=len(topic.papers) > len(shown))
        numbered = {register.number(paper.id): paper for paper in shown}
        papers |= numbered
        titles = [title_of(number, paper) for number, paper in numbered.items()]
        paragraphs.append([Sentence(line, "none_needed"), *titles])
    answer = Answer(
        "answered" if topics else "not_in_corpus",
        "",
        question,
        filters=filters,
        papers=tuple(AnswerPaper(number, paper, 1.0) for number, paper in papers.items()),
        notes=(say.TOPICS_RULE, *say.filtered(filters)),
    )
    return in_paragraphs(answer, paragraphs)
