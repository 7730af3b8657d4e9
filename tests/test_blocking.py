from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncGenerator

import pytest

from paperchat.blocking import EventLoop
from paperchat.errors import PaperchatError
from paperchat.events import Event, Text

SCRIPT = """
from paperchat.blocking import EventLoop

async def made():
    yield "event"

loop = EventLoop()
print(*loop.events(made()))
"""

HALF_READ = SCRIPT.replace(
    "print(*loop.events(made()))",
    """
stream = loop.events(made())
print(next(stream))
""",
)


@pytest.mark.parametrize("script", [SCRIPT, HALF_READ], ids=["read", "half read"])
def test_a_script_that_closes_nothing_ends(script):
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=20, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "event\n", "")


def test_a_stream_that_is_read_on_after_closing_says_so():
    async def made() -> AsyncGenerator[Event, None]:
        yield Text("one")
        yield Text("two")

    loop = EventLoop()
    stream = loop.events(made())
    assert next(stream) == Text("one")
    loop.close()
    with pytest.raises(PaperchatError, match=r"^This assistant is closed\.$"):
        next(stream)
