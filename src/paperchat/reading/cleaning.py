"""Whatever a list holds as text → plain Unicode text with single spaces.

The words stay the authors' own, and none is lost; only the way they are written down changes.
"""

from __future__ import annotations

import re
import unicodedata

from paperchat.reading.markup import strip_html, strip_markdown
from paperchat.reading.tex import convert_commands, convert_quotes, hold_formulas, restore

_SPECIAL = re.compile(r"[\\$*_<&`\x00-\x08\x0b-\x1f\x7f]|\(cid:|\]\(")
_INVISIBLE = re.compile(
    r"(?<=[A-Za-z])[\u200c\u200d](?=[A-Za-z])"  # elsewhere they shape Persian and emoji
    r"|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\U000f0000-\U000ffffd\ufdd0-\ufdef]"
)
# What stands for the hyphen at a line's end in text from PDFs; whether it is one of a word or of a
# compound is for `join_broken_words` to say. The letters Ã, Â and â are half of a mojibake pair.
_LINE_END = re.compile(r"\(cid:173\)|[\x02\u00ac\u00ad]")
_MARK = r"(?:\(cid:173\)|\x02|(?<![ÃÂâ])(?:\u00ac|\u00ad(?=\s)))"
_MARK_BEFORE_HYPHEN = re.compile(rf"(?<=[^\W\d_]){_MARK}(?=-)")
_MARK_IN_WORD = re.compile(rf"(?<=[^\W\d_]{{2}}){_MARK}\s*(?=[^\W\d_A-Z])")
_MARK_IN_COMPOUND = re.compile(rf"(?<=[^\W_]){_MARK}(?:\s*(?=[A-Z])|(?=[^\W_]))|\(cid:173\)\s*")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
# Signs of text that went through a wrong encoding, of a ligature, or of a terminal control.
_SUSPICIOUS = re.compile(
    r"[\x80-\x9f\ufb00-\ufb06\ufffd\u00c2\u00c3\u00e2\u00c5\u00ce\u00cf\u00d0\u00d1\u0102\u0103\u0393]"
)
# UTF-8 that was read in TeX's T1 encoding: `modelâĂŹs` for "model’s".
_T1_SIGNS = {"Ř": "‐", "Ś": "‑", "Ş": "–", "Ť": "—", "Ÿ": "‘", "Ź": "’", "Ĳ": "“", "IJ": "“",
             "İ": "”", "ę": "…", "Ă": "€"}  # fmt: skip
_T1_MOJIBAKE = re.compile("âĂ(" + "|".join(_T1_SIGNS) + ")")
# Old fonts have ﬀ where newer ones have ﬁ: "diﬁerent" is "different". No word begins so otherwise.
_WRONG_LIGATURE = re.compile(
    r"(?:(?<=\bdi)|(?<=\bDi)|(?<=\bindi)|(?<=\b[oO])|(?<=\bsu)|(?<=\bbu))ﬁ(?=er)"
    r"|(?:(?<=\b[eEaA])|(?<=\bine))ﬁ(?=ect)|(?:(?<=\bdi)|(?<=\bDi))ﬁ(?=us)"
)


def clean_text(raw: str) -> str:
    """Mend encoding, and turn HTML, TeX and Markdown into the characters that they mean.

    Args:
        raw: A title, an abstract or a name, as a file holds it.

    Returns:
        Plain text in Unicode's composed form, white space folded.
    """
    text = _plain_hyphens(raw) if _LINE_END.search(raw) else raw
    if not text.isascii():
        text = _mend(text)
    if _SPECIAL.search(text):
        text = _convert(text)
    if "âĂ" in text:  # some lists spell it with accents of TeX
        text = _T1_MOJIBAKE.sub(lambda match: _T1_SIGNS[match[1]], text)
    return " ".join(text.split())


def _convert(text: str) -> str:
    if "<" in text or "&" in text:
        text = strip_html(text)
    text = _CONTROL.sub(" ", text)
    held: list[str] = []
    if "$" in text or "\\" in text:
        text, held = hold_formulas(text)
    if "\\" in text:
        text = convert_commands(text)
    if "`" in text:
        text = convert_quotes(text)
    return restore(strip_markdown(text), held)


def _plain_hyphens(text: str) -> str:
    text = _MARK_IN_WORD.sub("- ", _MARK_BEFORE_HYPHEN.sub("", text))
    return _MARK_IN_COMPOUND.sub("-", text)


def _mend(text: str) -> str:
    text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    text = _WRONG_LIGATURE.sub("ff", text)
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
