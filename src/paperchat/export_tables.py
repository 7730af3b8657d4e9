"""The table of a comparison as Markdown, CSV and LaTeX.

Markdown and LaTeX have a column a paper, as sentences are read side by side; CSV has a line a
paper, as programs want it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping

from paperchat.answers import Answer, Cell, Row, Table
from paperchat.comparison.comparing import short_name
from paperchat.export import citation_keys, escaped, latex, markdown_table
from paperchat.types import Paper

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def table_to_markdown(answer: Answer) -> str:
    """A column a paper, a line an aspect; the papers' references below."""
    table, papers = _compared(answer)
    shown = markdown_table(table, papers)
    references = "\n".join(f"- {escaped(paper.reference())}" for paper in answer.papers)
    return f"{shown}\n\n— the abstract does not say\n\n{references}\n"


def table_to_csv(answer: Answer) -> str:
    """A line a paper: number, id, title, then a column an aspect; empty where nothing is said."""
    table, papers = _compared(answer)
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(["number", "id", "title", *map(_inert, table.aspects)])
    for row in table.rows:
        paper = papers[row.number]
        cells = (row.cells[aspect] for aspect in table.aspects)
        texts = [cell.text if cell else "" for cell in cells]
        writer.writerow([row.number, paper.id, _inert(paper.title), *map(_inert, texts)])
    return written.getvalue()


def table_to_latex(answer: Answer) -> str:
    r"""A `tabularx` with a column a paper; `\cite` keys are those of `paperchat export`."""
    table, papers = _compared(answer)
    keys = citation_keys([papers[row.number] for row in table.rows])
    heads = [
        rf"{latex(short_name(papers[row.number]))}~\cite{{{key}}}"
        for row, key in zip(table.rows, keys, strict=True)
    ]
    lines = [
        r"% \usepackage{booktabs,tabularx}",
        rf"\begin{{tabularx}}{{\linewidth}}{{l{'X' * len(heads)}}}",
        r"\toprule",
        rf" & {' & '.join(heads)} \\",
        r"\midrule",
    ]
    for aspect in table.aspects:
        cells = " & ".join(_latex_cell(row, aspect) for row in table.rows)
        lines.append(rf"{latex(aspect)} & {cells} \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabularx}", ""])


TABLE_FORMATS: Mapping[str, Callable[[Answer], str]] = {
    "markdown": table_to_markdown,
    "csv": table_to_csv,
    "latex": table_to_latex,
}
"""Format → how a comparison is written in it."""


def _compared(answer: Answer) -> tuple[Table, dict[int, Paper]]:
    if answer.table is None:
        raise ValueError("the answer is no comparison: it has no table")
    return answer.table, {one.number: one.paper for one in answer.papers if one.number is not None}


def _latex_cell(row: Row, aspect: str) -> str:
    cell: Cell | None = row.cells[aspect]
    return f"``{latex(cell.text)}''" if cell else "--"


def _inert(text: str) -> str:
    """Text that no spreadsheet runs as a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
