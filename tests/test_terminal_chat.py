"""The chat in a terminal: at a real keyboard (a pty), and its parts."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.console import Console

from paperchat.assistant import Assistant
from paperchat.cli import terminal_chat
from paperchat.cli.terminal_chat import Flow, TerminalChat
from paperchat.events import Retracted, Text, Waiting
from paperchat.index import Index
from paperchat.types import Sentence

_MAIN = "from paperchat.cli import main; main()"
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


class Terminal:
    """A program at a pseudo-terminal of 80 columns."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        self.pid, self._screen = pty.fork()
        if self.pid == 0:
            # Whatever other tests left: a person's terminal has both at their defaults.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            os.execve(sys.executable, [sys.executable, *arguments], environment)
        self.raw = ""

    @property
    def text(self) -> str:
        """What was shown, without colours."""
        return _ESCAPES.sub("", self.raw)

    def wait_for(self, words: str, seconds: float = 60.0) -> str:
        """What was shown since the last time, up to these words."""
        shows = self.shows(words, seconds)
        assert shows, f"{words!r} was not shown: {self.text[-2000:]}"
        shown, self.raw = self.text, ""
        return shown

    def shows(self, words: str, seconds: float) -> bool:
        """Whether these words are shown within some time."""
        end = time.monotonic() + seconds
        waiting = select.poll()  # select.select refuses the high numbers of a long test run
        waiting.register(self._screen, select.POLLIN)
        while words not in self.text:
            if time.monotonic() > end:
                return False
            if waiting.poll(200):
                try:
                    self.raw += os.read(self._screen, 65536).decode(errors="replace")
                except OSError as error:  # the program has ended
                    assert words in self.text, self.text[-2000:]
                    raise AssertionError("it ended") from error
        return True

    def interrupt(self, words: str) -> None:
        """Press Ctrl-C until these words are shown.

        A person who sees nothing happen presses it again. One that comes between the prompt and the
        wait for a key is kept by Python's `readline` until the next key or signal.
        """
        for _ in range(10):
            self.type("\x03")
            if self.shows(words, 5.0):
                self.raw = ""
                return
        raise AssertionError(f"Ctrl-C did not lead to {words!r}: {self.text[-2000:]}")

    def type(self, keys: str) -> None:
        os.write(self._screen, keys.encode())

    def status(self) -> int:
        """The exit status, once it has ended."""
        while True:
            try:
                if not (seen := os.read(self._screen, 65536)):
                    break
                self.raw += seen.decode(errors="replace")
            except OSError:
                break
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def close(self) -> None:
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self._screen)


@pytest.fixture
def terminal(built, run_python, tmp_path) -> Iterator[Terminal]:
    environment = run_python.environment(TERM="xterm-256color", COLUMNS="80", HOME=str(tmp_path))
    opened = Terminal(["-c", _MAIN, "chat", "--index", str(built)], environment)
    yield opened
    opened.close()


def test_a_conversation_at_the_keyboard(terminal, tmp_path):
    assert "/help lists the commands" in terminal.wait_for("> ")
    terminal.type("How much faster does KestrelKV decode?\n")
    assert "3.4 times faster" in terminal.wait_for("\n> ")
    terminal.type("And FooBar?\n")
    assert "[2]" in terminal.wait_for("\n> ")
    terminal.type("\x1b[A\x1b[A\n")  # twice up: the first question again
    assert "3.4 times faster" in terminal.wait_for("\n> ")
    terminal.type("/compare 1, 2\n")
    compared = terminal.wait_for("\n> ")
    assert "KestrelKV" in compared
    assert "the abstract does not say" in compared
    terminal.type("/list\n")
    assert re.search(r"\[1\] KestrelKV.*\n(.*\n)*\[2\] FooBar", terminal.wait_for("\n> "))
    for suffix, words in (("md", "## References"), ("bib", "@inproceedings{marsh2025kestrelkv")):
        file = tmp_path / f"talk.{suffix}"
        terminal.type(f"/export {file}\n")
        terminal.wait_for("\n> ")
        assert words in file.read_text(encoding="utf-8")
    terminal.interrupt("/quit or Ctrl-D ends the chat.\n> ")
    terminal.type("/quit\n")
    assert terminal.status() == 0


@pytest.mark.parametrize(
    ("arguments", "lead"),
    [
        (["search", "watermark removal", "-k", "3"], r"\d\.\d\d  "),
        (["papers"], r"p\w{16}  "),
        (["ask", "Which papers are about watermarks?"], r"\[\d+\] "),
        (["compare", "KestrelKV", "FooBar"], r"  \[\d\] "),
        (["topics"], r" +\d+  "),
    ],
)
def test_what_is_listed_hangs_behind_its_number(built, run_python, arguments, lead):
    environment = run_python.environment(TERM="xterm-256color", COLUMNS="60")
    opened = Terminal(["-c", _MAIN, *arguments, "--index", str(built)], environment)
    assert opened.status() == 0
    opened.close()
    lines = opened.text.splitlines()
    begun = [at for at, line in enumerate(lines) if re.match(lead, line)]
    width = len(re.match(lead, lines[begun[0]]).group())
    hanging = [line for line in lines if line.startswith(" " * width)]
    assert hanging
    assert all(line[width] != " " for line in hanging)
    assert max(map(len, lines)) <= 60
    assert not any(line.endswith(" ") for line in hanging)


@pytest.fixture
def chat(assistant) -> TerminalChat:
    return TerminalChat(assistant, conditions={})


def typed(monkeypatch, chat: TerminalChat, *lines: object) -> None:
    """Run the chat on these lines from a pipe; an exception is raised where it stands."""
    given = iter([*lines, EOFError()])

    def line(prompt: str) -> str:
        assert prompt == ""
        one = next(given)
        if isinstance(one, BaseException):
            raise one
        return str(one)

    monkeypatch.setattr("builtins.input", line)
    chat.run()


def test_commands_are_told_and_unknown_ones_are_refused(monkeypatch, capsys, chat):
    typed(monkeypatch, chat, "/help", "/what is this", "/list", "/export", "/export talk.doc")
    shown = capsys.readouterr()
    for command in ("/compare A, B", "/list", "/export FILE", "/quit"):
        assert command in shown.out
    assert "There is no /what" in shown.err
    assert "No paper has been cited yet." in shown.out
    assert shown.err.count("Name a file that ends in .md, .bib, .ris or .json") == 2


def test_quit_ends_and_an_empty_line_of_a_pipe_too(monkeypatch, capsys, chat):
    typed(monkeypatch, chat, "/quit", AssertionError("asked again"))
    typed(monkeypatch, chat, "", AssertionError("asked again"))
    assert capsys.readouterr().out == ""


def test_a_topic_is_listed(monkeypatch, capsys, chat):
    typed(monkeypatch, chat, "/list watermarks")
    assert "FooBar" in capsys.readouterr().out


def test_a_cited_paper_that_was_removed_is_told_beside_the_others(
    monkeypatch, capsys, copied, embedder
):
    with Assistant(Index(copied, embedder)) as assistant:
        chat = TerminalChat(assistant, conditions={})
        typed(monkeypatch, chat, "/compare KestrelKV, FooBar")
        capsys.readouterr()
        assistant.remove(*(p.id for p in assistant.papers() if p.title.startswith("KestrelKV")))
        typed(monkeypatch, chat, "/list")
    shown = capsys.readouterr()
    assert "[1] no longer in the collection" in shown.out
    assert "[2] FooBar" in shown.out
    assert shown.err == ""


def test_a_comparison_of_an_unknown_paper_is_one_line(monkeypatch, capsys, chat):
    typed(monkeypatch, chat, "/compare KestrelKV, Zebrafish", "/compare KestrelKV")
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert all(line.startswith("paperchat: ") for line in told)


def test_a_file_that_cannot_be_written_is_told(monkeypatch, capsys, chat, tmp_path):
    typed(monkeypatch, chat, f"/export {tmp_path}/none/talk.md")
    assert "cannot be written: No such file" in capsys.readouterr().err


def test_ctrl_c_ends_the_answer_and_not_the_chat(monkeypatch, capsys, assistant):
    chat = TerminalChat(assistant, conditions={})
    stream, calls = chat._talk.stream, []

    def interrupted(question, **how):
        calls.append(question)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return stream(question, **how)

    monkeypatch.setattr(chat._talk, "stream", interrupted)
    typed(monkeypatch, chat, "How much faster?", KeyboardInterrupt(), "hello")
    shown = capsys.readouterr()
    assert "Stopped." in shown.err
    assert "Hello!" in shown.out


def test_comparisons_in_json_are_a_line_each(monkeypatch, capsys, assistant):
    chat = TerminalChat(assistant, conditions={}, as_json=True)
    typed(monkeypatch, chat, "/compare KestrelKV, FooBar")
    assert len(json.loads(capsys.readouterr().out)["table"]["rows"]) == 2


def test_words_are_broken_at_the_width_and_never_inside(capsys):
    flow = Flow(Console(width=12, soft_wrap=False))
    for piece in ("one two ", "three four\n\n", "fivefivefivefive six"):
        flow.write(piece)
    assert capsys.readouterr().out == "one two\nthree four\n\nfivefivefivefive\nsix"


def test_an_answer_that_takes_its_time_comes_piece_by_piece(monkeypatch, capsys):
    monkeypatch.setattr(terminal_chat, "_AT_ONCE", 0.0)
    shown = terminal_chat._Shown(quiet=False)
    shown.take(Text("Well, well. "))
    time.sleep(0.01)
    shown.take(Text("Hmm. "))
    assert "Hmm." in capsys.readouterr().out
    shown.take(Retracted())
    assert "thinking aloud" in capsys.readouterr().out


def test_lacking_support_is_said_in_words(monkeypatch, capsys, chat):
    answer = chat._talk.ask("How much faster does KestrelKV decode?")
    sentence = Sentence(answer.sentences[0].text, "unsupported")
    chat._keep(replace(answer, status="partial", sentences=(sentence,)))
    shown = capsys.readouterr().out
    assert "Answered in part" in shown
    assert "! not supported by the abstracts: " in shown
    assert "Do not rely on it." in shown


def test_a_conversation_from_a_pipe_is_compared_listed_and_written(
    monkeypatch, capsys, chat, tmp_path
):
    file = tmp_path / "talk.md"
    typed(monkeypatch, chat, "/compare KestrelKV, FooBar", "/list", f"/export {file}", "/list  ")
    shown = capsys.readouterr().out
    assert "[1] KestrelKV" in shown
    assert "[2] FooBar" in shown
    assert "the abstract does not say" in shown
    assert "| **method** |" in file.read_text(encoding="utf-8")
    typed(monkeypatch, chat, f"/export {tmp_path}/cited.ris")
    assert (tmp_path / "cited.ris").read_text(encoding="utf-8").count("TY  - ") == 2


def test_a_streamed_answer_ends_with_its_marks_and_papers(monkeypatch, capsys, chat):
    monkeypatch.setattr(terminal_chat, "_AT_ONCE", -1.0)
    typed(monkeypatch, chat, "How much faster does KestrelKV decode?", "The capital of Mongolia?")
    shown = capsys.readouterr().out
    assert shown.count("3.4 times faster") == 1
    assert "\n[1] KestrelKV" in shown
    assert "Not in this collection" in shown


def test_a_busy_server_is_told(capsys):
    terminal_chat._Shown(quiet=False).take(Waiting(4.6))
    assert "asking again in 5 s" in capsys.readouterr().err
