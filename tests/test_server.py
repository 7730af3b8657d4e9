"""An index on a real Chroma server, which this machine runs, shared by two replicas."""

from __future__ import annotations

import http.server
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from invented import BagOfWordsEmbedder, made_papers, write_records
from paperchat.assistant import Assistant
from paperchat.config import load_settings
from paperchat.errors import ConfigError, ReadOnlyError, StoreError
from paperchat.index import Index, clear
from paperchat.retrieval import retrieve
from paperchat.types import Filters, Server

PAPERS = made_papers(40)
CHROMA = Path(sys.executable).parent / "chroma"
MAIN = "from paperchat.cli import main; main()"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def chroma(folder: Path, port: int) -> Iterator[str]:
    """A server over a folder, on loopback; stopped at the end."""
    url = f"http://127.0.0.1:{port}"
    command = [CHROMA, "run", "--path", folder, "--host", "127.0.0.1", "--port", str(port)]
    with (
        (folder.parent / "server.log").open("a") as log,
        subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT) as process,
    ):
        try:
            wait_for(url)
            yield url
        finally:
            process.terminate()


def wait_for(url: str) -> None:
    for _ in range(600):
        try:
            httpx.get(f"{url}/api/v2/heartbeat")
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server does not start")


@pytest.fixture(scope="module")
def url(tmp_path_factory) -> Iterator[str]:
    with chroma(tmp_path_factory.mktemp("server") / "data", free_port()) as started:
        yield started


@pytest.fixture
def replicas(url: str, tmp_path: Path) -> Iterator[tuple[Index, Index]]:
    """One that writes and one that reads, each with a folder of its own, over an empty store."""
    writer = Index(tmp_path / "writer", BagOfWordsEmbedder(), Server(url))
    clear(writer.folder, Server(url))
    reader = Index(tmp_path / "reader", BagOfWordsEmbedder(), Server(url, writer=False))
    yield writer, reader
    writer.close()
    reader.close()


def ids(results) -> list[str]:
    return [result.paper.id for result in results]


def test_a_server_answers_as_the_folder_does(replicas, tmp_path):
    writer, reader = replicas
    local = Index(tmp_path / "local", BagOfWordsEmbedder())
    for index in (writer, local):
        assert {outcome.kind for outcome in index.add(PAPERS)} == {"added"}
        assert {outcome.kind for outcome in index.add(PAPERS)} == {"unchanged"}
    for paper in PAPERS[::5]:
        for filters in (Filters(), Filters(venue=paper.venue)):
            expected = retrieve(local, paper.abstract, filters=filters)
            assert ids(retrieve(writer, paper.abstract, filters=filters)) == ids(expected)
            assert ids(retrieve(reader, paper.abstract, filters=filters)) == ids(expected)
    assert list(reader.papers()) == list(local.papers())
    assert reader.overview() == local.overview()
    assert not (writer.folder / "chroma").exists()
    local.close()


def test_a_replica_sees_what_another_wrote_at_the_next_question(replicas):
    writer, reader = replicas
    assert (reader.count(), retrieve(reader, "anything")) == (0, [])
    writer.add(PAPERS[:20])
    assert ids(retrieve(reader, PAPERS[3].title))[0] == PAPERS[3].id
    writer.add(PAPERS[20:])
    assert ids(retrieve(reader, PAPERS[25].title))[0] == PAPERS[25].id
    writer.remove([PAPERS[3].id])
    assert PAPERS[3].id not in ids(retrieve(reader, PAPERS[3].title))
    clear(writer.folder, Server(writer.place))
    assert (reader.count(), retrieve(reader, PAPERS[25].title)) == (0, [])
    writer.add(PAPERS[5:7])
    assert set(ids(retrieve(reader, "x"))) == {PAPERS[5].id, PAPERS[6].id}


def test_questions_are_answered_while_another_replica_writes(replicas):
    writer, reader = replicas
    writer.add(PAPERS[:20])
    failed: list[BaseException] = []

    def write() -> None:
        try:
            for at in range(20, 40, 4):
                writer.add(PAPERS[at : at + 4])
                writer.remove([PAPERS[at].id])
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=write)
    thread.start()
    asked = 0
    while thread.is_alive():
        for paper in PAPERS[:20:4]:
            assert ids(retrieve(reader, paper.title))[0] == paper.id
            assert retrieve(reader, "x", filters=Filters(venue=paper.venue))
            asked += 1
    thread.join()
    assert (failed, reader.count()) == ([], 35)
    assert asked > 0


def test_a_replica_that_is_not_the_writer_writes_nothing(replicas):
    writer, reader = replicas
    writer.add(PAPERS[:3])
    for write in (
        lambda: reader.add(PAPERS[3:4]),
        lambda: reader.remove([PAPERS[0].id]),
        lambda: clear(reader.folder, Server(reader.place, writer=False)),
    ):
        with pytest.raises(ReadOnlyError, match=r"only reads from http.*`store\.writer` is false"):
            write()
    assert writer.count() == 3


def test_one_folder_may_go_from_its_own_papers_to_a_server_and_back(replicas, tmp_path):
    writer, _ = replicas
    writer.add(PAPERS[:10])
    local = Index(writer.folder, BagOfWordsEmbedder())
    local.add(PAPERS[20:30])
    assert ids(retrieve(local, PAPERS[25].title))[0] == PAPERS[25].id
    assert ids(retrieve(writer, PAPERS[5].title))[0] == PAPERS[5].id
    assert local.keyword.search(PAPERS[5].title, 1).keys() != {PAPERS[5].id}
    local.close()


def test_the_command_line_and_python_take_the_server_from_the_settings(
    url, tmp_path, run_python, invented_file
):
    clear(tmp_path / "any", Server(url))
    environment = {"PAPERCHAT_STORE__URL": url, "PAPERCHAT_INDEX": str(tmp_path / "one")}

    def run(*arguments: object, status: int = 0, **changes: str) -> str:
        ran = run_python(MAIN, *arguments, **{**environment, **changes})
        assert ran.returncode == status, ran.stderr
        return ran.stdout if status == 0 else ran.stderr

    assert "12 added" in run("add", invented_file)
    title = "Tidal Routing for Mixtures of Experts"
    told = run("remove", title, status=1, PAPERCHAT_STORE__WRITER="false")
    assert "`store.writer` is false" in told
    assert len(told.splitlines()) == 1
    assert "3.4 times" in run("ask", "How much faster does KestrelKV decode?")
    config = tmp_path / "shared.yaml"
    config.write_text(f"index: {tmp_path / 'two'}\nstore:\n  url: {url}\n  writer: false\n")
    with Assistant.from_config(config) as replica:
        assert replica.search("watermark removal")[0].paper.title.startswith("FooBar")
        assert f"removed {replica.papers()[5].id}" in run("remove", title)
        assert title not in {found.paper.title for found in replica.search("tidal routing")}
        with pytest.raises(ReadOnlyError):
            replica.add(write_records(tmp_path / "new.jsonl", [{"title": "A New One"}]))
    assert run("reset", "--yes") == f"{url} is empty\n"


def test_a_server_that_is_not_there_is_told_in_one_line(tmp_path, run_python):
    gone = f"http://127.0.0.1:{free_port()}"
    environment = {"PAPERCHAT_STORE__URL": gone, "PAPERCHAT_INDEX": str(tmp_path)}
    for command in (["ask", "x"], ["papers"], ["reset", "--yes"]):
        ran = run_python(MAIN, *command, **environment)
        assert (ran.returncode, ran.stdout) == (1, "")
        assert f"No Chroma server answers at {gone} ([Errno" in ran.stderr
        assert "`chroma run --path FOLDER`" in ran.stderr
        assert len(ran.stderr.splitlines()) == 1


def test_a_server_that_stops_is_told_and_one_that_comes_back_is_used(tmp_path):
    port = free_port()
    with chroma(tmp_path / "data", port) as url:
        index = Index(tmp_path / "index", BagOfWordsEmbedder(), Server(url))
        index.add(PAPERS[:5])
        assert ids(retrieve(index, PAPERS[2].title))[0] == PAPERS[2].id
    with pytest.raises(StoreError, match="No Chroma server answers at"):
        retrieve(index, PAPERS[2].title)
    with chroma(tmp_path / "data", port):
        assert ids(retrieve(index, PAPERS[2].title))[0] == PAPERS[2].id
        index.close()


def test_collections_of_another_program_are_left_alone(url, tmp_path):
    clear(tmp_path / "any", Server(url))
    base = f"{url}/api/v2/tenants/default_tenant/databases/default_database/collections"
    httpx.post(base, json={"name": "papers"}).raise_for_status()
    try:
        with pytest.raises(StoreError, match=r"`papers` in http.* is not paperchat's.*database"):
            Index(tmp_path / "index", BagOfWordsEmbedder(), Server(url))
    finally:
        httpx.delete(f"{base}/papers").raise_for_status()


def test_a_database_that_is_not_there_is_told_with_its_setting(url, tmp_path):
    with pytest.raises(StoreError, match=r"has no database 'nowhere'.*`store\.database`"):
        Index(tmp_path / "index", BagOfWordsEmbedder(), Server(url, "nowhere"))


class Guarded(http.server.BaseHTTPRequestHandler):
    """Says who one is to those who bring the key; knows nothing else."""

    def do_GET(self) -> None:
        known = self.headers.get("x-chroma-token") == "secret"
        identity = {"user_id": "", "tenant": "", "databases": ["d"]}
        status = (
            200 if known and self.path == "/api/v2/auth/identity" else 401 if not known else 404
        )
        body = json.dumps(identity if status == 200 else {}).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def guarded() -> Iterator[str]:
    with http.server.HTTPServer(("127.0.0.1", 0), Guarded) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_server_that_wants_a_key_is_told_with_the_variable(guarded, tmp_path, monkeypatch):
    monkeypatch.delenv("CHROMA_API_KEY", raising=False)
    with pytest.raises(StoreError, match=r"refuses this key \(HTTP 401\).*CHROMA_API_KEY"):
        Index(tmp_path, BagOfWordsEmbedder(), Server(guarded))


def test_the_key_from_the_environment_is_sent_and_kept_to_oneself(guarded, tmp_path, monkeypatch):
    monkeypatch.setenv("CHROMA_API_KEY", "secret")
    with pytest.raises(StoreError) as told:
        Index(tmp_path, BagOfWordsEmbedder(), Server(f"{guarded}/elsewhere"))
    assert "is no Chroma server (HTTP 404). Correct `store.url`." in str(told.value)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize(
    "bad", ["localhost:8000", "ftp://host", "http://user:pass@host", "http://"]
)
def test_an_address_that_is_none_is_refused_with_its_key(bad, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"`store\.url` cannot be"):
        load_settings(store={"url": bad})
    monkeypatch.setenv("PAPERCHAT_STORE__URL", bad)
    with pytest.raises(ConfigError, match=r"\(environment PAPERCHAT_STORE__URL\)"):
        load_settings()
