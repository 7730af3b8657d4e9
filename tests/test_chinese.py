from __future__ import annotations

import pytest

from paperchat.chinese import in_english


@pytest.mark.parametrize(
    ("asked", "english"),
    [
        ("KestrelKV 的加速比是多少？", "KestrelKV speedup how much?"),
        ("FooBar 呢？", "and FooBar?"),
        ("FooBar和KestrelKV有什么区别", "FooBar KestrelKV what difference"),
        ("第二个为什么更快", "the second one why"),
        ("谁是作者？", "who authors?"),
        ("大熊猫", "大熊猫"),
        ("What is KestrelKV?", "What is KestrelKV?"),
    ],
)
def test_common_words_of_asking_are_read_as_english_and_names_stay(asked, english):
    assert in_english(asked) == english
