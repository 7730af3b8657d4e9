"""Keys are never shown: not in a message, not in a traceback."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from pydantic import SecretStr

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

_HIDDEN = "***"
_SHORTEST = 6
_LOGIN = re.compile(r"(?<=://)[^/@\s]+@")
_IN_ADDRESS = re.compile(r"([?&](?:[\w-]*[_-])?(?:api)?(?:key|token)=)[^&#\s'\")>]+", re.IGNORECASE)


def without_secrets(text: str, chat: BaseChatModel | None = None) -> str:
    """The text without keys, and without logins in addresses.

    Args:
        text: What is to be shown.
        chat: The model whose own keys are hidden, beside those that the environment holds and those
            that an address names (`?key=…`).
    """
    for secret in _secrets(chat):
        text = text.replace(secret, _HIDDEN)
    return _IN_ADDRESS.sub(rf"\1{_HIDDEN}", _LOGIN.sub("", text))


def _secrets(chat: BaseChatModel | None) -> list[str]:
    """Keys of the environment and of the model; the longest first, as one may contain another."""
    named = ("_KEY", "_TOKEN", "_SECRET")
    values = {value for name, value in os.environ.items() if name.upper().endswith(named)}
    fields = (value for _, value in chat) if chat is not None else ()
    values |= {value.get_secret_value() for value in fields if isinstance(value, SecretStr)}
    return sorted((value for value in values if len(value) >= _SHORTEST), key=len, reverse=True)
