"""Serving the page: one line on the terminal, errors in one line, and nothing through a proxy."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes import FakeChatAssistant
from paperchat.errors import ConfigError

_SERVE = """
from fakes import FakeChatAssistant
from paperchat_ui.app import serve
serve(FakeChatAssistant(), port=0)
"""
_NOWHERE = "http://127.0.0.1:9"


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


def test_a_taken_port_is_told_in_one_line(taken):
    from fakes import FakeChatAssistant
    from paperchat_ui.app import serve

    with pytest.raises(ConfigError) as told:
        serve(FakeChatAssistant(), port=taken)
    assert f"127.0.0.1:{taken}" in str(told.value)
    assert "--port" in str(told.value)
    assert "\n" not in str(told.value)


def test_serving_prints_one_line_and_asks_no_proxy():
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), _NOWHERE)
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**os.environ, **proxies, "NO_PROXY": "example.org", "PYTHONPATH": path}
    with subprocess.Popen(
        [sys.executable, "-c", _SERVE],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    ) as process:
        try:
            first = process.stdout.readline()
            address = first.removeprefix("paperchat is at ").strip()
            assert re.fullmatch(r"http://127\.0\.0\.1:[1-9]\d+", address)
            direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with direct.open(address, timeout=10) as response:
                page = response.read().decode()
        finally:
            process.send_signal(signal.SIGINT)
            rest = process.communicate(timeout=20)[0]
    assert "paperchat" in page
    assert "fonts.googleapis.com" not in page
    assert rest.strip() == ""


def test_the_look_is_inside_the_package():
    from paperchat_ui.app import page_options

    options = page_options()
    assert all(path.is_file() for path in options["css_paths"])
    assert options["footer_links"] == []


def test_a_server_that_was_started_anew_exports_what_the_browser_kept():
    import gradio as gr

    from paperchat_ui import handlers, storage
    from paperchat_ui.app import build_app
    from paperchat_ui.state import Asked

    assistant = FakeChatAssistant()

    async def exported() -> dict[str, str]:
        asked = Asked("What speedup does Lantern reach?")
        pages = [page async for page in handlers.ask(assistant, handlers.opened(), asked)]
        stored = storage.to_stored(next(page for page in reversed(pages) if page))
        export = next(
            event for event in build_app(assistant).fns.values() if event.name == "export"
        )
        return await export.fn(handlers.opened(), stored, gr.EventData(None, {"kind": "markdown"}))

    assert "2.5x speedup" in asyncio.run(exported())["text"]
