"""Wrong usage in one line: what, where, and what to do."""

from __future__ import annotations

from pydantic import ValidationError
from typer.exceptions import TyperException

_WANTED = {
    "int_parsing": "give a whole number",
    "greater_than_equal": "give {ge} or more",
    "less_than_equal": "give {le} or less",
}
"""Kind of pydantic error → what to do instead; its own words speak to programmers."""


def wrong_usage(error: TyperException) -> str:
    """The error in one line, with the command that shows what can be said."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "paperchat"
    told = _bad_value(error) or " ".join(error.format_message().split())
    told += "" if told.endswith((".", "?")) else "."
    return f"{told} See `{command} --help`."


def _bad_value(error: TyperException) -> str:
    """What is wrong with the value of an option; empty for any other mistake."""
    option = getattr(error, "param", None)
    if option is None or not isinstance(error.__cause__, ValidationError):
        return ""
    first = error.__cause__.errors()[0]
    bounds = first.get("ctx", {})
    known = _WANTED.get(first["type"])
    wanted = known.format(**bounds) if known else str(bounds.get("error", first["msg"]))
    return f"{option.opts[0]} cannot be {first['input']!r}: {wanted}"
