from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest
import yaml
from pydantic import ValidationError

from paperchat.config import Settings, load_settings
from paperchat.errors import ConfigError
from places import ROOT

DEFAULT_YAML = ROOT / "configs" / "default.yaml"


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty working folder and none of the machine's own settings."""
    for name in ("CONFIG", *(field.upper() for field in Settings.model_fields)):
        monkeypatch.delenv(f"PAPERCHAT_{name}", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults_need_no_file():
    settings = load_settings()
    assert settings == Settings()
    assert settings.index == platformdirs.user_data_path("paperchat", appauthor=False) / "index"
    assert settings.embedder == "all-MiniLM-L6-v2"
    assert (settings.host, settings.port, settings.top_k) == ("127.0.0.1", 7860, 10)


def test_flags_win_over_the_environment_over_the_file_over_defaults(nowhere, monkeypatch):
    file = write(nowhere / "some.yaml", "top_k: 3\nport: 1111\nindex: from-file\n")
    monkeypatch.setenv("PAPERCHAT_PORT", "2222")
    monkeypatch.setenv("PAPERCHAT_INDEX", "from-environment")
    settings = load_settings(file, index=Path("from-flag"), port=None)
    assert settings.top_k == 3
    assert settings.port == 2222
    assert settings.index == Path("from-flag")
    assert settings.host == "127.0.0.1"


def test_the_file_is_the_named_one_else_of_the_environment_else_here(nowhere, monkeypatch):
    write(nowhere / "paperchat.yaml", "top_k: 1\n")
    assert load_settings().top_k == 1
    monkeypatch.setenv("PAPERCHAT_CONFIG", str(write(nowhere / "environment.yaml", "top_k: 2\n")))
    assert load_settings().top_k == 2
    assert load_settings(write(nowhere / "named.yaml", "top_k: 3\n")).top_k == 3


def test_an_empty_file_changes_nothing(nowhere):
    assert load_settings(write(nowhere / "empty.yaml", "# nothing\n")) == Settings()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("topk: 3\n", "Unknown setting `topk`"),
        ("top_k: many\n", "`top_k` cannot be 'many'"),
        ("top_k: 0\n", "`top_k` cannot be 0"),
        ("top_k: 101\n", "`top_k` cannot be 101"),
        ("port: 65536\n", "`port` cannot be 65536"),
        ("port: -1\n", "`port` cannot be -1"),
        ('embedder: ""\n', "`embedder` cannot be ''"),
        ("index:\n", "`index` cannot be None"),
        ("llm: {provider: x}\n", "`llm` cannot be"),
        ("llm_choices: 3\n", "`llm_choices` cannot be 3"),
        ("llm_base_url: localhost\n", "`llm_base_url` cannot be 'localhost'"),
        ("llm_context: 12\n", "`llm_context` cannot be 12"),
        ("llm_timeout: 0\n", "`llm_timeout` cannot be 0"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_key_and_its_file(nowhere, text, told):
    file = write(nowhere / "bad.yaml", text)
    with pytest.raises(ConfigError) as refused:
        load_settings(file)
    assert told in str(refused.value)
    assert str(file) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_unknown_key_is_answered_with_the_known_ones():
    with pytest.raises(ConfigError) as refused:
        load_settings(embeder="x")
    assert "Unknown setting `embeder`" in str(refused.value)
    assert all(key in str(refused.value) for key in Settings.model_fields)


def test_a_bad_value_in_the_environment_is_refused_with_its_name(monkeypatch, nowhere):
    monkeypatch.setenv("PAPERCHAT_TOP_K", "several")
    for file in (None, write(nowhere / "some.yaml", "port: 1\n")):
        with pytest.raises(ConfigError, match="PAPERCHAT_TOP_K"):
            load_settings(file)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"a: [1\n", "is not valid YAML"),
        (b"\xff\xfe\xfa", "is not valid YAML"),
        (b"- top_k\n- 3\n", "must hold `key: value` lines"),
        (b"just words\n", "must hold `key: value` lines"),
    ],
)
def test_a_file_that_is_no_config_is_refused_in_one_line(nowhere, content, told):
    file = nowhere / "broken.yaml"
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=told) as refused:
        load_settings(file)
    assert str(file) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_is_told_by_its_path(nowhere):
    with pytest.raises(ConfigError, match=r"Cannot read the config missing\.yaml: No such file"):
        load_settings("missing.yaml")
    with pytest.raises(ConfigError, match="Cannot read the config"):
        load_settings(nowhere)


def test_choices_stand_between_commas_in_the_environment(monkeypatch, nowhere):
    monkeypatch.setenv("PAPERCHAT_LLM_CHOICES", "openai:a, ollama:b:4b")
    assert load_settings().llm_choices == ("openai:a", "ollama:b:4b")
    monkeypatch.delenv("PAPERCHAT_LLM_CHOICES")
    file = write(nowhere / "some.yaml", "llm_choices: [openai:a]\n")
    assert load_settings(file).llm_choices == ("openai:a",)


def test_settings_cannot_be_changed():
    with pytest.raises(ValidationError, match="frozen"):
        Settings().top_k = 3


@pytest.mark.skipif(not DEFAULT_YAML.is_file(), reason="configs/ is not part of an installation")
def test_the_default_file_holds_every_key_with_its_default():
    values = yaml.safe_load(DEFAULT_YAML.read_text(encoding="utf-8"))
    commented = DEFAULT_YAML.read_text(encoding="utf-8")
    assert load_settings(DEFAULT_YAML) == Settings()
    assert all(key in values or f"# {key}:" in commented for key in Settings.model_fields)
