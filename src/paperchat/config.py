"""Settings: defaults < YAML file < PAPERCHAT_* environment < flags."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import platformdirs
import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from paperchat.embedding import DEFAULT_EMBEDDER
from paperchat.errors import ConfigError
from paperchat.models import Limits, ModelChoices
from paperchat.types import Server

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

CONFIG_FILE = "paperchat.yaml"

MAX_REFUSAL_ERROR = 0.05
"""Share of the questions that the papers answer which may be refused as off their topic."""


def default_index() -> Path:
    """Where the index is unless told otherwise: the user's data folder."""
    return platformdirs.user_data_path("paperchat", appauthor=False) / "index"


class StoreSettings(BaseModel):
    """Where the papers are: in the folder of the index, or on a Chroma server."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str | None = Field(
        default=None,
        pattern=r"^https?://[^\s/@]+(/[^\s@]*)?$",
        description="Chroma server, http://host:port or https://host; none keeps the folder.",
    )
    database: str | None = Field(default=None, min_length=1, description="Database of that server.")
    writer: bool = Field(default=True, description="Whether this replica adds and removes papers.")

    def server(self) -> Server | None:
        """The server, if there is one."""
        return None if self.url is None else Server(self.url, self.database, self.writer)


def _names(value: object) -> object:
    """A list as one word of the environment can hold it: names between commas."""
    if isinstance(value, str):
        return [name.strip() for name in value.split(",") if name.strip()]
    return value


class Settings(BaseSettings):
    """Everything a user can set; unknown keys are refused."""

    model_config = SettingsConfigDict(
        env_prefix="PAPERCHAT_",
        env_nested_delimiter="__",
        env_ignore_empty=True,
        frozen=True,
        extra="forbid",
    )

    index: Path = Field(default_factory=default_index, description="Folder of the index.")
    store: StoreSettings = Field(
        default_factory=StoreSettings, description="A Chroma server for the papers."
    )
    embedder: str = Field(
        DEFAULT_EMBEDDER,
        min_length=1,
        description="Embedding model: a sentence-transformers name, a folder, or provider:model.",
    )
    reranker: str | None = Field(
        None,
        min_length=1,
        description="Cross-encoder that reads the best papers again: a name or a folder.",
    )
    llm: str = Field(
        "extractive",
        min_length=1,
        description="What writes the answers: extractive, or provider:model.",
    )
    llm_choices: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_names)] = Field(
        (), description="Other models that a question may name."
    )
    llm_base_url: str | None = Field(
        None,
        pattern=r"^https?://\S+$",
        description="Address of the LLM's API, when not at its provider.",
    )
    llm_max_tokens: int = Field(1024, ge=1, description="Tokens that an answer may have.")
    llm_context: int | None = Field(
        None, ge=512, description="Tokens that the LLM reads and writes together; found by default."
    )
    llm_timeout: float = Field(
        120.0, gt=0, description="Seconds in which the LLM must begin to answer."
    )
    prompts: Path | None = Field(
        None, description="YAML file of prompts in the place of the built-in ones."
    )
    top_k: int = Field(10, ge=1, le=100, description="Papers found for a question.")
    max_refusal_error: float = Field(
        MAX_REFUSAL_ERROR,
        gt=0,
        lt=1,
        description="Greatest share of answerable questions refused as off topic.",
    )
    host: str = Field("127.0.0.1", min_length=1, description="Address the page is served at.")
    port: int = Field(7860, ge=0, le=65535, description="Its port; 0 takes a free one.")


def load_settings(path: str | Path | None = None, **flags: Any) -> Settings:
    """The settings in force.

    Args:
        path: The YAML file; else PAPERCHAT_CONFIG, else ./paperchat.yaml where there is one.
        flags: Values that win over everything; None means not given.

    Raises:
        ConfigError: A file that cannot be read, an unknown key or a value out of its bounds.
    """
    file = _config_file(path)
    values = _read(file) if file is not None else {}

    class Configured(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return init_settings, env_settings, InitSettingsSource(settings_cls, dict(values))

    try:
        found = Configured(**{name: value for name, value in flags.items() if value is not None})
    except ValidationError as error:
        raise ConfigError(_explain(error, flags, file)) from error
    return Settings(**found.model_dump())


def model_choices(settings: Settings, llm: BaseChatModel | None = None) -> ModelChoices:
    """The models that the settings offer, with another default where one is given."""
    return ModelChoices(
        settings.llm if llm is None else llm,
        settings.llm_choices,
        base_url=settings.llm_base_url,
        max_tokens=settings.llm_max_tokens,
        context=settings.llm_context,
        limits=Limits(first_token=settings.llm_timeout),
    )


def _config_file(path: str | Path | None) -> Path | None:
    named = path or os.environ.get("PAPERCHAT_CONFIG")
    if named:
        return Path(named).expanduser()
    local = Path(CONFIG_FILE)
    return local if local.is_file() else None


def _read(file: Path) -> Mapping[str, Any]:
    try:
        values = yaml.safe_load(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"Cannot read the config {file}: {error.strerror}.") from error
    except yaml.MarkedYAMLError as error:
        mark, problem = error.problem_mark, error.problem or "it cannot be read"
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise ConfigError(f"The config {file} is not valid YAML: {place}{problem}.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"The config {file} is not valid YAML: {_folded(error)}") from error
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise ConfigError(f"The config {file} must hold `key: value` lines.")
    return {str(key): value for key, value in values.items()}


def _explain(error: ValidationError, flags: Mapping[str, Any], file: Path | None) -> str:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    where = _place(first["loc"], flags, file)
    if first["type"] == "extra_forbidden":
        fields = StoreSettings.model_fields if "." in key else Settings.model_fields
        known = ", ".join(sorted(fields))
        return f"Unknown setting `{key}`{where}; known ones: {known}."
    return f"The setting `{key}` cannot be {first['input']!r}{where}: {first['msg']}."


def _place(key: tuple[int | str, ...], flags: Mapping[str, Any], file: Path | None) -> str:
    """Where the value in force stands."""
    if key and flags.get(str(key[0])) is not None:
        return ""
    variable = f"PAPERCHAT_{'__'.join(map(str, key)).upper()}"
    if variable in map(str.upper, os.environ):
        return f" (environment {variable})"
    return f" (config {file})" if file else ""


def _folded(error: Exception) -> str:
    return " ".join(str(error).split())
