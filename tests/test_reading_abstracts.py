import pytest

from paperchat.reading.abstracts import clean_abstract, drop_false_start
from paperchat.reading.fields import to_paper

PROSE = "We study how small robots water plants at night."


@pytest.mark.parametrize(
    "label",
    [
        "Abstract. ", "Abstract—", "Abstract: ", "ABSTRACT ", "Abstract-", "Abstract - ",
        "Abstract", "Abstract\n\n", "ABSTRACT\n", "Abstract.", "**Abstract**: ", "[Abstract] ",
        "Summary: ", "Extended Abstract. ", "摘要：", "摘要: ", "【摘要】", "摘 要：",
        "<b>Abstract</b><br/>",
        "<jats:title>Abstract</jats:title><jats:p>", "<h4>Abstract</h4>",
    ],
)  # fmt: skip
def test_the_label_in_front_of_an_abstract_goes(label):
    assert clean_abstract(label + PROSE) == PROSE


@pytest.mark.parametrize(
    "text",
    [
        "Abstractive summarization of long texts is hard to do.",
        "Abstract interpretation of programs is used by many compilers.",
        "Abstract Meaning Representation (AMR) is a graph of a sentence.",
        "Abstract-level planning is what small robots need at night.",
        "Abstraction in gardens is what small robots need at night.",
        "AbstractNet waters the plants of many gardens at night.",
        "Abstract-gan waters the plants of many gardens at night.",
        "Summary statistics of gardens are published without their plants.",
        "摘要生成是自然语言处理中的一项任务。",
    ],
)
def test_a_text_that_only_begins_like_a_label_stays(text):
    assert clean_abstract(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "withdrawn", "Paper was withdrawn.", "[Withdrawn]", "N/A", "TBA", "No abstract available.",
        "Abstract Unavailable", "Abstract not provided", "The", "to", "functions  with",
        "introduced. Based on", "to construct dynamic", "Preface to GARDENS 2014", "Jan Jansen",
        "xy", "-", "...", "暂无摘要", "无",
        "This paper has been withdrawn by the authors.",
        "This submission was withdrawn due to a crucial error in equation 3.",
    ],
)  # fmt: skip
def test_what_stands_for_a_missing_abstract_is_none(text):
    assert clean_abstract(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "We prove Fermat's conjecture.",
        "Yes, they do.",
        "A reduction of 3-SAT to gardens.",
        "Robots water plants at night",
        "我们研究机器人。",
        "The paper shows why robots were withdrawn from gardens.",
        "No abstract data types are needed to water plants at night.",
    ],
)
def test_a_short_abstract_is_one(text):
    assert clean_abstract(text) == text


def test_a_withdrawn_paper_is_kept_and_says_so():
    paper = to_paper({"title": "Robots", "abstract": "This paper has been withdrawn."}, "a#1")
    assert (paper.title, paper.abstract, paper.status) == ("Robots", "", "withdrawn")


def test_a_text_that_was_pasted_twice_is_kept_once():
    text = f"{PROSE} They do so better than people, who sleep, or than rain, which is rare. "
    text += "We measure how much water is used, how many plants live, and what the neighbours say."
    assert drop_false_start(f"{text} {text}") == text
