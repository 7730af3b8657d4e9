"""`paperchat evaluate`: measure answers on one's own questions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paperchat.evaluation import failures, read_cases, run_cases, summary
from paperchat.options import ConfigOption, IndexOption, JsonOption, echo_json, open_assistant
from paperchat.terminal import show_evaluation

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
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask every question of a file: right papers first, facts in the quotes, refusals."""
    cases = read_cases(questions)
    with open_assistant(index, config) as assistant:
        outcomes = run_cases(assistant.ask, cases)
    counts = summary(outcomes)
    failed = failures(outcomes)
    if as_json:
        told = [
            {"id": one.case.id, "question": one.case.question, "why": why} for one, why in failed
        ]
        echo_json({**counts, "failures": told})
    else:
        show_evaluation(counts, failed)
