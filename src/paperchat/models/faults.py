"""What providers' clients raise, in our words: what happened, where, what to do."""

from __future__ import annotations

import math
import re
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from paperchat.errors import (
    BadReplyError,
    ContextOverflowError,
    EmptyReplyError,
    FilteredReplyError,
    ModelBusyError,
    ModelDeniedError,
    ModelError,
    ModelNotFoundError,
    ModelTimeoutError,
    ModelUnreachableError,
)
from paperchat.models.secrecy import without_secrets
from paperchat.models.settings import LanguageModel

BUSY = (429, 503, 529)
_LONGEST = 200
_OVERFLOW = re.compile(
    r"context[ _-]?(?:length|window|size)|(?:prompt|input) is too long|too many tokens"
    r"|exceeds? the (?:maximum|configured) (?:number|limit)",
    re.IGNORECASE,
)
_FILTERED = re.compile(r"content[ _-]?(?:filter|management|policy)", re.IGNORECASE)
_NO_QUOTA = re.compile(r"insufficient_quota|credit balance", re.IGNORECASE)
# LangChain's words for a stream without a chunk; llama.cpp's Python server sends one when the
# prompt does not fit.
_NOTHING = "No generation chunks"
# Names of the clients' bases, which differ from httpx to httpx2, httpcore and aiohttp.
_TIMEOUTS = frozenset(["TimeoutError", "TimeoutException", "APITimeoutError"])
_CONNECTIONS = frozenset(["OSError", "TransportError", "ProtocolError", "APIConnectionError"])
_CONNECTIONS |= {"ClientConnectionError", "ClientPayloadError"}


def translate(error: Exception, model: LanguageModel) -> ModelError:
    """The error that a user is told in place of a client's.

    The client's own error is its cause, unless it shows a key.
    """
    chain = list(_chain(error))
    told = _translated(chain, model)
    shown = "".join(traceback.format_exception(error))
    told.__cause__ = error if without_secrets(shown, model.chat) == shown else None
    told.__suppress_context__ = True
    return told


def where(model: LanguageModel) -> str:
    """The model, and its server where it is not the provider's."""
    named = f"{model.name} at {model.base_url}" if model.base_url else model.name
    return without_secrets(named, model.chat)


def _translated(chain: list[BaseException], model: LanguageModel) -> ModelError:
    status = next((found for found in map(_status, chain) if found), None)
    said = _said(chain, model)
    names = {base.__name__ for error in chain for base in type(error).__mro__}
    # aiohttp gives a broken connection a status, too.
    if status is not None and not names & _CONNECTIONS:
        return _refused(status, said, chain, model)
    if _OVERFLOW.search(said):
        return _overflow(model)
    if names & _TIMEOUTS:
        return ModelTimeoutError(f"{where(model)} cannot be reached in time. {_look(model)}")
    if names & _CONNECTIONS:
        return ModelUnreachableError(
            f"The connection to {where(model)} failed or broke off ({said}). {_look(model)}"
        )
    if _NOTHING in said:
        return EmptyReplyError(
            f"{where(model)} sent nothing at all. Look whether `llm_base_url` is the address of "
            "its API, and whether the papers fit it (`llm_context`)."
        )
    if "ValueError" in names:
        return BadReplyError(
            f"{where(model)} sent something that is no reply ({said}). "
            "Look whether `llm_base_url` is the address of its API."
        )
    return ModelError(f"{where(model)} broke off: {said}. Ask again, or take another `llm`.")


def _refused(
    status: int, said: str, chain: list[BaseException], model: LanguageModel
) -> ModelError:
    """The server answered with an error."""
    told = f"({status}: {said})"
    if status in (401, 403):
        key = f"the key of {model.provider} in the environment"
        return ModelDeniedError(f"{where(model)} refuses the request {told}. Look at {key}.")
    if status == 404:
        return ModelNotFoundError(
            f"{where(model)} is not there {told}. "
            f"Look at `llm`{' and `llm_base_url`' if model.base_url else ''}{_pull(model)}."
        )
    if status in BUSY:
        after = math.inf if _NO_QUOTA.search(said) else _retry_after(chain)
        return ModelBusyError(
            f"{where(model)} takes no more requests for now {told}. Ask again later.", after
        )
    if status < 500 and _OVERFLOW.search(said):
        return _overflow(model)
    if status < 500 and _FILTERED.search(said):
        return FilteredReplyError(f"{where(model)} refuses to answer this {told}.")
    if status < 500:
        return ModelError(f"{where(model)} does not take the request {told}. Look at `llm`.")
    return ModelError(f"The server of {where(model)} failed {told}. Ask again later.")


def _overflow(model: LanguageModel) -> ContextOverflowError:
    return ContextOverflowError(
        f"The question and its papers do not fit {where(model)}. Set `llm_context` to the tokens "
        f"that it takes (now {model.context:,}), or lower `top_k`."
    )


def _look(model: LanguageModel) -> str:
    if model.base_url or model.provider == "ollama":
        return "Look whether its server runs, and at `llm_base_url`."
    return "Look at the network."


def _pull(model: LanguageModel) -> str:
    if model.provider != "ollama":
        return ""
    return f", or run `ollama pull {model.name.partition(':')[2]}`"


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that led to it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _status(error: BaseException) -> int | None:
    """The HTTP status that a client's error carries, under any of its names."""
    found = getattr(error, "status_code", None) or getattr(error, "code", None)
    return found if isinstance(found, int) and 400 <= found < 600 else None


def _said(chain: list[BaseException], model: LanguageModel) -> str:
    """What the server said, or else the client; one line, cut, without keys."""
    texts = [_server_text(getattr(error, "body", None)) for error in chain]
    texts += [getattr(error, "message", None) or "" for error in chain]
    texts += map(str, chain)
    told = next(filter(None, texts), type(chain[0]).__name__)
    text = " ".join(without_secrets(told, model.chat).split())
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _server_text(body: Any) -> str:
    inner = body.get("error", body) if isinstance(body, dict) else None
    found = inner.get("message") if isinstance(inner, dict) else None
    return found if isinstance(found, str) else ""


def _retry_after(chain: list[BaseException]) -> float | None:
    """Seconds from the header Retry-After: a number, or a date (RFC 9110, 10.2.3)."""
    for error in chain:
        headers = getattr(getattr(error, "response", None), "headers", None) or {}
        if value := headers.get("retry-after"):
            return _seconds(value)
    return None


def _seconds(value: str) -> float | None:
    if re.fullmatch(r"\d+(?:\.\d+)?", value.strip()):
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
