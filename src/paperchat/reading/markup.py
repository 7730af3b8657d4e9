"""Markdown and HTML inside running text → plain text; only what is meant as markup."""

from __future__ import annotations

import html
import re

_INLINE = (
    "a|abbr|acronym|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|scp|small|span|"
    "strike|strong|sub|sup|tt|u|var|italic|bold|monospace|sc|underline|inline-formula|tex-math|"
    "ext-link|xref|named-content"
)
_BLOCK = (
    "p|br|div|ul|ol|li|hr|h[1-6]|table|tr|td|th|tbody|thead|pre|blockquote|section|article|center|"
    "dl|dt|dd|abstract|title|sec|list|list-item|disp-formula|label"
)
# Words that are no attributes make no tag: `a<b and c>d`.
_ATTRIBUTES = r"(?:\s+[\w:.-]+\s*=[^<>]*)?\s*"
_SUPERSCRIPT = re.compile(
    r"(?<=[\w)>])<(?:jats:)?sup\s*>(?!(?:st|nd|rd|th|TM|[*†‡®™]+)\s*<)", re.IGNORECASE
)
_BLOCK_TAG = re.compile(rf"</?(?:jats:)?(?:{_BLOCK}){_ATTRIBUTES}/?>", re.IGNORECASE)
_INLINE_TAG = re.compile(rf"</?(?:(?:jats:)?(?:{_INLINE})|mml:\w+){_ATTRIBUTES}/?>", re.IGNORECASE)
_CLOSING_TAG = re.compile(r"</[A-Za-z]|<(?:jats:)?(?:p|br)\s*/?>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->|<\?xml[^<>]*\?>", re.DOTALL)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

_LINK = re.compile(
    r"!?\[([^\[\]]{1,300})\]\(\s*<?((?:https?://|www\.|/|#)[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?\s*\)"
)
_STRONG = re.compile(r"\*\*(?=[^\s*])([^*]{1,400}?)(?<=[^\s*])\*\*")
_STRONG_EMPHASIS = re.compile(r"\*\*\*(?=[^\s*])([^*]{1,400}?)(?<=[^\s*])\*\*\*")
_EMPHASIS = re.compile(
    r"(?<![\w*\\/.,+^)\]])\*(?=[^\s*])([^*]{1,400}?)(?<=[^\s*,(+=/^-])\*(?![\w*/])"
)
_UNDERSCORES = re.compile(r"(?<![\w/\\.])__(?=[^\s_])([^_]{1,200}?)(?<=[^\s_])__(?!\w)")
_UNDERSCORE = re.compile(r"(?<![\w/\\.])_(?=[^\s_])([^_]{1,200}?)(?<=[^\s_])_(?!\w)")
_CODE = re.compile(r"(?<![`\w])`([^`'\n]{1,200})`(?!`)")


def strip_html(text: str) -> str:
    """Remove HTML and JATS tags and decode entities; `a < b` and `<think>` are no tags."""
    had_tags = _CLOSING_TAG.search(text) is not None
    text = _strip_tags(text)
    if "&" not in text:
        return text
    decoded = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
    # A feed that escaped its tags: <p>…</p> appears only once the entities are decoded.
    if not had_tags and _CLOSING_TAG.search(decoded):
        decoded = _strip_tags(decoded)
    return decoded


def strip_markdown(text: str) -> str:
    """Remove the marks of emphasis and code; `[words](url)` becomes `words (url)`."""
    if "`" in text:
        text = _CODE.sub(r"\1", text)
    if "*" in text:
        text = _STRONG_EMPHASIS.sub(r"\1", text)
        text = _STRONG.sub(r"\1", text)
        text = _EMPHASIS.sub(_unless_star_is_meant, text)
        text = _STRONG.sub(r"\1", text)  # **a *b* c**
    if "_" in text:
        text = _UNDERSCORES.sub(_unless_code_name, text)
        text = _UNDERSCORE.sub(r"\1", text)
    if "](" in text:
        text = _LINK.sub(_link, text)
    return text


def _strip_tags(text: str) -> str:
    if "<" not in text:
        return text
    text = _SUPERSCRIPT.sub("^", _COMMENT.sub(" ", text))  # 10<sup>8</sup> is not 108
    return _INLINE_TAG.sub("", _BLOCK_TAG.sub(" ", text))


def _unless_star_is_meant(match: re.Match[str]) -> str:
    """The stars of `(*10, *5) are p*` are no pair: what stands between would split a bracket."""
    inner = match[1]
    return inner if inner.count("(") == inner.count(")") else match[0]


def _unless_code_name(match: re.Match[str]) -> str:
    """`__init__` is a name, `__Resona__` is emphasis."""
    return match[0] if match[1].islower() and match[1].isalnum() else match[1]


def _link(match: re.Match[str]) -> str:
    words, url = match.groups()
    return url if words.strip() == url else f"{words} ({url})"
