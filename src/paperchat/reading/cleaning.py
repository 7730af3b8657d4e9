"""Whatever a list holds as text → plain Unicode text with single spaces.

The words stay the authors' own, and none is lost; only the way they are written down changes.
"""

from __future__ import annotations

import re
import unicodedata

from paperchat.reading.markup import strip_html, strip_markdown
from paperchat.reading.tex import convert_commands, convert_quotes, hold_formulas, restore

_SPECIAL = re.compile(r"[\\$*_<&`\x00-\x08\x0b-\x1f\x7f]|\(cid:|\]\(")
_INVISIBLE = re.compile(r"[\u00ad\u200b\u2060\ufeff\U000f0000-\U000ffffd\ufdd0-\ufdef]")
_BREAK_IN_WORD = re.compile(r"(?<=[a-z])(?:\(cid:173\)|\x02)(?:\s?(?=[a-z])|(?=-))")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
# Signs of text that went through a wrong encoding, of a ligature, or of a terminal control.
_SUSPICIOUS = re.compile(
    r"[\x80-\x9f\ufb00-\ufb06\ufffd\u00c2\u00c3\u00e2\u00c5\u00ce\u00cf\u00d0\u00d1\u0102\u0103\u0393]"
)
_LABEL = re.compile(r"^(?:Abstract|ABSTRACT)\s*(?:[.:—–-]+\s+|[—–:]\s*)(?=\S)")
_OPENING_WORDS = 8
_SENTENCE_END = re.compile(r"[.!?:;…][\"'”’)\]]*$")


def clean_text(raw: str) -> str:
    """Mend encoding, and turn HTML, TeX and Markdown into the characters that they mean.

    Args:
        raw: A title, an abstract or a name, as a file holds it.

    Returns:
        Plain text in Unicode's composed form, white space folded.
    """
    text = raw if raw.isascii() else _mend(raw)
    if _SPECIAL.search(text):
        text = _convert(text)
    return " ".join(text.split())


def clean_abstract(raw: str) -> str:
    """`clean_text`, without the word "Abstract" in front and without a false start."""
    return drop_false_start(_LABEL.sub("", clean_text(raw)))


def drop_false_start(text: str) -> str:
    """Keep a text once that begins twice, its first start breaking off in mid-sentence."""
    words = text.split(" ", _OPENING_WORDS)
    if len(words) <= _OPENING_WORDS:
        return text
    opening = " ".join(words[:_OPENING_WORDS])
    again = text.find(opening, len(opening))
    if again < 0:
        return text
    before = text[:again].rstrip()
    # After a whole sentence the repetition is the author's (a refrain, a quotation): it stays.
    if again == len(before) or _SENTENCE_END.search(before):
        return text
    return text[again:]


def _convert(text: str) -> str:
    if "<" in text or "&" in text:
        text = strip_html(text)
    text = _CONTROL.sub(" ", _BREAK_IN_WORD.sub("", text))
    held: list[str] = []
    if "$" in text or "\\" in text:
        text, held = hold_formulas(text)
    if "\\" in text:
        text = convert_commands(text)
    if "`" in text:
        text = convert_quotes(text)
    return restore(strip_markdown(text), held)


def _mend(text: str) -> str:
    text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    if not _SUSPICIOUS.search(text):
        return text
    # ftfy takes half a second to load and is needed for few texts.
    import ftfy

    return ftfy.fix_text(
        text,
        ftfy.TextFixerConfig(
            unescape_html=False,  # strip_html does it, knowing tags
            uncurl_quotes=False,  # the authors' own
            fix_character_width=False,  # full-width punctuation is right in Chinese
            remove_control_chars=False,  # some stand for a hyphen at a line's end
        ),
    )
