"""How many tokens a text may have."""

from __future__ import annotations

_BYTES = 3


def estimate_tokens(text: str) -> int:
    """Tokens of a text, rather too many than too few; the same for every model.

    Three UTF-8 bytes a token: English has about four and a half letters in one, and a Chinese
    letter, three bytes long, is one or less.
    """
    return -(-len(text.encode("utf-8", "surrogatepass")) // _BYTES)
