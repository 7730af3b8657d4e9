"""What was met a moment ago: vectors of texts, and papers."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

import numpy as np

from paperchat.embedding import Vectors

_MOST = 4096
"""Texts kept: the sentences of some 500 abstracts, 6 MB at 384 dimensions."""

_Value = TypeVar("_Value")


class Remembered(Generic[_Value]):
    """What a function finds for keys, for those asked lately at once; for several threads."""

    def __init__(self, find: Callable[[Sequence[str]], Mapping[str, _Value]], most: int) -> None:
        """Ask a function; what it found for `most` keys is kept, the latest used."""
        self._find = find
        self._most = most
        self._known: OrderedDict[str, _Value] = OrderedDict()
        self._using = threading.Lock()

    def __call__(self, keys: Sequence[str]) -> dict[str, _Value]:
        """What was found, in no order; keys for which nothing was are left out."""
        with self._using:
            found = {key: self._known[key] for key in keys if key in self._known}
        if new := [key for key in dict.fromkeys(keys) if key not in found]:
            found |= self._find(new)
        with self._using:
            self._known |= found
            for key in found:
                self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return found


class RememberedVectors:
    """Embeds texts, those met before for nothing; safe to use from several threads.

    A conversation comes back to the same papers, and embedding their sentences is most of the time
    that an answer takes.
    """

    def __init__(self, embed: Callable[[Sequence[str]], Vectors], most: int = _MOST) -> None:
        """Embed by a function; the vectors of `most` texts are kept, the latest used."""
        self._vectors = Remembered(lambda new: dict(zip(new, embed(new), strict=True)), most)

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of at least one text, shape (texts, dimension)."""
        found = self._vectors(texts)
        return np.stack([found[text] for text in texts])
