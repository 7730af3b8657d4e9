"""What TeX's named symbols mean, as characters."""

from __future__ import annotations

from functools import cache
from typing import Final

LETTERS: Final = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø",
    "O": "Ø", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ",
}  # fmt: skip
"""Letters that TeX spells as commands."""

STYLES: Final = frozenset(
    {
        "emph", "textbf", "textit", "texttt", "textsc", "textsf", "textrm", "textsl",
        "textup", "textmd", "textnormal", "text", "mbox", "hbox", "fbox", "underline",
        "uline", "ul", "url", "path", "nolinkurl", "mathbf", "mathrm", "mathit", "mathsf",
        "mathtt", "mathcal", "mathscr", "mathfrak", "mathbb", "mathbbm", "boldsymbol", "bm",
        "pmb", "bold", "operatorname", "ensuremath", "em", "it", "bf", "tt", "sc", "sl",
        "rm", "sf", "cal", "bfseries", "itshape", "ttfamily", "scshape", "hl", "st", "sout",
        "centering", "small", "large", "Large", "normalsize", "textquote", "enquote",
        "xspace", "displaystyle", "textstyle",
    }
)  # fmt: skip
"""Commands that only say how their content looks."""

DROPPED: Final = frozenset(
    {
        "left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr",
        "biggl", "biggr", "Biggl", "Biggr", "middle", "limits", "nolimits", "noindent",
        "par", "item", "quad", "qquad", "newline", "smallskip", "medskip", "bigskip",
        "protect", "relax", "maketitle", "begin", "end",
    }
)  # fmt: skip
"""Commands without a character of their own."""

FUNCTIONS: Final = frozenset(
    {
        "log", "ln", "exp", "min", "max", "sup", "inf", "lim", "sin", "cos", "tan", "cot",
        "sec", "csc", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "arg", "det",
        "dim", "deg", "gcd", "hom", "ker", "Pr", "mod", "bmod", "liminf", "limsup", "poly",
        "polylog", "argmin", "argmax", "tr", "diag", "sign",
    }
)  # fmt: skip
"""Names of functions, set as words."""

_OURS: Final = {
    "sim": "∼", "le": "≤", "ge": "≥", "leq": "≤", "geq": "≥", "leqslant": "≤", "geqslant": "≥",
    "ldots": "…", "dots": "…", "cdots": "⋯", "to": "→", "ie": "i.e.", "eg": "e.g.", "sqrt": "√",
    "epsilon": "ϵ", "varepsilon": "ε", "textemdash": "—", "textendash": "–", "degree": "°",
    "textdegree": "°", "mid": "|", "vert": "|", "lvert": "|", "rvert": "|", "star": "⋆",
    "ast": "*", "prime": "′", "colon": ":", "backslash": "\\", "textbackslash": "\\",
    "textasciitilde": "~", "textunderscore": "_", "lbrace": "{", "rbrace": "}", "lbrack": "[",
    "textbraceleft": "{", "textbraceright": "}", "textasciicircum": "^",
    "rbrack": "]", "circ": "∘", "cdot": "·", "S": "§", "P": "¶", "textgreater": ">",
    "textless": "<", "lt": "<", "gt": ">", "top": "⊤",
}  # fmt: skip


@cache
def symbol(name: str) -> str:
    """The character that a command stands for, for instance `alpha` → `α`; empty when none."""
    return _OURS.get(name) or _table().get(name, "")


@cache
def _table() -> dict[str, str]:
    """Symbols of pylatexenc; its word-like and multi-argument macros are not wanted."""
    from pylatexenc.latex2text import (  # type: ignore[import-untyped]
        get_default_latex_context_db,
    )

    table: dict[str, str] = {}
    for spec in get_default_latex_context_db().iter_macro_specs():
        text = spec.simplify_repl
        if isinstance(text, str) and 0 < len(text) <= 2 and not text.isascii():
            table.setdefault(spec.macroname, text)
    return table
