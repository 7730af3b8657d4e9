import pytest

from paperchat.reading.authors import author_names
from paperchat.reading.fields import to_paper
from paperchat.types import Paper, Skipped

PROSE = "We study how small robots water plants, and find that they do so better at night."


def paper(**fields):
    made = to_paper({"title": "Robots", **fields}, "a.json#1")
    assert isinstance(made, Paper)
    return made


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (["Jiayi Xin", "Long, Qi"], ("Jiayi Xin", "Qi Long")),
        ([{"name": "Jiayi Xin"}, {"given": "Qi", "family": "Long"}], ("Jiayi Xin", "Qi Long")),
        ([{"fullname": "Xin"}, {"first_name": "Q.", "last_name": "Long"}], ("Xin", "Q. Long")),
        ([["Xin", "Jiayi", ""], ["Long", "Q.", ""]], ("Jiayi Xin", "Q. Long")),
        ("Jiayi Xin; Qi Long", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin;Qi Long;", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin|Qi Long", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin and Qi Long", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin, Qi Long, Tom Mann", ("Jiayi Xin", "Qi Long", "Tom Mann")),
        ("Jiayi Xin, Qi Long and  Tom Mann ", ("Jiayi Xin", "Qi Long", "Tom Mann")),
        ("Jiayi Xin, Qi Long, and Tom Mann", ("Jiayi Xin", "Qi Long", "Tom Mann")),
        ("Xin, Jiayi; Long, Qi", ("Jiayi Xin", "Qi Long")),
        ("Xin, Jiayi and Long, Qi", ("Jiayi Xin", "Qi Long")),
        ("Xin, Jiayi", ("Jiayi Xin",)),
        ("Xin, J., Long, Q. R.", ("J. Xin", "Q. R. Long")),
        ("C. Bal\\'azs, E. L. Berger, C.-P. Yuan", ("C. Balázs", "E. L. Berger", "C.-P. Yuan")),
        ("['Marx, Karl', 'Lindgren, Astrid']", ("Karl Marx", "Astrid Lindgren")),
        ("Sammy Davis, Jr., Qi Long, Tom Mann et al.", ("Sammy Davis Jr.", "Qi Long", "Tom Mann")),
        ("Jiayi Xin (ETH), Qi Long", ("Jiayi Xin", "Qi Long")),
        ("张伟、李娜", ("张伟", "李娜")),
        ("Jiayi Xin1, Qi Long2,3, Tom Mann*", ("Jiayi Xin", "Qi Long", "Tom Mann")),
        ("Jiayi Xin¹, Qi Long$^{2,3}$", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin<sup>1</sup>, Qi Long<sup>2,*</sup>", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin (ETH, Switzerland), Qi Long [MIT]", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin (1), Qi Long (1 and 2) ((1) ETH, (2) MIT)", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin, University of Ulm; Qi Long, Ulm College", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin, Qi Long, et al. (2024)", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin, Qi Long, ...", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin, Qi Long, and 10 more authors", ("Jiayi Xin", "Qi Long")),
        ("Authors: Jiayi Xin, Qi Long", ("Jiayi Xin", "Qi Long")),
        ("By Jiayi Xin and Qi Long", ("Jiayi Xin", "Qi Long")),
        ("By Ren", ("Ren",)),
        ("Jiayi Xin · Qi Long", ("Jiayi Xin", "Qi Long")),
        ("Jiayi Xin\nQi Long", ("Jiayi Xin", "Qi Long")),
        ("张伟 李娜 王芳", ("张伟", "李娜", "王芳")),
        ("No Name; Qi Long", ("Qi Long",)),
        ("Jiayi Xin 0001; Qi Long", ("Jiayi Xin", "Qi Long")),
        (["Jiayi Xin1", "Qi Long†", "No Name", ""], ("Jiayi Xin", "Qi Long")),
        ({"author": [{"@pid": "1", "text": "Jiayi Xin 0001"}]}, ("Jiayi Xin",)),
        ({"author": {"@pid": "1", "text": "Jiayi Xin"}}, ("Jiayi Xin",)),
        ({"0": "Jiayi Xin", "1": "Qi Long"}, ("Jiayi Xin", "Qi Long")),
        ([{"author": {"display_name": "Jiayi Xin"}}], ("Jiayi Xin",)),
        (
            [{"creatorType": "author", "firstName": "Jiayi", "lastName": "Xin"},
             {"creatorType": "editor", "firstName": "Qi", "lastName": "Long"}],
            ("Jiayi Xin",),
        ),
        ({"name": "Jiayi Xin"}, ("Jiayi Xin",)),
        ("[Xin]", ("[Xin]",)),
        (["Xin, Jr., Jiayi"], ("Jiayi Xin Jr.",)),
        (7, ()),
        ("withdrawn", ()),
        ("", ()),
        (None, ()),
    ],
)  # fmt: skip
def test_authors_are_read_however_they_are_written(value, names):
    assert author_names(value) == names


def test_hundreds_of_authors_are_all_kept():
    names = [f"Ann{chr(97 + n % 26)}{chr(97 + n // 26)} Xin" for n in range(600)]
    for written in (names, "; ".join(names), ", ".join(names), " and ".join(names)):
        assert author_names(written) == tuple(names)


@pytest.mark.parametrize(
    "name", ["abstract", "Abstract", "ABSTRACT ", "paper_abstract", "Summary", "description"]
)
def test_names_of_fields_are_known_in_any_case(name):
    assert paper(**{name: PROSE}).abstract == PROSE


def test_an_address_is_not_an_abstract():
    made = paper(
        abs="https://arxiv.org/abs/2506.10005v2",
        summary=PROSE,
        pdf="https://arxiv.org/pdf/2506.10005",
    )
    assert made.abstract == PROSE
    assert made.url == "https://arxiv.org/abs/2506.10005v2"
    assert made.identifiers == {"arxiv": "2506.10005"}


def test_sentences_given_as_a_list_make_one_abstract():
    assert (
        paper(abstract=["One thing is so.", "Another is not."]).abstract
        == "One thing is so. Another is not."
    )


@pytest.mark.parametrize(
    ("fields", "year"),
    [
        ({"year": 2025}, 2025),
        ({"Year": "2025"}, 2025),
        ({"year": 2025.0}, 2025),
        ({"publication_year": "2014//"}, 2014),
        ({"published": "2023-05-07T10:00:00Z"}, 2023),
        ({"issued": {"date-parts": [[2021, 7]]}}, 2021),
        ({"year": "n/a", "date": "7 May 1998"}, 1998),
        ({"year": "12345"}, None),
        ({}, None),
    ],
)
def test_the_year_is_a_number_from_whatever_date_there_is(fields, year):
    assert paper(**fields).year == year


@pytest.mark.parametrize(
    ("fields", "identifiers"),
    [
        (
            {"doi": "https://doi.org/10.1103/PhysRevD.76.013009"},
            {"doi": "10.1103/physrevd.76.013009"},
        ),
        ({"doi": "10.48550/arXiv.2505.19190"}, {"arxiv": "2505.19190"}),
        ({"arxiv_id": "2505.19190v3"}, {"arxiv": "2505.19190"}),
        ({"url": "http://arxiv.org/abs/hep-ph/0701001v1"}, {"arxiv": "hep-ph/0701001"}),
        ({"id": "0704.0001"}, {"arxiv": "0704.0001"}),
        ({"site": "https://openreview.net/forum?id=B1-Hhnslg"}, {"openreview": "B1-Hhnslg"}),
        ({"pdf": "https://openreview.net/pdf?id=B1-Hhnslg"}, {"openreview": "B1-Hhnslg"}),
        ({"pmid": 123456}, {"pmid": "123456"}),
        ({"url": "https://aclanthology.org/2020.acl-main.207/"}, {"acl": "2020.acl-main.207"}),
        (
            {"externalIds": {"DOI": "10.1000/xyz", "CorpusId": 215416146}},
            {"doi": "10.1000/xyz", "s2": "215416146"},
        ),
        ({"id": "site_78f0e7035c"}, {}),
        ({"id": "12", "doi": "10.1"}, {}),
    ],
)
def test_identifiers_are_found_in_fields_and_addresses(fields, identifiers):
    assert paper(**fields).identifiers == identifiers


def test_the_other_facts_are_kept():
    made = paper(
        conference="ICML",
        decision="Accept (oral)",
        status="x",
        track="main",
        Keywords="LLM; safety",
        site="https://a.org/1",
    )
    assert (made.venue, made.status, made.keywords) == ("ICML", "oral", ("LLM", "safety"))
    assert made.url == "https://a.org/1"
    assert paper(keywords="['a b', 'c']").keywords == ("a b", "c")
    assert paper(keywords="one, two").keywords == ("one", "two")


def test_titles_are_cleaned_like_abstracts():
    made = to_paper({"title": "$\\texttt{K$^2$Net}$: A\n  **Net**", "abstract": ""}, "a#1")
    assert (made.title, made.title_is_derived) == ("K²Net: A Net", False)


@pytest.mark.parametrize(
    "text", ["withdrawn", "N/A", "TBD", "Paper was withdrawn.", "-", "The", " "]
)
def test_a_placeholder_is_no_abstract(text):
    assert paper(abstract=text).abstract == ""
    assert isinstance(to_paper({"abstract": text}, "a#1"), Skipped)


def test_the_first_real_abstract_of_several_fields_is_taken():
    assert paper(abstract="n/a", summary=PROSE).abstract == PROSE
