import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperchat.reading import read_papers
from paperchat.reading.cleaning import clean_text
from paperchat.reading.line_breaks import Vocabulary, join_broken_words

LIST = (
    "We study the state-action space with long-term memory and a QAGarden of many "
    "datasets. Datasets help; tokenization and tokenization do as well."
)


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("has been pro- posed. How- ever, it", "has been proposed. However, it"),
        ("a unique solu- tion to conver- gence", "a unique solution to convergence"),
        ("learn- ing of re- gions and net- works", "learning of regions and networks"),
        ("on several data- sets with QAGar- den", "on several datasets with QAGarden"),
        ("better token- ization of text", "better tokenization of text"),
        ("in a state- action space, long- term", "in a state-action space, long-term"),
        ("a four- stage process on real- world data", "a four-stage process on real-world data"),
        ("the state-of- the-art, state-of-the- art", "the state-of-the-art, state-of-the-art"),
        ("End- to-end and branch- and-bound", "End-to-end and branch-and-bound"),
        ("Plug-and- Play", "Plug-and-Play"),
        ("an organi‐ zing, self‐ made one", "an organizing, self-made one"),
        ("low-di- mensional data", "low-dimensional data"),
    ],
)  # fmt: skip
def test_words_broken_at_a_line_s_end_are_made_whole(broken, whole):
    assert join_broken_words(broken, Vocabulary([LIST])) == whole


@pytest.mark.parametrize(
    "text",
    [
        "long- and short-term memory, pre- or post-training",
        "from small- to large-scale models, 2- to 3-bit settings",
        "in- and out-of-distribution, one- versus two-sided",
        "the decay D0 --> K- e+ nue, an n- and a p-type",
        "a method- which we call so - is new",
        "Haupt- und Nebensatz",
        "Single- and Multi-Agent",
        "a word - another word, a word -another",
    ],
)
def test_hyphens_that_are_meant_stay(text):
    assert join_broken_words(text, Vocabulary([LIST, text])) == text


def test_a_list_decides_by_its_own_words(tmp_path):
    path = tmp_path / "list.jsonl"
    path.write_text(
        '{"title": "On hydro- gardens", "abstract": "We grow plants in hydrogardens."}\n'
        '{"title": "Sand", "abstract": "Neither self\\u0002consumption nor dissemina\\u0002tors '
        'grow in wa(cid:173) ter, and a plant\u00ad bed is state-of-the\\u0002art."}\n'
    )
    first, second = read_papers([path]).papers
    assert first.title == "On hydrogardens"
    assert second.abstract == (
        "Neither self-consumption nor disseminators grow in water, and a plant-bed is "
        "state-of-the-art."
    )


def test_a_derived_title_is_made_of_the_whole_words(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(
        "We propose a new ar- rangement of small gardens that needs neither a gardener nor any "
        "water, and show how it grows by night and by day.\n"
    )
    (paper,) = read_papers([path]).papers
    assert "a new arrangement of small gardens" in paper.abstract
    assert paper.title.startswith("A new arrangement of small gardens")


def test_a_large_list_needs_no_list_of_english_words():
    vocabulary = Vocabulary(["player three garden " * 20_000])
    assert join_broken_words("a three- player garden", vocabulary) == "a three-player garden"
    assert join_broken_words("a garden- which", vocabulary) == "a garden- which"


def test_only_hyphens_and_spaces_change():
    text = "Pro- posed and self- made, how- ever; of K- e+ and mani- in a dimen- given."
    whole = join_broken_words(text, Vocabulary([text]))
    assert re.findall(r"\w", whole) == re.findall(r"\w", text)


@given(
    st.lists(
        st.sampled_from(
            [
                "pro- posed",
                "long-",
                "term",
                "how-",
                "ever",
                "and",
                "self\x02made",
                "the(cid:173) ory",
                "K-",
                "e+",
                "of-the-",
                "art",
                "state-",
                "- ",
                "wa\u00ad ter",
                "wa\u00ader",
                "模型- 大",
                "3-",
                "D",
                "un-",
                "der-",
                "stand",
                "A-",
                "Z",
            ]
        )
    )
)
def test_no_letter_is_lost_or_invented_when_words_are_made_whole(pieces):
    raw = " ".join(pieces)
    text = clean_text(raw)
    whole = join_broken_words(text, Vocabulary([text]))
    letters = re.findall(r"\w", raw.replace("(cid:173)", ""))
    assert re.findall(r"\w", whole) == letters
    assert len(whole.split()) <= len(text.split())
