"""The lines that tell how to read what several papers say."""

from __future__ import annotations

VIEWS = "What each abstract says; whether they agree, and what weighs more, is left to the reader:"
OPEN = "What the abstracts tell of limits, failures or open questions:"
ADDRESSED = "Problems that these abstracts set out to solve; whether they remain, they do not say:"

SILENT = "These abstracts speak of no limits, failures or open questions:"


def reading(topic: str) -> str:
    """How the papers are ordered."""
    return (
        f"The papers here nearest to “{topic}”, in the order of relevance; how good a paper is, "
        "its abstract does not tell:"
    )
