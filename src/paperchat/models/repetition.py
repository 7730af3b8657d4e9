"""A model that says the same words over and over, for as long as it may."""

from __future__ import annotations

_LOOKED_AT = 2400
_STEP = 64
_TIMES = 6
_CHARACTERS = 240


class RepetitionWatch:
    """Looks at a reply as it grows, thinking included."""

    def __init__(self) -> None:
        self._tail = ""
        self._unseen = 0

    def feed(self, piece: str) -> bool:
        """Whether the reply, with this piece, ends in a repetition."""
        self._tail = (self._tail + piece)[-_LOOKED_AT:]
        self._unseen += len(piece)
        if self._unseen < _STEP:
            return False
        self._unseen = 0
        return repeats(self._tail)


def repeats(text: str) -> bool:
    """Whether a text ends in one run of characters, six times or more and 240 characters in all.

    The period of every ending comes from the prefix function of Knuth, Morris and Pratt over the
    reversed text; it takes linear time.
    """
    backwards = text[::-1]
    border = [0] * len(backwards)
    for at in range(1, len(backwards)):
        length = border[at - 1]
        while length and backwards[at] != backwards[length]:
            length = border[length - 1]
        border[at] = length + (backwards[at] == backwards[length])
        run = at + 1
        if run >= _CHARACTERS and run >= _TIMES * (run - border[at]):
            return True
    return False
