"""One event loop for all models: their clients keep connections that no other loop can use."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
_UNWINDING = 1.0
_STARTING = threading.Lock()


@dataclass(frozen=True, slots=True)
class _End:
    """Nothing more comes; the error, where it ended in one."""

    error: Exception | None = None


async def in_background(stream: AsyncIterator[T]) -> AsyncGenerator[T, None]:
    """The items of a stream that runs in the models' loop, wherever this is called from.

    A question of the Python API runs in an event loop of its own, while a client, kept for the
    next question, keeps its connections open. Closing this generator cancels the stream.
    """
    here = asyncio.get_running_loop()
    items: asyncio.Queue[T | _End] = asyncio.Queue()

    def tell(item: T | _End) -> None:
        with contextlib.suppress(RuntimeError):  # the listener's loop has ended
            here.call_soon_threadsafe(items.put_nowait, item)

    async def run() -> None:
        end = _End()
        try:
            async for item in stream:
                tell(item)
        # Whatever a client raises is raised to the listener.
        except Exception as error:
            end = _End(error)
        finally:
            tell(end)

    running = asyncio.run_coroutine_threadsafe(run(), _loop())
    ended = False
    try:
        while not isinstance(item := await items.get(), _End):
            yield item
        ended = True
        if item.error is not None:
            raise item.error
    finally:
        if not ended:
            running.cancel()
            await _drained(items)


async def _drained(items: asyncio.Queue[T | _End]) -> None:
    """Once a cancelled stream has let go of its connection, or a second later."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_UNWINDING):
            while not isinstance(await items.get(), _End):
                pass


def _loop() -> asyncio.AbstractEventLoop:
    """The one loop, also when several threads are the first to ask for it."""
    with _STARTING:
        return _started()


@functools.cache
def _started() -> asyncio.AbstractEventLoop:
    """The models' loop, in a thread that ends with the program."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="models", daemon=True).start()
    return loop
