"""Questions in Chinese about papers in English: the common words of asking, word for word."""

from __future__ import annotations

import re

from paperchat.questions.chinese_lists import asked_in_english

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
    # What papers are about.
    "机器学习": "machine learning", "深度学习": "deep learning",
    "强化学习": "reinforcement learning", "联邦学习": "federated learning",
    "持续学习": "continual learning",
    "迁移学习": "transfer learning", "元学习": "meta-learning", "对比学习": "contrastive learning",
    "自监督": "self-supervised", "无监督": "unsupervised", "监督": "supervised",
    "学习": "learning", "联邦": "federated", "神经网络": "neural networks", "网络": "network",
    "图神经网络": "graph neural networks", "生成对抗网络": "generative adversarial networks",
    "扩散模型": "diffusion models", "扩散": "diffusion", "大模型": "large language models",
    "注意力": "attention", "机制": "mechanism", "混合专家": "mixture of experts",
    "预训练": "pretraining", "蒸馏": "distillation", "稀疏": "sparse", "低秩": "low-rank",
    "推测解码": "speculative decoding", "投机解码": "speculative decoding", "解码": "decoding",
    "检索增强": "retrieval-augmented", "检索": "retrieval", "搜索": "search", "生成": "generation",
    "嵌入": "embedding", "压缩": "compression", "优化": "optimization", "效率": "efficiency",
    "高效": "efficient", "对齐": "alignment", "偏好": "preference", "奖励": "reward",
    "幻觉": "hallucination", "越狱": "jailbreak", "提示": "prompt", "安全": "safety",
    "隐私": "privacy", "公平": "fairness", "偏见": "bias", "鲁棒性": "robustness",
    "对抗": "adversarial", "机器遗忘": "machine unlearning", "遗忘": "forgetting",
    "可解释性": "interpretability", "解释": "explanation", "不确定性": "uncertainty",
    "校准": "calibration", "共形预测": "conformal prediction", "因果": "causal",
    "泛化": "generalization", "理论": "theory", "多模态": "multimodal", "视觉": "vision",
    "图像": "image", "视频": "video", "语音": "speech", "文本": "text", "代码": "code",
    "数学": "math", "知识": "knowledge", "图": "graph", "规划": "planning", "机器人": "robot",
    "自动驾驶": "autonomous driving", "时间序列": "time series", "预测": "forecasting",
    "异常检测": "anomaly detection", "目标检测": "object detection", "检测": "detection",
    "分类": "classification", "分割": "segmentation", "识别": "recognition",
    "情感": "sentiment", "对话": "dialogue", "问答": "question answering",
    "摘要": "summarization", "翻译": "translation", "推荐": "recommendation",
    "上下文": "context", "长文本": "long text", "算法": "algorithm", "框架": "framework",
    "任务": "task", "系统": "system", "应用": "application", "局限": "limitation",
    "综述": "survey", "系统评价": "systematic review", "元分析": "meta-analysis",
    "临床试验": "clinical trial", "患者": "patients", "医学": "medical", "医疗": "medical",
    "疾病": "disease", "癌症": "cancer", "糖尿病": "diabetes", "抑郁": "depression",
    "疫苗": "vaccine", "治疗": "treatment", "药物": "drug", "蛋白质": "protein",
    "分子": "molecule", "基因": "gene", "细胞": "cell", "大脑": "brain", "材料": "materials",
    "量子": "quantum", "物理": "physics", "化学": "chemistry", "气候": "climate",
    "能源": "energy", "教育": "education", "图书馆": "library", "社会": "social",
    "经济": "economic",
}  # fmt: skip
_LONGEST_FIRST = re.compile("|".join(sorted(_WORDS, key=len, reverse=True)))


def in_english(text: str) -> str:
    """A question in Chinese as English words that can be searched; names and numbers stay.

    Lists, authors and comparisons become the English question that asks for them. In any other
    question, words that the table lacks are left out when something else is known; a text of which
    nothing is known, or without Chinese, comes back as it is.
    """
    if not has_chinese(text):
        return text
    if asked := asked_in_english(text, _glossed):
        return asked
    # "X 呢？" asks "and X?".
    glossed = re.sub(r"^(.*\S)\s*呢\s*[？?]?$", r"and \1?", _glossed(text))
    words = re.sub(f"[{_CJK}，。、；：！]+", " ", glossed.replace("？", "?"))
    folded = " ".join(words.split()).replace(" ?", "?")
    return folded if re.search(r"\w", folded) else text


def has_chinese(text: str) -> bool:
    """Whether there are Chinese characters in a text."""
    return _ANY.search(text) is not None


def _glossed(text: str) -> str:
    return _LONGEST_FIRST.sub(lambda match: f" {_WORDS[match[0]]} ", text)
