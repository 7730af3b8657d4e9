"""Serving the page: one line on the terminal, errors in one line, and nothing through a proxy."""

from __future__ import annotations

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
