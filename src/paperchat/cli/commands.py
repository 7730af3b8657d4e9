"""The command line: parses, calls Assistant, prints."""

from __future__ import annotations

import io
import logging
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from typer.exceptions import TyperException

from paperchat.answers import AnswerPaper
from paperchat.cli.compare import compare
from paperchat.cli.evaluate import calibrate, evaluate
from paperchat.cli.export import export
from paperchat.cli.options import (
    ConfigOption,
    IndexOption,
    JsonOption,
    LlmOption,
    TopKOption,
    echo_json,
    filtered,
    open_assistant,
    open_filtered,
    parse_mapping,
)
from paperchat.cli.progress import progress
from paperchat.cli.remove import remove, reset
from paperchat.cli.talk import chat, serve
from paperchat.cli.terminal import (
    count_of,
    err,
    out,
    show_answer,
    show_findings,
    show_papers,
    show_report,
    show_results,
)
from paperchat.cli.topics import topics
from paperchat.cli.usage import wrong_usage
from paperchat.config import load_settings
from paperchat.diagnosis import diagnose
from paperchat.errors import PaperchatError
from paperchat.filters import Conditions
from paperchat.types import SearchResult

app = typer.Typer(
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(evaluate, name="evaluate")
app.command()(calibrate)
app.command()(chat)
app.command()(serve)
app.command()(export)
app.command()(remove)
app.command()(reset)
app.command()(topics)
app.command()(compare)


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
        status = app(args=arguments or ["--help"], prog_name="paperchat", standalone_mode=False)
    except TyperException as error:
        typer.echo(f"paperchat: {wrong_usage(error)}", err=True)
        status = error.exit_code
    except typer.Abort:
        typer.echo("Aborted.", err=True)
        status = 1
    except BrokenPipeError:
        # The reader has gone (`| head`); what is buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except PaperchatError as error:
        if verbose:
            raise
        typer.echo(f"paperchat: {error}", err=True)
        status = 1
    except Exception as error:  # the last line of defence: no user meets a traceback
        if verbose:
            raise
        told = f"unexpected {type(error).__name__}: {error}"
        typer.echo(f"paperchat: {told} (run with --verbose for the traceback)", err=True)
        status = 1
    if status:
        sys.exit(status)


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
        typer.Argument(help="Files, folders or archives of lists of papers.", metavar="PATH"),
    ],
    columns: Annotated[
        str,
        typer.Option("--map", help="Where fields stand: title=Name,abstract=Text.", metavar="MAP"),
    ] = "",
    venue: Annotated[str, typer.Option(help="Venue of papers that do not name theirs.")] = "",
    year: Annotated[
        int | None, typer.Option(help="Year of papers that do not name theirs.", show_default=False)
    ] = None,
    sync: Annotated[
        bool, typer.Option("--sync", help="Take out papers that these files no longer hold.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Report, and write nothing.")] = False,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Add papers. Adding the same files again changes nothing.

    Text lists ("ICML 2025 Papers", then one abstract a paragraph), JSON, JSONL, CSV, spreadsheets,
    BibTeX, RIS, PubMed, Web of Science, EndNote, Markdown, XML, and folders and archives of these.
    A record needs a title or an abstract; common names of fields are understood.
    """
    mapping = parse_mapping(columns)
    with progress() as written:
        try:
            with open_assistant(index, config) as assistant:
                report = assistant.add(
                    *paths,
                    mapping=mapping,
                    venue=venue,
                    year=year,
                    sync=sync,
                    dry_run=dry_run,
                    progress=written,
                )
                count = assistant.count()
        except KeyboardInterrupt:
            err.print(f"paperchat: stopped; {written.kept()}")
            raise typer.Exit(130) from None
    if as_json:
        echo_json(report.to_dict())
    else:
        show_report(report)
        out.print(f"{count_of(count, 'paper')} in the index")
    if len(report.skipped) == report.records and not report.removed:
        err.print("paperchat: no paper was found there; nothing was added.", markup=False)
        raise typer.Exit(1)


@app.command()
@filtered
def ask(
    question: Annotated[list[str], typer.Argument(help="In plain words.", metavar="QUESTION")],
    conditions: Conditions,
    llm: LlmOption = None,
    page: Annotated[int, typer.Option("--page", min=1, help="Of a list of papers.")] = 1,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer a question, or say that the papers do not.

    Example: paperchat ask "What speedup does QuantSpec deliver?"
    """
    if not (text := " ".join(question).strip()):
        raise typer.BadParameter("it is empty", param_hint="QUESTION")
    with open_assistant(index, config) as assistant:
        answer = assistant.ask(text, llm=llm, page=page, **conditions)
        empty = assistant.count() == 0
    if as_json:
        echo_json(answer.to_dict())
    else:
        show_answer(answer, paged=True)
    if empty:
        err.print(f"paperchat: the index {assistant.folder} has no papers.", markup=False)
    if answer.status == "no_corpus":
        raise typer.Exit(1)


@app.command()
@filtered
def search(
    query: Annotated[list[str], typer.Argument(help="In plain words.", metavar="QUERY")],
    conditions: Conditions,
    top_k: TopKOption = None,
    words_only: Annotated[
        bool,
        typer.Option("--words-only", help="By shared words alone: at once, without the model."),
    ] = False,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the papers that a query is about, best first, with a relevance from 0 to 1."""
    with open_filtered(index, config, conditions) as assistant:
        wanted = assistant.corrected(" ".join(query))
        results = assistant.search(wanted, top_k=top_k, words_only=words_only, **conditions)
    if wanted != " ".join(query):
        err.print(f"Searched for: {wanted}", markup=False)
    _show(results, as_json)


@app.command()
@filtered
def similar(
    paper: Annotated[
        str, typer.Argument(help="Its id or whole title; - reads an abstract from the input.")
    ],
    conditions: Conditions,
    top_k: TopKOption = None,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the papers most like a paper, or like an abstract, most alike first."""
    with open_filtered(index, config, conditions) as assistant:
        if paper == "-":
            results = assistant.similar(text=sys.stdin.read(), top_k=top_k, **conditions)
        else:
            results = assistant.similar(paper, top_k=top_k, **conditions)
    _show(results, as_json)


def _show(results: Sequence[SearchResult], as_json: bool) -> None:
    if as_json:
        echo_json([AnswerPaper(None, found.paper, found.score).to_dict() for found in results])
    else:
        show_results(results)


@app.command()
@filtered
def papers(
    conditions: Conditions,
    index: IndexOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List every paper, with the id that `remove` takes."""
    with open_filtered(index, config, conditions) as assistant:
        found = assistant.papers(**conditions)
    if as_json:
        echo_json([paper.to_dict() for paper in found])
    else:
        show_papers(found)


@app.command()
def doctor(
    index: IndexOption = None, config: ConfigOption = None, as_json: JsonOption = False
) -> None:
    """Check what an answer needs: Python, libraries, embedder, index. Exit status 1 on a fault."""
    findings = diagnose(load_settings(config, index=index))
    if as_json:
        echo_json([{"name": one.name, "good": one.good, "text": one.text} for one in findings])
    else:
        show_findings(findings)
    if not all(finding.good for finding in findings):
        raise typer.Exit(1)
