"""An answer's events in batches, a batch every tick, so that the page is not drawn for each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass, field

from paperchat.events import Event

TICK = 0.1
"""Seconds between two updates of the page: ten a second read as fluent and stay cheap."""


@dataclass(slots=True)
class _Inbox:
    """Events that have come and were not taken yet."""

    events: list[Event] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    async def fill(self, events: AsyncGenerator[Event, None]) -> None:
        """Take over everything from the generator, and close it in the task that ran it."""
        try:
            async for event in events:
                self.events.append(event)
                self.arrived.set()
        finally:
            self.arrived.set()
            await events.aclose()

    def take(self) -> list[Event]:
        """What has come since the last time."""
        taken, self.events = self.events, []
        self.arrived.clear()
        return taken


async def batches(events: AsyncGenerator[Event, None]) -> AsyncGenerator[list[Event], None]:
    """The events of each tick; an empty list when none came. Raises what the generator raises.

    One task runs the generator from start to end, since libraries below it may hold time limits
    that must be left in the task that entered them. Closing cancels that task and waits for it.
    """
    inbox = _Inbox()
    task = asyncio.ensure_future(inbox.fill(events))
    try:
        while not task.done() or inbox.events:
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await inbox.arrived.wait()
            yield inbox.take()
            if not task.done():
                await asyncio.sleep(TICK)
        await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
