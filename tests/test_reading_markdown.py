import os
from pathlib import Path

import pytest

from paperchat.reading import read_papers
from paperchat.reading.merging import plan_merge

ENGLISH = "We study how small robots water plants, and find that they do so better at night."
CHINESE = "我们研究小型机器人如何给植物浇水，并发现它们在夜间做得更好。这是一个非常有趣的结果。"
ARXIV = "https://arxiv.org/abs/2401.0000"


@pytest.fixture
def read(tmp_path):
    def write_and_read(text, name="list.md"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return read_papers([tmp_path / name])

    return write_and_read


def facts(paper):
    return paper.title, paper.authors, paper.venue, paper.year, paper.url


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (
            f"**Robots that water plants**, Ann One, Bo Two, ICRA 2024 [paper]({ARXIV}1) [code](x)",
            ("Robots that water plants", ("Ann One", "Bo Two"), "ICRA", 2024, f"{ARXIV}1"),
        ),
        (
            f"[Rivers and sand]({ARXIV}1). Ann One, Bo Two. *ICLR 2023*.",
            ("Rivers and sand", ("Ann One", "Bo Two"), "ICLR", 2023, f"{ARXIV}1"),
        ),
        (
            f"Clouds over the sea. Ann One and Bo Two. In NeurIPS 2022. [[pdf]({ARXIV}1)]",
            ("Clouds over the sea", ("Ann One", "Bo Two"), "NeurIPS", 2022, f"{ARXIV}1"),
        ),
        (
            f"[2024/05] Robots that water plants at night. [[paper]]({ARXIV}1) [[code]](http://x)",
            ("Robots that water plants at night", (), "", 2024, f"{ARXIV}1"),
        ),
        (
            f"(ICLR 2024) [Rivers and sand in spring]({ARXIV}1)",
            ("Rivers and sand in spring", (), "ICLR", 2024, f"{ARXIV}1"),
        ),
        (
            f"**[NeurIPS 2023]** Clouds over the sea [[pdf]({ARXIV}1)] [[page](https://x.org)]",
            ("Clouds over the sea", (), "NeurIPS", 2023, f"{ARXIV}1"),
        ),
        (
            f"`ICML'25` **Stones, again** *Ann One, Bo Two* [![arXiv](http://b.svg)]({ARXIV}1)",
            ("Stones, again", ("Ann One", "Bo Two"), "ICML", 2025, f"{ARXIV}1"),
        ),
        (
            f'"Robots and plants." Ann One, Bo Two, et al. 2017. [paper]({ARXIV}1)',
            ("Robots and plants", ("Ann One", "Bo Two"), "", 2017, f"{ARXIV}1"),
        ),
        (
            f"**[Robots that water]({ARXIV}1)** \\\n  *Ann One, Bo Two* \\\n  ICCV 2023. [Code](x)",
            ("Robots that water", ("Ann One", "Bo Two"), "ICCV", 2023, f"{ARXIV}1"),
        ),
        (
            f"BERT: [BERT of robots, a training of plants]({ARXIV}1)",
            ("BERT of robots, a training of plants", (), "", None, f"{ARXIV}1"),
        ),
        (
            f"[Robots that water][1]\n\n[1]: {ARXIV}1",
            ("Robots that water", (), "", None, f"{ARXIV}1"),
        ),
        (
            f'<a href="{ARXIV}1">Robots that water plants</a><br>Ann One, Bo Two',
            ("Robots that water plants", ("Ann One", "Bo Two"), "", None, f"{ARXIV}1"),
        ),
    ],
)
@pytest.mark.parametrize("mark", ["-", "*", "12."])
def test_a_bullet_gives_title_authors_venue_year_and_link(read, item, expected, mark):
    paper = read(f"# Reading\n\n{mark} {item}\n").papers[0]
    assert facts(paper) == expected


def test_details_below_a_bullet_belong_to_its_paper(read):
    text = f"""- **Rivers and sand: carrying**
  Ann One, Bo Two
  - Abstract: {ENGLISH}
  - Link: {ARXIV}2
- **Robots that water plants** [paper]({ARXIV}1)
  <details><summary>Abstract</summary>
  We study <b>robots</b> that water plants.
  </details>
"""
    rivers, robots = read(text).papers
    assert (rivers.abstract, rivers.authors) == (ENGLISH, ("Ann One", "Bo Two"))
    assert rivers.identifiers == {"arxiv": "2401.00002"}
    assert robots.abstract == "We study robots that water plants."


def test_contents_and_categories_are_no_papers(read):
    text = f"""# Awesome Robots
- [Papers](#papers)
  - [2024](#2024)
## Papers
### 2024
- Surveys
  - [Robots that water plants, a survey]({ARXIV}1)
  - [Rivers that carry sand, a survey]({ARXIV}2)
## Data
- [PlantNet](https://plants.org) - a set of plants
"""
    papers = read(text).papers
    assert [paper.identifiers["arxiv"] for paper in papers] == ["2401.00001", "2401.00002"]
    assert {paper.year for paper in papers} == {2024}


@pytest.mark.parametrize(
    ("heading", "venue", "year"),
    [
        ("## ICML 2025 论文列表", "ICML", 2025),
        ("# CVPR 2024 Accepted Papers", "CVPR", 2024),
        ("# ICML-2025-Papers", "ICML", 2025),
        ("## Papers accepted at ACL 2023", "ACL", 2023),
        ("ICLR 2022 papers\n===", "ICLR", 2022),
        ("## 2021", "", 2021),
    ],
)
def test_a_heading_holds_for_the_records_below_it(read, heading, venue, year):
    text = f"{heading}\n\n### Oral\n\n- Robots that water plants\n- 机器人夜间浇水研究\n"
    reading = read(text)
    assert [paper.title for paper in reading.papers] == [
        "Robots that water plants", "机器人夜间浇水研究"
    ]  # fmt: skip
    assert {(paper.venue, paper.year, paper.status) for paper in reading.papers} == {
        (venue, year, "oral")
    }


def test_a_heading_does_not_hold_for_its_sisters(read):
    text = f"## ICML 2025\n- [Robots that water]({ARXIV}1)\n## Others\n- [Rivers, sand]({ARXIV}2)\n"
    assert [paper.year for paper in read(text).papers] == [2025, None]


def test_in_a_list_of_papers_a_bullet_without_title_is_told(read):
    text = (
        f"## ICML 2025\n- [Robots that water]({ARXIV}1)\n- [Rivers, sand]({ARXIV}2)\n- see above\n"
    )
    reading = read(text)
    assert len(reading.papers) == 2
    assert reading.skipped[0].source == "list.md#3"
    assert "see above" in reading.skipped[0].reason


def test_a_heading_for_each_paper_with_its_abstract_below(read):
    text = f"""# ICLR 2024 Papers

### 1. Robots with $\\alpha$ **water**

**Abstract:** {ENGLISH}

More of it here, 2 * 3 * 4.

**Keywords:** robots, plants

### [Rivers and sand](https://openreview.net/forum?id=abcdefgh)
Authors: Ann One, Bo Two

#### Abstract

Rivers carry sand:

- in spring
- in autumn

### Clouds
*Abstract* — Clouds are white.
"""
    robots, rivers, clouds = read(text).papers
    assert robots.title == "Robots with α water"
    assert robots.abstract == f"{ENGLISH} More of it here, 2 * 3 * 4."
    assert robots.keywords == ("robots", "plants")
    assert rivers.abstract == "Rivers carry sand: in spring in autumn"
    assert rivers.authors == ("Ann One", "Bo Two")
    assert rivers.identifiers == {"openreview": "abcdefgh"}
    assert clouds.abstract == "Clouds are white."
    assert {(paper.venue, paper.year) for paper in (robots, rivers, clouds)} == {("ICLR", 2024)}


def test_labels_alone_separate_papers(read):
    entry = "**Title:** {}\n**Authors:** Ann One\n**Abstract:** We study {}.\n"
    papers = read(entry.format("Robots", "robots") + "\n" + entry.format("Rivers", "sand")).papers
    assert [(paper.title, paper.abstract) for paper in papers] == [
        ("Robots", "We study robots."), ("Rivers", "We study sand.")
    ]  # fmt: skip


def test_of_two_languages_the_english_abstract_and_title_are_kept(read):
    text = f"""# 机器人在夜间给植物浇水

发布时间：2024年03月21日

`Agent` `植物`

> Robots Water Plants at Night

# 摘要

> {CHINESE}

> {ENGLISH}

![图](../x.png)

[Arxiv]({ARXIV}1)"""
    paper = read(text).papers[0]
    assert (paper.title, paper.abstract) == ("Robots Water Plants at Night", ENGLISH)
    assert (paper.year, paper.keywords) == (2024, ("Agent", "植物"))
    assert paper.identifiers == {"arxiv": "2401.00001"}


def test_an_entry_is_known_by_a_link_of_its_own_and_prose(read):
    text = f"""# 每日论文
## Robots Water Plants at Night
[Paper]({ARXIV}1)

Ann One, Bo Two

{ENGLISH}

{CHINESE}

## 河流与沙子

**作者：** 张三, 李四
**摘要：** {CHINESE}
"""
    robots, rivers = read(text).papers
    assert (robots.abstract, robots.authors) == (ENGLISH, ("Ann One", "Bo Two"))
    assert (rivers.title, rivers.abstract) == ("河流与沙子", CHINESE)
    assert rivers.authors == ("张三", "李四")


def test_tables_of_papers_whatever_their_titles_are_called(read):
    text = f"""# ICML-2025-Papers

<table><tr><td><a href="https://x.org">App</a></td></tr></table>

| **Title** | **Repo** | **Paper** |
|:--------|:--:|--|
| [Robots that water](https://icml.cc/1) | :heavy_minus_sign: | [![a](http://b.svg)]({ARXIV}1) |
| [Rivers and sand](https://icml.cc/2) | [x](https://github.com/x) | |

| Year | Paper | Venue |
|---|---|---|
| 2023 | **[Clouds \\| rain]({ARXIV}3)**<br>Ann One, Bo Two | RSS |

## Rejected papers

|No.|What|Avg|
|---|---|---|
|1|[Stones under the snow](https://openreview.net/forum?id=abcdefgh)|3.5|

| Option | Description |
|---|---|
| name | the name |
"""
    robots, rivers, clouds, stones = read(text).papers
    assert facts(robots) == ("Robots that water", (), "ICML", 2025, "https://icml.cc/1")
    assert robots.identifiers == {"arxiv": "2401.00001"}
    assert rivers.title == "Rivers and sand"
    assert facts(clouds) == ("Clouds | rain", ("Ann One", "Bo Two"), "RSS", 2023, f"{ARXIV}3")
    assert (stones.title, stones.status) == ("Stones under the snow", "rejected")
    assert [paper.sources[0] for paper in (robots, stones)] == ["list.md#1", "list.md#4"]


@pytest.fixture(scope="module")
def shared():
    folder = os.environ.get("PAPERCHAT_TEST_DATA")
    if not folder:
        pytest.skip("PAPERCHAT_TEST_DATA is not set")
    return Path(folder)


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "papers", "abstracts"),
    [
        ("corpora/icml2025_llm/icml2025_llm.md", 526, 526),
        ("corpora/md/icml2025_DmitryRyumin_dl-attention-mechanisms.md", 36, 0),
        ("corpora/md/awesome_llm_publications", 12, 12),
        ("corpora/md/pmlr_v239", 10, 10),
        ("corpora/md", 58, 22),
        ("nasty/zh_en_overlong_entry.md", 1, 1),
    ],
)
def test_real_lists_and_pages_lose_no_record(shared, name, papers, abstracts):
    reading = read_papers([shared / name])
    assert (len(reading.papers), reading.skipped) == (papers, ())
    assert sum(bool(paper.abstract) for paper in reading.papers) == abstracts
    assert all(paper.title and "](" not in paper.title for paper in reading.papers)


@pytest.mark.shared_data
def test_a_list_in_markdown_gives_the_papers_of_the_same_list_as_jsonl(shared):
    page, lines = (
        read_papers([shared / f"corpora/icml2025_llm/icml2025_llm.{kind}"]).papers
        for kind in ("md", "jsonl")
    )
    assert [(p.title, p.abstract, p.url) for p in page] == [
        (p.title, p.abstract, p.url) for p in lines
    ]
    assert {(paper.venue, paper.year) for paper in page} == {("ICML", 2025)}
    # One author has a single name; beside one other, only a list can tell it from "Last, First".
    assert sum(one.authors != other.authors for one, other in zip(page, lines, strict=True)) == 1
    entries = [change.entry for change in plan_merge(lines, []).changes]
    assert "added" not in {outcome.kind for outcome in plan_merge(page, entries).outcomes}
