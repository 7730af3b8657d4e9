import os
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZipFile

import pytest

from paperchat.errors import ReadingError
from paperchat.reading import read_papers
from paperchat.reading.merging import plan_merge

TEXT = "We study how small robots water plants, and find that they do so better at night."
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def workbook(**sheets):
    """A workbook as bytes; numbers are stored as numbers, `Day(45000)` as a date."""
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        entries, relations = [], []
        for number, (name, rows) in enumerate(sheets.items(), 1):
            entries.append(f'<sheet name="{escape(name)}" sheetId="{number}" r:id="r{number}"/>')
            relations.append(
                f'<Relationship Id="r{number}" Type="{_OFFICE}/worksheet" '
                f'Target="worksheets/sheet{number}.xml"/>'
            )
            archive.writestr(f"xl/worksheets/sheet{number}.xml", _sheet(rows))
        relations.append(f'<Relationship Id="s" Type="{_OFFICE}/styles" Target="styles.xml"/>')
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}"/></Types>',
        )
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="w" '
            f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{"".join(entries)}</sheets>'
            "</workbook>",
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{_PACKAGE}">{"".join(relations)}</Relationships>',
        )
        archive.writestr(
            "xl/styles.xml",
            f'<styleSheet xmlns="{_MAIN}"><cellXfs count="2"><xf numFmtId="0"/>'
            '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
        )
    return stream.getvalue()


class Day(float):
    """A day as Excel counts them."""


def _sheet(rows):
    lines = []
    for number, row in enumerate(rows, 1):
        cells = []
        for column, cell in enumerate(row):
            place = f'r="{chr(65 + column)}{number}"'
            if isinstance(cell, Day):
                cells.append(f'<c {place} s="1"><v>{float(cell)}</v></c>')
            elif isinstance(cell, (int, float)):
                cells.append(f"<c {place}><v>{cell}</v></c>")
            elif cell:
                cells.append(f'<c {place} t="inlineStr"><is><t>{escape(cell)}</t></is></c>')
        lines.append(f'<row r="{number}">{"".join(cells)}</row>')
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'


@pytest.fixture
def read(tmp_path):
    def write_and_read(content, name="list.xlsx", **options):
        (tmp_path / name).write_bytes(content)
        return read_papers([tmp_path / name], **options)

    return write_and_read


@pytest.mark.parametrize("name", ["list.xlsx", "list.csv", "list"])
def test_a_sheet_gives_its_rows_whatever_the_file_is_called(read, name):
    rows = [["Title", "Abstract", "Year"], ["Robots", TEXT, 2024], [], ["Rivers", TEXT, 2023]]
    papers = read(workbook(Sheet1=rows), name).papers
    assert [(paper.title, paper.year) for paper in papers] == [("Robots", 2024), ("Rivers", 2023)]
    assert [paper.sources for paper in papers] == [(f"{name}#1",), (f"{name}#2",)]


def test_rows_above_the_header_are_passed_over_and_give_venue_and_year(read):
    rows = [
        ["ICML 2025 accepted papers"], [], ["Abstract"],
        ["No.", "Title", "Abstract"], [1, "Robots", TEXT],
    ]  # fmt: skip
    paper = read(workbook(List=rows)).papers[0]
    assert (paper.title, paper.venue, paper.year) == ("Robots", "ICML", 2025)


def test_positions_count_through_the_sheets_that_are_tables(read):
    papers = read(
        workbook(
            ICLR2024=[["Title", "Authors"], ["Robots", "A. One"], ["Rivers", "B. Two"]],
            Budget=[["Item", "Price"], ["Pens", 7]],
            Others=[["Title", "Year"], ["Clouds", Day(45000)]],
        )
    ).papers
    assert [(p.title, p.venue, p.year, p.sources[0]) for p in papers] == [
        ("Robots", "ICLR", 2024, "list.xlsx#1"),
        ("Rivers", "ICLR", 2024, "list.xlsx#2"),
        ("Clouds", "", 2023, "list.xlsx#3"),
    ]


def test_a_header_repeated_further_down_is_no_record(read):
    rows = [["Title", "Abstract"], ["Robots", TEXT], ["Title", "Abstract"], ["Rivers", TEXT]]
    assert [paper.title for paper in read(workbook(S=rows)).papers] == ["Robots", "Rivers"]


def test_a_row_without_title_is_told(read):
    rows = [["Title", "Authors"], ["Robots", "A. One"], ["", "Session 2"]]
    reading = read(workbook(S=rows))
    assert [(skip.source, skip.reason) for skip in reading.skipped] == [
        ("list.xlsx#2", "neither title nor abstract")
    ]


def test_a_workbook_without_titles_names_what_its_sheets_have(read):
    with pytest.raises(ReadingError, match=r"list\.xlsx: no sheet .*Budget: Item, Price"):
        read(workbook(Budget=[["Item", "Price"], ["Pens", 7]]))


def test_a_damaged_workbook_is_told_in_one_line(read):
    content = workbook(S=[["Title", "Abstract"], ["Robots", TEXT]])
    stream = BytesIO()
    with ZipFile(BytesIO(content)) as whole, ZipFile(stream, "w") as broken:
        for name in whole.namelist():
            text = whole.read(name)
            broken.writestr(name, text[: len(text) // 2] if "sheet1" in name else text)
    with pytest.raises(ReadingError, match=r"list\.xlsx: not a readable spreadsheet"):
        read(stream.getvalue())
    with pytest.raises(ReadingError, match=r"list\.xls: not a readable spreadsheet"):
        read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "list.xls")


def test_columns_of_any_name_can_be_mapped(read):
    content = workbook(S=[["Name", "Text", "Title"], ["Robots", TEXT, "Dr."]])
    paper = read(content, mapping={"title": "name", "abstract": "Text"}).papers[0]
    assert (paper.title, paper.abstract) == ("Robots", TEXT)


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "papers", "skipped"),
    [("xlsx/acs2021_papers.xlsx", 30, 0), ("icml2025_llm/icml2025_llm.xlsx", 526, 0)],
)
def test_real_workbooks_lose_no_record(name, papers, skipped):
    folder = Path(os.environ.get("PAPERCHAT_TEST_DATA") or pytest.skip("no data")) / "corpora"
    reading = read_papers([folder / name])
    assert (len(reading.papers), len(reading.skipped)) == (papers, skipped)


@pytest.mark.shared_data
def test_a_workbook_gives_the_papers_of_the_same_list_as_jsonl():
    folder = Path(os.environ.get("PAPERCHAT_TEST_DATA") or pytest.skip("no data"))
    book, lines = (
        read_papers([folder / f"corpora/icml2025_llm/icml2025_llm.{kind}"]).papers
        for kind in ("xlsx", "jsonl")
    )
    assert [_facts(paper) for paper in book] == [_facts(paper) for paper in lines]
    # Its own ids differ, since the workbook lacks the arXiv numbers; they lead to the same papers.
    entries = [change.entry for change in plan_merge(lines, []).changes]
    outcomes = plan_merge(book, entries).outcomes
    assert "added" not in {outcome.kind for outcome in outcomes}


def _facts(paper):
    return paper.title, paper.abstract, paper.authors, paper.url
