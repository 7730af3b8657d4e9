"""What a command loads, and how long it takes to start: each in a process of its own.

Processor time is compared, not the clock: other programs do not change it much.
"""

from __future__ import annotations

import json

import pytest

COMMAND = """
import json, sys, time
from paperchat import cli
sys.argv = ["paperchat", *sys.argv[1:]]
try:
    cli.main()
except SystemExit as ended:
    assert not ended.code, ended.code
heavy = ("torch", "transformers", "sentence_transformers", "gradio", "langchain", "langchain_core")
print(json.dumps([time.process_time(), [name for name in heavy if name in sys.modules]]))
"""

MODEL_ALONE = """
import sys, time
import torch
from sentence_transformers import SentenceTransformer
SentenceTransformer(sys.argv[1], local_files_only=True).encode(["a question"])
print(time.process_time())
"""


def told(ran) -> tuple[str, float, list[str]]:
    """What a command printed, the seconds it took, and which slow libraries it loaded."""
    assert ran.returncode == 0, ran.stderr
    *lines, last = ran.stdout.splitlines()
    seconds, loaded = json.loads(last)
    return "\n".join(lines), seconds, loaded


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["papers"], "FooBar"),
        (["search", "--words-only", "watermark removal"], "FooBar"),
    ],
)
def test_looking_around_loads_no_model(run_python, built, arguments, expected):
    printed, seconds, loaded = told(run_python(COMMAND, *arguments, "--index", built))
    assert expected in printed
    assert loaded == []
    assert seconds < 2


def test_adding_what_is_there_loads_no_model(run_python, copied, invented_file):
    printed, seconds, loaded = told(
        run_python(COMMAND, "add", invented_file, "--index", copied, "--json")
    )
    assert json.loads(printed)["unchanged"] == 12
    assert loaded == []
    assert seconds < 2


def test_a_first_answer_takes_little_more_than_loading_the_model(run_python, built):
    from paperchat.weights import offline_folder

    question = "How much faster does KestrelKV decode?"
    alone, asked = [], []
    for _ in range(2):  # in turn, and the better of each: a busy machine costs either something
        model = run_python(MODEL_ALONE, offline_folder())
        assert model.returncode == 0, model.stderr
        alone.append(float(model.stdout))
        printed, seconds, loaded = told(run_python(COMMAND, "ask", question, "--index", built))
        assert "KestrelKV" in printed
        assert not {"gradio", "langchain", "langchain_core"} & set(loaded)
        asked.append(seconds)
    assert min(asked) < 1.5 * min(alone)


SERVED = """
import os, sys, threading, time
from paperchat import cli

def watch():
    for _ in range(900):
        time.sleep(0.1)
        warming = any("_warm_up" in thread.name for thread in threading.enumerate())
        if "paperchat.bert" in sys.modules and not warming:
            print("warm", flush=True)
            os._exit(0)
    os._exit(1)

threading.Thread(target=watch, daemon=True).start()
sys.argv = ["paperchat", "serve", "--port", "0", "--index", sys.argv[1]]
cli.main()
"""


def test_the_page_loads_the_model_before_anybody_asks(run_python, built):
    ran = run_python(SERVED, built)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == "warm"
