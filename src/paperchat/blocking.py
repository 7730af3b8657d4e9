"""Events that are made in an event loop, for callers that have none."""

from __future__ import annotations

import concurrent.futures
from collections.abc import AsyncGenerator, Iterator

import anyio.from_thread

from paperchat.types import Event


def blocking(events: AsyncGenerator[Event, None]) -> Iterator[Event]:
    """The events one by one; a caller that stops early closes their maker, too."""
    # In a thread of its own: the caller may itself run in an event loop (a notebook does).
    with anyio.from_thread.start_blocking_portal() as portal:
        waiting = None
        try:
            while True:
                waiting = portal.start_task_soon(anext, events)
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
            portal.call(events.aclose)
