import pytest

from paperchat.reading import read_papers


@pytest.fixture
def read(tmp_path):
    def write_and_read(content, name="list.txt"):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8", newline="")
        return read_papers([path])

    return write_and_read


def facts(papers):
    return [(paper.title, paper.abstract, paper.authors) for paper in papers]


EXPECTED = [
    ("Robots water plants at night", "We water plants. They grow.", ("Ana Lee", "Bo Chen")),
    ("Rivers carry sand", "We follow sand to the sea.", ("Jan van der Berg",)),
]
ENDNOTE = """%0 Journal Article
%A Lee, Ana
%A Chen, Bo
%T Robots water plants
at night
%J Garden Days
%D 2020
%8 June
%X We water plants.

They grow.
%K robots
plants, wet
%R 10.1000/robots
%U https://example.org/robots

%0 Conference Proceedings
%T Rivers carry sand
%A van der Berg, Jan
%Y Editor, Ed
%S Water Days
%X We follow sand to the sea.
%D 2021
"""
LABELS = """Reference Type:  Journal Article
Record Number: 1
Author: Lee, Ana and Chen, Bo
Year: 2020
Title: Robots water plants at night
Journal: Garden Days
DOI: 10.1000/robots
Keywords: robots
plants, wet
Abstract: We water plants.
They grow.
URL: https://example.org/robots


Reference Type:  Conference Paper
Author: van der Berg, Jan
Year: 2021
Title: Rivers carry sand
Conference Name: Water Days
Abstract: We follow sand
to the sea.
"""
MEDLINE = """
PMID- 12345678
OWN - NLM
DP  - 2020 Jun 1
TI  - Robots water plants
      at night
LID - S0000-1(20)1 [pii]
LID - 10.1000/robots [doi]
AB  - We water plants.
      They grow.
FAU - Lee, Ana
AU  - Lee A
FAU - Chen, Bo
AU  - Chen B
JT  - Garden Days
OT  - robots
OT  - plants, wet
SO  - Gard D. 2020 Jun;1(1):1-2. doi: 10.1000/robots.

PMID- 12345679
DP  - 2021
TI  - Rivers carry sand
AB  - We follow sand to the sea.
FAU - van der Berg, Jan
JT  - Water Days
"""
WEB_OF_SCIENCE = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Lee, A
   Chen, B
AF Lee, Ana
   Chen, Bo
TI Robots water plants
   at night
SO Garden Days
DE robots; plants,
   wet
AB We water plants.
   They grow.
CR Old A, 2001, J OLD, V1
   NEW B, 2002, J NEW, V2
PY 2020
DI 10.1000/robots
PM 12345678
ER

PT C
AU van der Berg, Jan
TI Rivers carry sand
SO Water Days
AB We follow sand to the sea.
PY 2021
ER

EF
"""
ALL = {
    "EndNote": ENDNOTE,
    "labels": LABELS,
    "MEDLINE": MEDLINE,
    "Web of Science": WEB_OF_SCIENCE,
}


@pytest.mark.parametrize("content", ALL.values(), ids=ALL.keys())
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_every_format_of_tagged_lines_gives_the_same_papers(read, content, ends):
    reading = read("\ufeff" + content.replace("\n", ends))
    assert facts(reading.papers) == EXPECTED
    assert (reading.skipped, reading.warnings) == ((), ())
    first, second = reading.papers
    assert (first.venue, first.year) == ("Garden Days", 2020)
    assert (second.venue, second.year) == ("Water Days", 2021)
    assert first.identifiers["doi"] == "10.1000/robots"
    assert first.keywords == ("robots", "plants, wet")
    assert [paper.sources for paper in reading.papers] == [("list.txt#1",), ("list.txt#2",)]


def test_addresses_and_pubmed_numbers(read):
    assert read(ENDNOTE).papers[0].url == "https://example.org/robots"
    assert read(LABELS).papers[0].url == "https://example.org/robots"
    assert read(MEDLINE).papers[1].identifiers == {"pmid": "12345679"}
    assert read(WEB_OF_SCIENCE).papers[0].identifiers["pmid"] == "12345678"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("list.enw", ENDNOTE),
        ("list.nbib", MEDLINE),
        ("list.ciw", WEB_OF_SCIENCE),
        ("list.ris", MEDLINE),
        ("list.csv", ENDNOTE),
        ("list.bib", WEB_OF_SCIENCE),
    ],
)
def test_the_content_decides_whatever_the_file_is_called(read, name, content):
    assert facts(read(content, name).papers) == EXPECTED


def test_endnote_records_without_a_type_are_separated_by_blank_lines(read):
    text = ENDNOTE.replace("%0 Journal Article\n", "").replace("%0 Conference Proceedings\n", "")
    assert facts(read(text).papers) == EXPECTED


def test_a_web_of_science_record_without_an_end(read):
    text = WEB_OF_SCIENCE.replace("ER\n\nPT C", "\nPT C")
    assert facts(read(text).papers) == EXPECTED


def test_short_names_serve_where_full_ones_are_missing(read):
    text = MEDLINE.replace("FAU - Lee, Ana\n", "").replace("FAU - Chen, Bo\n", "")
    assert read(text).papers[0].authors == ("Lee A", "Chen B")
    text = WEB_OF_SCIENCE.replace("AF Lee, Ana\n   Chen, Bo\n", "")
    assert read(text).papers[0].authors == ("A Lee", "B Chen")


def test_records_without_title_and_abstract_are_told(read):
    reading = read(MEDLINE + "\nPMID- 12345680\nDP  - 2022\n")
    assert facts(reading.papers) == EXPECTED
    assert [skip.source for skip in reading.skipped] == ["list.txt#3"]


def test_a_web_of_science_table(read):
    head = "PT\tAU\tAF\tTI\tSO\tDE\tAB\tPY\tDI\n"
    rows = (
        'J\tLee, A; Chen, B\tLee, Ana; Chen, Bo\tRobots water plants at night\tGarden Days\t'
        "robots; plants, wet\tWe water plants. They grow.\t2020\t10.1000/robots\n"
        'C\tvan der Berg, Jan;\t\t"Rivers carry sand\tWater Days\t\t'
        "We follow sand to the sea.\t2021\t\n"
        "J\tDow, Cy\tDow, Cy\tSilt\tWater Days\t\tWe dig.\t2022\t\n"
    )  # fmt: skip
    first, second, third = read(head + rows, "savedrecs.txt").papers
    assert facts([first]) == EXPECTED[:1]
    assert (first.venue, first.year, first.identifiers) == (
        "Garden Days",
        2020,
        {"doi": "10.1000/robots"},
    )
    assert second.title == '"Rivers carry sand'
    assert second.authors == ("Jan van der Berg",)
    assert third.title == "Silt"


def test_a_web_of_science_table_with_commas(read):
    text = 'PT,AF,TI,AB,PY\nJ,"Lee, Ana; Chen, Bo",Robots water plants at night,We dig.,2020\n'
    (paper,) = read(text, "records.csv").papers
    assert (paper.title, paper.authors) == ("Robots water plants at night", ("Ana Lee", "Bo Chen"))
