from __future__ import annotations

import subprocess
import sys

SCRIPT = """
from paperchat.blocking import EventLoop

async def made():
    yield "event"

loop = EventLoop()
print(*loop.events(made()))
"""


def test_a_script_that_closes_nothing_ends():
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=20, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "event\n", "")
