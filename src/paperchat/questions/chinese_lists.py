"""Questions in Chinese whose words alone do not tell what is asked: lists, authors, comparisons.

"有哪些论文研究剪枝？" becomes the English question that asks the same,
"list all papers on pruning".
"""

from __future__ import annotations

import re
from collections.abc import Callable

_PAPERS = r"(?:论文|文章|文献|工作|研究论文|papers?)"
_POINTS = re.compile(r"这些|那些|这篇|那篇|这两|两篇|第.{1,2}[篇个]|它们|其他|其它|另外|另一")
_ASKS = re.compile(
    r"哪些|哪几|有没有|有什么|有无|多少|几篇|列出|列举|列一|找出|找一|给出|显示|所有|全部"
)
_COUNTS = re.compile(r"多少|几篇")
_LIST = re.compile(rf"(?:{_ASKS.pattern}).*{_PAPERS}|{_PAPERS}.*(?:{_ASKS.pattern})|的{_PAPERS}$")

_YEARS = (
    (re.compile(r"(\d{4})\s*年?\s*(?:到|至|-|—|~)\s*(\d{4})\s*年?"), r"from \1 to \2"),
    (re.compile(r"(?:自|从)?\s*(\d{4})\s*年?\s*(?:以来|至今|起|开始)"), r"since \1"),
    (re.compile(r"(\d{4})\s*年?\s*(?:之后|以后|后)"), r"after \1"),
    (re.compile(r"(\d{4})\s*年?\s*(?:之前|以前|前)"), r"before \1"),
    (re.compile(r"(?:在)?\s*(\d{4})\s*年"), r"from \1"),
)
_LETTERS = r"[A-Za-zÀ-ɏ0-9.'’\-]"
_NAME = rf"[A-Za-zÀ-ɏ]{_LETTERS}*(?: [A-Za-zÀ-ɏ]{_LETTERS}*){{0,3}}"
_PUBLISHED = r"(?:发表|写|撰写|提出|完成|合著)"
_VENUE = re.compile(
    rf"(?:发表(?:在|于)|收录(?:在|于)|在)\s*({_NAME})\s*(?:上|中)?(?:{_PUBLISHED}|的)?"
    rf"|({_NAME})\s*(?:上|会议|期刊)(?:{_PUBLISHED})?(?=的|{_PAPERS}|有)"
)
_AUTHOR = re.compile(
    rf"(?:由\s*)?({_NAME})\s*{_PUBLISHED}(?:了|过)?"
    rf"|([A-ZÀ-Þ]{_LETTERS}*(?: [A-ZÀ-Þ]{_LETTERS}*)+)\s*(?=的{_PAPERS})"
)
_WITHOUT = re.compile(
    r"(?:但|而|且|并且)?(?<!有)(?:不|没有?|未|并未|除了?)"
    r"(?:使用|采用|用到|用|涉及|研究|提到|提及|讨论|关于|包含|包括|是)?"
    rf"(?P<topic>.+?)(?=的?{_PAPERS}|$|的$|[，,。？?])"
)
_MENTIONS = re.compile(r"提到|提及|出现")
_FRAME = re.compile(
    rf"{_ASKS.pattern}|{_PAPERS}|关于|有关|相关|针对|研究|涉及|使用|采用|利用|用到|讨论|探讨|提到|提及"
    r"|出现|介绍|做|发表|请问|请|麻烦|帮我|给我|我想|想要|想|看看|一下|列表|名单|方面|领域|这里|库里|库中"
    r"|当中|其中|的|了|吗|呢|篇|些|有|是|在|中|里|都|共|一共|总共"
)
_DIFFER = r"(?:区别|不同|差异|差别|异同|不一样)"
_TWO = r"(?P<one>.+?)\s*(?:和|与|跟|同|以及|及|、|vs\.?)\s*(?P<two>[^，,。？?的]+?)\s*"
_ASKED_OF = (
    r"(?:之间|相比|相较)?(?:的|有|有着|有什么|有何|有哪些|存在|主要|是|是什么|什么|哪些|在哪里?)*"
)
_ON = r"(?:在(?P<on>.+?)(?:上|方面|中)(?:的表现|的差异|的区别)?)?"

_SENTENCES = (
    (re.compile(rf"(?:请)?(?:比较|对比)(?:一下)?\s*{_TWO}{_ON}"), "Compare {one} and {two}{on}"),
    (re.compile(rf"{_TWO}{_ON}{_ASKED_OF}{_DIFFER}{_ASKED_OF}"), "Compare {one} and {two}{on}"),
    (
        re.compile(
            rf"(?:它们|这?两者|这?两个|这?两篇)(?:论文|文章)?{_ASKED_OF}{_DIFFER}{_ASKED_OF}"
        ),
        "How do the two differ?",
    ),
    (
        re.compile(
            r"(?:都)?有(?:些)?(?:哪些|什么)(?:研究)?(?:主题|话题|方向|领域)"
            r"|(?:主题|话题|研究方向)(?:都)?有哪些"
        ),
        "What topics are there?",
    ),
    (re.compile(r"下一页|更多|继续|还有吗|还有呢"), "next page"),
    (
        re.compile(
            rf"(?:谁|哪些人|哪位作者)(?:写了?|撰写了?|发表了?)\s*(?P<one>(?!.*{_PAPERS}).+)"
        ),
        "Who wrote {one}?",
    ),
    (re.compile(r"(?:谁|哪些人)(?:提出|发明|设计|开发)了?\s*(?P<one>.+)"), "Who proposed {one}?"),
    (re.compile(r"(?:谁|哪些人)(?:在)?(?:研究|做)\s*(?P<one>.+)"), "Who works on {one}?"),
    (
        re.compile(r"(?P<one>.+?)\s*的?作者(?:都)?(?:是谁|有谁|有哪些|是哪些人?|是)"),
        "Who wrote {one}?",
    ),
    (re.compile(r"(?P<one>.+?)\s*(?:是|由)谁(?:写|撰写|发表)的?"), "Who wrote {one}?"),
    (re.compile(r"(?P<one>.+?)\s*(?:是|由)谁(?:提出|发明|开发)的?"), "Who proposed {one}?"),
    (
        re.compile(r"(?P<one>.+?)\s*(?:是)?(?:在)?(?:什么时候|何时|哪一?年)发表的?"),
        "When was {one} published?",
    ),
    (
        re.compile(
            r"(?P<one>.+?)\s*是?发表(?:在|于)"
            r"(?:哪里|哪儿|(?:哪个|什么)(?:会议|期刊))上?的?"
        ),
        "Where was {one} published?",
    ),
)

Gloss = Callable[[str], str]


def asked_in_english(text: str, gloss: Gloss) -> str:
    """The English question that a Chinese one asks; empty where only its words can be told.

    Args:
        text: The question.
        gloss: Words in Chinese → in English; what it does not know stays.
    """
    bare = text.strip(" 。.？?！!")
    for pattern, english in _SENTENCES:
        if match := pattern.fullmatch(bare):
            parts = {name: gloss(said).strip() for name, said in match.groupdict().items() if said}
            on = f" on {parts['on']}" if "on" in parts else ""
            return english.format(**{**parts, "on": on})
    if _LIST.search(bare) and not _POINTS.search(bare):
        return _list(bare, gloss)
    return ""


def _list(text: str, gloss: Gloss) -> str:
    """`2025年关于剪枝的论文` → `list all papers from 2025 on pruning`."""
    lead = "how many papers" if _COUNTS.search(text) else "list all papers"
    conditions = []
    for pattern, english in _YEARS:
        if match := pattern.search(text):
            conditions.append(match.expand(english))
            text = pattern.sub(" ", text, count=1)
            break
    for pattern, word in ((_VENUE, "at"), (_AUTHOR, "by")):
        if match := pattern.search(text):
            conditions.append(f"{word} {match[1] or match[2]}")
            text = f"{text[: match.start()]} {text[match.end() :]}"
    without = ""
    if (match := _WITHOUT.search(text)) and (out := _topic(match["topic"], gloss)):
        without = f"that do not use {out}"
        text = f"{text[: match.start()]} {text[match.end() :]}"
    verb = "that mention" if _MENTIONS.search(text) else "on"
    topic = _topic(text, gloss)
    about = f"{verb} {topic}" if topic else ""
    return " ".join(filter(None, [lead, *conditions, about, without]))


def _topic(text: str, gloss: Gloss) -> str:
    joined = re.sub(r"\s*(?:和|与|以及|及|、)\s*", " and ", re.sub(r"或者?|还是", " or ", text))
    bare = re.sub(r"[，,。？?！!；;：:]", " ", _FRAME.sub(" ", joined))
    words = " ".join(gloss(bare).split())
    return re.sub(r"^(?:and|or)\b|\b(?:and|or)$", "", words).strip()
