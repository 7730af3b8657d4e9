"""Ask a collection of paper abstracts; every sentence of an answer is cited and checked.

    import paperchat
    print(paperchat.answer("What speedup does QuantSpec deliver?"))

Names resolve when they are first used: importing the package loads nothing slow.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paperchat.answers import Answer
    from paperchat.assistant import Assistant, answer
    from paperchat.config import Settings, load_settings
    from paperchat.errors import PaperchatError
    from paperchat.reading import read_papers
    from paperchat.reporting import AddReport
    from paperchat.types import Filters, Overview, Paper, SearchResult

__all__ = [
    "AddReport",
    "Answer",
    "Assistant",
    "Filters",
    "Overview",
    "Paper",
    "PaperchatError",
    "SearchResult",
    "Settings",
    "answer",
    "load_settings",
    "read_papers",
]

_HOMES = {
    "AddReport": "reporting",
    "Answer": "answers",
    "Assistant": "assistant",
    "answer": "assistant",
    "Settings": "config",
    "load_settings": "config",
    "PaperchatError": "errors",
    "read_papers": "reading",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'paperchat' has no attribute {name!r}")
    module = importlib.import_module(f"paperchat.{_HOMES.get(name, 'types')}")
    return getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
