import json

import pytest

from paperchat.errors import ReadingError
from paperchat.reading import read_papers

LINE = json.dumps({"title": "Robots", "abstract": "Robots water plants at night, all of them."})


def test_a_folder_is_read_in_sorted_order_with_names_relative_to_it(tmp_path):
    (tmp_path / "b.jsonl").write_text(LINE)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "z.jsonl").write_text(LINE)
    papers = read_papers([tmp_path]).papers
    assert [paper.sources[0] for paper in papers] == ["a/z.jsonl#1", "b.jsonl#1"]


def test_files_of_a_folder_that_are_no_lists_are_passed_over_in_one_line(tmp_path):
    for name in ("notes.md", "figure.png", "README.md", "LICENSE", "LICENSE.txt", ".hidden.json"):
        (tmp_path / name).write_text("This is not a list of papers, whatever it says. " * 9)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "a.json").write_text(LINE)
    (tmp_path / "papers.jsonl").write_text(LINE)
    reading = read_papers([tmp_path])
    assert len(reading.papers) == 1
    assert len(reading.warnings) == 1
    assert reading.warnings[0].endswith("figure.png, notes.md.")


def test_a_broken_file_in_a_folder_is_told_and_the_others_are_read(tmp_path):
    (tmp_path / "bad.json").write_text('[{"title": ]')
    (tmp_path / "good.jsonl").write_text(LINE)
    reading = read_papers([tmp_path])
    assert len(reading.papers) == 1
    assert [w for w in reading.warnings if "bad.json" in w and "line 1, column" in w]


def test_other_json_in_a_folder_does_not_become_papers(tmp_path):
    settings = {"name": "tool", "description": "A tool for everyone.", "version": "1.0"}
    (tmp_path / "package.json").write_text(json.dumps(settings))
    reading = read_papers([tmp_path])
    assert reading.papers == ()
    assert reading.warnings == ("package.json holds no papers.",)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.txt", b"", "empty.txt is empty: no papers in it."),
        ("blank.json", b"\xef\xbb\xbf \n", "blank.json is empty: no papers in it."),
        ("none.json", b"[]", "none.json holds no papers."),
        ("header.csv", b"title,abstract\n", "header.csv holds no papers."),
    ],
)
def test_a_file_without_papers_is_told_in_one_line(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    reading = read_papers([tmp_path / name])
    assert (reading.papers, reading.warnings) == ((), (message,))


def test_a_folder_without_lists_is_told(tmp_path):
    assert "holds no list of papers" in read_papers([tmp_path]).warnings[0]


def test_a_named_file_that_is_missing_or_binary_raises(tmp_path):
    with pytest.raises(ReadingError, match=r"none\.json does not exist; check the path"):
        read_papers([tmp_path / "none.json"])
    (tmp_path / "image.txt").write_bytes(b"\x89PNG\x00\x01")
    with pytest.raises(ReadingError, match=r"image\.txt is a binary file"):
        read_papers([str(tmp_path / "image.txt")])


def test_text_broken_in_its_own_encoding_names_the_line(tmp_path):
    (tmp_path / "p.txt").write_bytes(b"\xef\xbb\xbfICML 2025\n\ncaf\xe9 au lait")
    with pytest.raises(ReadingError, match=r"p\.txt line 3: not valid utf-8-sig; save"):
        read_papers([tmp_path / "p.txt"])


def test_nesting_without_end_is_an_error_not_a_crash(tmp_path):
    (tmp_path / "p.json").write_text("[" * 200_000)
    with pytest.raises(ReadingError, match="nested too deeply"):
        read_papers([tmp_path / "p.json"])


def test_a_link_to_itself_is_told(tmp_path):
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop.json")
    with pytest.raises(ReadingError, match=r"loop\.json cannot be read"):
        read_papers([tmp_path / "loop.json"])


def test_a_file_given_twice_is_read_once(tmp_path):
    (tmp_path / "papers.jsonl").write_text(LINE)
    assert len(read_papers([tmp_path / "papers.jsonl", tmp_path]).papers) == 1


def test_every_record_is_a_paper_or_skipped_with_a_reason(tmp_path):
    records = [
        {"title": "Robots", "abstract": "withdrawn"},
        {"title": "", "abstract": "n/a"},
        {"title": "Withdrawn", "abstract": "Paper was withdrawn."},
        {"id": "x7"},
        {"abstract": "Rivers carry sand to the sea, faster in spring than in autumn."},
    ]
    (tmp_path / "p.json").write_text(json.dumps(records))
    reading = read_papers([tmp_path / "p.json"])
    assert (reading.papers[0].title, reading.papers[0].abstract) == ("Robots", "")
    assert reading.papers[1].title_is_derived
    assert [skip.source for skip in reading.skipped] == ["p.json#2", "p.json#3", "p.json#4"]
    assert "placeholder" in reading.skipped[1].reason
    assert reading.skipped[2].reason == "neither title nor abstract"


def test_columns_of_other_names_are_mapped(tmp_path):
    (tmp_path / "list.csv").write_text("Name,Text,Conf\nRobots,Robots water plants.,ICRA\n")
    mapping = {"title": "name", "abstract": "Text", "venue": "Conf"}
    paper = read_papers([tmp_path / "list.csv"], mapping=mapping).papers[0]
    assert (paper.title, paper.abstract, paper.venue) == ("Robots", "Robots water plants.", "ICRA")


def test_a_mapping_comes_before_the_usual_names_and_holds_in_json(tmp_path):
    record = {"title": "Dr.", "Name": "Robots", "summary": "No.", "Body": "Robots water plants."}
    (tmp_path / "list.json").write_text(json.dumps({"year": 2024, "items": [record]}))
    mapping = {"title": "Name", "abstract": "Body"}
    paper = read_papers([tmp_path / "list.json"], mapping=mapping).papers[0]
    assert (paper.title, paper.abstract) == ("Robots", "Robots water plants.")


def test_a_mapping_that_cannot_hold_names_what_there_is(tmp_path):
    (tmp_path / "list.jsonl").write_text(LINE)
    with pytest.raises(
        ReadingError, match=r"No field of a paper is called name; there are title, "
    ):
        read_papers([tmp_path / "list.jsonl"], mapping={"name": "title"})
    with pytest.raises(
        ReadingError, match=r"column “Text” \(for abstract\); there are: title, abstract\."
    ):
        read_papers([tmp_path / "list.jsonl"], mapping={"abstract": "Text"})


def test_venue_and_year_fill_what_records_lack(tmp_path):
    records = [{"title": "A b", "venue": "ICRA"}, {"title": "C d", "year": 2020}, {"title": "E f"}]
    (tmp_path / "list.json").write_text(json.dumps(records))
    papers = read_papers([tmp_path / "list.json"], venue="ICML", year=2025).papers
    assert [(paper.venue, paper.year) for paper in papers] == [
        ("ICRA", 2025), ("ICML", 2020), ("ICML", 2025)
    ]  # fmt: skip


def test_what_json_says_beside_its_records_holds_for_them(tmp_path):
    records = [{"title": "A b"}, {"title": "C d", "year": 2020}]
    data = {"conference": "ICML", "year": 2025, "count": 2, "papers": records}
    (tmp_path / "list.json").write_text(json.dumps(data))
    papers = read_papers([tmp_path / "list.json"], venue="Other").papers
    assert [(paper.venue, paper.year) for paper in papers] == [("ICML", 2025), ("ICML", 2020)]


def test_title_rows_above_a_table_are_passed_over_and_give_venue_and_year(tmp_path):
    text = "ICML 2025 accepted papers,,\n,,\nNo.,Title,Abstract\n1,Robots,Robots water plants.\n"
    (tmp_path / "list.csv").write_text(text)
    paper = read_papers([tmp_path / "list.csv"]).papers[0]
    assert (paper.title, paper.venue, paper.year) == ("Robots", "ICML", 2025)


def test_chinese_names_of_columns_are_understood(tmp_path):
    (tmp_path / "list.csv").write_text("标题,摘要,作者,年份\n机器人,我们研究机器人。,张三,2024\n")
    paper = read_papers([tmp_path / "list.csv"]).papers[0]
    assert (paper.title, paper.authors, paper.year) == ("机器人", ("张三",), 2024)


def test_prose_under_an_unknown_name_asks_for_a_mapping(tmp_path):
    row = {"Naam": "Robots", "Tekst": "Robots water the plants of a whole city every single night."}
    (tmp_path / "list.jsonl").write_text(json.dumps(row) + "\n")
    reason = read_papers([tmp_path / "list.jsonl"]).skipped[0].reason
    assert "naam, tekst" in reason
    assert "--map" in reason


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path):
    for folder in ("icml", "nips"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "papers.json").write_text(json.dumps([{"title": f"Of {folder}"}]))
    for paths in (
        [tmp_path / "icml" / "papers.json", tmp_path / "nips" / "papers.json"],
        [tmp_path / "icml", tmp_path / "nips"],
    ):
        sources = [paper.sources for paper in read_papers(paths).papers]
        assert sources == [("papers.json#1",), ("nips/papers.json#1",)]
