"""Events that are made in an event loop, for callers that have none."""

from __future__ import annotations

import concurrent.futures
import threading
import weakref
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack

from anyio.from_thread import BlockingPortal, start_blocking_portal

from paperchat.errors import PaperchatError
from paperchat.events import Event


class EventLoop:
    """An event loop in a thread of its own: the caller may itself run in one (a notebook does).

    It is started at the first use and kept: threads that come and go leave memory behind.
    """

    def __init__(self) -> None:
        """Start nothing yet."""
        self._running: tuple[BlockingPortal, threading.Event] | None = None
        self._open = ExitStack()
        self._starting = threading.Lock()
        # Left open, the thread would be waited for when the program ends, and no longer runs then.
        weakref.finalize(self, self._open.close)

    def events(self, events: AsyncGenerator[Event, None]) -> Iterator[Event]:
        """The events one by one; a caller that stops early closes their maker, too.

        Raises:
            PaperchatError: The loop was closed between two events.
        """
        portal, ended = self._started()
        waiting = None
        try:
            while True:
                try:
                    waiting = portal.start_task_soon(anext, events)
                except RuntimeError:
                    raise PaperchatError("This assistant is closed.") from None
                try:
                    event = waiting.result()
                except StopAsyncIteration:
                    return
                yield event
        finally:
            # After Ctrl-C the generator still runs; it must come to rest before it is closed.
            if waiting is not None and not waiting.done():
                waiting.cancel()
                concurrent.futures.wait([waiting])
            if not ended.is_set():  # else what ran in the loop ended with it
                portal.call(events.aclose)

    def close(self) -> None:
        """End the thread; a later use starts another."""
        with self._starting:
            self._open.close()
            self._running = None

    def _started(self) -> tuple[BlockingPortal, threading.Event]:
        """The way into the loop, and what is set as soon as that is closed, by whomever."""
        with self._starting:
            if self._running is None:
                portal, ended = self._open.enter_context(start_blocking_portal()), threading.Event()
                self._open.callback(ended.set)
                self._running = portal, ended
            return self._running
