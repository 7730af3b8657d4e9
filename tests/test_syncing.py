"""Mapping, trying and syncing a list of papers through `Assistant.add`."""

from __future__ import annotations

import pytest

from invented import BagOfWordsEmbedder
from paperchat.assistant import Assistant
from paperchat.index import Index

ROBOTS = "Robots,We teach robots to water the plants of a whole city while its people sleep.\n"
RIVERS = "Rivers,Rivers carry more sand to the sea in spring than they do in all of autumn.\n"


@pytest.fixture
def assistant(tmp_path):
    with Assistant(Index(tmp_path / "index", BagOfWordsEmbedder())) as one:
        yield one


@pytest.fixture
def write(tmp_path):
    def write(name, *rows, header="title,abstract\n"):
        (tmp_path / name).write_text(header + "".join(rows), encoding="utf-8")
        return tmp_path / name

    return write


def titles(assistant):
    return [paper.title for paper in assistant.papers()]


def test_what_a_list_lacks_is_given_with_it(assistant, write):
    listed = write("a.csv", ROBOTS, header="Name,Text\n")
    assistant.add(listed, mapping={"title": "Name", "abstract": "Text"}, venue="ICRA", year=2024)
    paper = assistant.papers()[0]
    assert (paper.title, paper.venue, paper.year) == ("Robots", "ICRA", 2024)


def test_a_dry_run_reports_and_writes_nothing(assistant, write, tmp_path):
    listed = write("a.csv", ROBOTS, RIVERS)
    report = assistant.add(listed, dry_run=True)
    assert (report.added, report.dry_run) == (2, True)
    assert titles(assistant) == []
    assert not (tmp_path / "index" / "chroma").exists()
    assert assistant.add(listed).added == 2


def test_papers_that_vanished_from_a_list_are_told_and_kept(assistant, write):
    assistant.add(write("a.csv", ROBOTS, RIVERS))
    report = assistant.add(write("a.csv", RIVERS))
    assert report.unchanged == 1
    assert "1 paper is no longer in these files: Robots. --sync" in report.warnings[0]
    assert sorted(titles(assistant)) == ["Rivers", "Robots"]


def test_sync_takes_out_what_no_list_holds_any_more(assistant, write):
    assistant.add(write("a.csv", ROBOTS, RIVERS))
    report = assistant.add(write("a.csv", RIVERS), sync=True)
    assert (report.removed, report.warnings) == (1, ())
    assert titles(assistant) == ["Rivers"]
    assert assistant.ask("Who waters plants?").status == "not_in_corpus"


def test_sync_keeps_what_another_list_holds(assistant, write):
    assistant.add(write("a.csv", ROBOTS, RIVERS), write("b.csv", ROBOTS))
    report = assistant.add(write("a.csv", RIVERS), sync=True)
    assert report.removed == 0
    kept = {paper.title: paper.sources for paper in assistant.papers()}
    assert kept == {"Robots": ("b.csv#1",), "Rivers": ("a.csv#1",)}


def test_sync_leaves_a_list_alone_that_could_not_be_read_whole(assistant, write):
    assistant.add(write("a.csv", ROBOTS, RIVERS))
    report = assistant.add(write("a.csv", RIVERS, ",\n", ',"withdrawn"\n'), sync=True)
    assert len(report.skipped) == 1
    assert report.removed == 0
    assert sorted(titles(assistant)) == ["Rivers", "Robots"]


def test_the_report_names_what_changed(assistant, write):
    assistant.add(write("a.csv", ROBOTS))
    changed = assistant.add(write("a.csv", ROBOTS.replace("whole city", "small town")))
    assert [(told.source, told.outcome, told.detail) for told in changed.details] == [
        ("a.csv#1", "updated", "abstract")
    ]
    joined = assistant.add(write("b.csv", ROBOTS))
    assert [(told.outcome, told.detail) for told in joined.details] == [("merged", "a.csv#1")]


def test_records_without_abstract_are_kept_and_counted(assistant, write):
    report = assistant.add(write("a.csv", ROBOTS, "Only a title of a paper,\n"))
    assert (report.added, report.without_abstract) == (2, 1)
    assert assistant.search("title of a paper")[0].paper.title == "Only a title of a paper"
