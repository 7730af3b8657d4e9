"""A reply of one line from the model that answers: a question put into other words."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass

from paperchat.answers import Usage
from paperchat.errors import ModelError
from paperchat.models import Finished, LanguageModel, Retracted, stream_reply
from paperchat.prompts import Messages


@dataclass(frozen=True, slots=True)
class Line:
    """What a model said in one line, and what that took."""

    text: str
    usage: Usage


async def one_line(model: LanguageModel, messages: Messages) -> Line | None:
    """The model's reply; None when it fails, or says nothing or more than a line."""
    said, usage = "", None
    try:
        async with aclosing(stream_reply(model, messages)) as parts:
            async for part in parts:
                match part:
                    case str():
                        said += part
                    case Retracted():
                        said = ""
                    case Finished():
                        usage = part.usage
    except ModelError:
        return None
    lines = [line.strip(" \"“”'*`") for line in said.splitlines() if line.strip()]
    return Line(lines[0], usage) if usage is not None and len(lines) == 1 else None
