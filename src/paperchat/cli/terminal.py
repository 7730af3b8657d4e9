"""What commands show on a terminal: answers, papers, reports, progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence

from rich.box import SIMPLE
from rich.cells import cell_len
from rich.console import Console
from rich.control import strip_control_codes
from rich.table import Table
from rich.text import Text as Styled

from paperchat.answers import Answer, AnswerPaper, Cell
from paperchat.answers import Table as Comparison
from paperchat.comparison.comparing import short_name
from paperchat.diagnosis import Finding
from paperchat.labels import marked
from paperchat.reporting import AddReport
from paperchat.types import Paper, SearchResult

# Lines are broken between words on a terminal, and not at all in a pipe.
out = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
err = Console(stderr=True, highlight=False, soft_wrap=not sys.stderr.isatty())

_REASONS_SHOWN = 10
_COLUMN = 32
"""Narrower columns than this are hard to read."""
_NARROWEST = 20
"""A text is not pressed into less."""


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
        lead, reference = _reference(listed)
        out.print(hanging(lead, reference))
        quoted = sentence.citations[0].quotes[0]
        if quoted.field == "abstract":
            out.print(hanging("    ", Styled(quoted.text)))
    last = answer.sentences[-1:]
    closing = [sentence.text for sentence in last if sentence.support == "none_needed"]
    if paged and answer.listing and answer.listing.page < answer.listing.pages:
        page = answer.listing.page
        closing = [f"Page {page} of {answer.listing.pages}: --page {page + 1} shows the next."]
    for text in closing:
        out.print(Styled(f"\n{text}", style="dim"))


def show_references(answer: Answer) -> None:
    """The papers of an answer; a note for each thing that is to be known."""
    show_notes(answer)
    if answer.nearest and not answer.papers:
        out.print(Styled("\nNearest papers (not an answer):", style="dim"))
    elif answer.papers:
        out.print()
    for listed in answer.papers or answer.nearest:
        lead, reference = _reference(listed)
        out.print(hanging(lead, reference))


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
                number, name = head.split(" ", 1)
                out.print(hanging(f"  {number} ", Styled.assemble((f"{name}: ", "dim"), cell)))
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
        _show_paper(f"{result.score:.2f}  ", result.paper)


def show_papers(papers: Sequence[Paper]) -> None:
    """Each paper behind its id."""
    for paper in papers:
        _show_paper(f"{paper.id}  ", paper)
    err.print(count_of(len(papers), "paper"))


def _show_paper(lead: str, paper: Paper) -> None:
    out.print(hanging(lead, _reference(AnswerPaper(None, paper, 0.0))[1]))


def _reference(listed: AnswerPaper) -> tuple[str, Styled]:
    """A paper's number or a dash, and its reference, in which the title stands out."""
    lead = f"[{listed.number}] " if listed.number is not None else "- "
    text = Styled(listed.reference().removeprefix(lead))
    text.stylize("bold", 0, len(listed.paper.title))
    text.stylize("dim", len(listed.paper.title))
    return lead, text


def hanging(lead: str, text: Styled) -> Styled:
    """A text behind its lead; on a terminal all of its lines begin below the first."""
    if out.soft_wrap:
        return Styled(lead) + text
    width = cell_len(lead)
    lines = text.wrap(out, max(out.width - width, _NARROWEST))
    for at, line in enumerate(lines):
        line.rstrip()
        lines[at] = Styled(" " * width if at else lead) + line
    return Styled("\n").join(lines)


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


def show_measures(measures: Mapping[str, object], faults: Iterable[str] = ()) -> None:
    """A line a measure, then a line a case that went wrong."""
    table = Table(box=None, show_header=False)
    for name, value in measures.items():
        table.add_row(name, str(value))
    out.print(table)
    for fault in faults:
        out.print(hanging("  ", Styled(fault, style="dim")))
