"""A served page over a fake assistant, and a real Chromium to read it with."""

from __future__ import annotations

import importlib.util
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

_FAKES = Path(__file__).parent.parent / "fakes.py"
_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def _fakes():
    """The tests' fakes, also when only this folder is collected."""
    if "fakes" not in sys.modules:
        spec = importlib.util.spec_from_file_location("fakes", _FAKES)
        sys.modules["fakes"] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules["fakes"]


def _chromium() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = (shutil.which(name) for name in names)
    return next(
        (path for path in ("/usr/bin/chromium", *found) if path and Path(path).exists()), None
    )


@pytest.fixture(scope="module")
def browser():
    """One browser a module: while Playwright is open, its event loop bars `asyncio.run`."""
    path = _chromium()
    if path is None:
        pytest.skip("no Chromium on this machine (chromium, chromium-browser or google-chrome)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=_ARGS)
        yield started
        started.close()


@pytest.fixture
def assistant():
    return _fakes().FakeChatAssistant()


@pytest.fixture
def address(assistant) -> Iterator[str]:
    from paperchat_ui.app import launch

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = launch(assistant, port=port)
    yield f"http://127.0.0.1:{port}"
    app.close(verbose=False)


class Reader:
    """A reader before the page; keeps what the browser asked for and complained about."""

    def __init__(self, context, address: str) -> None:
        self.page = context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._listen)
        self.page.goto(address)
        self.page.locator(".pc-status").wait_for()

    def _listen(self, message) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    @property
    def chat(self):
        return self.page.locator("#pc-chat")

    @property
    def panel(self):
        return self.page.locator("#pc-panel")

    @property
    def answers(self):
        return self.chat.locator(".pc-answer")

    def type(self, question: str) -> None:
        self.page.get_by_label("Your question").fill(question)
        self.page.get_by_label("Your question").press("Enter")

    def ask(self, question: str) -> None:
        """Ask, and wait until the answer is complete."""
        before = self.answers.count()
        self.type(question)
        self.answers.nth(before).wait_for()
        self.settle()

    def settle(self) -> None:
        self.page.get_by_role("button", name="Send").wait_for()


@pytest.fixture
def open_page(browser, address) -> Iterator[Callable[..., Reader]]:
    """Opens the page for one more reader; takes what a browser context takes."""
    contexts = []

    def opened(**options) -> Reader:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        contexts.append(context)
        context.set_default_timeout(15_000)
        return Reader(context, address)

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def reader(open_page) -> Reader:
    return open_page()
