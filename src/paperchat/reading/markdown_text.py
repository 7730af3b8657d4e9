"""What pieces of Markdown say about a paper: labels, names, venues, addresses, languages."""

from __future__ import annotations

import re
from typing import Final

from paperchat.reading.headings import list_heading
from paperchat.reading.markdown_blocks import LINK

LABELS: Final = {
    "abstract": "abstract", "abstract text": "abstract", "英文摘要": "abstract", "摘要": "abstract",
    "论文摘要": "abstract", "中文摘要": "abstract", "概要": "abstract",
    "author": "authors", "authors": "authors", "author(s)": "authors", "作者": "authors",
    "论文作者": "authors",
    "venue": "venue", "conference": "venue", "journal": "venue", "published in": "venue",
    "publication": "venue", "会议": "venue", "期刊": "venue", "发表": "venue", "来源": "venue",
    "year": "year", "date": "year", "published": "year", "publish date": "year", "年份": "year",
    "publication date": "year", "发布时间": "year", "发表时间": "year", "日期": "year",
    "link": "url", "links": "url", "url": "url", "paper": "url", "paper link": "url", "pdf": "url",
    "arxiv": "url", "openreview": "url", "doi": "url", "链接": "url", "论文链接": "url",
    "论文地址": "url", "原文链接": "url", "地址": "url", "论文": "url",
    "keywords": "keywords", "keyword": "keywords", "tags": "keywords", "关键词": "keywords",
    "title": "title", "paper title": "title", "标题": "title", "题目": "title", "论文标题": "title",
    "status": "status", "decision": "status",
}  # fmt: skip
"""Label → field."""

_BOLD_LABEL: Final = re.compile(
    r"^(?:[-*+]\s+)?(\*\*|__|\*|_)\s*(?P<label>[^*_:：\n]{1,40}?)\s*"
    r"(?:(?P<inside>[:：.])\s*\1\s*[:：]?|\1\s*(?P<after>[:：—–]|-(?=\s))?)\s*(?P<value>.*)$",
    re.DOTALL,
)
_PLAIN_LABEL: Final = re.compile(
    r"^(?:[-*+]\s+)?(?P<label>[A-Za-z()\u4e00-\u9fff ]{2,20}?)\s*[:：]\s*(?P<value>.*)$", re.DOTALL
)
_DASHED_ABSTRACT: Final = re.compile(
    r"^(?P<label>Abstract)\s*[—–]\s*(?P<value>.*)$", re.DOTALL | re.IGNORECASE
)
_PAPER_HOST: Final = re.compile(
    r"arxiv\.org/|openreview\.net/|doi\.org/|aclanthology\.org/|aclweb\.org/|neurips\.cc/"
    r"|nips\.cc/|icml\.cc/|iclr\.cc/|thecvf\.com/|ecva\.net/|mlr\.press/|jmlr\.org/|aaai\.org/"
    r"|ijcai\.org/|ieee\.org/|acm\.org/|springer\.com/|sciencedirect\.com/|nature\.com/articles"
    r"|science\.org/doi|biorxiv\.org/|medrxiv\.org/|semanticscholar\.org/|ncbi\.nlm\.nih\.gov/"
    r"|wiley\.com/|plos\.org/|mdpi\.com/|usenix\.org/|vldb\.org/|isca-|ssrn\.com/|hal\.science/"
    r"|tandfonline\.com/|pnas\.org/|frontiersin\.org/|huggingface\.co/papers|alphaxiv\.org/"
    r"|paperswithcode\.com/paper|iacr\.org/|researchgate\.net/publication|dblp\.org/rec|\.pdf$",
    re.IGNORECASE,
)
_PAPER_WORDS: Final = re.compile(
    r"\W*(?:the |full |our )?(?:paper|pdf|arxiv|ar5iv|openreview|abs|abstract|html|doi|preprint"
    r"|article|proceedings|acl|cvf|poster|link|url|full ?text|论文|原文|链接)s?(?: link)?"
    r"(?:[: ]*[\d.v]+)?\W*",
    re.IGNORECASE,
)
_OTHER_WORDS: Final = re.compile(
    r"\W*(?:official |source |pytorch |tensorflow )*(?:code|github|repo|repository|project|page"
    r"|website|web|site|homepage|demo|video|youtube|slides?|talk|blog|data|dataset|model|weights"
    r"|checkpoint|bib|bibtex|cite|colab|hf|hugging ?face|tweet|twitter|supp|supplementary|appendix"
    r"|appstar|stars?|reviews?|news|docs?|here|implementation|代码|项目|主页|视频|数据|解读)s?"
    r"(?: page| link| card)?\W*",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"(?<![\d.])(?:19|20)\d{2}(?![\d]|\.\d)")
_URL: Final = re.compile(r"https?://[^\s<>()\[\]\"'，。；）】]+(?:\([^\s()]*\)[^\s<>()\[\]]*)*")
_CJK: Final = re.compile(r"[\u3400-\u9fff]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_NAME_WORD: Final = re.compile(
    r"(?:[^\W\d_a-z][\w.'’-]*|d[aeiu]|del|della|dos|van|von|der|den|ter|la|le|bin|ibn|al|el|y)"
    r"[*†‡§¶#\d\u2070-\u209f]*"
)
_CJK_NAME: Final = re.compile(r"[\u4e00-\u9fff·]{2,5}")
_ET_AL: Final = re.compile(r"[,\s]*\bet\.? al\.?,?$|[,\s]*等$", re.IGNORECASE)
_NO_NAME: Final = re.compile(
    r"\b(?:paper|award|code|best|oral|poster|spotlight|conference|proceedings|workshop|university"
    r"|journal|transactions|preprint|arxiv|github|project|page|press|institute|learning|findings)s?\b",
    re.IGNORECASE,
)


def labelled(line: str) -> tuple[str, str] | None:
    """Field and value of a line such as "**Authors:** …" or "摘要：…".

    A bold word with a colon that means no field is a field of its own name.
    """
    if match := _BOLD_LABEL.match(line):
        label = " ".join(match["label"].casefold().split())
        if label in LABELS:
            return LABELS[label], match["value"]
        strong = match[1] in ("**", "__") and len(label.split()) <= 4
        if strong and ((match["inside"] or ".") != "." or match["after"] in (":", "：")):
            return label, match["value"]
        return None
    match = _PLAIN_LABEL.match(line) or _DASHED_ABSTRACT.match(line)
    if match:
        label = " ".join(match["label"].casefold().split())
        if label in LABELS:
            return LABELS[label], match["value"]
    return None


def addresses(text: str) -> list[str]:
    """Web addresses, of links and bare ones, in order, each once."""
    return list(dict.fromkeys(url.rstrip(".,;:") for url in _URL.findall(_opened(text))))


def is_paper_address(url: str) -> bool:
    """Whether a place is one where papers are."""
    return url.startswith("http") and _PAPER_HOST.search(url) is not None


def is_label(words: str) -> bool:
    """Whether a link's words say what it leads to ("paper", "[code]") and are no title."""
    return not words.strip(" *_`[]") or bool(
        _PAPER_WORDS.fullmatch(words) or _OTHER_WORDS.fullmatch(words)
    )


def is_paper_label(words: str) -> bool:
    """Whether a link's words say that it leads to the paper."""
    return _PAPER_WORDS.fullmatch(words) is not None and bool(words.strip(" *_`[]"))


def plain(text: str) -> str:
    """The text with links as their words; other marks are left to the cleaning of fields."""
    for _ in range(2):  # a link in brackets of a link
        text = LINK.sub(lambda match: match[1], text)
    return " ".join(text.split())


def is_chinese(text: str) -> bool:
    """Whether most of the words are Chinese (a sign counts for a third of an English word)."""
    signs = len(_CJK.findall(text))
    return signs > 0 and signs * 3 > len(_LETTER.findall(text)) - signs


def word_count(text: str) -> int:
    """How many words; of Chinese, two signs are about one."""
    signs = len(_CJK.findall(text))
    return len(_CJK.sub(" ", text).split()) + (signs + 1) // 2


def author_text(text: str) -> str:
    """The text when it is a list of names, else nothing."""
    text = plain(text).strip(' *_-–—,.;:()"“”')
    text = re.sub(r"^(?:by|authors?:)\s+", "", text, flags=re.IGNORECASE)
    names = _ET_AL.sub("", text)
    if not names or len(text) > 3000 or _NO_NAME.search(names) or _YEAR.search(names):
        return ""
    parts = re.split(r"\s*[,，;；、]\s*|\s+(?:and|&)\s+", names)
    parts = [part.removeprefix("and ").strip(" *_") for part in parts if part.strip(" *_")]
    if not parts or not all(_is_name(part) for part in parts):
        return ""
    return text


def venue_and_year(text: str) -> dict[str, str]:
    """Venue and year of a short piece such as "In *ICML 2024*" or "(ACL Findings, 2023)"."""
    piece = plain(text).strip(" *_-–—,.;:()[]【】`")
    piece = re.sub(r"^(?:in|in proceedings of|published in|accepted (?:by|to|at))\s+", "", piece,
                   flags=re.IGNORECASE)  # fmt: skip
    if not piece or len(piece) > 100:
        return {}
    facts = list_heading(piece)
    if facts:
        return {name: value for name, value in facts.items() if value}
    year = _YEAR.search(piece)
    return {"year": year[0]} if year and len(piece) < 30 else {}


def _is_name(part: str) -> bool:
    part = re.sub(r"\s*[\d*†‡§¶#,]+$", "", part)
    words = part.split()
    if _CJK_NAME.fullmatch(part):
        return True
    return 2 <= len(words) <= 5 and all(_NAME_WORD.fullmatch(word) for word in words)


def _opened(text: str) -> str:
    return LINK.sub(lambda match: f"{match[1]} {match[2]} ", text)
