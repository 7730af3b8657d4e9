from __future__ import annotations

import json

import pytest

import paperchat

LOADED = """
import json, sys, time
started = time.perf_counter()
import paperchat
seconds = time.perf_counter() - started
slow = ("torch", "gradio", "chromadb", "langchain", "langchain_core", "tantivy", "transformers")
print(json.dumps([seconds, [name for name in slow if name in sys.modules]]))
"""

NO_NETWORK = """
import socket, sys
from pathlib import Path

def local(address):
    return not isinstance(address, tuple) or address[0] in ("127.0.0.1", "::1", "localhost")

def guarded(name):
    original = getattr(socket.socket, name)
    def call(self, address, *more):
        assert local(address), f"reached out to {address}"
        return original(self, address, *more)
    return call

def resolving(host, *more, **named):
    raise AssertionError(f"asked for the address of {host}")

socket.socket.connect = guarded("connect")
socket.socket.connect_ex = guarded("connect_ex")
socket.getaddrinfo = resolving
from paperchat import Assistant
with Assistant.open(sys.argv[1]) as assistant:
    assistant.add(sys.argv[2])
    print(assistant.ask("How much faster does KestrelKV decode?").status)
"""


def test_importing_loads_nothing_slow_and_says_nothing(run_python):
    ran = run_python(LOADED)
    assert ran.stderr == ""
    (line,) = ran.stdout.splitlines()
    seconds, loaded = json.loads(line)
    assert loaded == []
    assert seconds < 0.3


def test_every_exported_name_resolves_and_the_list_is_sorted():
    assert paperchat.__all__ == sorted(paperchat.__all__)
    for name in paperchat.__all__:
        assert getattr(paperchat, name).__name__ == name
        assert name in dir(paperchat)


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'paperchat' has no attribute 'Document'"):
        _ = paperchat.Document


def test_adding_and_asking_reach_no_network(run_python, tmp_path, invented_file):
    ran = run_python(NO_NETWORK, tmp_path / "index", invented_file, HF_HUB_OFFLINE="0")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "answered\n"
