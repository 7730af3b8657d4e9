"""Keys are never shown: not in a message, not in a traceback."""

from __future__ import annotations

import os
import re

_HIDDEN = "***"
_SHORTEST = 6
_LOGIN = re.compile(r"(?<=://)[^/@\s]+@")


def without_secrets(text: str) -> str:
    """The text without any key that the environment holds, and without logins in addresses."""
    for secret in _secrets():
        text = text.replace(secret, _HIDDEN)
    return _LOGIN.sub("", text)


def _secrets() -> list[str]:
    """Values of the variables that hold keys; the longest first, since one may contain another."""
    named = ("_KEY", "_TOKEN", "_SECRET")
    values = {value for name, value in os.environ.items() if name.upper().endswith(named)}
    return sorted((value for value in values if len(value) >= _SHORTEST), key=len, reverse=True)
