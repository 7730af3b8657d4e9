"""Loading models: names, packages, keys, choices, the files in configs/."""

from __future__ import annotations

import asyncio
import traceback
from pathlib import Path

import pytest
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from typer.testing import CliRunner

from model_server import Anthropic, Google, ModelServer, Ollama, OpenAI, Protocol, streamed
from paperchat.assistant import Assistant
from paperchat.cli.commands import app
from paperchat.config import load_settings, model_choices
from paperchat.errors import ConfigError
from paperchat.models import (
    Finished,
    ModelChoices,
    Retracted,
    estimate_tokens,
    load_model,
    stream_reply,
    without_secrets,
)
from paperchat.models.repetition import repeats
from paperchat.models.thinking import ThoughtFilter
from places import ROOT

KEY = "sk-very-secret-key"
KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY")
CONFIGS = ROOT / "configs"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


def refused(name: str, **options: object) -> str:
    with pytest.raises(ConfigError) as found:
        load_model(name, **options)
    assert "\n" not in str(found.value)
    return str(found.value)


def test_a_name_without_a_provider_is_refused_with_examples():
    for name in ("gpt", "openai:", ":x"):
        assert f"cannot be {name!r}: write `extractive` or provider:model" in refused(name)


def test_a_provider_that_nobody_knows_is_refused():
    assert "Cannot load the model 'nobody:x': Unsupported provider='nobody'" in refused("nobody:x")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("openai:x", "OPENAI_API_KEY"),
        ("anthropic:x", "ANTHROPIC_API_KEY"),
        ("google_genai:x", "GOOGLE_API_KEY or GEMINI_API_KEY"),
    ],
)
def test_a_missing_key_is_told_by_the_name_of_its_variable(name, key):
    assert refused(name) == f"The model {name!r} needs a key: set {key} in the environment."


def test_a_package_that_is_missing_is_told_by_the_command_that_installs_it(run_python):
    script = (
        "import sys; sys.modules['langchain_openai'] = None\n"
        "from paperchat.models import load_model\n"
        "try: load_model('openai:x')\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    told = run_python(script).stdout
    assert told == (
        "ConfigError The model 'openai:x' needs a package that is not installed: "
        "pip install langchain-openai\n"
    )


def test_a_package_of_another_provider_is_told_by_its_command():
    assert "pip install langchain-groq" in refused("groq:x")


def test_a_server_of_ones_own_needs_no_key():
    model = load_model("openai:x", base_url="http://127.0.0.1:9/v1")
    assert model.name == "openai:x"
    assert (model.context, model.max_tokens) == (4096, 1024)


def test_keys_are_never_shown(monkeypatch):
    for name in KEYS:
        monkeypatch.setenv(name, KEY)
    for protocol in (OpenAI, Anthropic, Google, Ollama):
        model = load_model(protocol.name)
        assert KEY not in repr(model) + repr(model.chat) + str(model.chat)
    assert without_secrets(f"no {KEY} at http://me:pass@host/v1") == "no *** at http://host/v1"
    address = "http://host/v1?key=abc&alt=sse&api_key=def&access_token=g&monkey=h"
    hidden = "http://host/v1?key=***&alt=sse&api_key=***&access_token=***&monkey=h"
    assert without_secrets(f"no {address} here") == f"no {hidden} here"
    with pytest.raises(ConfigError) as found:
        load_model(f"nobody:{KEY}")
    assert KEY not in "".join(traceback.format_exception(found.value)).replace(f"nobody:{KEY}", "")


def test_models_of_which_more_is_known_take_more(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert load_model("openai:gpt-5-mini").context > 100_000
    assert load_model("openai:gpt-5-mini", context=9000).context == 9000
    assert load_model("ollama:x").context == 8192
    assert load_model("ollama:x", context=2000).chat.num_ctx == 2000


def test_a_model_that_refuses_a_temperature_is_asked_without(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert load_model("openai:gpt-4o-mini").chat.temperature == 0
    assert load_model("openai:gpt-5-mini").chat.temperature is None


def test_estimates_are_rather_too_high():
    assert estimate_tokens("") == 0
    assert estimate_tokens("A key cache makes decoding fast.") == 11
    assert estimate_tokens("键缓存加快解码") == 7


async def said(model_or_choice: object, server: ModelServer | None = None) -> list[object]:
    return [part async for part in stream_reply(model_or_choice, [("human", "What is it?")])]


def test_any_chat_model_can_be_passed_in():
    chat = GenericFakeChatModel(messages=iter([AIMessage("Lantern caches keys.")]))
    model = load_model(chat)
    parts = asyncio.run(said(model))
    assert model.name == "genericfakechatmodel"
    assert "".join(part for part in parts if isinstance(part, str)) == "Lantern caches keys."
    last = parts[-1]
    assert isinstance(last, Finished)
    assert (last.usage.input_tokens, last.usage.output_tokens) == (None, None)


CONFIG_FILES: list[tuple[str, Protocol, str]] = [
    ("openai.yaml", OpenAI, "/v1"),
    ("anthropic.yaml", Anthropic, ""),
    ("google.yaml", Google, ""),
    ("ollama.yaml", Ollama, ""),
    ("openai_compatible.yaml", OpenAI, "/v1"),
]


@pytest.mark.parametrize(
    ("file", "protocol", "path"), CONFIG_FILES, ids=[each[0] for each in CONFIG_FILES]
)
def test_every_config_file_reaches_its_kind_of_server(monkeypatch, file, protocol, path):
    for name in KEYS:
        monkeypatch.setenv(name, KEY)
    with ModelServer(streamed(protocol, "Lantern [1].")) as server:
        settings = load_settings(CONFIGS / file, llm_base_url=server.url + path)
        model = model_choices(settings).get()
        assert model is not None
        parts = asyncio.run(said(model))
    assert parts[0] == "Lantern [1]."
    assert isinstance(parts[-1], Finished)
    named = settings.llm.partition(":")[2]
    (request,) = server.requests
    assert named in (request.body.get("model") or request.path)


def test_every_file_in_configs_is_tested():
    found = {file.name for file in CONFIGS.glob("*.yaml")} - {"default.yaml"}
    assert found == {each[0] for each in CONFIG_FILES}


def test_choices_are_the_default_the_others_and_extractive():
    url = "http://127.0.0.1:9/v1"
    choices = ModelChoices("openai:a", ["openai:b", "ollama:c"], base_url=url, context=5000)
    assert choices.names == ("openai:a", "openai:b", "ollama:c", "extractive")
    assert choices.get("extractive") is None
    first, second, third = choices.get(), choices.get("openai:b"), choices.get("ollama:c")
    assert first is choices.get("openai:a")
    # Another provider has an address and a context of its own.
    assert (first.base_url, second.base_url, third.base_url) == (url, url, None)
    assert (first.context, second.context, third.context) == (5000, 5000, 8192)


def test_a_question_may_name_only_a_choice(built):
    with Assistant.open(built, llm_choices=("ollama:a",)) as assistant:
        assert (assistant.model, assistant.models) == ("extractive", ("extractive", "ollama:a"))
        with pytest.raises(ConfigError, match="the choices are extractive, ollama:a"):
            assistant.ask("How much faster does KestrelKV decode?", llm="ollama:b")
        answer = assistant.ask("How much faster does KestrelKV decode?", llm="extractive")
        assert answer.status == "answered"


def test_an_assistant_takes_a_chat_model(built):
    chat = GenericFakeChatModel(messages=iter([]))
    with Assistant.open(built, llm=chat) as assistant:
        assert assistant.model == "genericfakechatmodel"
        assert assistant.models == ("genericfakechatmodel", "extractive")


def test_the_command_line_takes_a_choice(built):
    question = ["ask", "How much faster does KestrelKV decode?", "--index", str(built)]
    ran = CliRunner().invoke(app, [*question, "--llm", "extractive"])
    assert ran.exit_code == 0
    wrong = CliRunner().invoke(app, [*question, "--llm", "openai:x"])
    assert isinstance(wrong.exception, ConfigError)
    assert "the choices are extractive" in str(wrong.exception)


def filtered(*pieces: str) -> list[str | Retracted]:
    thoughts = ThoughtFilter()
    return [part for piece in pieces for part in thoughts.feed(piece)] + thoughts.finish()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>hm</think>\n\nYes.", "Yes."),
        ("<THINKING>hm</thinking>Yes.", "Yes."),
        ("Yes <think>hm</think>and no.", "Yes and no."),
        ("Yes. <think>hm", "Yes. "),
        ("<think>a<think>b</think>Yes.", "Yes."),
        ("1 < 2 and <b>", "1 < 2 and <b>"),
        ("It ends in <thi", "It ends in <thi"),
        ("Models write `<think>` and `</think>` first.",) * 2,
        ("", ""),
    ],
)
def test_thinking_is_left_out_however_the_text_is_cut(text, left):
    for size in range(1, len(text) + 1):
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        assert "".join(map(str, filtered(*pieces))) == left


def test_an_end_without_a_begin_takes_back_what_was_said():
    assert filtered("hm ", "hm</think>", "\nYes.") == ["hm ", "hm", Retracted(), "Yes."]
    assert filtered("</think>\nYes.") == ["Yes."]


def test_repetition():
    sentence = "The cache keeps the keys of long documents. "
    assert repeats("Lantern. " + sentence * 6)
    assert not repeats(sentence * 5)
    assert repeats("no " * 100)
    assert repeats("\n" * 240)
    assert not repeats("ha " * 20)
    assert not repeats(sentence * 10 + "And then it is done.")
    assert not repeats(
        "".join(f"Paper {number} is about keys [{number}]. " for number in range(60))
    )
    assert not repeats("")


def test_configs_name_no_key():
    for file in CONFIGS.glob("*.yaml"):
        assert "api_key" not in Path(file).read_text(encoding="utf-8")
