"""The models that a user may pick from, each loaded when it is first asked."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from paperchat.errors import ConfigError
from paperchat.models.loading import load_model
from paperchat.models.settings import MAX_TOKENS, LanguageModel, Limits

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

EXTRACTIVE = "extractive"


class ModelChoices:
    """What may write an answer: `extractive`, the default, and the other choices."""

    def __init__(
        self,
        default: str | BaseChatModel = EXTRACTIVE,
        others: Sequence[str] = (),
        *,
        base_url: str | None = None,
        max_tokens: int = MAX_TOKENS,
        context: int | None = None,
        limits: Limits | None = None,
    ) -> None:
        """Offer these; the arguments are those of `load_model`.

        `base_url` and `context` hold for the default's provider alone: another one lives elsewhere.
        """
        self._others = others
        self._base_url, self._context = base_url, context
        self._max_tokens, self._limits = max_tokens, limits
        self._loaded: dict[str, LanguageModel] = {}
        self._lock = threading.Lock()
        if isinstance(default, str):
            self.default = default
        else:
            model = self._load(default)
            self.default = model.name
            self._loaded[model.name] = model

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that `get` takes, the default first."""
        return tuple(dict.fromkeys((self.default, *self._others, EXTRACTIVE)))

    def get(self, name: str | None = None) -> LanguageModel | None:
        """The model of that name, or the default; None stands for `extractive`.

        Raises:
            ConfigError: The name is no choice, or the model cannot be loaded.
        """
        name = self.default if name is None else name
        if name not in self.names:
            raise ConfigError(
                f"`llm` cannot be {name!r}: the choices are {', '.join(self.names)} "
                "(`llm_choices` in the config adds more)."
            )
        if name == EXTRACTIVE:
            return None
        with self._lock:
            if name not in self._loaded:
                self._loaded[name] = self._load(name)
            return self._loaded[name]

    def _load(self, model: str | BaseChatModel) -> LanguageModel:
        own = not isinstance(model, str) or (
            model.partition(":")[0] == self.default.partition(":")[0]
        )
        return load_model(
            model,
            base_url=self._base_url if own else None,
            max_tokens=self._max_tokens,
            context=self._context if own else None,
            limits=self._limits,
        )
