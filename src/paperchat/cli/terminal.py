"""What commands show on a terminal: answers, papers, reports, progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.box import SIMPLE
from rich.console import Console, RenderableType
from rich.control import strip_control_codes
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text as Styled

from paperchat import index
from paperchat.answers import Answer, AnswerPaper, Cell
from paperchat.answers import Table as Comparison
from paperchat.comparison.comparing import short_name
from paperchat.diagnosis import Finding
from paperchat.evaluation.answers import Outcome
from paperchat.labels import marked
from paperchat.reporting import AddReport
from paperchat.types import Paper, SearchResult

# Lines are broken between words on a terminal, and not at all in a pipe.
out = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
err = Console(stderr=True, highlight=False, soft_wrap=not sys.stderr.isatty())

_REASONS_SHOWN = 10
_COLUMN = 32
"""Narrower columns than this are hard to read."""


def count_of(count: int, thing: str) -> str:
    """`1 paper`, `1,200 papers`."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def show_answer(answer: Answer, *, paged: bool = False) -> None:
    """The text, a list or a table; then the papers it cites, or the nearest ones.

    Args:
        answer: What to show.
        paged: Whether `--page` brings the next page of a list, as nobody can ask for it here.
    """
    if answer.listing and answer.papers:
        _show_list(answer, paged=paged)
        return
    if answer.table is None:
        out.print(Styled(marked(answer)))
    else:
        _show_table(answer, answer.table)
    show_references(answer)


def _show_list(answer: Answer, *, paged: bool) -> None:
    """A list by its numbers, each paper with the sentence that puts it there."""
    out.print(Styled(answer.text.partition("\n\n")[0]))
    show_notes(answer)
    out.print()
    qualifying = [sentence for sentence in answer.sentences if sentence.citations]
    for listed, sentence in zip(answer.papers, qualifying, strict=True):
        out.print(Styled(listed.reference(), style="bold"))
        quoted = sentence.citations[0].quotes[0]
        if quoted.field == "abstract":
            out.print(_indented(quoted.text))
    last = answer.sentences[-1:]
    closing = [sentence.text for sentence in last if sentence.support == "none_needed"]
    if paged and answer.listing and answer.listing.page < answer.listing.pages:
        page = answer.listing.page
        closing = [f"Page {page} of {answer.listing.pages}: --page {page + 1} shows the next."]
    for text in closing:
        out.print(Styled(f"\n{text}", style="dim"))


def _indented(text: str) -> RenderableType:
    return Styled(f"    {text}") if out.soft_wrap else Padding(Styled(text), (0, 0, 0, 4))


def show_references(answer: Answer) -> None:
    """The papers of an answer; a note for each thing that is to be known."""
    show_notes(answer)
    if answer.nearest and not answer.papers:
        out.print(Styled("\nNearest papers (not an answer):", style="dim"))
    elif answer.papers:
        out.print()
    for listed in answer.papers or answer.nearest:
        out.print(Styled(listed.reference(), style="dim"))


def show_notes(answer: Answer) -> None:
    """What is to be known of an answer, a line each."""
    for note in answer.notes:
        out.print(Styled(f"Note: {note}", style="italic"))


def _show_table(answer: Answer, compared: Comparison) -> None:
    """A column a paper where they fit, else one under the other; then what the text adds."""
    papers = {listed.number: listed.paper for listed in answer.papers}
    heads = [f"[{row.number}] {short_name(papers[row.number])}" for row in compared.rows]
    widest = max(map(len, compared.aspects))
    if out.width - widest >= _COLUMN * len(heads):
        table = Table(box=SIMPLE, show_lines=True)
        for head in ("", *heads):
            table.add_column(Styled(head))
        for aspect in compared.aspects:
            cells = (_cell_text(row.cells[aspect]) for row in compared.rows)
            table.add_row(Styled(aspect, style="bold"), *cells)
        out.print(table)
    else:
        for aspect in compared.aspects:
            out.print(Styled(aspect, style="bold"))
            for head, row in zip(heads, compared.rows, strict=True):
                cell = _cell_text(row.cells[aspect])
                out.print(Styled.assemble((f"  {head}: ", "dim"), cell))
            out.print()
    # The text has a paragraph a paper, and one more where the table does not tell all.
    for paragraph in answer.text.split("\n\n")[len(compared.rows) :]:
        out.print(Styled(paragraph))


def _cell_text(cell: Cell | None) -> Styled:
    return Styled(cell.text) if cell else Styled("the abstract does not say", style="dim")


def show_results(results: Sequence[SearchResult]) -> None:
    """Search results with their scores."""
    if not results:
        out.print("Nothing found.")
    for result in results:
        reference = AnswerPaper(None, result.paper, result.score).reference()
        out.print(Styled.assemble((f"{result.score:.2f}  ", "bold"), reference))


def show_papers(papers: Sequence[Paper]) -> None:
    """A line a paper: id and reference."""
    for paper in papers:
        reference = AnswerPaper(None, paper, 0.0).reference()
        out.print(Styled.assemble((f"{paper.id}  ", "dim"), reference))
    err.print(count_of(len(papers), "paper"))


def show_report(report: AddReport) -> None:
    """What became of the records that were read."""
    out.print(
        f"{count_of(report.records, 'record')}: "
        f"{report.added:,} added, {report.updated:,} updated, {report.unchanged:,} unchanged, "
        f"{report.merged:,} merged, {len(report.skipped):,} skipped"
    )
    if report.without_abstract:
        out.print(
            f"{count_of(report.without_abstract, 'record')} without an abstract, kept by title"
        )
    if report.removed:
        out.print(f"{report.removed:,} removed: their files no longer hold them")
    if report.dry_run:
        out.print("Nothing was written (--dry-run).")
    told = [f"skipped {skipped.source}: {skipped.reason}" for skipped in report.skipped]
    told += [
        f"updated {each.source}: {each.detail}"
        for each in report.details
        if each.outcome == "updated"
    ]
    for line in told[:_REASONS_SHOWN]:
        # A list may hold what a terminal takes for commands.
        out.print(Styled(f"  {strip_control_codes(line)}"))
    if (more := len(told) - _REASONS_SHOWN) > 0:
        out.print(f"  … and {more:,} more; --json lists them all")
    for warning in report.warnings:
        err.print(Styled(f"paperchat: {warning}", style="yellow"))


def show_findings(findings: Iterable[Finding]) -> None:
    """What `doctor` found."""
    for finding in findings:
        mark = ("ok    ", "green") if finding.good else ("FAULT ", "bold red")
        out.print(Styled.assemble(mark, f"{finding.name}: {finding.text}"))


def show_evaluation(rows: Iterable[tuple[str, str]], outcomes: Iterable[Outcome]) -> None:
    """A table of measures, then the questions that went wrong."""
    show_measures(dict(rows))
    for outcome in outcomes:
        if outcome.why:
            told = f"  {outcome.case.id}: {outcome.why}: {outcome.case.question}"
            out.print(Styled(told, style="dim"))


def show_conversations(counts: Mapping[str, Any], failures: Iterable[Mapping[str, str]]) -> None:
    """Right turns by the status expected, then the turns that went wrong."""
    turns = counts["turns"]
    rows = {"right": f"{counts['right']} of {turns}"}
    for status, of_status in counts["by_status"].items():
        rows[f"  {status}"] = f"{of_status['right']} of {of_status['turns']}"
    show_measures(rows | {"each question alone": f"{counts['right_alone']} of {turns}"})
    for one in failures:
        told = f"  {one['id']}: {one['why']}: {one['question']}"
        out.print(Styled(f"{told} (searched: {one['search_query']})", style="dim"))


def show_cells(counts: Mapping[str, Any], failures: Iterable[Mapping[str, Any]]) -> None:
    """Right cells by aspect, then those that are wrong."""
    empty = counts["cells"] - counts["stated"]
    rows = {
        "right": f"{counts['right']} of {counts['cells']}",
        "  stated": f"{counts['stated_right']} of {counts['stated']}",
        "  rightly empty": f"{counts['right'] - counts['stated_right']} of {empty}",
    }
    for aspect, of_aspect in counts["by_aspect"].items():
        rows[aspect] = f"{of_aspect['right']} of {of_aspect['cells']}"
    show_measures(rows)
    for one in failures:
        told = f"  {one['paper']}, {one['aspect']}: {one['why']}: {one['text'] or 'empty'}"
        out.print(Styled(told, style="dim"))


def show_measures(measures: Mapping[str, object]) -> None:
    """A line a measure."""
    table = Table(box=None, show_header=False)
    for name, value in measures.items():
        table.add_row(name, str(value))
    out.print(table)


@contextmanager
def progress() -> Iterator[index.Progress | None]:
    """A bar on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("Indexing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("papers", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
