"""The chat page, built and served. Where things stand is in `layout`, what they do in `wiring`."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"  # read when gradio is imported
# The figures of its monitoring page, which is off, would be counted anew after every event.
os.environ["GRADIO_ANALYTICS_CACHE_FREQUENCY"] = "1000000000"

import gradio as gr

from paperchat.errors import ConfigError
from paperchat_ui.handlers import ChatAssistant
from paperchat_ui.layout import lay_out, page_options
from paperchat_ui.wiring import ANSWERS_AT_ONCE, wire

__all__ = ["build_app", "launch", "page_options", "serve"]

_LOCAL_HOSTS = ("localhost", "127.0.0.1")


def build_app(assistant: ChatAssistant) -> gr.Blocks:
    """The page over an assistant, ready to be launched or mounted with `page_options()`."""
    app: gr.Blocks
    with gr.Blocks(title="paperchat", analytics_enabled=False, fill_width=True) as app:
        wire(app, lay_out(assistant.models), assistant)
    app.queue(default_concurrency_limit=ANSWERS_AT_ONCE)
    return app


def serve(
    assistant: ChatAssistant,
    host: str = "127.0.0.1",
    port: int = 7860,
    say: Callable[[str], None] | None = None,
) -> None:
    """Serve the page until it is interrupted.

    Args:
        assistant: What answers.
        host: Address to listen on.
        port: Its port; 0 takes a free one.
        say: Told the address of the page, once it is served; else a line is printed.

    Raises:
        ConfigError: The address cannot be had, most often because another program has the port.
    """
    app = launch(assistant, host, port)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 - compared, not bound
    shown = f"[{shown}]" if ":" in shown else shown
    address = f"http://{shown}:{app.server_port}"
    if say is None:
        print(f"paperchat is at {address}", flush=True)  # noqa: T201 - told to the user
    else:
        say(address)
    try:
        while app.is_running:
            time.sleep(0.5)
    except KeyboardInterrupt:
        app.close(verbose=False)


def launch(assistant: ChatAssistant, host: str = "127.0.0.1", port: int = 7860) -> gr.Blocks:
    """Start serving the page in the background; `close()` on what comes back ends it.

    Raises:
        ConfigError: The address cannot be had.
    """
    _keep_local_traffic_local()
    port = _free_port(host, port)
    app = build_app(assistant)
    app.launch(
        server_name=host,
        server_port=port,
        share=False,
        quiet=True,
        inbrowser=False,
        mcp_server=False,
        enable_monitoring=False,
        run_history=False,
        prevent_thread_lock=True,
        **page_options(),
    )
    return app


def _free_port(host: str, port: int) -> int:
    """The port, or any free one for 0. Asked before gradio asks, whose error is for programmers."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise ConfigError(
                f"The page cannot be served at {host}:{port} ({error}). "
                "Stop the program that has the port, or choose another one with --port."
            ) from error
        return int(probe.getsockname()[1])


def _keep_local_traffic_local() -> None:
    """A proxy set for this process must not be asked for the page itself."""
    for name in ("NO_PROXY", "no_proxy"):
        hosts = [host for host in os.environ.get(name, "").split(",") if host.strip()]
        missing = [host for host in _LOCAL_HOSTS if host not in hosts]
        os.environ[name] = ",".join([*hosts, *missing])
