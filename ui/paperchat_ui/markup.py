"""Text into HTML that stays text: the one place where the page's escaping is decided.

Three layers, since everything shown comes from strangers. Text is escaped where it enters markup
(`escape`); the finished fragment passes an allow-list (`clean`), which knows no style, image, form
or script; and every character that Markdown, LaTeX or a template could take for syntax becomes a
character reference, so that what displays the fragment finds none.
"""

from __future__ import annotations

import html
import re

import nh3

_TAGS = {
    *("a", "article", "br", "details", "div", "h2", "h3", "li", "mark", "ol", "p"),
    *("section", "span", "strong", "summary", "button"),
    *("table", "tbody", "td", "th", "thead", "tr"),
}
_ATTRIBUTES = {
    "*": {"class", "id", "title", "role", "aria-label", "tabindex"},
    "a": {"href", "target"},
    "button": {"type", "data-do", "data-value", "data-copy"},
    "th": {"scope"},
}
_SYNTAX = str.maketrans({char: f"&#{ord(char)};" for char in "$*_`\\[]{}~|"})
# A blank line would end the raw HTML block that Markdown leaves alone.
_LINE_ENDS = str.maketrans(dict.fromkeys("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", " "))
# Control and format characters show nothing, or turn the words around; U+200C and U+200D join
# letters of some scripts.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def escape(text: str) -> str:
    """The text as HTML, quotes included; line breaks become spaces, what cannot be seen goes."""
    return html.escape(_UNSEEN.sub("", text.translate(_LINE_ENDS)), quote=True)


def escape_lines(text: str) -> str:
    """The text as HTML; line breaks are kept."""
    return "<br>".join(escape(line) for line in text.strip().splitlines())


def clean(fragment: str) -> str:
    """The fragment on one line, reduced to the page's own tags, without foreign syntax."""
    allowed = nh3.clean(
        fragment.translate(_LINE_ENDS),
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https"},
        link_rel="noopener noreferrer",
    )
    return allowed.translate(_SYNTAX)


def copy_button(label: str, name: str, text: str, css: str) -> str:
    """A button that puts the text, with its line breaks, on the reader's clipboard.

    `label` is what it shows, `name` what it says to a screen reader.
    """
    lines = "&#10;".join(escape(line) for line in text.strip().split("\n"))
    return (
        f'<button type="button" class="{css}" aria-label="{escape(name)}" data-copy="{lines}">'
        f"{escape(label)}</button>"
    )
