"""A model's reply, as it comes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from paperchat.answers import Usage
from paperchat.errors import (
    BadReplyError,
    EmptyReplyError,
    FilteredReplyError,
    ModelBusyError,
    ModelTimeoutError,
    ModelUnreachableError,
    RepetitionError,
)
from paperchat.events import Retracted, Waiting
from paperchat.models.background import in_background
from paperchat.models.faults import translate, where
from paperchat.models.repetition import RepetitionWatch
from paperchat.models.settings import LanguageModel
from paperchat.models.thinking import ThoughtFilter

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

_FIRST_WAIT = 2.0
_LENGTH = frozenset(["length", "max_tokens", "model_length", "model_context_window_exceeded"])
_FILTERED = frozenset(
    ["content_filter", "refusal", "safety", "recitation", "blocklist", "prohibited_content", "spii"]
)
_REASONS = ("finish_reason", "stop_reason", "done_reason")
# Their packages say why a reply ended; when nothing is said, it did not end.
_TELL_THEIR_END = frozenset(
    ["langchain_openai", "langchain_anthropic", "langchain_google_genai", "langchain_ollama"]
)


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

    Thinking (`<think>…</think>`, blocks of reasoning) is left out. A server that is busy before
    a word is asked again within `model.limits.retry`, each time told by `Waiting`; a connection
    that fails before a word is tried once more at once; nothing else is tried again. Closing the
    generator, or cancelling its task, ends the request on the wire.

    Args:
        model: The model to ask.
        messages: Role (`system`, `human`, `ai`) and text of each message.

    Raises:
        ModelError: One of its kinds, with one line for the user. What was yielded before it was
            really said. No text at all is an error, too.
    """
    waited, wait = 0.0, _FIRST_WAIT
    heard = said = False
    while True:
        try:
            async with aclosing(_attempt(model, messages)) as parts:
                async for part in parts:
                    heard = True
                    said = isinstance(part, str)
                    yield part
            return
        except ModelUnreachableError:
            if heard:
                raise
            heard = True  # a kept connection may have been closed by now: one more, and no third
            continue
        except ModelBusyError as busy:
            if said:
                raise  # asked again, it would begin anew behind what was said
            seconds = wait if busy.retry_after is None else busy.retry_after
            if waited + seconds > model.limits.retry:
                raise
        yield Waiting(seconds)
        await asyncio.sleep(seconds)
        waited, wait = waited + seconds, 2 * wait


@dataclass
class _Reply:
    """What is known of a reply so far."""

    said: bool = False
    called_tool: bool = False
    reason: str = ""
    tokens: dict[str, int] = field(default_factory=dict)

    def take(self, chunk: AIMessage) -> None:
        for name, count in (chunk.usage_metadata or {}).items():
            if isinstance(count, int):
                self.tokens[name] = self.tokens.get(name, 0) + count
        self.called_tool |= bool(chunk.tool_calls or getattr(chunk, "tool_call_chunks", None))
        self.reason = _reason(chunk.response_metadata) or self.reason

    def usage(self, started: float) -> Usage:
        seconds = time.monotonic() - started
        return Usage(self.tokens.get("input_tokens"), self.tokens.get("output_tokens"), seconds)


async def _attempt(
    model: LanguageModel, messages: Sequence[tuple[str, str]]
) -> AsyncGenerator[Part, None]:
    """One request and its reply."""
    started = time.monotonic()
    thoughts, watch, reply = ThoughtFilter(), RepetitionWatch(), _Reply()
    async with aclosing(_chunks(model, messages, started)) as chunks:
        async for chunk in chunks:
            reply.take(chunk)
            text = str(chunk.text)
            for part in thoughts.feed(text):
                reply.said = isinstance(part, str)
                yield part
            if watch.feed(text):
                raise RepetitionError(
                    f"{where(model)} says the same words over and over. Ask in other words, or "
                    "take another `llm`."
                )
    for part in thoughts.finish():
        reply.said = True
        yield part
    _check(reply, model)
    yield Finished(reply.usage(started), reply.reason in _LENGTH)


async def _chunks(
    model: LanguageModel, messages: Sequence[tuple[str, str]], started: float
) -> AsyncGenerator[AIMessage, None]:
    """The chunks of a reply within the limits; every fault is a ModelError."""
    limits = model.limits
    limit = limits.first_token
    late = f"did not begin to answer within {limits.first_token:g} seconds"
    stream = in_background(model.chat.astream(list(messages)))
    async with aclosing(stream):
        while True:
            left = started + limits.total - time.monotonic()
            if left < limit:
                limit, late = left, f"did not come to an end within {limits.total:g} seconds"
            timer = asyncio.timeout(limit)
            try:
                async with timer:
                    chunk = await anext(stream)
            except StopAsyncIteration:
                return
            # Each client raises what it likes, and they share no base below Exception.
            except Exception as error:
                if timer.expired():
                    raise ModelTimeoutError(
                        f"{where(model)} {late}. Ask again, raise `llm_timeout`, or take a faster "
                        "`llm`."
                    ) from None
                told = translate(error, model)
                raise told from told.__cause__
            yield chunk
            limit = limits.between_tokens
            late = f"fell silent for {limits.between_tokens:g} seconds within its answer"


def _check(reply: _Reply, model: LanguageModel) -> None:
    """Refuse a reply that came to no proper end.

    Raises:
        ModelError: Filtered, empty, or cut without a word.
    """
    if reply.reason in _FILTERED:
        raise FilteredReplyError(
            f"{where(model)} withheld its answer ({reply.reason}). Ask in other words."
        )
    if not reply.said and reply.called_tool:
        raise BadReplyError(f"{where(model)} wants to call a tool instead of answering. Ask again.")
    if not reply.said and reply.reason in _LENGTH:
        raise EmptyReplyError(
            f"{where(model)} used up its {model.max_tokens:,} tokens before it said a word. Raise "
            "`llm_max_tokens`."
        )
    if not reply.reason and type(model.chat).__module__.partition(".")[0] in _TELL_THEIR_END:
        raise ModelUnreachableError(
            f"{where(model)} broke off without an end. Ask again, or look at its server."
        )
    if not reply.said:
        raise EmptyReplyError(f"{where(model)} answered without a word. Ask again.")


def _reason(metadata: dict[str, Any]) -> str:
    """Why a reply ended, in small letters; empty while it goes on."""
    found = next((metadata[name] for name in _REASONS if metadata.get(name)), "")
    return str(getattr(found, "name", found)).lower()
