"""TeX inside running text → the characters that it means.

Only what really is TeX is touched: abstracts are prose in which `50% of it`, `$5 and $6`, a
footnote `*` or a `snake_case` name must survive. A general TeX parser takes the first for a comment
and the second for a formula, and it is slow; so fragments are found here, and pylatexenc serves as
the table of symbols.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from paperchat.reading.formulas import convert_formula, is_formula
from paperchat.reading.symbols import DROPPED, LETTERS, STYLES, symbol

_COMBINING = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328",
    "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
_ACCENT = re.compile(
    r"\{\\(?P<a>['`^\"~=.]|[cvuHkrdb](?=[ {]))\s?(?:\{\\?(?P<b>[A-Za-z])\}|\\?(?P<c>[A-Za-z]))\}"
    r"|\\(?P<d>['`^\"~=.]|[cvuHkrdb](?=\{))(?:\{\\?(?P<e>[A-Za-z])\}|\\(?P<i>[ij])(?![A-Za-z])"
    r"|(?P<f>[A-Za-z]))"
)
_CLOSING_QUOTE = re.compile(r"\\\"(?![A-Za-z{]|\\[ij](?![A-Za-z]))")
_LETTER = re.compile(r"\{?\\(" + "|".join(LETTERS) + r")(?![A-Za-z])(?:\{\}|\}|\s(?=[a-z]))?")
_ESCAPED = re.compile(r"\\([%&_#$*\[\]|~<>\"'`!-])")
_BREAK = re.compile(r"\\\\|\\n(?=[A-Z])|\\n(?![A-Za-z])|\\[,;:/ ]")
_SWITCH = re.compile(r"\{\s*\\(?:em|it|bf|tt|sc|sl|rm|sf|cal|itshape|bfseries)\b\s*([^{}]*)\}")
_TWO_ARGUMENTS = re.compile(r"\\(href|textcolor|color)\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_COMMAND = re.compile(
    r"\\(?!(?:href|textcolor|color)\b)([A-Za-z]+)\*?(?:\[[^\[\]{}]*\]){0,2}\{([^{}]*)\}"
)
_BARE = re.compile(r"\\([A-Za-z]+)(\{\})?")
_QUOTED = re.compile(r"``([^`\"]{1,300}?)(?:''|\")")
_SINGLE_QUOTED = re.compile(r"(?<![\w`'])`([^`'\n]{1,120})'(?![\w'])")
_REFERENCES = {"ref", "eqref", "label", "autoref", "cref", "Cref"}
_FIRST_HOLDER = 0xF0000  # plane 15 is for private use: no letter, no white space, never in a paper


def hold_formulas(text: str) -> tuple[str, list[str]]:
    """Put one private character in place of each formula, so that its `_` and `*` are left alone.

    Returns:
        The text, and what the private characters stand for, in order (see `restore`).
    """
    held: list[str] = []
    pieces: list[str] = []
    position = 0
    while (start := text.find("$", position)) >= 0:
        pieces.append(text[position:start])
        position = start
        if start and text[start - 1] == "\\":
            pieces.append("$")
            position += 1
            continue
        width = 2 if text.startswith("$$", start) else 1
        end = _closing_dollar(text, start + width, width)
        content = text[start + width : end] if end >= 0 else ""
        if end < 0 or not is_formula(content, text[end + width : end + width + 1]):
            pieces.append("$")
            position += 1
            continue
        pieces.append(_hold(held, content, text[start - 1 : start]))
        position = end + width
    pieces.append(text[position:])
    return _hold_brackets("".join(pieces), held), held


def restore(text: str, held: list[str]) -> str:
    """Put the converted formulas back where `hold_formulas` took them from."""
    if not held:
        return text
    return text.translate({_FIRST_HOLDER + number: value for number, value in enumerate(held)})


def convert_commands(text: str) -> str:
    r"""Turn TeX commands of running text (`\emph{x}`, `90\%`, `Erd\H{o}s`) into plain text."""
    text = _BREAK.sub(" ", text)
    if _CLOSING_QUOTE.search(text):  # an escaped quotation mark, not a diaeresis
        text = text.replace('\\"', '"')
    text = _ACCENT.sub(_accented, text)
    text = _LETTER.sub(lambda match: LETTERS[match[1]], text)
    text = _SWITCH.sub(r"\1", text)
    for _ in range(6):  # innermost first; nothing real is nested deeper
        text, pairs = _TWO_ARGUMENTS.subn(_with_two_arguments, text)
        text, singles = _COMMAND.subn(_with_argument, text)
        text, switches = _SWITCH.subn(r"\1", text)
        if not pairs + singles + switches:
            break
    text = _ESCAPED.sub(r"\1", text)
    text = text.replace("\\{", "{").replace("\\}", "}")
    return _BARE.sub(_bare, text)


def convert_quotes(text: str) -> str:
    """Turn ``x'' and `x' into “x” and ‘x’."""
    text = _QUOTED.sub("“\\1”", text)
    if "``" in text:
        text = text.replace("``", "“").replace("''", "”")
    return _SINGLE_QUOTED.sub("‘\\1’", text)


def _closing_dollar(text: str, start: int, width: int) -> int:
    r"""Where the formula ends; a `$` in braces belongs to a text box, as in `$\text{a$^2$}$`."""
    depth = 0
    first = -1
    for position in range(start, min(len(text), start + 600)):
        character = text[position]
        if character == "$" and text[position - 1] != "\\":
            if depth <= 0:
                return position if text.startswith("$" * width, position) else -1
            if first < 0:
                first = position
        elif character in "{}" and text[position - 1] != "\\":
            depth += 1 if character == "{" else -1
    return first


def _hold(held: list[str], content: str, before: str) -> str:
    held.append(_formula(content, before.isdigit()))
    return chr(_FIRST_HOLDER + len(held) - 1)


def _hold_brackets(text: str, held: list[str]) -> str:
    r"""The same for `\( … \)` and `\[ … \]`."""
    if "\\(" not in text and "\\[" not in text:
        return text
    pattern = re.compile(r"\\\((.{1,400}?)\\\)|\\\[(.{1,400}?)\\\]", re.DOTALL)
    return pattern.sub(lambda match: _hold(held, match[1] or match[2], ""), text)


@cache
def _formula(content: str, after_digit: bool) -> str:
    return convert_formula(content, after_digit)


def _accented(match: re.Match[str]) -> str:
    accent = match["a"] or match["d"]
    letter = match["b"] or match["c"] or match["e"] or match["f"] or match["i"]
    mixed = unicodedata.normalize("NFC", letter + _COMBINING[accent])
    # "model\'s" and "\'the …\'" are escaped quotes of some export, not accents.
    possessive = letter == "s" and not match.string[match.end() : match.end() + 1].isalpha()
    if len(mixed) > 1 or (accent == "'" and possessive):
        return match[0]
    return mixed


def _with_two_arguments(match: re.Match[str]) -> str:
    name, first, second = match.groups()
    return f"{second} ({first})" if name == "href" and first != second else second


def _with_argument(match: re.Match[str]) -> str:
    name, content = match.groups()
    if name.startswith(("cite", "Cite")) or name in _REFERENCES:
        return f"[{content}]"
    if name.startswith("footnote"):
        return f" ({content})"
    if name in STYLES:
        return content
    if not content:
        return match[0]  # a bare command with its empty group
    return f"{symbol(name)}{content}" if symbol(name) else content


def _bare(match: re.Match[str]) -> str:
    name = match[1]
    if name in DROPPED or name in STYLES:
        return " " if name in {"par", "item", "quad", "qquad", "newline"} else ""
    return symbol(name) or name
