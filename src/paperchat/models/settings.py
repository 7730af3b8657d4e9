"""What is known of a loaded model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

MAX_TOKENS = 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a reply may take, in seconds.

    Attributes:
        connect: To reach the server, where the client can tell it from the rest (OpenAI's protocol
            and Ollama's); elsewhere it is part of `first_token`.
        first_token: From the request to the first sign of a reply; a local model reads the papers
            in this time.
        between_tokens: Between two signs of life.
        total: The whole reply.
        retry: Waiting for a busy server, all tries together.
    """

    connect: float = 10.0
    first_token: float = 120.0
    between_tokens: float = 30.0
    total: float = 600.0
    retry: float = 60.0


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A chat model that writes answers.

    Attributes:
        name: `provider:model`, as `Answer.model` shows it.
        chat: The LangChain chat model.
        context: Tokens that it reads and writes together.
        max_tokens: Tokens that a reply may have; to be kept free of the context.
        limits: How long a reply may take.
        base_url: Where its server listens; None at the provider's own address.
    """

    name: str
    chat: BaseChatModel = field(repr=False)
    context: int
    max_tokens: int = MAX_TOKENS
    limits: Limits = Limits()
    base_url: str | None = None

    @property
    def provider(self) -> str:
        """The part of the name before the colon."""
        return self.name.partition(":")[0]
