"""Questions in Chinese about papers in English: the common words of asking, word for word."""

from __future__ import annotations

import re

_CJK = r"\u3400-\u9fff"
_ANY = re.compile(f"[{_CJK}]")

_WORDS = {
    # What is asked for.
    "为什么": "why", "为何": "why", "什么": "what", "多少": "how much", "多大": "how large",
    "多快": "how fast", "几个": "how many", "怎么": "how", "怎样": "how", "如何": "how",
    "哪些": "which", "哪个": "which", "哪种": "which", "谁": "who", "是否": "does",
    # What it is asked of.
    "第一个": "the first one", "第二个": "the second one", "第三个": "the third one",
    "另一个": "the other one", "另一篇": "another paper", "其他": "other", "两者": "the two",
    "两个": "the two", "它们": "they", "他们": "they", "它": "it", "这个": "this", "这篇": "this",
    "论文": "paper", "文章": "paper", "作者": "authors", "方法": "method", "模型": "model",
    "比较": "compare", "区别": "difference", "不同": "differ", "相比": "compared with",
    # What papers say.
    "解决": "solve", "问题": "problem", "加速比": "speedup", "加速": "speedup", "速度": "speed",
    "内存": "memory", "显存": "GPU memory", "准确率": "accuracy", "精度": "accuracy",
    "性能": "performance", "提升": "improvement", "提高": "improve", "减少": "reduce",
    "降低": "reduce", "数据集": "datasets", "数据": "data", "基准": "benchmark",
    "实验": "experiments", "结果": "results", "训练": "training", "推理": "inference",
    "微调": "fine-tuning", "评估": "evaluate", "缓存": "cache", "量化": "quantization",
    "剪枝": "pruning", "水印": "watermark", "攻击": "attack", "参数": "parameters",
    "长上下文": "long-context", "大语言模型": "large language models",
    "语言模型": "language models", "智能体": "agent", "开销": "overhead", "通信": "communication",
    "成本": "cost", "原因": "reason", "介绍": "describe", "提出": "propose",
    "使用": "use", "谢谢": "thanks",
}  # fmt: skip
_LONGEST_FIRST = re.compile("|".join(sorted(_WORDS, key=len, reverse=True)))


def in_english(text: str) -> str:
    """A question in Chinese as English words that can be searched; names and numbers stay.

    Words that the table lacks are left out when something else is known; a text of which nothing
    is known, or without Chinese, comes back as it is.
    """
    if not _ANY.search(text):
        return text
    glossed = _LONGEST_FIRST.sub(lambda match: f" {_WORDS[match[0]]} ", text)
    # "X 呢？" asks "and X?".
    glossed = re.sub(r"^(.*\S)\s*呢\s*[？?]?$", r"and \1?", glossed)
    words = re.sub(f"[{_CJK}，。、；：！]+", " ", glossed.replace("？", "?"))
    folded = " ".join(words.split()).replace(" ?", "?")
    return folded if re.search(r"\w", folded) else text
