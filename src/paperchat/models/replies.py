"""A model's reply, as it comes."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from paperchat.models.settings import LanguageModel
from paperchat.types import Usage, Waiting


@dataclass(frozen=True, slots=True)
class Retracted:
    """What was said so far was thinking aloud: the answer starts afresh.

    Some servers give away the end of the thinking (`</think>`), but not its begin.
    """


@dataclass(frozen=True, slots=True)
class Finished:
    """The last part of a reply that came to its end.

    Attributes:
        usage: What it took.
        truncated: It stopped at the limit of tokens, perhaps within a sentence.
    """

    usage: Usage
    truncated: bool


Part = str | Waiting | Retracted | Finished
"""A piece of the text, never empty; or something to know about the reply."""


async def stream_reply(
    model: LanguageModel, messages: Sequence[tuple[str, str]]
) -> AsyncGenerator[Part, None]:
    """Ask the model, and yield its reply as it comes; the last part is `Finished`.

    Thinking (`<think>…</think>`, blocks of reasoning) is left out. A busy server is asked again
    within `model.limits.retry`, each time told by `Waiting`; nothing else is tried again. Closing
    the generator, or cancelling its task, ends the request on the wire.

    Args:
        model: The model to ask.
        messages: Role (`system`, `human`, `ai`) and text of each message.

    Raises:
        ModelError: One of its kinds, with one line for the user. What was yielded before it was
            really said. No text at all is an error, too.
    """
    raise NotImplementedError(model, messages)
    yield ""
