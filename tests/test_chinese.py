from __future__ import annotations

import pytest

from paperchat.questions.chinese import in_english


@pytest.mark.parametrize(
    ("asked", "english"),
    [
        ("KestrelKV 的加速比是多少？", "KestrelKV speedup how much?"),
        ("FooBar 呢？", "and FooBar?"),
        ("FooBar和KestrelKV有什么区别", "Compare FooBar and KestrelKV"),
        ("比较一下FooBar与KestrelKV在内存方面的表现", "Compare FooBar and KestrelKV on memory"),
        ("两者有什么区别？", "How do the two differ?"),
        ("谁写了 KestrelKV？", "Who wrote KestrelKV?"),
        ("KestrelKV的作者是谁？", "Who wrote KestrelKV?"),
        ("KestrelKV发表在哪个会议上？", "Where was KestrelKV published?"),
        ("谁在研究联邦学习？", "Who works on federated learning?"),
        ("有哪些论文研究联邦学习？", "list all papers on federated learning"),
        ("列出所有关于水印的论文", "list all papers on watermark"),
        ("2025年的论文", "list all papers from 2025"),
        ("2023年以来有多少篇论文关于剪枝？", "how many papers since 2023 on pruning"),
        ("Ada Marsh的论文有哪些？", "list all papers by Ada Marsh"),
        ("发表在ICML上的关于剪枝的论文", "list all papers at ICML on pruning"),
        ("关于剪枝但不涉及量化的论文", "list all papers on pruning that do not use quantization"),
        ("有没有关于智能体的文章", "list all papers on agent"),
        ("哪些论文提到了GSM8K？", "list all papers that mention GSM8K"),
        ("有哪些论文研究大熊猫？", "list all papers on 大熊猫"),
        ("有哪些主题？", "What topics are there?"),
        ("这些论文有哪些作者？", "paper which authors?"),
        ("第二个为什么更快", "the second one why"),
        ("谁是作者？", "who authors?"),
        ("大熊猫", "大熊猫"),
        ("What is KestrelKV?", "What is KestrelKV?"),
    ],
)
def test_common_words_of_asking_are_read_as_english_and_names_stay(asked, english):
    assert in_english(asked) == english
