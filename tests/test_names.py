from __future__ import annotations

import pytest

from paperchat.names import coined_names, introduced_names, is_coined, mentions


@pytest.mark.parametrize(
    "word", ["ShadowKV", "MEAP", "mAIHT", "De-Mark", "GPT-4", "I2MoE", "LoRA-Gen", "3DGS"]
)
def test_words_that_look_coined(word):
    assert is_coined(word)


@pytest.mark.parametrize("word", ["cache", "Attention", "well-known", "2025", "A", "é", ""])
def test_words_that_do_not(word):
    assert not is_coined(word)


def test_coined_names_come_once_and_in_order():
    text = "FooBar beats LoRA-Gen; FooBar's cost is low, unlike GPT-4's."
    assert coined_names(text)[:2] == ("FooBar", "LoRA-Gen")
    assert len(coined_names(text)) == len(set(coined_names(text)))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Heron: A Bird of Patience", "Heron"),
        ("FooBar：Erasing Watermarks", "FooBar"),
        ("Otter Net2: Depth from Water", "Otter Net2"),
    ],
)
def test_a_title_begins_with_the_name_it_gives(title, name):
    assert introduced_names(title, "")[0] == name


@pytest.mark.parametrize(
    "title",
    [
        "A Long Way Home: On Gradients",
        "Why Caches Grow",
        "Is it true? Yes: it is",
        ": nothing before",
    ],
)
def test_a_title_that_gives_no_name(title):
    assert introduced_names(title, "") == ()


@pytest.mark.parametrize(
    ("abstract", "names"),
    [
        ("We propose FooBar, a paraphraser built on GPT-4.", ("FooBar",)),
        ("We introduce masked next-word training (MNWT) for small models.", ("MNWT",)),
        ("This paper presents BeaverBench for agents like SWE-Agent.", ("BeaverBench",)),
        ("A method dubbed HeronDiff draws proteins.", ("HeronDiff",)),
        ("Our work extends LoRA and beats GPT-4.", ()),
        ("We propose a simple method for training with LoRA.", ()),
    ],
)
def test_an_abstract_introduces_what_it_presents_and_not_what_it_builds_on(abstract, names):
    assert introduced_names("", abstract) == names


@pytest.mark.parametrize(
    ("text", "name", "has"),
    [
        ("We use UTF-8 throughout.", "UTF8", True),
        ("Reinforcement learning is slow.", "RL", True),
        ("Large language models talk.", "LLMs", True),
        ("A study of graphs.", "GPU", False),
        ("KestrelKV forgets.", "Kestrel-KV", True),
        ("A kestrel flies.", "KestrelKV", False),
    ],
)
def test_a_name_may_be_spelt_another_way(text, name, has):
    assert mentions(text, name) == has
