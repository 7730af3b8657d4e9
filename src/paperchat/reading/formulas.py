"""Is `$…$` a formula, and how does it read as plain text?"""

from __future__ import annotations

import re
import unicodedata

from paperchat.reading.symbols import DROPPED, FUNCTIONS, STYLES, symbol

_TEX = re.compile(r"\\[A-Za-z{|,!]|\\_|[\^_{]")
_WORD = re.compile(r"[A-Za-z]{2,}")
_ACCENTS = {
    "tilde": "\u0303", "widetilde": "\u0303", "hat": "\u0302", "widehat": "\u0302", "bar": "\u0304",
    "overline": "\u0304", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c",
    "acute": "\u0301", "grave": "\u0300", "breve": "\u0306", "mathring": "\u030a",
}  # fmt: skip
_OPEN, _CLOSE = "\ufdd2", "\ufdd3"  # braces that are meant, while grouping braces are removed
_SPACE = re.compile(r"\\[,;:> ]|~|\\\\|(?<!\\)&|\\(?:quad|qquad)(?![A-Za-z])")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{[^{}]*\}(?:\{[lcr|*\d\s{}]*\})?")
_BARE_FRACTION = re.compile(r"\\[dt]?frac\s*([A-Za-z\d])\s*([A-Za-z\d])(?![A-Za-z])")
_DOUBLE_BRACES = re.compile(r"\{(\{[^{}]*\})\}")
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_PAIR = re.compile(
    r"\\(?:textcolor|color|binom|stackrel|overset|underset)\s*\{([^{}]*)\}\s*\{([^{}]*)\}"
)
_BARE_ACCENT = re.compile(r"\\(" + "|".join(_ACCENTS) + r")\s*(\\[A-Za-z]+|[A-Za-z](?![A-Za-z]))")
_COMMAND = re.compile(
    r"\\(?![dt]?frac|binom|stackrel|textcolor|color|overset|underset)"
    r"([A-Za-z]+)\*?\s*(\[[^\[\]{}]*\])?\{([^{}]*)\}"
)
_SCRIPT = re.compile(r"\\?([_^])\s*\{([^{}]*)\}")
_BARE = re.compile(r"\\([A-Za-z]+)(\s*)")
_SIMPLE = re.compile(r"[-+−]?[\w.]+|\\[A-Za-z]+|[*′+\-∞⋆†⊤∘]|", re.ASCII)
_SUPERSCRIPT = re.compile(r"(?<=[^\W\d_])\^([0-9])(?![0-9.])")
_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def is_formula(content: str, following: str) -> bool:
    """Whether what stands between two dollar signs is a formula and not money.

    Args:
        content: The text between the signs.
        following: The character after the second sign; a digit there means an amount.
    """
    if not content.strip() or "\n\n" in content:
        return False
    tight = not content[0].isspace() and not content[-1].isspace()
    if _TEX.search(content):
        return tight or _letters_only_in_commands(content)
    if not any(character.isalnum() for character in content):
        return tight and content[0] not in "),.;:"
    if not tight or following.isdigit() or content[0] in "),.;:":
        return False
    if " " not in content:
        return True
    return not content[0].isdigit() and not _WORD.search(content)


def convert_formula(content: str, after_digit: bool = False) -> str:
    r"""Write a formula as plain text: `\tilde{O}(n^{-1/2})` → `Õ(n^(-1/2))`.

    Args:
        content: The formula without its dollar signs.
        after_digit: It follows a digit, where `²` would read as part of the number.
    """
    if content.isascii() and content.isalnum():
        return content
    text = content.replace("\\{", _OPEN).replace("\\}", _CLOSE).replace("$", "")
    text = _ENVIRONMENT.sub(" ", text).replace("\\!", "").replace("\\|", "‖")
    text = _DOUBLE_BRACES.sub(r"\1", _SPACE.sub(" ", text))
    text = _BARE_FRACTION.sub(r"\1/\2", text)
    text = _BARE_ACCENT.sub(_bare_accent, text)
    for _ in range(12):
        before = text
        text = _FRACTION.sub(lambda match: f"{_group(match[1])}/{_group(match[2])}", text)
        text = _PAIR.sub(r"\1 \2", text)
        text = _COMMAND.sub(_with_argument, text)
        text = _SCRIPT.sub(lambda match: f"{match[1]}{_group(match[2])}", text)
        if text == before:
            break
    text = _BARE.sub(_bare, text)
    text = re.sub(r"\\([_%#&$])", r"\1", text).replace("^∘", "°").replace("\\", "")
    text = text.replace("{", "").replace("}", "").replace(_OPEN, "{").replace(_CLOSE, "}")
    return _tidy(text, after_digit)


def _letters_only_in_commands(content: str) -> bool:
    r"""`$ \alpha $` is a formula; `$5 by 10\% to reach $` is two amounts."""
    return not _WORD.search(re.sub(r"\\[A-Za-z]+", "", content))


def _tidy(text: str, after_digit: bool) -> str:
    if not after_digit and re.fullmatch(r"\^\d", text.strip()):
        return text.strip()[1].translate(_DIGITS)
    text = _SUPERSCRIPT.sub(lambda match: match[1].translate(_DIGITS), text)
    text = re.sub(r"^\s*([∼≈~<>≤≥±+-])\s+(?=\d)", r"\1", text)
    return re.sub(r"\s+", " ", text).strip()


def _group(text: str) -> str:
    """Brackets around what would be read otherwise once its braces are gone."""
    text = text.strip()
    return text if _SIMPLE.fullmatch(text) or len(text) == 1 else f"({text})"


def _accent(name: str, letter: str) -> str:
    return unicodedata.normalize("NFC", letter + _ACCENTS[name])


def _bare_accent(match: re.Match[str]) -> str:
    letter = symbol(match[2][1:]) if match[2].startswith("\\") else match[2]
    return _accent(match[1], letter) if len(letter) == 1 else f"{match[2]} "


def _with_argument(match: re.Match[str]) -> str:
    name, option, content = match.groups()
    if name in _ACCENTS:
        inner = _BARE.sub(_bare, content).strip()
        return _accent(name, inner) if len(inner) == 1 else inner
    if name == "sqrt":
        one = len(content) == 1 or content.isdigit() or re.fullmatch(r"\\[A-Za-z]+", content)
        return f"√{option or ''}{content if one else f'({content})'}"
    if name == "mathbb":
        return {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "C": "ℂ"}.get(content, content)
    if name in STYLES or name in DROPPED:
        return f" {content} " if name == "operatorname" and len(content) > 1 else content
    known = symbol(name)
    return f"{known}{content}" if known else f"{name}({content})"


def _bare(match: re.Match[str]) -> str:
    name, space = match.groups()
    following = match.string[match.end() : match.end() + 1]
    if name in DROPPED or name in STYLES:
        return space if name not in STYLES else ""
    known = symbol(name)
    if known and name not in FUNCTIONS:
        return known + space
    before = match.string[match.start() - 1 : match.start()] if match.start() else ""
    lead = " " if before.isalnum() or before == ")" else ""
    return lead + name + (" " if following.isalnum() or following == "\\" else space)
