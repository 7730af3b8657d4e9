import pytest

from paperchat.reading import read_papers
from paperchat.reading.dates import year_of
from paperchat.reading.fallbacks import venue_and_year
from paperchat.reading.fields import to_paper
from paperchat.reading.statuses import status_of


@pytest.mark.parametrize(
    ("told", "status"),
    [
        (["Accept (oral)"], "oral"),
        (["Accept (Poster)"], "poster"),
        (["ICLR 2018 Conference Acceptance Oral"], "oral"),
        (["Accept", "Oral"], "oral"),
        (["Spotlight-poster"], "spotlight"),
        (["Accept: notable-top-5%"], "notable top 5%"),
        (["Highlight"], "highlight"),
        (["Accept"], "accepted"),
        (["Reject"], "rejected"),
        (["Desk Rejected Submission"], "desk rejected"),
        (["Withdraw"], "withdrawn"),
        (["Withdrawn Submission"], "withdrawn"),
        (["Invite to Workshop Track"], "workshop"),
        (["Under review as a conference paper"], "under review"),
        (["口头报告"], "oral"),
        (["Journal"], "journal"),
        (["1"], ""),
        (["True", None, 3, ""], ""),
        ([], ""),
    ],
)
def test_a_status_is_one_short_word(told, status):
    assert status_of(told) == status


@pytest.mark.parametrize(
    ("value", "year"),
    [
        ("2025-05-27", 2025),
        ("May 2025", 2025),
        ("2025年5月", 2025),
        ("二〇二五（2025）年", 2025),
        (20250527, 2025),
        ("20250527", 2025),
        ("202505", 2025),
        ("May '25", 2025),
        ("27/05/98", 1998),
        ("Mon, 2 Apr 2007 19:18:42 GMT", 2007),
        ("2014//", 2014),
        (2025.0, 2025),
        (1727000000000, 2024),
        (1727000000, 2024),
        ({"date-parts": [[2025, 5]]}, 2025),
        ({"start": "2025-05-01"}, 2025),
        ([{"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"}], 2007),
        ("12345", None),
        ("9999", None),
        ("in press", None),
        (True, None),
        (None, None),
        ({}, None),
    ],
)
def test_a_year_is_read_from_any_date(value, year):
    assert year_of(value) == year


@pytest.mark.parametrize(
    ("told", "venue", "year"),
    [
        ("ICLR 2024 poster", "ICLR", 2024),
        ("Submitted to ICLR 2024", "ICLR", 2024),
        ("NeurIPS 2023 Conference Withdrawn Submission", "NeurIPS", 2023),
        ("CVPR'22", "CVPR", 2022),
        ("ICML", "ICML", None),
        ("Gardens 2024", "Gardens 2024", None),
        ("Journal of Gardens", "Journal of Gardens", None),
    ],
)
def test_a_venue_with_its_year_is_both(told, venue, year):
    assert venue_and_year(told) == (venue, year)


@pytest.mark.parametrize(
    ("fields", "venue", "year", "status"),
    [
        ({"venue": "ICLR 2024 oral"}, "ICLR", 2024, "oral"),
        ({"venue": "ICLR 2024", "year": 2023}, "ICLR", 2023, ""),
        ({"journal": {"name": "Journal of Gardens"}}, "Journal of Gardens", None, ""),
        ({"container-title": ["Journal of Gardens"]}, "Journal of Gardens", None, ""),
        ({"event": {"name": "ICML"}}, "ICML", None, ""),
        ({"event_type": "Poster"}, "", None, "poster"),
    ],
)
def test_venue_year_and_status_of_a_record(fields, venue, year, status):
    paper = to_paper({"title": "Robots", **fields}, "a#1")
    assert (paper.venue, paper.year, paper.status) == (venue, year, status)


@pytest.mark.parametrize(
    ("field", "venue", "year"),
    [
        ('"bibtex": "@x{a,\\n booktitle = {The ICML {Day}},\\n year={2025}\\n}"',
         "The ICML Day", 2025),
        ('"bibtex": "@misc{a, year = 2017}"', "", 2017),
        ('"bibtex": "no citation"', "", None),
        ('"site": "https://icml.cc/virtual/2025/poster/1"', "ICML", 2025),
        ('"site": "https://papers.nips.cc/paper_files/paper/1990/hash/x.html"', "NeurIPS", 1990),
        ('"url": "https://openaccess.thecvf.com/content/CVPR2023/html/x.html"', "CVPR", 2023),
        ('"url": "https://example.org/icml/2025"', "", None),
    ],
)  # fmt: skip
def test_a_citation_or_an_address_tells_venue_and_year(tmp_path, field, venue, year):
    path = tmp_path / "list.json"
    path.write_text(f'[{{"title": "Robots", {field}}}]')
    (paper,) = read_papers([path]).papers
    assert (paper.venue, paper.year) == (venue, year)


def test_what_a_list_says_of_itself_comes_first(tmp_path):
    path = tmp_path / "list.json"
    path.write_text('[{"title": "Robots", "site": "https://icml.cc/virtual/2025/poster/1"}]')
    (paper,) = read_papers([path], venue="My list", year=2026).papers
    assert (paper.venue, paper.year) == ("My list", 2026)
