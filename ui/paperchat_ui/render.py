"""What the page shows beside finished answers: questions, waiting, endings, the corpus."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperchat.models import EXTRACTIVE
from paperchat.types import Overview
from paperchat_ui.markup import clean, escape, escape_lines
from paperchat_ui.state import Corpus, Turn

_LONGEST_ORIGIN = 60
_OWN_WORDS = "The papers’ own sentences"


def question(text: str) -> str:
    """The reader's own words, as they were typed."""
    return clean(f'<div class="pc-question">{escape_lines(text)}</div>')


def waiting(stage: str) -> str:
    """What is being done, before the first word of the answer."""
    return clean(f'<div class="pc-answer"><p class="pc-stage">{escape(stage)}</p></div>')


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


def model_choices(models: Sequence[str]) -> list[tuple[str, str]]:
    """How a reader finds each model called, and its name; the provider only tells two apart."""
    short = [model.partition(":")[2] or model for model in models]
    return [
        (_OWN_WORDS if model == EXTRACTIVE else one if short.count(one) == 1 else model, model)
        for one, model in zip(short, models, strict=True)
    ]


def status_line(corpus: Corpus, models: Sequence[str]) -> str:
    """Corpus size, where it is from, and what writes the answers, unless that can be chosen."""
    if corpus.problem:
        return clean(f'<p class="pc-error" role="alert">{escape(corpus.problem)}</p>')
    size = corpus.overview.papers
    writer = "answers in the papers’ own sentences" if size and len(models) == 1 else ""
    parts = [_size(size), _origin(corpus.overview), writer]
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
    """`ICML 2025`, `ICML, NeurIPS 2023–2025`; many venues, or long names, are counted."""
    venues, years = overview.venues, sorted(overview.years)
    named = ", ".join(venues)
    if len(venues) > 3 or (len(venues) > 1 and len(named) > _LONGEST_ORIGIN):
        named = f"{len(venues)} venues"
    span = "" if not years else f"{years[0]}" if len(years) == 1 else f"{years[0]}–{years[-1]}"
    return " ".join(part for part in (named, span) if part)


def _plain_paragraphs(text: str) -> str:
    blocks = re.split(r"\n\s*\n", text.strip())
    return "".join(f"<p>{escape_lines(block)}</p>" for block in blocks)
