import os
from pathlib import Path

import pytest

from paperchat.reading import read_papers
from paperchat.reading.merging import plan_merge


@pytest.fixture
def read(tmp_path):
    def write_and_read(content, name="list.ris"):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8", newline="")
        return read_papers([path])

    return write_and_read


@pytest.fixture(scope="module")
def shared():
    folder = os.environ.get("PAPERCHAT_TEST_DATA")
    if not folder:
        pytest.skip("PAPERCHAT_TEST_DATA is not set")
    return Path(folder)


def titles(reading):
    return [paper.title for paper in reading.papers]


NEW = """TY  - CONF
TI  - Robots water plants
AU  - Lee, Ana
AU  - van der Berg, Jan
AU  - Dow, Cy, Jr.
T2  - Garden Days
J2  - Gard. D.
PY  - 2020///
DO  - https://doi.org/10.1000/ROBOTS.1
UR  - https://example.org/robots
KW  - robots
KW  - *plants; soil
AB  - We water plants.
ER  -
"""
OLD = """TY  - JOUR
T1  - Robots water plants
A1  - Lee,Ana
A1  - van der Berg,Jan
A1  - Dow,Cy,Jr.
A2  - Editor,Ed
JF  - Garden Days
Y1  - 2020/05//
M3  - doi: 10.1000/robots.1
L2  - https://example.org/robots
KW  - robots
KW  - plants
KW  - soil
N2  - We water plants.
ER  -
"""


@pytest.mark.parametrize("content", [NEW, OLD])
def test_tags_old_and_new_mean_the_same(read, content):
    (paper,) = read(content).papers
    assert (paper.title, paper.abstract) == ("Robots water plants", "We water plants.")
    assert paper.authors == ("Ana Lee", "Jan van der Berg", "Cy Dow Jr.")
    assert (paper.venue, paper.year, paper.url) == (
        "Garden Days",
        2020,
        "https://example.org/robots",
    )
    assert paper.identifiers == {"doi": "10.1000/robots.1"}
    assert paper.keywords == ("robots", "plants", "soil")
    assert paper.sources == ("list.ris#1",)


@pytest.mark.parametrize(
    "content",
    [
        NEW.replace("  - ", " - ").replace("ER  -", "ER -"),
        NEW.replace("  - ", "  -"),
        NEW.replace("\n", "\r\n"),
        "\ufeff\n\n" + NEW,
        "Record #1 of 1\nProvider: Gardens\nContent: text/plain\n\n1.\n" + NEW,
        NEW.replace("TY  - CONF\n", ""),
        NEW.replace("ER  -\n", ""),
        NEW.replace("ER  -", "ER  - End of Reference"),
        NEW.replace("TY  - CONF", "TY - CONF").replace("ER  -", "ER -"),
        "".join(f"  {line}\n" for line in NEW.splitlines()),
    ],
)
def test_every_way_to_write_the_lines_gives_the_same_paper(read, content):
    (plain,) = read(NEW, "plain.ris").papers
    reading = read(content, "list.ris")
    assert reading.skipped == ()
    assert [(p.id, p.abstract, p.keywords, p.year) for p in reading.papers] == [
        (plain.id, plain.abstract, plain.keywords, plain.year)
    ]


def test_records_without_begin_or_end_are_kept_apart(read):
    first, second = "TI  - Robots\nAB  - We water plants.\n", "TI  - Rivers\nAB  - We carry sand.\n"
    for text in (
        f"TY  - JOUR\n{first}\nTY  - JOUR\n{second}",
        f"TY  - JOUR\n{first}\n2.\nTY  - JOUR\n{second}ER  -\n",
        f"{first}ER  -\n{second}ER  -\n",
        f"{first}ER  -\n\nTY  - JOUR\n{second}",
        f"{first}\n{second}",
    ):
        papers = read(text).papers
        assert [(p.title, p.abstract) for p in papers] == [
            ("Robots", "We water plants."),
            ("Rivers", "We carry sand."),
        ]


def test_lines_without_a_tag_go_on_with_the_value_before(read):
    (paper,) = read(
        "TY  - JOUR\nTI  - Robots water\n   plants\nU3  - Cited By :9\n\nExport Date: 12 May\n\n"
        "Article\nAB  - We water\nplants.\n\nCT - scans show it.\nKW  - Soil, Wet\nRobots/*use\n"
        "ER  -\n"
    ).papers
    assert paper.title == "Robots water plants"
    assert paper.abstract == "We water plants. CT - scans show it."
    assert paper.keywords == ("Soil, Wet", "Robots/use")


def test_tags_with_empty_values_do_not_hide_filled_ones(read):
    reading = read(
        "TY  - GEN\nTI  -\nT1  - Robots\nAB  - \nN2  - We water plants.\nPY  -\nDA  - 2020/01/01\n"
        "AU  -\nER  -\n\n"
        "TY  - GEN\nTI  -\nN2  - We carry sand to the sea in spring.\nER  -\n\n"
        "TY  - GEN\nTI  - Silt\nN2  -\nER  -\n\nTY  - GEN\nID  - 4\nER  -\n\nTY  -\nER  -\n"
    )
    first, second, third = reading.papers
    assert (first.title, first.abstract, first.year) == ("Robots", "We water plants.", 2020)
    assert first.authors == ()
    assert second.title_is_derived
    assert third.abstract == ""
    assert [(skip.source, skip.reason) for skip in reading.skipped] == [
        ("list.ris#4", "neither title nor abstract"),
        ("list.ris#5", "neither title nor abstract"),
    ]


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ("AU  - van der Berg, Jan", ("Jan van der Berg",)),
        ("AU  - Lee, A.; Chen, B.", ("A. Lee", "B. Chen")),
        ("AU  - Lee, A., Chen, B.", ("A. Lee", "B. Chen")),
        ("AU  - Lee, Ana and Chen, Bo", ("Ana Lee", "Bo Chen")),
        ("AU  - Ana Lee\nAU  - Bo Chen", ("Ana Lee", "Bo Chen")),
        ("A2  - Lee, Ana", ("Ana Lee",)),
        ("A1  - Lee, Ana\nA2  - Chen, Bo", ("Ana Lee",)),
    ],
)
def test_authors(read, lines, names):
    assert read(f"TY  - BOOK\nTI  - Robots\n{lines}\nER  -\n").papers[0].authors == names


def test_other_tags_of_titles_and_parts_of_an_abstract(read):
    papers = read(
        "TY  - BOOK\nBT  - Gardens\nER  -\nTY  - GEN\nCT  - Sand\nER  -\n"
        "TY  - JOUR\nTI  - Silt\nST  - S.\nAB  - AIM: We dig.\nAB  - RESULT: Silt.\n"
        "UR  - <Go to ISI>://WOS:1\nUR  - http://example.org/a; http://example.org/b\nER  -\n"
    ).papers
    assert [paper.title for paper in papers] == ["Gardens", "Sand", "Silt"]
    assert papers[2].abstract == "AIM: We dig. RESULT: Silt."
    assert papers[2].url == "http://example.org/a"


def test_the_content_decides_whatever_the_file_is_called(read):
    for name in ("list.txt", "list.bib", "list.csv"):
        assert titles(read(NEW + "\n" + OLD.replace("water", "cut"), name)) == [
            "Robots water plants",
            "Robots cut plants",
        ]


def test_a_named_file_without_records_is_told(read):
    assert read("Nothing of interest.\n").warnings == ("list.ris holds no papers.",)


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "papers", "without_abstract", "without_title"),
    [
        ("corpora/ris/asreview_baseline_zotero.ris", 100, 2, 0),
        ("corpora/ris/asreview_pubmed_zotero.ris", 6, 0, 0),
        ("corpora/ris/asreview_scopus.ris", 6, 0, 0),
        ("corpora/txt/asreview_pubmed_endnote.txt", 6, 0, 0),
        ("corpora/icml2025_llm/icml2025_llm.ris", 526, 0, 0),
        ("nasty/ris_empty_values.ris", 4, 2, 2),
        ("nasty/ris_issue_1099.ris", 7, 0, 0),
    ],
)
def test_every_record_of_real_files_is_a_paper(
    shared, name, papers, without_abstract, without_title
):
    reading = read_papers([shared / name])
    assert (len(reading.papers), reading.skipped) == (papers, ())
    assert sum(not paper.abstract for paper in reading.papers) == without_abstract
    assert sum(paper.title_is_derived for paper in reading.papers) == without_title
    if "empty" not in name:
        assert all(paper.authors and paper.year for paper in reading.papers)
    # Remarks of the export stay out of the abstracts.
    assert not any("Export Date" in paper.abstract for paper in reading.papers)


@pytest.mark.shared_data
def test_a_list_gives_the_papers_of_the_same_list_in_json(shared):
    folder = shared / "corpora/icml2025_llm"
    plain = read_papers([folder / "icml2025_llm.jsonl"]).papers
    papers = read_papers([folder / "icml2025_llm.ris"]).papers
    assert [(p.title, p.authors, p.abstract) for p in papers] == [
        (p.title, p.authors, p.abstract) for p in plain
    ]
    merged = plan_merge([*plain, *papers], [])
    assert [outcome.kind for outcome in merged.outcomes].count("merged") == 526
