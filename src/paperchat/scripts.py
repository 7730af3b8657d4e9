"""Whether a text is in Latin letters, which the English parts of the program can read."""

from __future__ import annotations

import re

OTHER_LETTERS = re.compile(r"[^\W\d_A-Za-zÀ-ɏḀ-ỿ]+")
"""A run of letters of another script."""

_RUN = re.compile(rf"{OTHER_LETTERS.pattern[:-1]}{{2,}}")
"""More than a symbol (α)."""


def has_other_script(text: str) -> bool:
    """Whether some of a text is in another script, more than a symbol."""
    return _RUN.search(text) is not None


def is_latin(text: str) -> bool:
    """Whether more of a text is in Latin script than in others."""
    return 2 * sum(map(len, _RUN.findall(text))) < len(text)
