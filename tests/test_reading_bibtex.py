import os
import time
from pathlib import Path

import pytest

from paperchat.reading import read_papers
from paperchat.reading.cleaning import clean_text
from paperchat.reading.merging import plan_merge

ROBOTS = "@article{robots,\n  title = {Robots water plants},\n  year = {2020}\n}\n"
RIVERS = "@article{rivers,\n  title = {Rivers carry sand},\n  year = {2021}\n}\n"


@pytest.fixture
def read(tmp_path):
    def write_and_read(content, name="list.bib"):
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


def places(reading):
    return [skip.source for skip in reading.skipped]


def test_the_fields_of_an_entry_become_those_of_a_paper(read):
    (paper,) = read(
        "@inproceedings{key,\n"
        "  title = {{BERT}: {P}re-training of {\\textbf{deep}} {\\em nets}},\n"
        "  author = {Devlin, Jacob and Ming-Wei Chang},\n"
        "  booktitle = {Proceedings of {NAACL}},\n  year = 2019, month = jun,\n"
        "  abstract = {We reach 50\\% of it,\n    with a gap of \\emph{three {GPT} points}.},\n"
        "  doi = {10.18653/v1/N19{\\_}1423}, url = {\\url{https://example.org/a\\_b}},\n"
        "  keywords = {words, nets},\n}\n"
    ).papers
    assert paper.title == "BERT: Pre-training of deep nets"
    assert paper.authors == ("Jacob Devlin", "Ming-Wei Chang")
    assert (paper.venue, paper.year) == ("Proceedings of NAACL", 2019)
    assert paper.abstract == "We reach 50% of it, with a gap of three GPT points."
    assert paper.identifiers == {"doi": "10.18653/v1/n19_1423"}
    assert paper.url == "https://example.org/a_b"
    assert paper.keywords == ("words", "nets")
    assert paper.sources == ("list.bib#1",)


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Last, First and Last, Jr, First", ("First Last", "First Last Jr")),
        ("{\\L}ukasz Kaiser and H{\\\"a}ndel, G{\\'e}rard", ("Łukasz Kaiser", "Gérard Händel")),
        ("{Gardens, Inc.} and {The Robot Team}", ("Gardens, Inc.", "The Robot Team")),
        ("van der Berg, Jan and others", ("Jan van der Berg",)),
        ("Donald~E. Knuth AND Ana\n  Lee", ("Donald E. Knuth", "Ana Lee")),
        ("{Barnes and Noble} and Lee, Ana", ("Barnes and Noble", "Ana Lee")),
        ("Ana Lee; Bo Chen", ("Ana Lee", "Bo Chen")),
        ("Ana Lee, Bo Chen, Cy Dow, Di Eng", ("Ana Lee", "Bo Chen", "Cy Dow", "Di Eng")),
        ("Erd{\\H{o}}s, P{\\'a}l and \\v{S}koda, Jan", ("Pál Erdős", "Jan Škoda")),
        ('Na{\\"\\i}ve, {\\O}. and M\\o{}ller, {\\AA}se', ("Ø. Naïve", "Åse Møller")),
    ],
)
def test_authors_come_out_in_reading_order(read, written, names):
    (paper,) = read(f"@article{{x, title={{A title}}, author={{{written}}}}}").papers
    assert paper.authors == names


def test_macros_joined_values_and_entries_in_brackets(read):
    (paper,) = read(
        '@STRING{jog = "Journal of " # {Gardens}}\n@string ( ana = {Ana} )\n'
        '@article(x, author = ana # " " # "Lee", journal = jog # ", online", month = 1 # "~" # jan,'
        ' title = "A {"}quoted{"} title")'
    ).papers
    assert (paper.title, paper.venue) == ('A "quoted" title', "Journal of Gardens, online")
    assert paper.authors == ("Ana Lee",)


def test_comments_preambles_and_text_between_entries_are_no_records(read):
    reading = read(
        "\ufeffMy list, mail me@example.org {please}.\n% @article{old, title={Commented out}}\n"
        '@preamble{"\\newcommand{\\x}{y}"}\n@comment{jabref-meta: a;}\n'
        "@comment{\n@article{hidden, title={Hidden}}\n}\n@comment{}\n" + ROBOTS
    )
    assert (titles(reading), places(reading)) == (["Robots water plants"], [])


def test_records_of_a_file_that_holds_only_comments_are_none(read):
    reading = read("@comment{Nothing here}\n")
    assert reading.warnings == ("list.bib holds no papers.",)


def test_biblatex_names_of_fields(read):
    papers = read(
        "@online{a, title={Robots}, subtitle={A Survey}, date={2021-03-04}, journaltitle={Gardens},"
        " eprint={2101.00001}, eprinttype={arxiv}}\n"
        "@inproceedings{b, title={Rivers}, eventtitle={Water Days}, eprint={31452104},"
        " eprinttype={pubmed}}\n"
        "@article{c, title={Sand}, journal={arXiv preprint arXiv:2101.00002}, year={2021}}\n"
        "@article{d, title={Silt}, journal={CoRR}, volume={abs/2101.00003}}\n"
        "@misc{e, title={Mud}, eprint={hal-01234}, archiveprefix={HAL}}\n"
        "@phdthesis{f, title={Clay}, school={University of Gardens}}\n"
    ).papers
    assert [paper.title for paper in papers][:2] == ["Robots: A Survey", "Rivers"]
    assert [(paper.venue, paper.year) for paper in papers[:2]] == [
        ("Gardens", 2021),
        ("Water Days", None),
    ]
    assert [dict(paper.identifiers) for paper in papers] == [
        {"arxiv": "2101.00001"},
        {"pmid": "31452104"},
        {"arxiv": "2101.00002"},
        {"arxiv": "2101.00003"},
        {},
        {},
    ]
    assert papers[5].venue == "University of Gardens"


def test_a_volume_lends_its_title_and_year_and_is_no_paper_itself(read):
    reading = read(
        "@inproceedings{a, title={Robots}, crossref={Vol}}\n"
        "@inproceedings{b, title={Rivers}, crossref={vol}, booktitle={Own}, year=2020}\n"
        "@inproceedings{c, title={Sand}, crossref={nowhere}}\n"
        "@proceedings{vol, title={Proceedings of {GARDEN}}, year=2019, editor={Lee, Ana}}\n"
    )
    assert [(paper.venue, paper.year) for paper in reading.papers] == [
        ("Proceedings of GARDEN", 2019),
        ("Own", 2020),
        ("", None),
    ]
    assert [(skip.source, skip.reason) for skip in reading.skipped] == [
        ("list.bib#4", "line 4: @proceedings{vol} is a volume of proceedings, not a paper")
    ]


def test_a_volume_with_an_abstract_is_a_paper_and_editors_stand_for_authors_of_books(read):
    papers = read(
        "@proceedings{a, title={All of it}, abstract={We study gardens.}}\n"
        "@book{b, title={Gardens}, editor={Lee, Ana}}\n"
        "@article{c, title={Sand}, editor={Lee, Ana}}\n"
    ).papers
    assert [paper.authors for paper in papers] == [(), ("Ana Lee",), ()]


def test_unknown_kinds_same_keys_and_entries_without_key_are_read(read):
    reading = read(ROBOTS + ROBOTS.replace("water", "cut") + "@wrong{x, title={Sand}}\n"
                   "@article{title = {Silt}, year=2020}\n@article{, title = {Mud}}\n"
                   "@article{a long key, title = {Clay}}} @misc{y, title={Dust}}")  # fmt: skip
    assert titles(reading) == [
        "Robots water plants", "Robots cut plants", "Sand", "Silt", "Mud", "Clay", "Dust",
    ]  # fmt: skip
    assert places(reading) == []


@pytest.mark.parametrize(
    ("broken", "what"),
    [
        ("@article{bad, title = {Never closed, abstract = {foo},\n  year = 2021\n", "not closed"),
        ("@article{bad,\n  title = {Never closed,\n  author = {A. Lee},\n\n", "not closed"),
        ("@article{bad,\n  title = {Never closed\n  year = 2020\n}\n", "not closed"),
        ("@article{bad, title = {Never closed, year = 2020}\n", "not closed"),
        ("@article{bad, title = {A} {B}, year = 2020}\n", "behind the value of “title”"),
        ("@article{bad, {A title}, 2020}\n", "is no field"),
        ("@article bad, title = {A}}\n", "outside of any entry"),
        ("article{bad, title = {A}}\n", "outside of any entry"),
        ("@articlebad, title = {A}}\n", "outside of any entry"),
        ("@article{bad,\n title = {A},\n note @ {B}\n}\n", "is no field"),
        ("@article{bad,\n", "not closed"),
    ],
)
def test_a_broken_entry_is_told_with_its_line_and_takes_no_other_with_it(read, broken, what):
    reading = read(ROBOTS + broken + RIVERS)
    assert titles(reading) == ["Robots water plants", "Rivers carry sand"]
    assert [paper.sources[0] for paper in reading.papers] == ["list.bib#1", "list.bib#3"]
    (skip,) = reading.skipped
    assert skip.source == "list.bib#2"
    assert skip.reason.startswith("line 5: ")
    assert what in skip.reason


def test_a_file_that_breaks_off_tells_its_last_entry(read):
    reading = read(ROBOTS + "@article{cut,\n  title = {Rivers},\n  abstract = {We study riv")
    assert titles(reading) == ["Robots water plants"]
    assert "line 5: @article{cut}" in reading.skipped[0].reason
    assert len(read(ROBOTS + "@article bad,\n title = {Cut}").skipped) == 1


@pytest.mark.parametrize(
    ("entry", "title", "abstract"),
    [
        ("@article{x,\n title = {Sand},\n abstract = {A b c d} e {f}\n}\n", "Sand",
         "A b c d} e {f"),
        ("@article{x,\n title = {Sand},\n abstract = {A { b c d e}\n}\n", "Sand", "A { b c d e"),
        ("@article{x,\n title = {S { d},\n abstract = {A b c d e}\n}\n", "S { d", "A b c d e"),
        ('@article{x,\n title = "Two "quoted" words",\n abstract = {A b c d e}\n}\n',
         'Two "quoted" words', "A b c d e"),
        ("@article{x,\n title = {Sand}},\n abstract = {A b c d e}\n}\n", "Sand", "A b c d e"),
        ("@article{x,\n title = {Sand},\n abstract = {A b c d e}\n\n", "Sand", "A b c d e"),
        ("@article{x,\n title = {Sand}\n abstract = {A b c d e}\n}\n", "Sand", "A b c d e"),
        ("@article{x title = {Sand}, abstract = {A b c d e}, title = {Silt}, note = }\n", "Sand",
         "A b c d e"),
        ("@article{x,\n title = Sand and silt,\n abstract = {A b c d e}\n}\n", "Sand and silt",
         "A b c d e"),
        ("@article{x,\n title = {Sand},\n abstract = {A\n@misc{y, z} b c}\n}\n", "Sand",
         "A @misc{y, z} b c"),
    ],
)  # fmt: skip
def test_an_entry_whose_values_can_be_told_is_kept_in_spite_of_its_faults(
    read, entry, title, abstract
):
    reading = read(ROBOTS + entry + RIVERS)
    assert titles(reading) == ["Robots water plants", title, "Rivers carry sand"]
    assert reading.papers[1].abstract == abstract
    assert places(reading) == []


def test_raw_signs_of_scraped_abstracts_stay(read):
    (paper,) = read(
        "@misc{x, title={R&D at 50% of a_b}, abstract={From {0,1} to {x, y, z}: ~5% of $3 & more, "
        "see Fig.~2 and models~(LLMs) at url{https://example.org/a}.}}"
    ).papers
    assert paper.title == "R&D at 50% of a_b"
    assert paper.abstract == (
        "From {0,1} to {x, y, z}: ~5% of $3 & more, "
        "see Fig. 2 and models (LLMs) at url{https://example.org/a}."
    )


def test_the_content_decides_whatever_the_file_is_called(read):
    for name in ("list.txt", "list.ris", "list.csv", "list.json"):
        assert titles(read(ROBOTS + RIVERS, name)) == ["Robots water plants", "Rivers carry sand"]


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "papers", "skipped"),
    [
        ("corpora/bib/pmlr_v239_icbinb23.bib", 10, 1),  # the volume itself
        ("corpora/icml2025_llm/icml2025_llm.bib", 526, 0),
        ("nasty/bib_bom.bib", 1, 0),
        ("nasty/bib_encoding.bib", 1, 0),
        ("nasty/bib_multiline_comments.bib", 0, 0),
        ("nasty/bib_string_macros.bib", 1, 0),
        ("nasty/bib_wrong.bib", 0, 2),  # authors alone
    ],
)
def test_every_entry_of_real_files_is_accounted_for(shared, name, papers, skipped):
    reading = read_papers([shared / name])
    assert (len(reading.papers), len(reading.skipped)) == (papers, skipped)
    assert all(paper.authors for paper in reading.papers)


@pytest.mark.shared_data
def test_a_scraped_list_gives_the_papers_of_the_same_list_in_json(shared):
    """Five abstracts differ: braces and ties (`~`) mean nothing in BibTeX, in JSON they stay."""
    folder = shared / "corpora/icml2025_llm"
    plain = read_papers([folder / "icml2025_llm.jsonl"]).papers
    papers = read_papers([folder / "icml2025_llm.bib"]).papers
    assert [(p.title, p.authors) for p in papers] == [(p.title, p.authors) for p in plain]
    differing = [
        (one.abstract, other.abstract)
        for one, other in zip(papers, plain, strict=True)
        if one.abstract != other.abstract
    ]
    assert len(differing) == 5
    for one, other in differing:
        assert one == other.replace("{", "").replace("}", "").replace("~", " ")
    merged = plan_merge([*plain, *papers], [])
    assert [outcome.kind for outcome in merged.outcomes].count("merged") == 526


@pytest.mark.shared_data
def test_five_hundred_entries_are_read_within_a_second(shared):
    path = shared / "corpora/icml2025_llm/icml2025_llm.bib"
    clean_text("$\\alpha$ Â")  # the libraries behind it are loaded once
    times = []
    for _ in range(3):
        start = time.perf_counter()
        read_papers([path])
        times.append(time.perf_counter() - start)
    assert min(times) < 1  # 0.4 s on a quiet machine
