"""Papers to compare, as a reader names them; and the answer to a question that compares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from paperchat.abstracts import own_names, quotes_of
from paperchat.answering import replies
from paperchat.answering.lookup import look_up
from paperchat.answers import Answer, AnswerPaper
from paperchat.comparison.comparing import MOST_PAPERS, compare, short_name
from paperchat.comparison.questions import ComparisonRequest, comparison_asked
from paperchat.errors import ComparisonError, UnknownPaperError
from paperchat.followups.mentions import find_mentions
from paperchat.followups.others import FITS
from paperchat.followups.resolved import Resolved
from paperchat.followups.rules import only_points
from paperchat.index import Index
from paperchat.names import PRESENTS, is_coined, mentions
from paperchat.questions.question import content_words
from paperchat.register import Register
from paperchat.retrieval import retrieve
from paperchat.types import Filters, Paper, Sentence

_NUMBER = re.compile(r"[\[#]?(\d{1,4})\]?")
_THIS = re.compile(r"[\[#]?\d{1,4}\]?|(?:it|this|that)(?: (?:one|paper|article|study))?", re.I)
_DESCRIBED = re.compile(
    r"(?:(?:(?:the|that|a|an) )?(?:[\w-]+ )?(?:one|paper|article|study|work|review|method"
    r"|approach) )?(?:about|on|for|of|that|which|with|from|to)\b",
    re.IGNORECASE,
)
"""How a paper is told by what it is about, with or without "the paper" in front."""

_TITLE_WORDS = 3
_TITLE_MATCH = 90
"""So many words that stand in a title to this degree (of 100) name its paper."""

_NEAREST = 3
_READ = 20
"""Papers in which a name is looked for."""


def find_papers(index: Index, name: str, register: Register | None = None) -> tuple[Paper, ...]:
    """The papers that a name may mean; empty when no paper here has it.

    Args:
        index: The papers.
        name: A number of the conversation ("2", "[2]"), an id, a DOI, a title or a good part of
            it, a coined name, or authors.
        register: The conversation's numbers.
    """
    if register is not None and (match := _NUMBER.fullmatch(name.strip())):
        numbered = register.paper_id(int(match[1]))
        return tuple(index.get([numbered] if numbered else []).values())
    if known := index.get([name]):
        return tuple(known.values())
    if (sought := look_up(index, name)) is not None:
        return tuple(index.get(sorted(sought.papers)).values())
    if named := find_mentions(index, name):
        return named[0].papers
    if len(content_words(name)) < _TITLE_WORDS:
        return _presenting(index, name)
    found = [result.paper for result in retrieve(index, name, top_k=_NEAREST)]
    return tuple(paper for paper in found if _is_title(name, paper))[:1]


def compare_named(
    index: Index, names: Sequence[str | int], aspects: Sequence[str] | None, register: Register
) -> Answer:
    """Compare papers that are named each by itself; see `find_papers` and `compare`.

    Aspects that are one text are one aspect.

    Raises:
        ComparisonError: They are not 2 to 8 different papers.
        UnknownPaperError: A name means no paper here, or several.
    """
    if isinstance(names, str):  # a sequence, too: of letters
        raise ComparisonError(
            f"A comparison takes a list of 2 to {MOST_PAPERS} papers, not the text {names!r}."
        )
    if isinstance(aspects, str):
        aspects = [aspects] if aspects else None
    if index.count() == 0:
        raise UnknownPaperError(replies.NO_CORPUS)
    papers = {paper.id: paper for paper in (_one(index, str(name), register) for name in names)}
    if not 2 <= len(papers) <= MOST_PAPERS:
        raise ComparisonError(
            f"A comparison takes 2 to {MOST_PAPERS} different papers, not {len(papers)}."
        )
    answer = compare(index, list(papers.values()), aspects, register)
    return replace(answer, question=f"Compare {', '.join(map(str, names))}")


def compare_asked(
    index: Index, text: str, resolved: Resolved, filters: Filters, register: Register
) -> Answer | None:
    """The comparison that a question asks for; None when it is better answered as any other.

    Args:
        index: The papers.
        text: The question.
        resolved: What it means after the turns before it.
        filters: Conditions on the papers.
        register: The conversation's numbers.
    """
    text = resolved.compare or text
    request = comparison_asked(text)
    if request is None:
        return None
    pointed = _without_strays(text, resolved.papers)
    named, unknown = _compared(index, request, pointed, filters)
    papers, outside = _parted(index, named, filters)
    strangers = [name for name in unknown if not _is_spoken_of(index, name, named)]
    missing = len(strangers) + len(outside)
    if not papers and missing and missing >= len(request.named):
        return _none_here(index, text, _lacking(strangers, outside, filters), filters)
    twice = len(papers) == 1 and not resolved.gone and _is_named_twice(index, request, papers[0])
    if not papers or (len(papers) == 1 and not missing and not twice):
        return None
    answer = compare(index, papers[:MOST_PAPERS], request.aspects, register)
    if twice:
        return _opened(replies.the_same(request.named, papers[0]), answer)
    notes = _lacking(unknown, outside, filters)
    if len(papers) > MOST_PAPERS:
        notes.append(replies.compared_first(MOST_PAPERS, len(papers)))
    if notes and answer.status == "answered":
        answer = replace(answer, status="partial")
    return replace(answer, notes=(*notes, *answer.notes))


def _is_named_twice(index: Index, request: ComparisonRequest, paper: Paper) -> bool:
    """Whether all that is compared is one paper: "X and X", "it with X", "[1] and [1]"."""
    once = {name.casefold() for name in request.named}
    return len(request.named) > 1 and all(
        len(once) == 1
        or _THIS.fullmatch(name)
        or [one.id for one in find_papers(index, name)] == [paper.id]
        for name in request.named
    )


def _opened(said: str, answer: Answer) -> Answer:
    """An answer behind a sentence of our own; it is not what was asked for."""
    return replace(
        answer,
        status="partial",
        text=f"{said}\n\n{answer.text}",
        sentences=(Sentence(said, "none_needed"), *answer.sentences),
    )


def _parted(
    index: Index, papers: Sequence[Paper], filters: Filters
) -> tuple[list[Paper], list[Paper]]:
    """The papers that meet the filters, and those that do not."""
    selected = index.keyword.select(filters, [paper.id for paper in papers])
    inside = frozenset(selected or ())
    return (
        [paper for paper in papers if paper.id in inside],
        [paper for paper in papers if paper.id not in inside],
    )


def _lacking(unknown: Sequence[str], outside: Sequence[Paper], filters: Filters) -> list[str]:
    """What is told of the papers that a comparison names and that are not compared."""
    told = [replies.not_here(unknown)] if unknown else []
    if outside:
        told.append(replies.outside(list(map(short_name, outside)), filters))
    return told


def _one(index: Index, name: str, register: Register) -> Paper:
    found = find_papers(index, name, register)
    if len(found) == 1:
        return found[0]
    if found:
        listed = "; ".join(f"{paper.title} ({paper.id})" for paper in found)
        raise UnknownPaperError(f"{name!r} may mean {len(found)} papers: {listed}.")
    raise UnknownPaperError(
        f"No paper here is called {name!r}. `paperchat search` finds it by its topic."
    )


def _compared(
    index: Index, request: ComparisonRequest, pointed: Sequence[Paper], filters: Filters
) -> tuple[list[Paper], list[str]]:
    """The papers that are named, of two of a name one that meets the filters; unknown names."""
    papers = {paper.id: paper for paper in pointed}
    unknown = []
    for name in request.named:
        if only_points(name):
            continue
        found = find_papers(index, name) or _described(index, name)
        if found and not any(paper.id in papers for paper in found):
            inside, outside = _parted(index, found, filters)
            first = (*inside, *outside)[0]
            papers |= {first.id: first}
        elif not found and _is_name(name) and not _has_name(papers.values(), name):
            unknown.append(name)
    return list(papers.values()), unknown


def _described(index: Index, name: str) -> tuple[Paper, ...]:
    """The paper that is told by what it is about: "the review on rib fractures"."""
    if _DESCRIBED.match(name) is None:
        return ()
    found = retrieve(index, name, top_k=1)
    return tuple(one.paper for one in found if one.score >= FITS)


def _without_strays(text: str, papers: Sequence[Paper]) -> list[Paper]:
    """The papers, but for those that were found by a word inside the title of another one."""
    asked = text.casefold()
    titles = [title for paper in papers if (title := paper.title.casefold()) in asked]
    rest = asked
    for title in titles:
        rest = rest.replace(title, " ")

    def is_stray(paper: Paper) -> bool:
        names = [name.casefold() for name in own_names(paper)]
        inside = any(name in title for name in names for title in titles)
        return inside and not any(name in rest for name in names)

    return [paper for paper in papers if paper.title.casefold() in titles or not is_stray(paper)]


def _is_name(words: str) -> bool:
    return words[:1].isupper() or any(map(is_coined, content_words(words)))


def _has_name(papers: Iterable[Paper], words: str) -> bool:
    """Whether the words name one of the papers, by its title or an author."""
    names = [word for word in content_words(words) if word[0].isupper() or is_coined(word)]
    texts = [" ".join((paper.title, *paper.authors)).casefold() for paper in papers]
    return any(all(name.casefold() in text for name in names) for text in texts)


def _is_spoken_of(index: Index, name: str, papers: Sequence[Paper]) -> bool:
    """Whether the papers at hand, or if there are none any paper, speak of what has the name."""
    if papers:
        return any(mentions(f"{paper.title} {paper.abstract}", name) for paper in papers)
    return any(map(index.keyword.knows, content_words(name)))


def _presenting(index: Index, name: str) -> tuple[Paper, ...]:
    """The one paper that presents a thing of that name, though it looks like a common word."""
    word = re.compile(rf"\b{re.escape(name.strip())}\b", re.IGNORECASE)
    having = [
        paper
        for paper in index.get(index.keyword.search(name, _READ)).values()
        if word.search(paper.title) or _presents(paper, word)
    ]
    return tuple(having) if len(having) == 1 else ()


def _presents(paper: Paper, word: re.Pattern[str]) -> bool:
    texts = (quote.text for quote in quotes_of(paper))
    return any(PRESENTS.search(text) and word.search(text) for text in texts)


def _is_title(name: str, paper: Paper) -> bool:
    return fuzz.partial_ratio(name.casefold(), paper.title.casefold()) >= _TITLE_MATCH


def _none_here(index: Index, text: str, lacking: Sequence[str], filters: Filters) -> Answer:
    found = retrieve(index, text, filters=filters, top_k=_NEAREST)
    nearest = tuple(AnswerPaper(None, one.paper, one.score) for one in found)
    sentences = tuple(Sentence(said, "none_needed") for said in lacking)
    said = " ".join(lacking)
    return Answer("not_in_corpus", said, text, sentences=sentences, nearest=nearest)
