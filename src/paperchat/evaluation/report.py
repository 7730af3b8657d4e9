"""An evaluation as a page to read: the measures, then each question with its answer."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence

from paperchat.answers import Answer
from paperchat.evaluation.answers import Outcome

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>paperchat: evaluation of answers</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto;
       padding: 0 1rem; }}
table {{ border-collapse: collapse; margin: 1rem 0 2rem; }}
td {{ padding: .2rem 1.5rem .2rem 0; border-bottom: 1px solid #8884; }}
details {{ border-bottom: 1px solid #8884; padding: .5rem 0; }}
summary {{ cursor: pointer; }}
.why {{ color: #b3261e; font-weight: 600; }}
.right {{ color: #2e7d32; font-weight: 600; }}
.meta {{ opacity: .75; }}
blockquote {{ margin: .5rem 0; padding-left: .8rem; border-left: 3px solid #8888; }}
@media (prefers-color-scheme: dark) {{ .why {{ color: #f2b8b5; }} .right {{ color: #81c784; }} }}
</style>
<h1>Evaluation of answers</h1>
<table>{measures}</table>
<h2>{wrong} of {asked} went wrong</h2>
{faults}
<h2>The others</h2>
{others}
</html>
"""


def report(rows: Iterable[tuple[str, str]], outcomes: Sequence[Outcome]) -> str:
    """The page as HTML, complete in itself: it fetches nothing.

    Args:
        rows: What was measured, as label and value.
        outcomes: Every question, in the order of asking.
    """
    wrong = [outcome for outcome in outcomes if outcome.why]
    right = [outcome for outcome in outcomes if not outcome.why]
    return _PAGE.format(
        measures="".join(f"<tr><td>{_text(label)}<td>{_text(value)}" for label, value in rows),
        wrong=len(wrong),
        asked=len(outcomes),
        faults="\n".join(_case(outcome) for outcome in wrong) or "<p>None.",
        others="\n".join(_case(outcome) for outcome in right) or "<p>None.",
    )


def measure_rows(counts: Mapping[str, object]) -> list[tuple[str, str]]:
    """What `summary` counted, as label and value for a reader."""
    asked = counts["answerable"]
    rows = [
        (label, f"{counts[name]} of {asked}")
        for name, label in (
            ("answered", "answered"),
            ("right_paper_first", "right paper cited first"),
            ("right_paper_cited", "right paper cited"),
            ("facts_present", "facts in the quotes"),
            ("wrongly_refused", "refused though a paper answers"),
        )
    ]
    refused = counts["refused"]
    assert isinstance(refused, Mapping)
    rows += [
        (f"refused: {kind}", f"{one['refused']} of {one['asked']}") for kind, one in refused.items()
    ]
    rows += [
        (label, "–" if counts[name] is None else str(counts[name]))
        for name, label in (
            ("refusal_precision", "refusal precision"),
            ("refusal_recall", "refusal recall"),
            ("refusal_f1", "refusal F1"),
            ("citation_precision", "citation precision"),
            ("citation_recall", "citation recall"),
            ("median_words", "words, median"),
            ("median_seconds", "seconds, median"),
            ("most_seconds", "seconds, most"),
        )
    ]
    return rows


def _case(outcome: Outcome) -> str:
    case, answer = outcome.case, outcome.answer
    mark, kind = (outcome.why, "why") if outcome.why else ("right", "right")
    expected = case.source or f"no answer ({case.kind})"
    facts = "".join(f" <code>{_text(fact.pattern)}</code>" for fact in case.facts)
    return (
        f"<details{' open' if outcome.why else ''}><summary>{_text(case.question)} "
        f'<span class="{kind}">{_text(mark)}</span></summary>'
        f'<p class="meta">{_text(case.id)} · expected: {_text(expected)}{facts} · '
        f"{_text(answer.status)} · {outcome.seconds:.2f} s"
        f"{_searched(answer)}</p>{_answer(answer)}</details>"
    )


def _searched(answer: Answer) -> str:
    query = answer.search_query
    return f" · searched: {_text(query)}" if query and query != answer.question else ""


def _answer(answer: Answer) -> str:
    paragraphs = "".join(f"<p>{_text(part)}</p>" for part in answer.text.split("\n\n"))
    notes = "".join(f'<p class="meta">{_text(note)}</p>' for note in answer.notes)
    listed = answer.papers or answer.nearest
    lead = '<p class="meta">Nearest, not an answer:</p>' if listed and not answer.papers else ""
    papers = "".join(
        f"<br>{_text(one.reference())} <small>{_text(', '.join(one.paper.sources))}</small>"
        for one in listed
    )
    return f"<blockquote>{paragraphs}{notes}{lead}{papers}</blockquote>"


def _text(value: object) -> str:
    return html.escape(str(value))
