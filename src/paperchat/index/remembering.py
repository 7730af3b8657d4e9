"""Vectors of texts that were met a moment ago."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

import numpy as np

from paperchat.embedding import Vectors

_MOST = 4096
"""Texts kept: the sentences of some 500 abstracts, 6 MB at 384 dimensions."""


class RememberedVectors:
    """Embeds texts, those met before for nothing; safe to use from several threads.

    A conversation comes back to the same papers, and embedding their sentences is most of the time
    that an answer takes.
    """

    def __init__(self, embed: Callable[[Sequence[str]], Vectors], most: int = _MOST) -> None:
        """Embed by a function; the vectors of `most` texts are kept, the latest used."""
        self._embed = embed
        self._most = most
        self._known: OrderedDict[str, Vectors] = OrderedDict()
        self._using = threading.Lock()

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of at least one text, shape (texts, dimension)."""
        with self._using:
            found = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        if new:
            found |= dict(zip(new, self._embed(new), strict=True))
        with self._using:
            self._known |= found
            for text in found:
                self._known.move_to_end(text)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return np.stack([found[text] for text in texts])
