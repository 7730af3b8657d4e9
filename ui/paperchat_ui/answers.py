"""An answer as HTML for the chat: its status, sentences with chips and marks, table, notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from paperchat import labels
from paperchat.answers import Answer, Cell, Table
from paperchat.comparison.comparing import short_name
from paperchat.types import Citation, Sentence
from paperchat_ui import claims
from paperchat_ui.markup import clean, escape

_LAST_MARKER = re.compile(r"\s*\[(\d+(?:\s*,\s*\d+)*)\]$")
_END_MARKS = re.compile(r"[.!?]*$")


def answer(found: Answer, turn: int) -> str:
    """The finished answer; its chips lead to the papers of this turn."""
    shown = _Shown(found, turn)
    parts = [
        shown.status(),
        *(f"<p>{''.join(body)}</p>" for body in shown.paragraphs()),
        shown.table(found.table) if found.table else "",
        shown.legend(),
        *(f'<p class="pc-note">{escape(note)}</p>' for note in found.notes),
        shown.searched(),
    ]
    return clean(f'<div class="pc-answer pc-{found.status}">{"".join(parts)}</div>')


def so_far(text: str, sentences: Sequence[Sentence]) -> str:
    """The answer while it grows: marks stand already, numbers lead to papers only at its end."""
    shown = _Shown(Answer("answered", text, "", sentences=tuple(sentences)), None)
    body = "".join(f"<p>{''.join(body)}</p>" for body in shown.paragraphs())
    return clean(f'<div class="pc-answer">{body}</div>')


class _Shown:
    """The parts of one answer, at its place in the conversation; None while it grows."""

    def __init__(self, found: Answer, turn: int | None) -> None:
        self._found = found
        self._turn = turn
        self._papers = {listed.number: listed.paper for listed in found.papers}

    def status(self) -> str:
        """What kind of answer it is, unless it is a plain one."""
        label = labels.STATUS.get(self._found.status)
        return f'<p class="pc-kind">{escape(label)}</p>' if label else ""

    def legend(self) -> str:
        """What the marks of this answer mean, in words."""
        marks = labels.legend({sentence.support for sentence in self._found.sentences})
        return "".join(f'<p class="pc-note pc-legend">{escape(mark)}</p>' for mark in marks)

    def searched(self) -> str:
        """What was searched, where that is not what was asked."""
        query, asked = self._found.search_query, self._found.question
        if not query or _words(query) == _words(asked) or self._found.listing:
            return ""
        return f'<p class="pc-note">Searched for: {escape(query)}</p>'

    def paragraphs(self) -> list[list[str]]:
        """The sentences in the paragraphs that the answer's text gives them.

        Those that stand in the table below are not shown twice.
        """
        paragraphs: list[list[str]] = [[]]
        tabled = _tabled(self._found)
        for piece, at in _pieces(self._found):
            if at is not None:
                paragraphs[-1].append("" if at in tabled else self._sentence(at))
                continue
            first, *others = re.split(r"\n\s*\n", piece)
            paragraphs[-1].append(_spaced(first))
            paragraphs.extend([_spaced(other)] for other in others)
        return [body for body in paragraphs if "".join(body).strip()]

    def _sentence(self, at: int) -> str:
        """One sentence: words escaped, its own markers as chips, its support when it lacks."""
        sentence, key = self._found.sentences[at], claims.of_sentence(at)
        words, markers, end = _split_markers(sentence.text, sentence.citations)
        if sentence.support == "none_needed" and words.endswith(":") and not self._prose():
            by = self._byline(at)
            return f"<strong>{escape(words.removesuffix(':') if by else words)}</strong>{by}"
        *chips, last = [self._chip(number, key) for number in markers] or [""]
        said = f"{escape(words)}{' ' if last else ''}{''.join(chips)}"
        label = labels.SUPPORT.get(sentence.support)
        if label is None:
            return f"{said}{last}{escape(end)}"
        # On a line of its own, the mark would seem to belong to the next sentence.
        mark = f'<span class="pc-support">{label}</span>'
        tail = f'<span class="pc-tail">{last}{escape(end)} {mark}</span>'
        return f'<span class="pc-{sentence.support}">{said}</span>{tail}'

    def _byline(self, at: int) -> str:
        """Who wrote the paper that a list names here, where and when."""
        cited = self._found.sentences[at + 1 : at + 2] if self._found.listing else ()
        numbers = {citation.number for sentence in cited for citation in sentence.citations}
        told = [
            one.reference().partition(one.paper.title)[2].lstrip(". ")
            for one in self._found.papers
            if one.number in numbers
        ]
        return f' <span class="pc-by">{escape(told[0])}</span>' if told else ""

    def _prose(self) -> bool:
        """What ends in a colon is a sentence here, and no heading."""
        return self._found.status == "not_stated"

    def table(self, table: Table) -> str:
        """A comparison: a row an aspect, a column a paper, since few papers have many aspects."""
        head = "".join(
            f'<th scope="col">{self._chip(row.number)} {self._name(row.number)}</th>'
            for row in table.rows
        )
        body = "".join(
            f'<tr><th scope="row">{escape(aspect)}</th>'
            + "".join(self._cell(row.number, at, row.cells.get(aspect)) for row in table.rows)
            + "</tr>"
            for at, aspect in enumerate(table.aspects)
        )
        return (
            '<div class="pc-table" role="region" aria-label="Comparison" tabindex="0"><table>'
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _name(self, number: int) -> str:
        paper = self._papers.get(number)
        return escape(short_name(paper)) if paper else ""

    def _cell(self, number: int, at: int, cell: Cell | None) -> str:
        # Seen where columns are stacked, and there in place of the table's head.
        lead = f'<span class="pc-of">[{number}] {self._name(number)}</span> '
        if cell is None:
            return f'<td>{lead}<span class="pc-unsaid">The abstract does not say.</span></td>'
        key = claims.of_cell(number, at)
        chips = "".join(self._chip(citation.number, key) for citation in cell.citations)
        return f"<td>{lead}{escape(cell.text)} {chips}</td>"

    def _chip(self, number: int, claim: str = "") -> str:
        """A number that leads to its paper, and there to the words behind the claim."""
        if self._turn is None:
            return f'<span class="cite">[{number}]</span>'
        paper = self._papers.get(number)
        title = escape(paper.title) if paper else ""
        css = f"cite {claim}".strip()
        return f'<a href="#c-{self._turn}-{number}" class="{css}" title="{title}">[{number}]</a>'


def _tabled(found: Answer) -> set[int]:
    """Places of the sentences whose quotes all stand in a cell, and of what leads to them."""
    cells = [cell for row in found.table.rows for cell in row.cells.values()] if found.table else []
    quoted = {quote for cell in cells if cell for one in cell.citations for quote in one.quotes}
    places: set[int] = set()
    for at, sentence in enumerate(found.sentences):
        quotes = [quote for citation in sentence.citations for quote in citation.quotes]
        if quotes and quoted.issuperset(quotes):
            places.add(at)
            if at and found.sentences[at - 1].text.endswith(":"):
                places.add(at - 1)
    return places


def _pieces(found: Answer) -> Iterator[tuple[str, int | None]]:
    """The text cut at its sentences, each with its place; what is between them comes with None."""
    position = 0
    for at, sentence in enumerate(found.sentences):
        start = found.text.find(sentence.text, position)
        if start < 0:
            yield " ", None
        else:
            yield found.text[position:start], None
            position = start + len(sentence.text)
        yield sentence.text, at
    yield found.text[position:], None


def _spaced(text: str) -> str:
    return "<br>".join(escape(line) for line in text.splitlines()) or escape(text)


def _split_markers(text: str, citations: Sequence[Citation]) -> tuple[str, list[int], str]:
    """The words, the numbers of the markers after them, and a closing full stop after those.

    Only a bracket whose every number the sentence cites, each once, is a marker: the quoted words
    before it may themselves end in "[0, 1]" or "[1]".
    """
    left = {citation.number for citation in citations}
    end = _END_MARKS.search(text)
    closing = end.group() if end else ""
    words = text[: len(text) - len(closing)]
    markers: list[int] = []
    while match := _LAST_MARKER.search(words):
        numbers = [int(number) for number in match.group(1).split(",")]
        if not left.issuperset(numbers):
            break
        left.difference_update(numbers)
        markers = numbers + markers
        words = words[: match.start()]
    return (words, markers, closing) if markers else (text, [], "")


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
