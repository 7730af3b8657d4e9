import pytest

from paperchat.errors import ReadingError
from paperchat.reading import read_papers

ENGLISH = "We study how small robots water plants, and find that they do so better at night."
ARXIV = "https://arxiv.org/abs/2401.0000"


@pytest.fixture
def read(tmp_path):
    def write_and_read(text, name="list.md"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return read_papers([tmp_path / name])

    return write_and_read


def facts(paper):
    return paper.title, paper.authors, paper.venue, paper.year, paper.url


def test_a_page_with_front_matter_is_one_paper(read):
    text = f"""---
layout: publication
title: 'Robots: a study'
authors: [Ann One, "Bo Tw\\xF6"]
conference: No Venue
year: 2022
additional_links: [{{name: Code, url: 'https://github.com/x'}}, {{name: Paper, url: '{ARXIV}1'}}]
tags: ["Plants"]
---
{ENGLISH}
"""
    paper = read(text, "page.markdown").papers[0]
    assert facts(paper) == ("Robots: a study", ("Ann One", "Bo Twö"), "", 2022, f"{ARXIV}1")
    assert (paper.abstract, paper.keywords) == (ENGLISH, ("Plants",))
    assert paper.identifiers == {"arxiv": "2401.00001"}


def test_front_matter_may_hold_everything_and_be_no_yaml(read):
    text = f"""---
title: Robots: a study
abstract: {ENGLISH}
  And more.
author: Ann One
container-title: 'ICRA'
date: 2023-04-24
---
"""
    paper = read(text).papers[0]
    assert facts(paper) == ("Robots: a study", ("Ann One",), "ICRA", 2023, None)
    assert paper.abstract == f"{ENGLISH} And more."


def test_front_matter_that_refers_to_itself_is_not_expanded(read):
    bomb = "a: &a [x, x]\nb: &b [*a, *a, *a, *a]\ntitle: T\nauthors: *b"
    paper = read(f"---\n{bomb}\n---\n{ENGLISH}").papers[0]
    assert paper.abstract == ENGLISH


def test_notes_below_the_abstract_of_a_page_are_not_the_abstract(read):
    front = "---\ntitle: Robots\nauthors: Ann One\n---\n"
    text = f"{front}# Abstract\n{ENGLISH}\n# Notes\n{ENGLISH} So I say."
    assert read(text).papers[0].abstract == ENGLISH


def test_titles_as_bold_paragraphs_with_their_links_below(read):
    text = f"""# CVPR2020-Code

- [CNN](#CNN)

<a name="CNN"></a>

# CNN

**Robots that Water Plants: a Study**

- 主页：https://robots.org

- 论文：{ARXIV}1
- 代码：https://github.com/x/y

**Rivers and Their Sand**

论文下载链接：{ARXIV}2

代码：https://github.com/x/z

**Clouds over the Winter Sea**

- CVPR 2020 Oral
- 论文：暂无
"""
    robots, rivers, clouds = read(text).papers
    assert facts(robots)[0] == "Robots that Water Plants: a Study"
    assert robots.url == f"{ARXIV}1"
    assert rivers.identifiers == {"arxiv": "2401.00002"}
    assert (clouds.title, clouds.url) == ("Clouds over the Winter Sea", None)


def test_the_readme_of_a_reading_list_is_read_in_its_folder(tmp_path):
    (tmp_path / "README.md").write_text(f"# Awesome\n\n- [Robots that water]({ARXIV}1)\n")
    assert [paper.sources for paper in read_papers([tmp_path]).papers] == [("README.md#1",)]


def test_a_page_whose_front_is_not_a_papers_is_read_as_a_list(read):
    text = f"---\ntitle: My reading\nlayout: page\n---\n- [Robots that water]({ARXIV}1)\n"
    assert [paper.title for paper in read(text).papers] == ["Robots that water"]


def test_bare_abstracts_below_a_heading_are_a_list_of_paragraphs(read):
    papers = read(f"# ICML 2025 论文列表\n\n{ENGLISH}\n\n{ENGLISH} Not by day.\n").papers
    assert [(paper.venue, paper.year) for paper in papers] == [("ICML", 2025)] * 2


def test_a_list_in_markdown_is_known_by_its_content(read):
    assert read(f"# Reading\n\n- [Robots that water]({ARXIV}1)\n", "list.txt").papers[0].url


README = f"""# CoolTool: a tool for everything

[![arXiv](https://img.shields.io/x)]({ARXIV}1) [![CI](https://x/y.svg)](https://ci)

CoolTool is a very cool tool for everything that you ever wanted to do, and some more than that.

## News
- [2024/05] We release the [paper]({ARXIV}1)!

## Features
- **Fast**: it runs in no time at all
- **Easy to use**: nothing to learn. See [docs](https://docs.x.org)

1. Clone the [repository](https://github.com/x)
2. Run `pip install`

| Option | Description |
|---|---|
| name | the name |

| Dataset | Paper | Year |
|---|---|---|
| Plants | [paper]({ARXIV}1) | 2020 |

1. New guide: watering plants

   A guide to watering. Read more [here](https://x.org/guide), where everything else is explained as
   well, at great length, so that nobody needs to ask. Read more [here](https://x.org/more) if not.

If you use this please cite [our paper]({ARXIV}1).
```bibtex
- [Robots that water]({ARXIV}1)
```
"""


def test_a_page_that_begins_with_a_badge_is_no_json(read):
    text = f"[![CI](http://x/y.svg)](http://ci)\n\n- [Robots that water]({ARXIV}1)\n"
    assert len(read(text).papers) == 1


def test_prose_with_names_of_columns_is_no_table(read):
    text = (
        "# Words\n\nA quote has a field (`title`,`abstract`,`year`, and whatever else there may be "
        "to say of a paper) and a span of it, which is never empty.\n"
    )
    with pytest.raises(ReadingError, match="no papers were found"):
        read(text * 3)


def test_a_readme_is_refused_when_named_and_passed_over_in_a_folder(read, tmp_path):
    with pytest.raises(ReadingError, match=r"^about\.md: no papers were found in this Markdown"):
        read(README, "about.md")
    reading = read_papers([tmp_path])
    assert reading.papers == ()
    assert reading.warnings[0].endswith("since they are no lists of papers: about.md.")


@pytest.mark.parametrize(
    "filler", [" " * 50_000, "[" * 20_000, "| " * 20_000, "#" * 50_000, "- " * 9_000]
)
def test_strange_lines_take_no_time(read, filler):
    assert read(f"- [Robots that water]({ARXIV}1)\n\n{filler}x\n\n{filler}\n").papers


def test_a_list_with_few_abstracts_is_told_with_the_numbers(read, tmp_path):
    (tmp_path / "b.csv").write_text(f'title,abstract\nA,\nB,\nC,"{ENGLISH}"\nD,\n')
    (tmp_path / "a.md").write_text(f"- [Robots that water]({ARXIV}1)\n- [Rivers, sand]({ARXIV}2)\n")
    warnings = read_papers([tmp_path]).warnings
    assert len(warnings) == 1
    assert warnings[0].startswith("Few abstracts: 0 of 2 papers in a.md. ")
