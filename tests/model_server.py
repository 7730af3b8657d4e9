"""A stand-in for a model's server: real HTTP on loopback, scripted replies, recorded requests."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

END = b"0\r\n\r\n"


@dataclass(frozen=True)
class Pause:
    """Nothing is sent for so long."""

    seconds: float


@dataclass(frozen=True)
class Cut:
    """The connection breaks here."""


Step = bytes | Pause | Cut


@dataclass(frozen=True)
class Reply:
    """What the server sends: a status, headers, and the body step by step."""

    steps: tuple[Step, ...]
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Request:
    """What a client sent."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


class ModelServer:
    """Answers every request with the next scripted reply, the last of them again and again.

    Attributes:
        url: Where it listens.
        requests: Every request, in order.
        left: Set when a client closed its connection before the reply was complete.
        sent: How many steps of replies went out.
    """

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.requests: list[Request] = []
        self.left = threading.Event()
        self.sent = 0
        self.url = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        starting = asyncio.run_coroutine_threadsafe(self._start(), self._loop)
        self.url = f"http://127.0.0.1:{starting.result(10)}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def wait_until_asked(self, count: int = 1, seconds: float = 10) -> None:
        """Until so many requests have come."""
        end = time.monotonic() + seconds
        while len(self.requests) < count:
            assert time.monotonic() < end, f"only {len(self.requests)} requests"
            time.sleep(0.005)

    async def _start(self) -> int:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _stop(self) -> None:
        self._server.close()
        serving = asyncio.all_tasks() - {asyncio.current_task()}
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (request := await _request(reader)) is not None:
                self.requests.append(request)
                reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
                sending = asyncio.create_task(self._send(writer, reply))
                # A client that goes away is seen at once, not at the next thing sent.
                leaving = asyncio.create_task(reader.read(1))
                await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
                if not sending.done() or sending.exception() is not None:
                    self.left.set()
                    sending.cancel()
                leaving.cancel()
                await asyncio.gather(sending, leaving, return_exceptions=True)
                return
        finally:
            writer.close()

    async def _send(self, writer: asyncio.StreamWriter, reply: Reply) -> None:
        headers = {"transfer-encoding": "chunked", "connection": "close", **reply.headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"HTTP/1.1 {reply.status} Said\r\n{head}\r\n".encode())
        for step in reply.steps:
            match step:
                case Pause(seconds):
                    await asyncio.sleep(seconds)
                case Cut():
                    writer.transport.abort()
                    return
                case data:
                    writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
                    await writer.drain()
            self.sent += 1
        writer.write(END)
        await writer.drain()


async def _request(reader: asyncio.StreamReader) -> Request | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.split("\r\n")
    headers = {
        name.lower(): value.strip()
        for name, _, value in (line.partition(":") for line in lines if line)
    }
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while size := int(await reader.readline(), 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
    else:
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    method, path, _ = first.split(" ")
    return Request(method, path, headers, json.loads(body) if body else None)


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


def _event(value: object, name: str = "") -> bytes:
    lead = f"event: {name}\n".encode() if name else b""
    return lead + b"data: " + _json(value) + b"\n\n"


class OpenAI:
    """The chat completions of OpenAI, vLLM, llama.cpp, LM Studio."""

    name = "openai:small"
    path = "/v1"
    kind = "text/event-stream"

    @staticmethod
    def piece(text: str) -> bytes:
        return OpenAI.delta({"role": "assistant", "content": text})

    @staticmethod
    def delta(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return _event({"id": "c", "object": "chat.completion.chunk", "choices": [choice]})

    @staticmethod
    def end(finish: str = "stop", tokens: tuple[int, int] = (11, 7)) -> bytes:
        usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}
        usage["total_tokens"] = sum(tokens)
        told = {"id": "c", "object": "chat.completion.chunk", "choices": [], "usage": usage}
        return OpenAI.delta({}, finish) + _event(told) + b"data: [DONE]\n\n"

    @staticmethod
    def whole(text: str, tokens: tuple[int, int] = (11, 7)) -> bytes:
        message = {"role": "assistant", "content": text}
        usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}
        usage["total_tokens"] = sum(tokens)
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return _json({"id": "c", "object": "chat.completion", "choices": [choice], "usage": usage})


class Anthropic:
    """The messages of Anthropic."""

    name = "anthropic:claude-small"
    path = ""
    kind = "text/event-stream"

    @staticmethod
    def start(tokens: int = 11) -> bytes:
        usage = {"input_tokens": tokens, "output_tokens": 1}
        message = {"id": "m", "type": "message", "role": "assistant", "content": [], "model": "c"}
        message |= {"stop_reason": None, "stop_sequence": None, "usage": usage}
        block = {"type": "text", "text": ""}
        return _event({"type": "message_start", "message": message}, "message_start") + _event(
            {"type": "content_block_start", "index": 0, "content_block": block},
            "content_block_start",
        )

    @staticmethod
    def piece(text: str) -> bytes:
        delta = {"type": "text_delta", "text": text}
        told = {"type": "content_block_delta", "index": 0, "delta": delta}
        return _event(told, "content_block_delta")

    @staticmethod
    def end(finish: str = "end_turn", tokens: tuple[int, int] = (11, 7)) -> bytes:
        stop = {"type": "content_block_stop", "index": 0}
        delta = {
            "type": "message_delta",
            "delta": {"stop_reason": finish, "stop_sequence": None},
            "usage": {"input_tokens": tokens[0], "output_tokens": tokens[1]},
        }
        return (
            _event(stop, "content_block_stop")
            + _event(delta, "message_delta")
            + _event({"type": "message_stop"}, "message_stop")
        )

    @staticmethod
    def whole(text: str, tokens: tuple[int, int] = (11, 7)) -> bytes:
        usage = {"input_tokens": tokens[0], "output_tokens": tokens[1]}
        content = [{"type": "text", "text": text}]
        message = {"id": "m", "type": "message", "role": "assistant", "content": content}
        message |= {"model": "c", "stop_reason": "end_turn", "stop_sequence": None, "usage": usage}
        return _json(message)


class Google:
    """The generated content of Google's Gemini."""

    name = "google_genai:gemini-small"
    path = ""
    kind = "text/event-stream"

    @staticmethod
    def content(text: str, finish: str | None = None, tokens: tuple[int, int] = (11, 7)) -> Any:
        candidate: dict[str, Any] = {"content": {"parts": [{"text": text}], "role": "model"}}
        usage = {"promptTokenCount": tokens[0], "totalTokenCount": tokens[0]}
        if finish:
            candidate["finishReason"] = finish
            usage = {"promptTokenCount": tokens[0], "candidatesTokenCount": tokens[1]}
            usage["totalTokenCount"] = sum(tokens)
        return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "g"}

    @staticmethod
    def piece(text: str) -> bytes:
        return _event(Google.content(text))

    @staticmethod
    def end(finish: str = "STOP", tokens: tuple[int, int] = (11, 7)) -> bytes:
        return _event(Google.content("", finish, tokens))

    @staticmethod
    def whole(text: str, tokens: tuple[int, int] = (11, 7)) -> bytes:
        return _json(Google.content(text, "STOP", tokens))


class Ollama:
    """The chat of Ollama."""

    name = "ollama:small"
    path = ""
    kind = "application/x-ndjson"

    @staticmethod
    def line(text: str, **more: Any) -> dict[str, Any]:
        message = {"role": "assistant", "content": text}
        said = {"model": "small", "created_at": "2025-01-01T00:00:00Z", "message": message}
        return {**said, "done": False, **more}

    @staticmethod
    def piece(text: str) -> bytes:
        return _json(Ollama.line(text)) + b"\n"

    @staticmethod
    def end(finish: str = "stop", tokens: tuple[int, int] = (11, 7)) -> bytes:
        counts = {"prompt_eval_count": tokens[0], "eval_count": tokens[1]}
        return _json(Ollama.line("", done=True, done_reason=finish, **counts)) + b"\n"

    @staticmethod
    def whole(text: str, tokens: tuple[int, int] = (11, 7)) -> bytes:
        counts = {"prompt_eval_count": tokens[0], "eval_count": tokens[1]}
        return _json(Ollama.line(text, done=True, done_reason="stop", **counts)) + b"\n"


Protocol = type[OpenAI | Anthropic | Google | Ollama]
PROTOCOLS: Sequence[Protocol] = (OpenAI, Anthropic, Google, Ollama)


def refusal(protocol: Protocol, status: int, message: str, **headers: str) -> Reply:
    """An error as the protocol writes it."""
    error: Any = {"message": message, "type": "some_error", "code": status, "status": "SOME_ERROR"}
    if protocol is Ollama:
        error = message
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    kind = {"content-type": "application/json", **named}
    return Reply((_json({"type": "error", "error": error}),), status, kind)


def streamed(protocol: Protocol, *pieces: str | Pause | Cut, end: bytes | None = None) -> Reply:
    """A reply in pieces; `end` are the bytes in place of the usual end."""
    start: Iterable[Step] = (Anthropic.start(),) if protocol is Anthropic else ()
    steps = [protocol.piece(each) if isinstance(each, str) else each for each in pieces]
    last = protocol.end() if end is None else end
    ending = (last,) if last else ()
    return Reply((*start, *steps, *ending), headers={"content-type": protocol.kind})


def whole(protocol: Protocol, text: str) -> Reply:
    """A reply in one piece, for a client that does not ask for a stream."""
    return Reply((protocol.whole(text),), headers={"content-type": "application/json"})
