from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from invented import RECORDS, write_records
from paperchat import cli

SPEED = "How much faster does KestrelKV decode?"
MAIN = "from paperchat.cli import main; main()"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch, capsys, tmp_path) -> Run:
    """`paperchat …` as the entry point does it, in an empty folder: status, output, errors."""
    monkeypatch.chdir(tmp_path)
    for name in ("PAPERCHAT_CONFIG", "PAPERCHAT_INDEX"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: object, given: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["paperchat", *map(str, arguments)])
        lines = iter(given.splitlines())

        def answer(prompt: str = "") -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        capsys.readouterr()
        try:
            cli.main()
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return call


def assert_one_line_error(told: tuple[int, str, str], status: int = 1) -> str:
    assert told[0] == status, told
    assert told[1] == ""
    assert told[2].startswith("paperchat: ")
    assert len(told[2].splitlines()) == 1
    return told[2]


def test_add_says_what_became_of_every_record_and_how_many_there_are(run, invented_file, tmp_path):
    index = tmp_path / "index"
    status, out, err = run("add", invented_file, "--index", index)
    assert (status, err) == (0, "")
    assert "12 records: 12 added, 0 updated, 0 unchanged, 0 merged, 0 skipped" in out
    assert "12 papers in the index" in out
    status, out, _ = run("add", invented_file, "--index", index, "--json")
    assert json.loads(out)["unchanged"] == 12


def test_add_tells_where_records_were_skipped_and_ends_well(run, tmp_path):
    bad = [{"venue": f"V{at}"} for at in range(12)]
    file = write_records(tmp_path / "list.jsonl", [*RECORDS[:1], *bad])
    (tmp_path / "empty.txt").write_text("")
    status, out, err = run("add", file, tmp_path / "empty.txt", "--index", tmp_path / "index")
    assert status == 0
    assert "  skipped list.jsonl#2: " in out
    assert "… and 2 more; --json lists them all" in out
    assert err == "paperchat: empty.txt is empty: no papers in it.\n"


def test_ask_prints_the_answer_and_the_papers_it_cites(run, built):
    status, out, err = run("ask", "How", "much faster does KestrelKV decode?", "--index", built)
    assert (status, err) == (0, "")
    assert "KestrelKV decodes 3.4 times faster" in out
    assert "[1] KestrelKV: Forgetting Cache Entries Early in Long Decoding. Ada Marsh" in out


def test_ask_as_json_is_the_answer(run, built):
    status, out, _ = run("ask", SPEED, "--json", "--index", built, "--year", 2025)
    answer = json.loads(out)
    assert status == 0
    assert (answer["schema"], answer["status"]) == (1, "answered")
    assert answer["filters"] == {"year": 2025}


def test_tags_in_a_question_are_no_words_of_it(run, built):
    tagged = "<p>Which papers are about <b>watermarks</b>?</p>"
    plain = "Which papers are about watermarks?"
    told = run("ask", tagged, "--index", built)
    assert "on “watermarks”" in told[1]
    assert told == run("ask", plain, "--index", built)


def test_a_refusal_shows_the_nearest_papers_as_such(run, built):
    status, out, _ = run("ask", "What is the best pizza in Naples?", "--index", built)
    assert status == 0
    assert out.startswith("I found no answer to this in the 12 papers here.")
    assert "Nearest papers (not an answer):" in out


def test_asking_an_empty_index_names_the_command_that_fills_it(run, tmp_path):
    status, out, err = run("ask", SPEED, "--index", tmp_path / "none")
    assert status == 1
    assert "Add some with `paperchat add FILE`" in out
    assert err == f"paperchat: the index {tmp_path / 'none'} has no papers.\n"
    greeted = run("ask", "hello", "--index", tmp_path / "none")
    assert (greeted[0], greeted[2]) == (0, err)
    assert not (tmp_path / "none").exists()


def test_search_lists_papers_with_their_relevance(run, built):
    status, out, _ = run("search", "watermark removal", "-k", 3, "--index", built)
    lines = out.splitlines()
    assert (status, len(lines)) == (0, 3)
    assert "FooBar: Erasing Watermarks" in lines[0]
    scores = [float(line.split()[0]) for line in lines]
    assert 0 <= min(scores) <= max(scores) == scores[0] <= 1
    found = json.loads(run("search", "watermark removal", "--json", "--index", built)[1])
    assert (len(found), found[0]["number"]) == (10, None)
    nothing = run("search", "watermarks", "--venue", "nowhere", "--index", built)
    assert nothing[:2] == (0, "Nothing found.\n")
    assert nothing[2].startswith("No record here has the venue “nowhere”: they have ")


def test_a_condition_that_no_record_meets_is_told(run, built):
    told = "No record here says “foo”: none says what became of its paper."
    assert run("papers", "--status", "foo", "--index", built)[2].splitlines()[0] == told
    assert f"Note: {told}" in run("ask", SPEED, "--status", "foo", "--index", built)[1]


@pytest.mark.parametrize("content", ["", "[]", "not a list"])
def test_a_file_without_papers_is_told_and_ends_with_status_1(run, tmp_path, content):
    file = tmp_path / "list.jsonl"
    file.write_text(content, encoding="utf-8")
    status, _, err = run("add", file, "--index", tmp_path / "none")
    assert status == 1
    assert err.splitlines()[-1] == "paperchat: no paper was found there; nothing was added."


def test_a_page_says_which_option_shows_the_next(run, tmp_path):
    texts = [f"Otter {at} dives {'very ' * 40}deep." for at in range(21)]
    records = [{"title": f"Study {at}", "abstract": text} for at, text in enumerate(texts)]
    file = write_records(tmp_path / "otters.jsonl", records)
    run("add", file, "--index", tmp_path / "otters")
    out = run("ask", "list all papers", "--index", tmp_path / "otters")[1]
    assert out.splitlines()[-1] == "Page 1 of 2: --page 2 shows the next."
    assert f"    {texts[0]}" in out.splitlines(), "a line in a pipe is not broken"


def test_a_text_without_words_is_asked_back(run, built):
    out = run("ask", "?! …", "--index", built)[1]
    assert out == "I cannot tell what you mean. Which paper or topic are you asking about?\n"


def test_filters_are_options_and_a_bad_year_is_one_line(run, built):
    listed = run("papers", "--index", built, "--year", "2024-", "--author", "vogel")
    assert (listed[0], listed[2]) == (0, "1 paper\n")
    assert "How Much Sleep" in listed[1]
    found = run("search", "models", "--index", built, "--title", "conformal", "--venue", "neurips")
    assert len(found[1].splitlines()) == 1
    _, out, _ = run("ask", SPEED, "--json", "--index", built, "--year", "2023-2025")
    assert json.loads(out)["filters"] == {"year": "2023-2025"}
    for command in (["ask", "x"], ["search", "x"], ["papers"]):
        told = assert_one_line_error(run(*command, "--year", "soon", "--index", built))
        assert "The year 'soon' is none: write 2025, 2023-2025, 2023- or -2020." in told


def test_similar_lists_papers_like_a_paper_or_a_text(run, built, monkeypatch):
    status, out, _ = run("similar", RECORDS[0]["title"], "-k", 3, "--index", built)
    assert (status, len(out.splitlines())) == (0, 3)
    assert "KestrelKV" not in out
    monkeypatch.setattr("sys.stdin", io.StringIO(RECORDS[1]["abstract"]))
    found = json.loads(run("similar", "-", "--json", "--year", "2025", "--index", built)[1])
    assert {paper["year"] for paper in found} == {2025}
    assert RECORDS[1]["title"] not in {paper["title"] for paper in found}
    assert "'Nothing'" in assert_one_line_error(run("similar", "Nothing", "--index", built))


def test_papers_lists_ids_that_remove_takes(run, copied):
    status, out, err = run("papers", "--index", copied, "--venue", "icml")
    assert (status, err) == (0, "3 papers\n")
    identifier, title = out.splitlines()[0].split("  ", 1)
    assert title.startswith("KestrelKV")
    status, out, _ = run("remove", identifier, "--index", copied)
    assert (status, out) == (0, f"removed {identifier}  {RECORDS[0]['title']}\n")
    listed = json.loads(run("papers", "--json", "--index", copied)[1])
    assert len(listed) == 11
    assert identifier not in {paper["id"] for paper in listed}
    status, out, _ = run("remove", RECORDS[1]["title"], "--json", "--index", copied)
    assert len(json.loads(out)["removed"]) == 1


def test_removing_what_is_not_there_is_an_error(run, copied):
    told = assert_one_line_error(run("remove", "No Such Paper", "--index", copied))
    assert "'No Such Paper'" in told
    assert "`paperchat papers`" in told


def test_reset_empties_after_a_yes_and_only_then(run, copied, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert run("reset", "--index", copied)[0] == 1
    assert len(json.loads(run("papers", "--json", "--index", copied)[1])) == 12
    assert run("reset", "--yes", "--index", copied)[:2] == (0, f"{copied} is empty\n")
    assert json.loads(run("papers", "--json", "--index", copied)[1]) == []
    assert json.loads(run("reset", "-y", "--json", "--index", copied)[1]) == {"reset": str(copied)}


def test_chat_answers_line_by_line_until_an_empty_one(run, built):
    status, out, err = run("chat", "--index", built, given=f"{SPEED}\nhello\n\nnever asked")
    assert status == 0
    assert "12 papers" in err
    assert "3.4 times faster" in out
    assert "[1] KestrelKV" in out
    assert "Hello! Ask me about the papers" in out
    assert run("chat", "--index", built)[0] == 0  # Ctrl-D


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["add", "missing.bib"], "missing.bib does not exist"),
        (["ask", "x", "--config", "missing.yaml"], "Cannot read the config missing.yaml"),
        (["evaluate", "answers", "missing.jsonl"], "Cannot read missing.jsonl"),
    ],
)
def test_an_error_is_one_line_and_status_1(run, arguments, told):
    assert told in assert_one_line_error(run(*arguments))


def test_an_index_of_another_embedder_is_refused_with_the_way_out(run, built):
    (Path("other.yaml")).write_text("embedder: some/other-model\n")
    told = assert_one_line_error(run("ask", "x", "--index", built, "--config", "other.yaml"))
    assert "`paperchat reset`" in told


def test_an_index_that_is_a_file_is_one_line(run, invented_file):
    told = assert_one_line_error(run("add", invented_file, "--index", invented_file))
    assert f"The index in {invented_file} cannot be written: File exists" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["ask"], "Missing argument 'QUESTION'. See `paperchat ask --help`."),
        (["serch", "x"], "Did you mean 'search'"),
        (["evaluate"], "Missing command. See `paperchat evaluate --help`."),
        (["add", "x", "--year", "20x5"], "--year cannot be '20x5': give a whole number."),
        (["search", "x", "--top-k", "0"], "--top-k cannot be '0': give 1 or more."),
        (["search", "x", "--top-k", "101"], "--top-k cannot be '101': give 100 or less."),
        (["export", "--format", "doc"], "--format cannot be 'doc': 'doc' is not one of 'bibtex',"),
        (["papers", "--nosuchoption"], "No such option: --nosuchoption. See `paperchat papers"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(run, arguments, told):
    assert told in assert_one_line_error(run(*arguments), status=2)


def test_no_command_shows_the_help(run):
    status, out, _ = run()
    assert status == 0
    assert "Usage: paperchat" in out


_INTERRUPTED = """
import os, signal, time
from paperchat import index
from paperchat.cli import main, progress
index._BATCH = 4
taken = progress.Written.__call__
def interrupted(written, done, total):
    taken(written, done, total)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(10)
progress.Written.__call__ = interrupted
main()
"""


def test_ctrl_c_says_what_is_kept_and_a_second_run_goes_on(
    run, run_python, invented_file, tmp_path
):
    index = tmp_path / "index"
    stopped = run_python(_INTERRUPTED, "add", invented_file, "--index", index)
    assert (stopped.returncode, stopped.stdout) == (130, "")
    assert stopped.stderr.splitlines()[-1] == (
        "paperchat: stopped; 4 of 12 papers are written and kept. "
        "Run the same command again to go on."
    )
    status, out, _ = run("add", invented_file, "--index", index)
    assert status == 0
    assert "8 added, 0 updated, 4 unchanged" in out


def test_verbose_shows_the_traceback(run):
    from paperchat.errors import ReadingError

    with pytest.raises(ReadingError):
        run("add", "missing.bib", "--verbose")


def test_help_and_version(run):
    from importlib.metadata import version

    assert run("--version") == (0, f"paperchat {version('paperchat')}\n", "")
    for command in ("add", "ask", "search", "papers", "remove", "reset", "chat", "serve", "doctor"):
        status, out, _ = run(command, "--help")
        assert status == 0
        assert "--index" in out


def test_bytes_that_are_no_text_do_not_break_a_question(run, built):
    status, out, _ = run("ask", "KestrelKV \udcff speed", "--json", "--index", built)
    assert status == 0
    assert json.loads(out)["question"] == "KestrelKV ? speed"


def test_a_pipe_that_closes_early_ends_quietly(built, run_python):
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "papers", "--index", built],
        env=run_python.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    err = process.stderr.read().decode()
    process.stderr.close()
    process.wait(60)
    assert "Traceback" not in err
    assert "Broken pipe" not in err
    assert "Exception ignored" not in err
    assert process.returncode in (0, 1)


def test_output_that_cannot_show_a_letter_is_not_an_error(built, run_python):
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    listed = run_python(MAIN, "papers", "--index", built, **ascii_only)
    assert (listed.returncode, listed.stderr) == (0, "12 papers\n")
    assert "Liv S?rensen" in listed.stdout
    as_json = run_python(MAIN, "papers", "--json", "--index", built, **ascii_only)
    assert json.loads(as_json.stdout)[5]["authors"] == ["Kaya Demir", "Liv Sørensen"]


def test_a_chat_in_json_is_an_object_a_line(run, built):
    status, out, _ = run("chat", "--json", "--index", built, given=f"{SPEED}\nhello\n\n")
    assert status == 0
    statuses = [json.loads(line)["status"] for line in out.splitlines()]
    assert statuses == ["answered", "chat"]
