from __future__ import annotations

import csv
import io

import pytest

from paperchat.answers import Answer, AnswerPaper, Cell, Row, Table
from paperchat.export_tables import TABLE_FORMATS, table_to_csv, table_to_latex, table_to_markdown
from paperchat.types import Paper

HERON = Paper(
    "h1", "Heron: Fishing | Deep", "=1+1 is no sum. It costs 5% & more.", authors=("Io Ek",)
)
WREN = Paper("w2", "Wren: Small Nests", "Nests are small.", year=2024)
COMPARED = Answer(
    "answered",
    "t",
    "q",
    papers=(AnswerPaper(1, HERON, 1.0), AnswerPaper(4, WREN, 1.0)),
    table=Table(
        ("method", "cost"),
        (
            Row(
                1, {"method": Cell("=1+1 is no sum.", ()), "cost": Cell("It costs 5% & more.", ())}
            ),
            Row(4, {"method": Cell("Nests are small.", ()), "cost": None}),
        ),
    ),
)


def test_markdown_has_a_column_a_paper_and_its_references():
    lines = table_to_markdown(COMPARED).splitlines()
    assert lines[0] == "|  | [1] Heron | [4] Wren |"
    assert lines[3] == "| **cost** | It costs 5% & more. | — |"
    assert "- [1] Heron: Fishing \\| Deep. Io Ek." in lines


def test_csv_has_a_line_a_paper_that_no_spreadsheet_runs():
    rows = list(csv.DictReader(io.StringIO(table_to_csv(COMPARED))))
    assert [row["id"] for row in rows] == ["h1", "w2"]
    assert rows[0]["method"] == "'=1+1 is no sum."
    assert (rows[0]["title"], rows[1]["cost"]) == ("Heron: Fishing | Deep", "")


def test_latex_has_the_keys_of_the_bibliography_and_escapes_what_is_special():
    text = table_to_latex(COMPARED)
    assert r"\begin{tabularx}{\linewidth}{lXX}" in text
    assert r"Heron~\cite{" in text
    assert r"cost & ``It costs 5\% \& more.'' & -- \\" in text


@pytest.mark.parametrize("form", TABLE_FORMATS)
def test_an_answer_without_a_table_is_refused(form):
    with pytest.raises(ValueError, match="no table"):
        TABLE_FORMATS[form](Answer("answered", "t", "q"))
