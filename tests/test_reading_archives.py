import gzip
import io
import json
import tarfile
import zipfile

import pytest

from paperchat.errors import ReadingError
from paperchat.reading import archives, read_papers

LINE = json.dumps({"title": "Robots", "abstract": "Robots water plants at night, all of them."})
TABLE = (
    "title,abstract\nRivers,Rivers carry sand to the sea in spring.\nClouds,Clouds carry rain.\n"
)


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def tarred(files, mode="w"):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content.encode())
            archive.addfile(info, io.BytesIO(content.encode()))
    return stream.getvalue()


@pytest.fixture
def read(tmp_path):
    def write_and_read(name, content):
        (tmp_path / name).write_bytes(content)
        return read_papers([tmp_path / name])

    return write_and_read


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("lists.zip", zipped),
        ("lists.tar", tarred),
        ("lists.tar.gz", lambda files: tarred(files, "w:gz")),
        ("lists.tgz", lambda files: tarred(files, "w:gz")),
        ("download", zipped),
    ],
)
def test_the_files_of_an_archive_are_read_as_those_of_a_folder(read, name, pack):
    reading = read(name, pack({"b/list.csv": TABLE, "a.jsonl": LINE, "README.md": "About it."}))
    assert [paper.sources[0] for paper in reading.papers] == [
        f"{name}/a.jsonl#1", f"{name}/b/list.csv#1", f"{name}/b/list.csv#2"
    ]  # fmt: skip
    assert reading.warnings == ()


def test_a_compressed_file_keeps_its_name(read):
    reading = read("list.csv.gz", gzip.compress(TABLE.encode()))
    assert [paper.sources[0] for paper in reading.papers] == ["list.csv.gz#1", "list.csv.gz#2"]


def test_what_systems_put_into_archives_is_passed_over_in_silence(read):
    files = {"a.jsonl": LINE, "__MACOSX/._a.jsonl": "\0", ".DS_Store": "x", ".git/b.jsonl": LINE}
    reading = read("lists.zip", zipped(files))
    assert (len(reading.papers), reading.warnings) == (1, ())


def test_other_files_of_an_archive_are_told_and_broken_ones_do_not_stop_it(read):
    reading = read("l.zip", zipped({"a.json": '[{"title": ]', "b.jsonl": LINE, "c.png": "x"}))
    assert len(reading.papers) == 1
    assert [w for w in reading.warnings if w.startswith("Passed over: l.zip/a.json: not valid")]
    assert [w for w in reading.warnings if w.endswith("no lists of papers: l.zip/c.png.")]


def test_an_archive_in_an_archive_is_read_and_a_third_one_told(read):
    inner = zipped({"list.csv": TABLE, "deep.zip": zipped({"a.jsonl": LINE})})
    reading = read("l.zip", zipped({"in.zip": inner, "b.jsonl": LINE}))
    assert [paper.sources[0] for paper in reading.papers] == [
        "l.zip/b.jsonl#1", "l.zip/in.zip/list.csv#1", "l.zip/in.zip/list.csv#2"
    ]  # fmt: skip
    assert len(reading.warnings) == 1
    assert "l.zip/in.zip/deep.zip: an archive in an archive in an archive" in reading.warnings[0]


def test_an_archive_without_lists_is_told(read):
    assert "l.zip holds no list of papers" in read("l.zip", zipped({})).warnings[0]


def test_a_protected_archive_is_told_in_one_line(read):
    content = bytearray(zipped({"a.jsonl": LINE}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.find(mark) + offset] |= 1
    with pytest.raises(ReadingError, match=r"^l\.zip: protected by a password; unpack it and add"):
        read("l.zip", bytes(content))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("l.zip", zipped({"a.jsonl": LINE})[:60]),
        ("l.csv.gz", gzip.compress(TABLE.encode())[:-12]),
        ("l.tar", tarred({"a.jsonl": LINE * 20})[:600]),
    ],
)
def test_a_damaged_archive_is_told_in_one_line(read, name, content):
    with pytest.raises(ReadingError, match=r"a damaged archive .*; download or pack it again"):
        read(name, content)


@pytest.mark.parametrize("pack", [zipped, tarred, lambda f: gzip.compress(f["a.csv"].encode())])
def test_what_would_unpack_to_too_much_is_refused(read, monkeypatch, pack):
    monkeypatch.setattr(archives, "_MOST_BYTES", 50_000)
    with pytest.raises(ReadingError, match="unpacks to more than"):
        read("l.bin", pack({"a.csv": TABLE + "x" * 60_000}))


def test_bombs_in_bombs_count_together(read, monkeypatch):
    monkeypatch.setattr(archives, "_MOST_BYTES", 50_000)
    inner = zipped({"a.csv": TABLE + " " * 30_000})
    reading = read("l.zip", zipped({"a.zip": inner, "b.zip": inner}))
    assert len(reading.papers) == 2
    assert "unpacks to more than" in reading.warnings[0]


def test_too_many_files_are_refused(read, monkeypatch):
    monkeypatch.setattr(archives, "_MOST_MEMBERS", 9)
    with pytest.raises(ReadingError, match="holds more than"):
        read("l.zip", zipped({f"{number}.jsonl": LINE for number in range(10)}))


def test_a_chinese_name_written_by_windows_is_shown_as_it_was(read):
    content = zipped({"AAAA.jsonl": LINE}).replace(b"AAAA", "论文".encode("gb18030"))
    assert read("l.zip", content).papers[0].sources == ("l.zip/论文.jsonl#1",)
