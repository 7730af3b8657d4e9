"""The command line: parses, calls Assistant, prints."""

from __future__ import annotations

import io
import json
import logging
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from paperchat.assistant import Assistant
from paperchat.config import Settings, load_settings
from paperchat.diagnosis import diagnose
from paperchat.errors import PaperchatError
from paperchat.evaluation import failures, read_cases, run_cases, summary
from paperchat.index import clear
from paperchat.terminal import (
    err,
    out,
    progress,
    show_answer,
    show_evaluation,
    show_findings,
    show_papers,
    show_references,
    show_report,
    show_results,
)
from paperchat.types import AnswerPaper, Done, Text

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
evaluate = typer.Typer(
    no_args_is_help=True, rich_markup_mode="markdown", help="Measure answers on your own questions."
)
app.add_typer(evaluate, name="evaluate")

IndexOption = Annotated[
    Path | None, typer.Option("--index", help="Folder of the index.", show_default=False)
]
ConfigOption = Annotated[
    Path | None, typer.Option("--config", help="YAML file of settings.", show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
VenueOption = Annotated[
    str | None, typer.Option("--venue", help="Only papers of this venue.", show_default=False)
]
YearOption = Annotated[
    int | None, typer.Option("--year", help="Only papers of this year.", show_default=False)
]


def main() -> None:
    """Run the command line; an error ends in one line, not in a traceback."""
    verbose = "--verbose" in sys.argv
    arguments = [argument for argument in sys.argv[1:] if argument != "--verbose"]
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=level, format="paperchat: %(message)s")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # not every console can show every letter
    try:
        app(args=arguments, prog_name="paperchat")
    except BrokenPipeError:
        # The reader has gone (`| head`); what is buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except PaperchatError as error:
        if verbose:
            raise
        typer.echo(f"paperchat: {error}", err=True)
        sys.exit(1)
    except Exception as error:  # the last line of defence: no user meets a traceback
        if verbose:
            raise
        told = f"unexpected {type(error).__name__}: {error}"
        typer.echo(f"paperchat: {told} (run with --verbose for the traceback)", err=True)
        sys.exit(1)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"paperchat {version('paperchat')}")
        raise typer.Exit


@app.callback()
def root(
    show_version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Log more; show the traceback of an error.")
    ] = False,
) -> None:
    """Ask a collection of paper abstracts.

    Every sentence of an answer is a quote from an abstract, cited and checked. No key, no GPU, no
    network needed.
    """


@app.command()
def add(
    paths: Annotated[
        list[Path],
        typer.Argument(help="Files or folders: text lists, JSON, JSONL, CSV.", metavar="PATH"),
    ],
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Add papers. Adding the same files again changes nothing.

    A text list has a heading line ("ICML 2025 Papers") and one abstract a paragraph. JSON, JSONL
    and CSV need a title or an abstract in each record; common names of fields are understood.
    """
    with _open(index, config) as assistant, progress() as bar:
        report = assistant.add(*paths, progress=bar)
        count = assistant.overview().papers
    if as_json:
        _echo(report.to_dict())
        return
    show_report(report)
    out.print(f"{count:,} papers in the index")


@app.command()
def ask(
    question: Annotated[list[str], typer.Argument(help="In plain words.", metavar="QUESTION")],
    venue: VenueOption = None,
    year: YearOption = None,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer a question, or say that the papers do not.

    Example: paperchat ask "What speedup does QuantSpec deliver?"
    """
    with _open(index, config) as assistant:
        answer = assistant.ask(" ".join(question), venue=venue, year=year)
    if as_json:
        _echo(answer.to_dict())
    else:
        show_answer(answer)


@app.command()
def search(
    query: Annotated[list[str], typer.Argument(help="In plain words.", metavar="QUERY")],
    top_k: Annotated[
        int | None, typer.Option("--top-k", "-k", min=1, help="At most so many.")
    ] = None,
    venue: VenueOption = None,
    year: YearOption = None,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the papers that a query is about, best first, with a relevance from 0 to 1."""
    with _open(index, config) as assistant:
        results = assistant.search(" ".join(query), top_k=top_k, venue=venue, year=year)
    if as_json:
        _echo([AnswerPaper(None, found.paper, found.score).to_dict() for found in results])
    else:
        show_results(results)


@app.command()
def papers(
    venue: VenueOption = None,
    year: YearOption = None,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List every paper, with the id that `remove` takes."""
    with _open(index, config) as assistant:
        found = assistant.papers(venue=venue, year=year)
    if as_json:
        _echo([AnswerPaper(None, paper, 0.0).to_dict() for paper in found])
    else:
        show_papers(found)


@app.command()
def remove(
    names: Annotated[list[str], typer.Argument(help="Ids or whole titles.", metavar="PAPER")],
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take papers out of the index."""
    with _open(index, config) as assistant:
        removed = assistant.remove(*names)
    if as_json:
        _echo({"removed": [paper.id for paper in removed]})
        return
    for paper in removed:
        out.print(f"removed {paper.id}  {paper.title}", markup=False)


@app.command()
def reset(
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take everything out of the index; your files stay as they are."""
    settings = _settings(index, config)
    if not yes:
        typer.confirm(f"Take every paper out of {settings.index}?", abort=True, err=True)
    clear(settings.index.expanduser())
    if as_json:
        _echo({"reset": str(settings.index)})
    else:
        out.print(f"{settings.index} is empty", markup=False)


@app.command()
def chat(
    venue: VenueOption = None,
    year: YearOption = None,
    index: IndexOption = None,
    config: ConfigOption = None,
) -> None:
    """Ask one question after the other in the terminal; Ctrl-D or an empty line ends it."""
    with _open(index, config) as assistant:
        err.print(f"{assistant.overview().papers:,} papers. An empty line ends the chat.")
        while question := _question():
            for event in assistant.stream(question, venue=venue, year=year):
                if isinstance(event, Text):
                    typer.echo(event.piece, nl=False)
                elif isinstance(event, Done):
                    out.print()
                    show_references(event.answer)
            out.print()


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 takes a free one.")] = None,
    index: IndexOption = None,
    config: ConfigOption = None,
) -> None:
    """Serve the chat page; only this machine reaches it unless --host says otherwise."""
    from paperchat_ui.app import serve as serve_page

    settings = load_settings(config, index=index, host=host, port=port)
    with Assistant.of(settings) as assistant:
        serve_page(assistant, settings.host, settings.port)


@app.command()
def doctor(
    index: IndexOption = None, config: ConfigOption = None, as_json: JsonOption = False
) -> None:
    """Check what an answer needs: Python, libraries, embedder, index. Exit status 1 on a fault."""
    findings = diagnose(_settings(index, config))
    if as_json:
        _echo([{"name": one.name, "good": one.good, "text": one.text} for one in findings])
    else:
        show_findings(findings)
    if not all(finding.good for finding in findings):
        raise typer.Exit(1)


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
    with _open(index, config) as assistant:
        outcomes = run_cases(assistant.ask, cases)
    counts = summary(outcomes)
    failed = failures(outcomes)
    if as_json:
        told = [
            {"id": one.case.id, "question": one.case.question, "why": why} for one, why in failed
        ]
        _echo({**counts, "failures": told})
    else:
        show_evaluation(counts, failed)


def _settings(index: Path | None, config: Path | None) -> Settings:
    return load_settings(config, index=index)


def _open(index: Path | None, config: Path | None) -> Assistant:
    return Assistant.of(_settings(index, config))


def _question() -> str:
    try:
        return input("> ").strip()
    except EOFError:
        return ""


def _echo(value: Any) -> None:
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    typer.echo(json.dumps(value, ensure_ascii=not unicode, indent=2))
