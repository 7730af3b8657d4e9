"""Answers as HTML for the chat: paragraphs, citation chips, support marks, notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from paperchat.types import Answer, Overview, Sentence
from paperchat_ui.markup import clean, escape, escape_lines
from paperchat_ui.state import Corpus, Turn

_LAST_MARKER = re.compile(r"\s*\[(\d+(?:\s*,\s*\d+)*)\]$")
_END_MARKS = re.compile(r"[.!?]*$")
_SUPPORT_LABELS = {
    "weak": "weakly supported",
    "unsupported": "not supported by the abstracts",
}


def question(text: str) -> str:
    """The reader's own words, as they were typed."""
    return clean(f'<div class="pc-question">{escape_lines(text)}</div>')


def waiting(stage: str) -> str:
    """What is being done, before the first word of the answer."""
    return clean(f'<div class="pc-answer"><p class="pc-stage">{escape(stage)}</p></div>')


def streaming(text: str) -> str:
    """The answer so far, plain: chips come when the sentences are known."""
    return clean(f'<div class="pc-answer">{_plain_paragraphs(text)}</div>')


def stopped(text: str) -> str:
    """The answer as far as it came when the reader stopped it."""
    said = _plain_paragraphs(text) if text else ""
    note = '<p class="pc-note">Stopped before the answer was complete and checked.</p>'
    return clean(f'<div class="pc-answer">{said}{note}</div>')


def failure(text: str, error: str) -> str:
    """What was said before it failed, what went wrong, and what can be done."""
    said = _plain_paragraphs(text) if text else ""
    told = f'<p class="pc-error" role="alert">{escape(error)}</p>'
    hint = '<p class="pc-note">Press Retry to ask again.</p>'
    return clean(f'<div class="pc-answer">{said}{told}{hint}</div>')


def answer(found: Answer, turn: int) -> str:
    """The finished answer; its chips lead to the papers of this turn."""
    paragraphs = "".join(f"<p>{''.join(body)}</p>" for body in _paragraphs(found, turn))
    notes = "".join(f'<p class="pc-note">{escape(note)}</p>' for note in found.notes)
    return clean(f'<div class="pc-answer pc-{found.status}">{paragraphs}{notes}</div>')


def messages(turns: Sequence[Turn]) -> list[dict[str, str]]:
    """The conversation in the form that a chat component takes."""
    return [
        message
        for turn in turns
        for message in (
            {"role": "user", "content": turn.question_html},
            {"role": "assistant", "content": turn.answer_html},
        )
    ]


def status_line(corpus: Corpus, model: str) -> str:
    """Corpus size, where it is from, and what writes the answers."""
    if corpus.problem:
        return clean(f'<p class="pc-error" role="alert">{escape(corpus.problem)}</p>')
    writer = "extractive, no model" if model == "extractive" else model
    parts = [_size(corpus.overview.papers), _origin(corpus.overview), f"answers: {writer}"]
    return clean(f'<p class="pc-status">{" · ".join(escape(part) for part in parts if part)}</p>')


def examples(questions: Sequence[str]) -> str:
    """Questions that can be pressed; nothing when there are none."""
    if not questions:
        return ""
    buttons = "".join(
        f'<li><button type="button" class="pc-example">{escape(text)}</button></li>'
        for text in questions
    )
    return clean(
        f'<div class="pc-examples"><p>Questions these papers answer</p><ol>{buttons}</ol></div>'
    )


def _size(papers: int) -> str:
    if papers == 0:
        return "No papers yet: add some with “paperchat add FILE”"
    return "1 paper" if papers == 1 else f"{papers:,} papers"


def _origin(overview: Overview) -> str:
    """`ICML 2025`, `ICML, NeurIPS 2023–2025`; long lists of venues are counted."""
    venues, years = overview.venues, sorted(overview.years)
    named = ", ".join(venues) if len(venues) <= 3 else f"{len(venues)} venues"
    span = "" if not years else f"{years[0]}" if len(years) == 1 else f"{years[0]}–{years[-1]}"
    return " ".join(part for part in (named, span) if part)


def _plain_paragraphs(text: str) -> str:
    blocks = re.split(r"\n\s*\n", text.strip())
    return "".join(f"<p>{escape_lines(block)}</p>" for block in blocks)


def _paragraphs(found: Answer, turn: int) -> list[list[str]]:
    """The sentences in the paragraphs that the answer's text gives them."""
    titles = {paper.number: paper.paper.title for paper in found.papers}
    paragraphs: list[list[str]] = [[]]
    for piece, sentence in _pieces(found):
        if sentence is not None:
            paragraphs[-1].append(_sentence(sentence, turn, titles))
            continue
        first, *others = re.split(r"\n\s*\n", piece)
        paragraphs[-1].append(_spaced(first))
        paragraphs.extend([_spaced(other)] for other in others)
    return [body for body in paragraphs if "".join(body).strip()]


def _pieces(found: Answer) -> Iterator[tuple[str, Sentence | None]]:
    """The text cut at its sentences; what stands between them comes with None."""
    position = 0
    for sentence in found.sentences:
        start = found.text.find(sentence.text, position)
        if start < 0:
            yield " ", None
        else:
            yield found.text[position:start], None
            position = start + len(sentence.text)
        yield sentence.text, sentence
    yield found.text[position:], None


def _spaced(text: str) -> str:
    return "<br>".join(escape(line) for line in text.splitlines()) or escape(text)


def _sentence(sentence: Sentence, turn: int, titles: dict[int | None, str]) -> str:
    """One sentence: its words escaped, its own markers as chips, its support when it lacks."""
    words, markers, end = _split_markers(sentence)
    chips = "".join(_chip(turn, number, titles.get(number, "")) for number in markers)
    body = f"{escape(words)}{' ' if chips else ''}{chips}{escape(end)}"
    label = _SUPPORT_LABELS.get(sentence.support)
    if label is None:
        return body
    mark = f'<span class="pc-support">{label}</span>'
    return f'<span class="pc-{sentence.support}">{body}</span> {mark}'


def _split_markers(sentence: Sentence) -> tuple[str, list[int], str]:
    """The words, the numbers of the markers after them, and a closing full stop after those.

    Only a bracket whose every number the sentence cites, each once, is a marker: the quoted words
    before it may themselves end in "[0, 1]" or "[1]".
    """
    left = {citation.number for citation in sentence.citations}
    end = _END_MARKS.search(sentence.text)
    closing = end.group() if end else ""
    words = sentence.text[: len(sentence.text) - len(closing)]
    markers: list[int] = []
    while match := _LAST_MARKER.search(words):
        numbers = [int(number) for number in match.group(1).split(",")]
        if not left.issuperset(numbers):
            break
        left.difference_update(numbers)
        markers = numbers + markers
        words = words[: match.start()]
    return (words, markers, closing) if markers else (sentence.text, [], "")


def _chip(turn: int, number: int, title: str) -> str:
    return f'<a href="#c-{turn}-{number}" class="cite" title="{escape(title)}">[{number}]</a>'
