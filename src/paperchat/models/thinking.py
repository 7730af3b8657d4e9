"""Thinking aloud is no part of an answer: `<think>…</think>` is left out, as it streams."""

from __future__ import annotations

import re

from paperchat.events import Retracted

_TAG = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
# What may become a tag with the next piece: `<`, `</th`, …
_HALF = re.compile(r"</?(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?\Z", re.IGNORECASE)
# A tag behind one of these is spoken of, not used.
_QUOTES = tuple("`'\"“‘")


class ThoughtFilter:
    """Takes a reply piece by piece and gives back what is said, without what is thought."""

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._said = ""

    def feed(self, piece: str) -> list[str | Retracted]:
        """What the next piece of the reply adds to the answer."""
        text = self._held + piece
        added: list[str | Retracted] = []
        while tag := _TAG.search(text):
            added += self._say(text[: tag.start()])
            if not self._thinking and self._said.endswith(_QUOTES):
                added += self._say(tag.group())
            else:
                added += self._turn(closing=bool(tag[1]))
            text = text[tag.end() :]
        half = _HALF.search(text)
        self._held = half.group() if half else ""
        return added + self._say(text[: half.start()] if half else text)

    def finish(self) -> list[str | Retracted]:
        """What was held back because it might have become a tag."""
        return self._say(self._held)

    def _turn(self, *, closing: bool) -> list[str | Retracted]:
        """Begin to think, or end it; an end without a begin was thinking from the start."""
        unopened = closing and not self._thinking and self._said
        self._thinking = not closing
        if unopened:
            self._said = ""
            return [Retracted()]
        return []

    def _say(self, text: str) -> list[str | Retracted]:
        if not self._said:
            text = text.lstrip()
        if self._thinking or not text:
            return []
        self._said = text
        return [text]
