"""Where things are that tests look at."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]


def keyword_folder(index: Path) -> Path:
    """The part of an index that is derived: it may be deleted at any time."""
    (folder,) = index.glob("keyword-*")
    return folder
