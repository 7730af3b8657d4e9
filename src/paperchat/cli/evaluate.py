"""`paperchat evaluate`: measure answers on one's own questions."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from paperchat.cli.options import ConfigOption, IndexOption, JsonOption, echo_json, open_assistant
from paperchat.cli.progress import progress
from paperchat.cli.terminal import out, show_measures
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

QuestionsFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="JSONL file; the README shows its format.")
]

evaluate = typer.Typer(rich_markup_mode="markdown")


# A group of one command would be taken for that command itself.
@evaluate.callback()
def root() -> None:
    """Measure answers on your own questions."""


@evaluate.command()
def answers(
    file: QuestionsFile,
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
    cases = read_cases(file)
    with open_assistant(index, config) as assistant:
        outcomes = run_cases(assistant.ask, cases)
    counts = summary(outcomes)
    rows = measure_rows(counts)
    if html is not None:
        _write(html, report(rows, outcomes))
    failures = [
        {"id": one.case.id, "question": one.case.question, "why": one.why}
        for one in outcomes
        if one.why
    ]
    faults = [f"{one['id']}: {one['why']}: {one['question']}" for one in failures]
    _tell({**counts, "failures": failures}, dict(rows), faults, as_json=as_json)


@evaluate.command()
def conversations(
    file: QuestionsFile,
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
    turns = counts["turns"]
    rows = {
        "right": f"{counts['right']} of {turns}",
        **{
            f"  {status}": f"{those['right']} of {those['turns']}"
            for status, those in counts["by_status"].items()
        },
        "each question alone": f"{counts['right_alone']} of {turns}",
    }
    faults = [
        f"{one['id']}: {one['why']}: {one['question']} (searched: {one['search_query']})"
        for one in failures
    ]
    _tell({**counts, "failures": failures}, rows, faults, as_json=as_json)


@evaluate.command()
def comparisons(
    file: QuestionsFile,
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
    empty = counts["cells"] - counts["stated"]
    rows = {
        "right": f"{counts['right']} of {counts['cells']}",
        "  stated": f"{counts['stated_right']} of {counts['stated']}",
        "  rightly empty": f"{counts['right'] - counts['stated_right']} of {empty}",
        **{
            aspect: f"{those['right']} of {those['cells']}"
            for aspect, those in counts["by_aspect"].items()
        },
    }
    faults = [
        f"{one['paper']}, {one['aspect']}: {one['why']}: {one['text'] or 'empty'}"
        for one in failures
    ]
    _tell({**counts, "failures": failures}, rows, faults, as_json=as_json)


@evaluate.command()
def lists(
    file: QuestionsFile,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask for every list of a file: which papers stand in it wrongly, which are missing."""
    cases = read_lists(file)
    with open_assistant(index, config) as assistant:
        outcomes = run_lists(lambda question, page: assistant.ask(question, page=page), cases)
    counts, rows = list_summary(outcomes), list_rows(outcomes)
    faults: list[str] = []
    for row in rows:
        told = [f"  {what}: {', '.join(row[what])}" for what in ("wrong", "missing") if row[what]]
        faults += [f"{row['id']}: {row['f1']:.2f} {row['question']}", *told] if told else []
    _tell({**counts, "questions": rows}, counts, faults, as_json=as_json)


def _tell(
    document: Mapping[str, Any],
    measures: Mapping[str, object],
    faults: Iterable[str] = (),
    *,
    as_json: bool,
) -> None:
    """What was measured, for programs or for people: then a line a case that went wrong."""
    if as_json:
        echo_json(document)
    else:
        show_measures(measures, faults)


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReadingError(f"Cannot write {file}: {error.strerror}.") from error


def calibrate(
    file: QuestionsFile,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Fit "not in this corpus" to your papers, with questions that they answer.

    Only the questions' scores are kept, with the index. `max_refusal_error` is the share of such
    questions that may be refused.
    """
    asked = [case.question for case in read_cases(file) if not case.kind]
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
    _tell(measured, measured, as_json=as_json)
