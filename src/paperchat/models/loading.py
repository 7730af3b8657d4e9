"""From `provider:model` to a LangChain chat model."""

from __future__ import annotations

import importlib.util
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paperchat.errors import ConfigError
from paperchat.models.secrecy import without_secrets
from paperchat.models.settings import MAX_TOKENS, LanguageModel, Limits
from paperchat.models.tokens import SMALLEST_CONTEXT, context_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


@dataclass(frozen=True, slots=True)
class _Provider:
    """A provider that is well known: its package, and the variables that may hold its key."""

    module: str
    keys: tuple[str, ...] = ()


_PROVIDERS = {
    "openai": _Provider("langchain_openai", ("OPENAI_API_KEY",)),
    "anthropic": _Provider("langchain_anthropic", ("ANTHROPIC_API_KEY",)),
    "google_genai": _Provider("langchain_google_genai", ("GOOGLE_API_KEY", "GEMINI_API_KEY")),
    "ollama": _Provider("langchain_ollama"),
}


def load_model(
    model: str | BaseChatModel,
    *,
    base_url: str | None = None,
    max_tokens: int = MAX_TOKENS,
    context: int | None = None,
    limits: Limits | None = None,
) -> LanguageModel:
    """A chat model that is ready to be asked; loading it reaches no network.

    Args:
        model: `provider:model`, or any LangChain chat model, which is taken as it is.
        base_url: Where its server listens, when not at the provider.
        max_tokens: Tokens that a reply may have.
        context: Tokens that the model reads and writes together; None asks LangChain's profile of
            the model, and takes a cautious number where there is none.
        limits: How long a reply may take.

    Raises:
        ConfigError: Not of that form, an unknown provider, a missing package or a missing key; the
            message is one line with the command or the variable that helps.
    """
    limits = limits or Limits()
    if isinstance(model, str):
        name, chat = model, _chat(model, base_url, max_tokens, context, limits)
    else:
        name, chat = _name(model), model
    return LanguageModel(name, chat, context or context_of(chat), max_tokens, limits, base_url)


def _chat(
    name: str, base_url: str | None, max_tokens: int, context: int | None, limits: Limits
) -> BaseChatModel:
    provider, _, model = name.partition(":")
    if not (provider and model):
        raise ConfigError(
            f"The model cannot be {name!r}: write `extractive` or provider:model, for instance "
            "openai:gpt-5.4-mini or ollama:qwen3."
        )
    _require_package(name, provider)
    options = _options(provider, base_url, max_tokens, context, limits)
    options |= _key(name, provider, base_url)
    from langchain.chat_models import init_chat_model

    try:
        chat = init_chat_model(model, model_provider=provider, **options)
    except (ImportError, ValueError, TypeError) as error:
        told = without_secrets(str(error).strip().partition("\n")[0])
        raise ConfigError(f"Cannot load the model {name!r}: {told}") from None
    return _without_temperature(chat) if _fixed_temperature(chat) else chat


def _require_package(name: str, provider: str) -> None:
    known = _PROVIDERS.get(provider)
    if known is not None and importlib.util.find_spec(known.module) is None:
        raise ConfigError(
            f"The model {name!r} needs a package that is not installed: "
            f"pip install {known.module.replace('_', '-')}"
        )


def _key(name: str, provider: str, base_url: str | None) -> dict[str, str]:
    """A stand-in for the key of a server that needs none; a missing key is refused."""
    known = _PROVIDERS.get(provider)
    if known is None or not known.keys or any(os.environ.get(key) for key in known.keys):
        return {}
    if base_url is None:
        raise ConfigError(
            f"The model {name!r} needs a key: set {' or '.join(known.keys)} in the environment."
        )
    return {"api_key": "none-needed"}


def _options(
    provider: str, base_url: str | None, max_tokens: int, context: int | None, limits: Limits
) -> dict[str, Any]:
    """What the client of a provider is told; trying again is ours, so it tries once."""
    options: dict[str, Any] = {"temperature": 0}
    if base_url is not None:
        options["base_url"] = base_url
    match provider:
        case "openai":
            # Without an end of their own: the limits are watched in one place for all.
            options |= {"max_retries": 0, "stream_usage": True, "stream_chunk_timeout": None}
            options["timeout"] = (limits.connect, limits.total, limits.total, limits.connect)
            # The client's own name for the limit is one that few other servers know.
            named = "max_tokens" if base_url is None else "extra_body"
            options[named] = max_tokens if base_url is None else {"max_tokens": max_tokens}
        case "anthropic":
            options |= {"max_retries": 0, "max_tokens": max_tokens}
        case "google_genai":
            # One attempt; 0 would mean the client's own default.
            options |= {"max_retries": 1, "max_tokens": max_tokens}
        case "ollama":
            # Ollama's own context is small, and it drops what does not fit without a word.
            options |= {"num_predict": max_tokens, "num_ctx": context or 2 * SMALLEST_CONTEXT}
            options["client_kwargs"] = {"timeout": (limits.connect, None, None, None)}
        case _:
            options |= {"max_tokens": max_tokens}
    return options


def _fixed_temperature(chat: BaseChatModel) -> bool:
    return (chat.profile or {}).get("temperature") is False


def _without_temperature(chat: BaseChatModel) -> BaseChatModel:
    """For models that refuse a request that names a temperature."""
    return chat.model_copy(update={"temperature": None})


def _name(chat: BaseChatModel) -> str:
    """`kind:model` of a model that was passed in."""
    named = getattr(chat, "model_name", None) or getattr(chat, "model", None)
    kind = type(chat).__name__.removeprefix("Chat").lower()
    return f"{kind}:{named}" if named else kind
