import json

import pytest

from paperchat.errors import ReadingError
from paperchat.reading import read_papers

FIRST = (
    "We study how small robots water plants, and find that they do so better at night than by day."
)
SECOND = (
    "A second text tells of rivers, which carry sand to the sea, faster in spring than in autumn."
)


@pytest.fixture
def read(tmp_path):
    def write_and_read(name, content):
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8", newline="")
        return read_papers([path])

    return write_and_read


@pytest.mark.parametrize(
    ("heading", "venue", "year"),
    [
        ("ICML 2025 论文列表", "ICML", 2025),
        ("ICML 2025 Papers", "ICML", 2025),
        ("# NeurIPS 2024 accepted papers", "NeurIPS", 2024),
        ("CoRL 2023", "CoRL", 2023),
        ("Papers of 2021", "", 2021),
    ],
)
def test_a_heading_gives_venue_and_year_to_the_abstracts_below(read, heading, venue, year):
    reading = read("list.txt", f"{heading}\n\n{FIRST}\n\n{SECOND}\n")
    assert [paper.abstract for paper in reading.papers] == [FIRST, SECOND]
    assert {paper.year for paper in reading.papers} == {year}
    assert {paper.venue for paper in reading.papers} == {venue or "Papers of"} or not venue
    assert [paper.sources for paper in reading.papers] == [("list.txt#1",), ("list.txt#2",)]


def test_abstracts_a_line_each_without_blank_lines_are_read_one_by_one(read):
    papers = read("list.txt", f"{FIRST} {SECOND} {FIRST}\n{SECOND} {FIRST} {SECOND}").papers
    assert len(papers) == 2


def test_a_sentence_with_a_year_is_no_heading(read):
    reading = read("list.txt", f"ICML 2025 was a very large meeting in a city.\n\n{FIRST}")
    assert reading.papers[0].venue == ""
    assert len(reading.skipped) == 1


def test_a_second_heading_starts_another_venue(read):
    text = f"ICML 2025 Papers\n\n{FIRST}\n\nICLR 2024 Papers\n{SECOND}"
    papers = read("list.txt", text).papers
    assert [(paper.venue, paper.year) for paper in papers] == [("ICML", 2025), ("ICLR", 2024)]


def test_hard_wrapped_paragraphs_are_one_abstract_each(read):
    wrapped = FIRST.replace(", ", ",\n")
    papers = read("list.txt", f"{wrapped}\n \n{SECOND}".replace("\n", "\r\n")).papers
    assert [paper.abstract for paper in papers] == [FIRST, SECOND]


def test_a_line_too_short_for_an_abstract_is_told_not_lost(read):
    reading = read("list.txt", f"{FIRST}\n\nSession 2\n\n{SECOND}")
    assert len(reading.papers) == 2
    assert [(skip.source, "Session 2" in skip.reason) for skip in reading.skipped] == [
        ("list.txt#2", True)
    ]


RECORDS = [{"title": "Robots", "abstract": FIRST}, {"title": "Rivers", "abstract": SECOND}]


@pytest.mark.parametrize(
    "data",
    [
        RECORDS,
        {"papers": RECORDS},
        {"oral": RECORDS[:1], "poster": RECORDS[1:]},
        {"data": {"papers": RECORDS}},
        {"a1": RECORDS[0], "a2": RECORDS[1]},
        {"count": 2, "next": None, "results": RECORDS},
        {"title": ["Robots", "Rivers"], "abstract": [FIRST, SECOND]},
        {"title": {"0": "Robots", "1": "Rivers"}, "abstract": {"0": FIRST, "1": SECOND}},
        [
            {"content": {"title": {"value": r["title"]}, "abstract": {"value": r["abstract"]}}}
            for r in RECORDS
        ],
    ],
    ids=[
        "array",
        "object",
        "two-arrays",
        "nested",
        "by-id",
        "page",
        "columns",
        "frame",
        "openreview",
    ],
)
@pytest.mark.parametrize("name", ["papers.json", "papers.txt"])
def test_json_of_any_usual_shape_gives_its_records(read, data, name):
    papers = read(name, json.dumps(data, indent=1)).papers
    assert [(paper.title, paper.abstract) for paper in papers] == [
        ("Robots", FIRST), ("Rivers", SECOND)
    ]  # fmt: skip
    assert [paper.sources[0] for paper in papers] == [f"{name}#1", f"{name}#2"]


@pytest.mark.parametrize("name", ["papers.jsonl", "papers.ndjson", "papers.json"])
def test_a_broken_line_of_jsonl_is_skipped_and_the_rest_read(read, name):
    lines = [json.dumps(RECORDS[0]), '{"title": "Half', "", json.dumps(RECORDS[1])]
    reading = read(name, "\n".join(lines))
    assert [paper.title for paper in reading.papers] == ["Robots", "Rivers"]
    assert [paper.sources[0] for paper in reading.papers] == [f"{name}#1", f"{name}#3"]
    assert reading.skipped[0].source == f"{name}#2"
    assert "line 2" in reading.skipped[0].reason


def test_jsonl_whose_first_line_is_broken_is_still_read(read):
    reading = read("papers.jsonl", '{"title": \n' + json.dumps(RECORDS[0]))
    assert [paper.title for paper in reading.papers] == ["Robots"]
    assert reading.skipped[0].source == "papers.jsonl#1"


def test_malformed_json_names_line_and_column(read):
    with pytest.raises(ReadingError, match=r"papers\.json: not valid JSON at line 2, column \d+"):
        read("papers.json", '[{"title": "A"},\n {"title": }]')


def test_entries_that_are_no_records_are_told(read):
    reading = read("papers.json", json.dumps([RECORDS[0], 7, None]))
    assert len(reading.papers) == 1
    assert [skip.source for skip in reading.skipped] == ["papers.json#2", "papers.json#3"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["table.csv", "table.tsv", "table.txt"])
def test_the_delimiter_of_a_table_is_found_whatever_its_name(read, delimiter, name):
    broken = FIRST.replace(", ", ",\n")
    rows = [["Title", "Paper Abstract", "Year"], ["Robots; a study | one", broken, "2024"]]
    text = "\n".join(delimiter.join(f'"{cell}"' for cell in row) for row in rows)
    paper = read(name, text).papers[0]
    assert (paper.title, paper.abstract, paper.year) == ("Robots; a study | one", FIRST, 2024)


def test_a_row_with_too_many_cells_is_skipped_with_the_likely_cause(read):
    reading = read("table.csv", f'title,abstract\nRobots,one, two, three\nRivers,"{SECOND}"\n')
    assert [paper.title for paper in reading.papers] == ["Rivers"]
    assert "quoted" in reading.skipped[0].reason


def test_a_table_without_title_and_abstract_names_its_columns(read):
    with pytest.raises(ReadingError, match=r"columns: id, price"):
        read("table.csv", "id,price\n1,2\n")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030", "cp1252"])
def test_files_in_other_encodings_are_read(read, encoding):
    name = "张伟" if encoding == "gb18030" else "René Müller"
    abstract = "大型语言模型在许多任务中表现出色，但是其安全性仍然不足。" * 6
    abstract = abstract if encoding == "gb18030" else f"{FIRST} Déjà vu, señor, über Käse. " * 4
    text = json.dumps([{"title": "T", "authors": [name], "abstract": abstract}], ensure_ascii=False)
    reading = read("papers.json", text.encode(encoding))
    assert reading.papers[0].authors == (name,)
    told = [warning for warning in reading.warnings if "not UTF-8" in warning]
    assert bool(told) == (encoding != "utf-8-sig")


@pytest.mark.parametrize("name", ["list.json", "list.jsonl"])
def test_half_a_character_is_replaced_and_the_rest_is_read(tmp_path, name):
    line = '{"title": "Half \\ud83d and whole \\ud83d\\ude00 signs", "abstract": "Signs are read."}'
    text = f"[{line}]" if name == "list.json" else f"{line}\n{line}\n"
    (tmp_path / name).write_text(text)
    assert read_papers([tmp_path / name]).papers[0].title == "Half \ufffd and whole 😀 signs"


def test_a_number_of_thousands_of_digits_is_told(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"title": "A"}\n{"title": "B", "id": ' + "9" * 5000 + "}\n")
    reading = read_papers([tmp_path / "a.jsonl"])
    assert [paper.title for paper in reading.papers] == ["A"]
    assert "line 2 is not valid JSON" in reading.skipped[0].reason


def test_a_quotation_mark_that_is_never_closed_swallows_no_row_after_it(tmp_path):
    rows = (
        "title;abstract\n"
        'One;"We never close what was opened by anybody.\n'
        "Two;All is well with the papers here.\n"
        "Three;And so it is here.\n"
    )
    (tmp_path / "a.csv").write_text(rows)
    reading = read_papers([tmp_path / "a.csv"])
    assert [paper.title for paper in reading.papers] == ["One", "Two", "Three"]
    assert "We never close what was opened" in reading.papers[0].abstract
    assert reading.papers[1].abstract == "All is well with the papers here."
