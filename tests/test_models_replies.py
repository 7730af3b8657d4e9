"""Replies of real clients over real HTTP: four protocols, and everything that can go wrong."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from model_server import (
    PROTOCOLS,
    Anthropic,
    Cut,
    Google,
    ModelServer,
    Ollama,
    OpenAI,
    Pause,
    Protocol,
    Reply,
    refusal,
    streamed,
    whole,
)
from paperchat.errors import (
    BadReplyError,
    ContextOverflowError,
    EmptyReplyError,
    FilteredReplyError,
    ModelBusyError,
    ModelDeniedError,
    ModelError,
    ModelNotFoundError,
    ModelTimeoutError,
    ModelUnreachableError,
    RepetitionError,
)
from paperchat.events import Waiting
from paperchat.models import (
    Finished,
    LanguageModel,
    Limits,
    Part,
    Retracted,
    load_model,
    stream_reply,
)
from scripted import ScriptedModel

KEY = "sk-very-secret-key"
MESSAGES = [("system", "Answer from the papers."), ("human", "What is Lantern?")]
SHORT = Limits(connect=0.5, first_token=1, between_tokens=0.6, total=5, retry=1)


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "OLLAMA_API_KEY"):
        monkeypatch.setenv(name, KEY)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture(params=PROTOCOLS, ids=lambda each: each.__name__)
def protocol(request: pytest.FixtureRequest) -> Protocol:
    found: Protocol = request.param
    return found


def loaded(protocol: Protocol, server: ModelServer, limits: Limits = SHORT) -> LanguageModel:
    return load_model(
        protocol.name, base_url=server.url + protocol.path, max_tokens=99, limits=limits
    )


class Heard:
    """What came of a reply: its parts, the text, and the error that ended it."""

    def __init__(self, model: LanguageModel) -> None:
        self.parts: list[Part] = []
        self.error: ModelError | None = None
        started = time.monotonic()
        asyncio.run(self._listen(model))
        self.seconds = time.monotonic() - started

    @property
    def text(self) -> str:
        return "".join(part for part in self.parts if isinstance(part, str))

    async def _listen(self, model: LanguageModel) -> None:
        try:
            async for part in stream_reply(model, MESSAGES):
                self.parts.append(part)
        except ModelError as error:
            self.error = error


def hear(protocol: Protocol, *replies: Reply, limits: Limits = SHORT) -> tuple[Heard, ModelServer]:
    with ModelServer(*replies) as server:
        return Heard(loaded(protocol, server, limits)), server


def hear_and_leave(protocol: Protocol, reply: Reply) -> Heard:
    """What is heard of a reply that the client must break off, seen at the server."""
    with ModelServer(reply) as server:
        heard = Heard(loaded(protocol, server, SHORT))
        assert server.left.wait(1)
    return heard


def finished(heard: Heard) -> Finished:
    assert heard.error is None, heard.error
    (last,) = (part for part in heard.parts if isinstance(part, Finished))
    assert heard.parts[-1] is last
    return last


def test_pieces_come_as_the_model_says_them_and_the_tokens_are_counted(protocol):
    heard, server = hear(protocol, streamed(protocol, "Lantern caches", " keys", " [1]."))
    last = finished(heard)
    assert heard.parts == ["Lantern caches", " keys", " [1].", last]
    assert (last.usage.input_tokens, last.usage.output_tokens) == (11, 7)
    assert 0 < last.usage.seconds < 5
    assert not last.truncated
    assert len(server.requests) == 1


def test_a_client_that_does_not_stream_is_heard_too(protocol):
    with ModelServer(whole(protocol, "All at once.")) as server:
        model = loaded(protocol, server)
        chat = model.chat.model_copy(update={"disable_streaming": True})
        heard = Heard(load_model(chat, limits=SHORT))
    assert heard.text == "All at once."
    assert finished(heard).usage.output_tokens == 7


def test_openai_is_asked_with_the_names_that_every_server_of_its_protocol_knows():
    _, server = hear(OpenAI, streamed(OpenAI, "x"))
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.body["max_tokens"] == 99
    assert "max_completion_tokens" not in request.body
    assert request.body["temperature"] == 0
    assert request.body["stream_options"] == {"include_usage": True}
    assert [each["role"] for each in request.body["messages"]] == ["system", "user"]


def test_anthropic_is_asked_with_temperature_and_limit():
    _, server = hear(Anthropic, streamed(Anthropic, "x"))
    (request,) = server.requests
    assert request.path == "/v1/messages"
    assert KEY in request.headers.get("x-api-key", request.headers.get("authorization", ""))
    assert (request.body["max_tokens"], request.body["temperature"]) == (99, 0)
    assert request.body["system"] == "Answer from the papers."


def test_google_is_asked_with_temperature_and_limit():
    _, server = hear(Google, streamed(Google, "x"))
    (request,) = server.requests
    assert "gemini-small:streamGenerateContent" in request.path
    assert KEY not in request.path
    said = request.body["generationConfig"]
    assert (said["maxOutputTokens"], said["temperature"]) == (99, 0)


def test_ollama_is_asked_with_a_context_that_papers_fit():
    _, server = hear(Ollama, streamed(Ollama, "x"))
    (request,) = server.requests
    assert request.path == "/api/chat"
    said = request.body["options"]
    assert (said["num_predict"], said["temperature"], said["num_ctx"]) == (99, 0.0, 8192)


REFUSALS = [
    (401, ModelDeniedError, "refuses the request (401: "),
    (403, ModelDeniedError, "refuses the request (403: "),
    (404, ModelNotFoundError, "is not there (404: "),
    (500, ModelError, "failed (500: "),
    (400, ModelError, "does not take the request (400: "),
]


@pytest.mark.parametrize(
    ("status", "kind", "told"), REFUSALS, ids=[str(each[0]) for each in REFUSALS]
)
def test_what_a_server_refuses_is_told_with_its_words_and_asked_once(protocol, status, kind, told):
    heard, server = hear(protocol, refusal(protocol, status, f"nothing for the key {KEY}\nhere"))
    assert type(heard.error) is kind
    message = str(heard.error)
    assert told in message
    assert "nothing for the key *** here" in message
    assert protocol.name in message
    assert server.url in message
    assert KEY not in message
    assert "\n" not in message
    assert len(server.requests) == 1
    assert heard.seconds < 4


def test_no_key_in_the_whole_traceback(protocol):
    import traceback

    heard, _ = hear(protocol, refusal(protocol, 401, f"bad key {KEY}"))
    assert heard.error is not None
    assert KEY not in "".join(traceback.format_exception(heard.error))


def test_a_busy_server_is_asked_again_when_it_says_and_that_is_told(protocol):
    busy = refusal(protocol, 429, "slow down", retry_after="1")
    heard, server = hear(protocol, busy, streamed(protocol, "Now."))
    finished(heard)
    assert heard.parts[0] == Waiting(1.0)
    assert heard.text == "Now."
    assert len(server.requests) == 2
    assert 1 <= heard.seconds < 3


def test_a_server_that_stays_busy_is_given_up():
    heard, server = hear(OpenAI, refusal(OpenAI, 429, "slow down", retry_after="0.4"))
    assert isinstance(heard.error, ModelBusyError)
    assert "takes no more requests for now (429: slow down). Ask again later." in str(heard.error)
    assert heard.parts == [Waiting(0.4), Waiting(0.4)]
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "busy",
    [
        refusal(OpenAI, 429, "slow down", retry_after="3600"),
        refusal(OpenAI, 429, "slow down", retry_after="Wed, 21 Oct 2099 07:28:00 GMT"),
        refusal(OpenAI, 503, "starting"),
        refusal(OpenAI, 429, "insufficient_quota: look at your plan"),
    ],
    ids=["an hour", "a date", "no time", "no money"],
)
def test_a_server_that_is_busy_for_long_is_not_waited_for(busy):
    heard, server = hear(OpenAI, busy)
    assert isinstance(heard.error, ModelBusyError)
    assert heard.seconds < 1
    assert len(server.requests) == 1


def test_a_date_in_the_past_is_no_wait():
    past = refusal(OpenAI, 429, "slow down", retry_after="Wed, 21 Oct 2015 07:28:00 GMT")
    heard, _ = hear(OpenAI, past, streamed(OpenAI, "Now."))
    assert heard.parts[:2] == [Waiting(0.0), "Now."]


def test_no_server_there(protocol):
    with ModelServer() as server:
        model = loaded(protocol, server)
    heard = Heard(model)
    assert isinstance(heard.error, ModelUnreachableError)
    assert "Look whether its server runs, and at `llm_base_url`." in str(heard.error)
    assert heard.seconds < 4


def test_a_host_that_does_not_exist(protocol):
    url = f"http://nowhere.invalid{protocol.path}"
    heard = Heard(load_model(protocol.name, base_url=url, limits=SHORT))
    assert isinstance(heard.error, ModelUnreachableError | ModelTimeoutError)
    assert "nowhere.invalid" in str(heard.error)
    assert heard.seconds < 4


def test_a_server_that_takes_no_connection_is_given_up():
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        address = full.getsockname()
        waiting = [socket.socket() for _ in range(3)]
        for each in waiting:
            each.setblocking(False)
            each.connect_ex(address)
        url = f"http://127.0.0.1:{address[1]}/v1"
        heard = Heard(load_model(OpenAI.name, base_url=url, limits=SHORT))
        for each in waiting:
            each.close()
    assert isinstance(heard.error, ModelTimeoutError)
    assert heard.seconds < 4


def test_a_server_that_does_not_begin_is_given_up(protocol):
    heard = hear_and_leave(protocol, Reply((Pause(30),)))
    assert isinstance(heard.error, ModelTimeoutError)
    assert "did not begin to answer within 1 seconds" in str(heard.error)
    assert "`llm_timeout`" in str(heard.error)
    assert heard.seconds < 4


def test_a_server_that_falls_silent_is_given_up_and_what_it_said_is_kept(protocol):
    heard = hear_and_leave(protocol, streamed(protocol, "Lantern", " caches", Pause(30)))
    assert isinstance(heard.error, ModelTimeoutError)
    assert "fell silent for 0.6 seconds within its answer" in str(heard.error)
    assert heard.text == "Lantern caches"
    assert heard.seconds < 4


def test_a_reply_that_trickles_on_for_ever_comes_to_an_end():
    trickle = [each for _ in range(200) for each in ("word ", Pause(0.05))]
    limits = Limits(first_token=1, between_tokens=1, total=0.5)
    heard, _ = hear(OpenAI, streamed(OpenAI, *trickle), limits=limits)
    assert "did not come to an end within 0.5 seconds" in str(heard.error)
    assert heard.text.startswith("word ")
    assert heard.seconds < 4


@pytest.mark.parametrize("how", ["cut", "closed"])
def test_a_connection_that_breaks_keeps_what_was_said(protocol, how):
    broken = (Pause(0.05), Cut()) if how == "cut" else ()
    heard, _ = hear(protocol, streamed(protocol, "Lantern", *broken, end=b""))
    assert isinstance(heard.error, ModelUnreachableError)
    assert "broke off" in str(heard.error)
    assert heard.text == "Lantern"


@pytest.mark.parametrize(
    "garbage",
    [
        b'data: {"candidates": [1\n\n',
        b'data: {"choices": [{"delta": {"content": "\xff\xfe"}}]}\n\n',
    ],
    ids=["broken JSON", "wrong encoding"],
)
def test_a_reply_that_cannot_be_read_keeps_what_was_said(protocol, garbage):
    if protocol is Anthropic:
        garbage = b"event: content_block_delta\n" + garbage
    heard, _ = hear(protocol, streamed(protocol, "Lantern", Pause(0.05), end=garbage))
    assert isinstance(heard.error, BadReplyError)
    assert "sent something that is no reply" in str(heard.error)
    assert heard.text == "Lantern"


def test_a_page_in_place_of_a_reply(protocol):
    page = Reply((b"<html>Welcome</html>",), headers={"content-type": "text/html"})
    heard, _ = hear(protocol, page)
    assert isinstance(heard.error, BadReplyError)
    assert heard.parts == []


@pytest.mark.parametrize("pieces", [(), ("",), (" ", "\n")], ids=["none", "empty", "blank"])
def test_a_reply_without_a_word(protocol, pieces):
    heard, _ = hear(protocol, streamed(protocol, *pieces))
    assert isinstance(heard.error, EmptyReplyError)
    assert "answered without a word" in str(heard.error)
    assert heard.parts == []


OVERFLOWS = [
    (OpenAI, "This model's maximum context length is 4096 tokens, however you requested 9000"),
    (OpenAI, "Requested tokens (5000) exceed context window of 2048"),
    (OpenAI, "the request exceeds the available context size, try increasing it"),
    (Anthropic, "prompt is too long: 210000 tokens > 200000 maximum"),
    (Google, "The input token count (2) exceeds the maximum number of tokens allowed (1)."),
    (Ollama, "input length exceeds the context length"),
]


@pytest.mark.parametrize(("protocol", "said"), OVERFLOWS)
def test_what_does_not_fit_is_told_with_the_setting_that_helps(protocol, said):
    heard, _ = hear(protocol, refusal(protocol, 400, said))
    assert isinstance(heard.error, ContextOverflowError)
    assert "Set `llm_context`" in str(heard.error)


FILTERED = [
    (OpenAI, OpenAI.end("content_filter")),
    (Anthropic, Anthropic.end("refusal")),
    (Google, Google.end("SAFETY")),
]


@pytest.mark.parametrize(("protocol", "end"), FILTERED)
def test_a_content_filter_keeps_what_was_said(protocol, end):
    heard, _ = hear(protocol, streamed(protocol, "Lantern", end=end))
    assert isinstance(heard.error, FilteredReplyError)
    assert "withheld its answer" in str(heard.error)
    assert heard.text == "Lantern"


def test_a_content_filter_on_the_question():
    heard, _ = hear(OpenAI, refusal(OpenAI, 400, "triggered our content management policy"))
    assert isinstance(heard.error, FilteredReplyError)


ENDS = [
    (OpenAI, OpenAI.end("length")),
    (Anthropic, Anthropic.end("max_tokens")),
    (Google, Google.end("MAX_TOKENS")),
    (Ollama, Ollama.end("length")),
]


@pytest.mark.parametrize(("protocol", "end"), ENDS)
def test_a_reply_that_reaches_the_limit_of_tokens_says_so(protocol, end):
    heard, _ = hear(protocol, streamed(protocol, "Lantern caches", end=end))
    assert finished(heard).truncated
    heard, _ = hear(protocol, streamed(protocol, "<think>", "Hm", end=end))
    assert isinstance(heard.error, EmptyReplyError)
    assert "Raise `llm_max_tokens`" in str(heard.error)


def test_thinking_is_left_out_wherever_the_pieces_part(protocol):
    pieces = ("<th", "ink>I wonder", " [2]</thi", "nk>\n\nLan", "tern [1].")
    heard, _ = hear(protocol, streamed(protocol, *pieces))
    assert heard.text == "Lantern [1]."


def test_thinking_that_never_ends_is_no_answer(protocol):
    heard, _ = hear(protocol, streamed(protocol, "<think>", "I wonder"))
    assert isinstance(heard.error, EmptyReplyError)
    assert heard.parts == []


def test_thinking_that_only_ends_is_taken_back():
    heard, _ = hear(OpenAI, streamed(OpenAI, "I wonder.", "</think>", "Lantern."))
    assert heard.parts[:3] == ["I wonder.", Retracted(), "Lantern."]


def test_a_call_of_a_tool_is_no_answer():
    call = {"index": 0, "id": "t", "type": "function"}
    call["function"] = {"name": "search", "arguments": "{}"}
    end = OpenAI.delta({"role": "assistant", "tool_calls": [call]}) + OpenAI.end("tool_calls")
    heard, _ = hear(OpenAI, streamed(OpenAI, end=end))
    assert isinstance(heard.error, BadReplyError)
    assert "wants to call a tool" in str(heard.error)


@pytest.mark.parametrize("thinking", [(), ("<think>",)], ids=["said", "thought"])
def test_a_model_that_repeats_itself_for_ever_is_stopped(thinking):
    forever = [each for _ in range(2000) for each in ("The keys are cached. ", Pause(0.002))]
    heard = hear_and_leave(OpenAI, streamed(OpenAI, "Lantern. ", *thinking, *forever))
    assert isinstance(heard.error, RepetitionError)
    assert "says the same words over and over" in str(heard.error)
    assert heard.text.startswith("Lantern. ")
    assert len(heard.text) < 2000


def endless() -> Iterator[str | Pause]:
    for number in range(2000):
        yield f"sentence {number} "
        yield Pause(0.02)


@pytest.mark.parametrize("how", ["task", "generator", "stalled"])
def test_stopping_ends_the_request_on_the_wire(protocol, how):
    pieces = ["Lantern", Pause(30)] if how == "stalled" else list(endless())
    with ModelServer(streamed(protocol, *pieces)) as server:
        model = loaded(protocol, server, Limits())
        stopped = asyncio.run(_close(model) if how == "generator" else _cancel(model))
        assert server.left.wait(1)
        assert time.monotonic() - stopped < 1
        sent = server.sent
        time.sleep(0.1)
        assert server.sent == sent


async def _close(model: LanguageModel) -> float:
    reply = stream_reply(model, MESSAGES)
    await anext(reply)
    stopped = time.monotonic()
    await reply.aclose()
    return stopped


async def _cancel(model: LanguageModel) -> float:
    begun = asyncio.Event()

    async def listen() -> None:
        async for _ in stream_reply(model, MESSAGES):
            begun.set()

    task = asyncio.create_task(listen())
    await begun.wait()
    await asyncio.sleep(0.1)
    stopped = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return stopped


LISTEN = """
import asyncio, sys
from paperchat.models import load_model, stream_reply

async def listen():
    async for part in stream_reply(load_model(sys.argv[1], base_url=sys.argv[2]), [("human", "x")]):
        print(part, flush=True)

try:
    asyncio.run(listen())
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_ctrl_c_ends_the_request_on_the_wire(run_python):
    with (
        ModelServer(streamed(Ollama, *endless())) as server,
        subprocess.Popen(
            [sys.executable, "-c", LISTEN, Ollama.name, server.url],
            env=run_python.environment(),
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline().startswith("sentence 0")
        process.send_signal(signal.SIGINT)
        assert server.left.wait(1)
        assert process.stdout.read().endswith("stopped\n")
        assert process.wait(10) == 0


@pytest.mark.parametrize("traced", [False, True])
def test_nothing_is_traced_unless_the_user_says_so(run_python, traced):
    names = ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING_V2")
    switches = dict.fromkeys(names, "true" if traced else "")
    tracer = Reply((b"{}",), headers={"content-type": "application/json"})
    with ModelServer(streamed(Ollama, "x")) as server, ModelServer(tracer) as langsmith:
        environment = run_python.environment(
            LANGSMITH_ENDPOINT=langsmith.url,
            LANGCHAIN_ENDPOINT=langsmith.url,
            LANGSMITH_API_KEY="lsv2_some_key",
            **switches,
        )
        command = [sys.executable, "-c", LISTEN, Ollama.name, server.url]
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
            if traced:
                langsmith.wait_until_asked(seconds=30)
                server.wait_until_asked(seconds=30)
                process.kill()
            else:
                assert process.wait(30) == 0
                assert langsmith.requests == []
        assert len(server.requests) == 1


class KeyedModel(ScriptedModel):
    """A model that was given its key, rather than reading it from the environment."""

    access: SecretStr


def test_the_key_of_a_model_that_was_passed_in_is_not_shown():
    key = "own-and-secret"
    model = KeyedModel(script=lambda prompt: [ValueError(f"bad key {key}")], access=SecretStr(key))
    heard = Heard(load_model(model, limits=SHORT))
    assert "bad key ***" in str(heard.error)
    assert heard.error is not None
    assert key not in "".join(traceback.format_exception(heard.error))


class OverloadedError(Exception):
    """What a client raises when its server is busy within a reply."""

    status_code = 529


def test_a_server_that_is_busy_after_a_word_is_not_asked_again():
    scripted = ScriptedModel(script=lambda prompt: ["Lantern", OverloadedError("overloaded")])
    heard = Heard(load_model(scripted, limits=Limits(retry=3)))
    assert heard.text == "Lantern"
    assert isinstance(heard.error, ModelBusyError)
    assert len(scripted.prompts) == 1


MANY_THREADS = """
import asyncio, threading
from concurrent.futures import ThreadPoolExecutor
from paperchat.models.background import in_background

barrier = threading.Barrier(16)

async def said():
    yield "word"

async def hear():
    barrier.wait()
    return [word async for word in in_background(said())]

with ThreadPoolExecutor(16) as pool:
    list(pool.map(lambda _: asyncio.run(hear()), range(16)))
print([thread.name for thread in threading.enumerate()].count("models"))
"""


def test_threads_that_ask_at_once_share_the_models_loop(run_python):
    assert run_python(MANY_THREADS).stdout.strip() == "1"
