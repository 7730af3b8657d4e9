"""`paperchat evaluate`: measure answers on one's own questions."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from paperchat.cli.options import ConfigOption, IndexOption, JsonOption, echo_json, open_assistant
from paperchat.cli.terminal import (
    out,
    progress,
    show_cells,
    show_conversations,
    show_evaluation,
    show_measures,
)
from paperchat.config import load_settings
from paperchat.embedding import load_embedder
from paperchat.errors import ReadingError
from paperchat.evaluation.answers import read_cases, run_cases, summary
from paperchat.evaluation.comparisons import (
    cell_failures,
    cell_summary,
    read_cells,
    run_cells,
)
from paperchat.evaluation.conversations import (
    conversation_summary,
    read_conversations,
    run_conversations,
    turn_failures,
)
from paperchat.evaluation.lists import list_rows, list_summary, read_lists, run_lists
from paperchat.evaluation.report import measure_rows, report
from paperchat.evaluation.retrieval import evaluate_retrieval, read_benchmark
from paperchat.index import Index

evaluate = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")


# A group of one command would be taken for that command itself.
@evaluate.callback()
def root() -> None:
    """Measure answers on your own questions."""


@evaluate.command()
def answers(
    questions: Annotated[
        Path, typer.Argument(metavar="QUESTIONS", help="JSONL file; the README shows its format.")
    ],
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", help="Also write a page: each answer, and what is wrong."
        ),
    ] = None,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask every question of a file: right papers first, facts in the quotes, refusals."""
    cases = read_cases(questions)
    with open_assistant(index, config) as assistant:
        outcomes = run_cases(assistant.ask, cases)
    counts = summary(outcomes)
    rows = measure_rows(counts)
    if html is not None:
        _write(html, report(rows, outcomes))
    if as_json:
        told = [
            {"id": one.case.id, "question": one.case.question, "why": one.why}
            for one in outcomes
            if one.why
        ]
        echo_json({**counts, "failures": told})
    else:
        show_evaluation(rows, outcomes)


@evaluate.command()
def conversations(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSONL file; the README shows its format.")
    ],
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Hold every conversation of a file, and ask each of its questions alone to compare."""
    cases = read_conversations(file)
    with open_assistant(index, config) as assistant:
        outcomes = run_conversations(lambda: assistant.conversation().ask, cases)
        alone = run_conversations(lambda: assistant.ask, cases)
    counts = conversation_summary(outcomes, alone)
    failures = turn_failures(outcomes)
    if as_json:
        echo_json({**counts, "failures": failures})
    else:
        show_conversations(counts, failures)


@evaluate.command()
def comparisons(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSONL file; the README shows its format.")
    ],
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Fill the cells of a file: the right sentences, or rightly none."""
    cases = read_cells(file)
    with open_assistant(index, config) as assistant:
        outcomes = run_cells(assistant.compare, assistant.papers(), cases)
    counts = cell_summary(outcomes)
    failures = cell_failures(outcomes)
    if as_json:
        echo_json({**counts, "failures": failures})
    else:
        show_cells(counts, failures)


@evaluate.command()
def lists(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSONL file; the README shows its format.")
    ],
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask for every list of a file: which papers stand in it wrongly, which are missing."""
    cases = read_lists(file)
    with open_assistant(index, config) as assistant:
        outcomes = run_lists(lambda question, page: assistant.ask(question, page=page), cases)
    counts, rows = list_summary(outcomes), list_rows(outcomes)
    if as_json:
        echo_json({**counts, "questions": rows})
    else:
        _show_lists(counts, rows)


def _show_lists(counts: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> None:
    """A table of measures, then the lists that are not right."""
    show_measures(counts)
    for row in rows:
        if row["wrong"] or row["missing"]:
            out.print(Text(f"  {row['id']}: {row['f1']:.2f} {row['question']}", style="dim"))
        for what in ("wrong", "missing"):
            if row[what]:
                out.print(Text(f"    {what}: {', '.join(row[what])}", style="dim"))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReadingError(f"Cannot write {file}: {error.strerror}.") from error


def calibrate(
    questions: Annotated[
        Path, typer.Argument(metavar="QUESTIONS", help="JSONL file; the README shows its format.")
    ],
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Fit "not in this corpus" to your papers, with questions that they answer.

    Only the questions' scores are kept, with the index. `max_refusal_error` is the share of such
    questions that may be refused.
    """
    asked = [case.question for case in read_cases(questions) if not case.kind]
    alpha = load_settings(config).max_refusal_error
    with open_assistant(index, config) as assistant:
        bar = assistant.calibrate(asked).threshold(alpha)
    if as_json:
        echo_json({"questions": len(asked), "max_refusal_error": alpha, "threshold": bar})
    else:
        out.print(f"{len(asked)} questions: papers below a relevance of {bar:.2f} are refused.")


@evaluate.command()
def retrieval(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="BEIR folder: corpus.jsonl, queries.jsonl, qrels.")
    ],
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the papers of a public benchmark: nDCG@10, recall, MRR, speed, size.

    The corpus goes into an index of its own: a temporary one, or the one that --index names, which
    a second run finds filled.
    """
    benchmark = read_benchmark(folder)
    embedder = load_embedder(load_settings(config).embedder)
    with tempfile.TemporaryDirectory() as temporary, progress() as bar:
        measured = evaluate_retrieval(benchmark, Index(index or temporary, embedder), bar)
    if as_json:
        echo_json(measured)
    else:
        show_measures(measured)
