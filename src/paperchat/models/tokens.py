"""How many tokens a text may have, and how many a model takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

# What local servers give a model when nobody says more.
SMALLEST_CONTEXT = 4096
_BYTES = 3


def estimate_tokens(text: str) -> int:
    """Tokens of a text, rather too many than too few; the same for every model.

    Three UTF-8 bytes a token: English has about four and a half letters in one, and a Chinese
    letter, three bytes long, is about one.
    """
    return -(-len(text.encode("utf-8", "surrogatepass")) // _BYTES)


def context_of(chat: BaseChatModel) -> int:
    """Tokens that a model takes: LangChain's profile of it, else a number that every model has."""
    known = (chat.profile or {}).get("max_input_tokens")
    return known or getattr(chat, "num_ctx", None) or SMALLEST_CONTEXT
