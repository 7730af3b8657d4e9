"""From `provider:model` to a LangChain chat model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperchat.models.settings import LanguageModel, Limits

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

MAX_TOKENS = 1024


def check_model(name: str) -> None:
    """Whether a model could be loaded: its package and its key are there. Reaches no network.

    Args:
        name: `provider:model`.

    Raises:
        ConfigError: Not of that form, an unknown provider, a missing package or a missing key; the
            message is one line with the command or the variable that helps.
    """
    raise NotImplementedError(name)


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
        ConfigError: As `check_model`.
    """
    raise NotImplementedError(model, base_url, max_tokens, context, limits)
