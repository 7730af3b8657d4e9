"""`paperchat doctor`: what is installed, what is configured, what would fail."""

from __future__ import annotations

import importlib.metadata
import platform
import sqlite3
import sys
from dataclasses import dataclass
from pathlib import Path

from paperchat.calibration import in_force
from paperchat.config import Settings, model_choices
from paperchat.embedding import DEFAULT_EMBEDDER, load_embedder
from paperchat.errors import PaperchatError
from paperchat.index import Index
from paperchat.models import without_secrets
from paperchat.weights import OFFLINE_PACKAGE, offline_folder

_OLDEST_SQLITE = (3, 35)
_LIBRARIES = ("chromadb", "tantivy", "gradio", "langchain", "sentence-transformers", "torch")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is all right, and what to do when it is not."""

    name: str
    good: bool
    text: str


def diagnose(settings: Settings) -> list[Finding]:
    """Look at everything an answer needs, from the ground up; loads the embedding model."""
    looked = [_python(), _sqlite(), _libraries(), _embedder(settings)]
    return [*looked, _index(settings), _calibration(settings), _answers(settings)]


def _python() -> Finding:
    good = sys.version_info >= (3, 11)
    return Finding(
        "Python", good, platform.python_version() + ("" if good else ": take 3.11 or newer")
    )


def _sqlite() -> Finding:
    good = sqlite3.sqlite_version_info[:2] >= _OLDEST_SQLITE
    advice = "" if good else ": Chroma needs 3.35; install a newer Python, or pysqlite3-binary"
    return Finding("SQLite", good, sqlite3.sqlite_version + advice)


def _libraries() -> Finding:
    found, missing = [], []
    for name in _LIBRARIES:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
    text = ", ".join(found)
    return Finding(
        "Libraries", not missing, text + (f"; missing: {', '.join(missing)}" if missing else "")
    )


def _embedder(settings: Settings) -> Finding:
    try:
        embedder = load_embedder(settings.embedder)
        dimension = embedder.embed(["a test"]).shape[1]
    except PaperchatError as error:
        return Finding("Embedder", False, str(error))
    offline = settings.embedder == DEFAULT_EMBEDDER and offline_folder() is not None
    source = f"from the package {OFFLINE_PACKAGE}, weights as published" if offline else "loaded"
    return Finding("Embedder", True, f"{settings.embedder}, {dimension} dimensions, {source}")


def _index(settings: Settings) -> Finding:
    folder = settings.index.expanduser()
    try:
        index = Index(folder, load_embedder(settings.embedder), settings.store.server())
        try:
            stored = index.stored()
            found = index.count() if stored else 0
            index.embed_query("a test")  # refuses an embedder that did not build the index
        finally:
            index.close()
    except PaperchatError as error:
        return Finding("Index", False, str(error))
    if stored == 0:
        return Finding(
            "Index", False, f"{index.place} is empty: add papers with `paperchat add FILE`"
        )
    if stored != found:
        return Finding(
            "Index",
            False,
            f"{index.place} holds {stored} papers, its keyword index {found}: add again",
        )
    return Finding("Index", True, f"{index.place}, {stored:,} papers, {_size(folder)}")


def _calibration(settings: Settings) -> Finding:
    try:
        found = in_force(settings.index.expanduser(), settings.embedder)
        bar = found.threshold(settings.max_refusal_error)
    except PaperchatError as error:
        return Finding("Refusals", False, str(error))
    whose = "of this index" if found.own else "that came along"
    told = (
        f"calibrated with {found.questions} questions {whose}: at most "
        f"{settings.max_refusal_error:.0%} of answerable ones refused, below {bar:.2f}"
    )
    if found.embedder == settings.embedder:
        return Finding("Refusals", True, told)
    return Finding(
        "Refusals", False, f"{told}, but for {found.embedder}: run `paperchat calibrate QUESTIONS`"
    )


def _answers(settings: Settings) -> Finding:
    """The configured models: whether their packages and keys are there; none of them is asked."""
    choices = model_choices(settings)
    told = []
    for name in choices.names:
        try:
            model = choices.get(name)
        except PaperchatError as error:
            return Finding("Answers", False, str(error))
        if model is None:
            told.append(f"{name}, no model needed")
        else:
            server = f" at {model.base_url}" if model.base_url else ""
            told.append(f"{name}{server}, {model.context:,} tokens")
    return Finding("Answers", True, without_secrets("; ".join(told)))


def _size(folder: Path) -> str:
    total = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return f"{total / 1e6:.1f} MB"
