from __future__ import annotations

import sys

import pytest

from paperchat.answers import Answer, AnswerPaper
from paperchat.cli.progress import progress
from paperchat.cli.terminal import show_references, show_report
from paperchat.reporting import AddReport
from paperchat.types import Paper, Skipped


def test_progress_in_a_pipe_is_a_line_now_and_then(capsys):
    seconds = iter([0, 3, 6, 6, 9, 12, 12])
    with progress(lambda: next(seconds)) as written:
        for done in (10, 20, 30, 40, 1500):
            written(done, 1500)
    assert capsys.readouterr().err == ("20 of 1,500 papers indexed\n40 of 1,500 papers indexed\n")
    assert written.kept().startswith("1,500 of 1,500 papers are written")


def test_progress_on_a_terminal_counts_papers_and_leaves_nothing_behind(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    with progress() as written:
        assert written.kept().startswith("nothing was written yet")
        written(3, 12)
        written(12, 12)
    printed = capsys.readouterr()
    assert printed.out == ""


@pytest.mark.parametrize("count", [0, 10, 13])
def test_a_report_shows_ten_reasons_and_counts_the_rest(capsys, count):
    skipped = tuple(Skipped(f"list.bib#{at}", "[bold] no title") for at in range(count))
    show_report(AddReport(added=1, skipped=skipped, warnings=("odd [encoding]",)))
    printed = capsys.readouterr()
    assert printed.out.count("[bold] no title") == min(count, 10)
    assert ("and 3 more" in printed.out) == (count == 13)
    assert printed.err == "paperchat: odd [encoding]\n"


def test_what_papers_say_is_never_taken_for_markup(capsys):
    paper = Paper("1", "[red]Boo[/red] [link=https://example.org]x")
    answer = Answer("answered", "t", "q", papers=(AnswerPaper(1, paper, 1),), notes=("[b]n",))
    show_references(answer)
    assert capsys.readouterr().out == (
        "Note: [b]n\n\n[1] [red]Boo[/red] [link=https://example.org]x.\n"
    )
