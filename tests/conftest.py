"""What many tests share: the real embedder, and an index of the invented collection."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from invented import write_records
from paperchat.assistant import Assistant
from paperchat.embedding import Embedder, load_embedder
from paperchat.index import Index
from places import ROOT

# A shell starts background jobs with Ctrl-C ignored, and their children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return load_embedder()


@pytest.fixture(scope="session")
def invented_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_records(tmp_path_factory.mktemp("invented") / "invented.jsonl")


@pytest.fixture(scope="session")
def built(
    tmp_path_factory: pytest.TempPathFactory, embedder: Embedder, invented_file: Path
) -> Path:
    """The folder of an index of the invented collection: to read, or to copy."""
    folder = tmp_path_factory.mktemp("built") / "index"
    with Assistant(Index(folder, embedder)) as assistant:
        assistant.add(invented_file)
    return folder


@pytest.fixture(scope="session")
def assistant(built: Path, embedder: Embedder) -> Iterator[Assistant]:
    """Over the invented collection; only to read."""
    with Assistant(Index(built, embedder)) as opened:
        yield opened


@pytest.fixture
def copied(built: Path, tmp_path: Path) -> Path:
    """A copy of that index, to write to."""
    return Path(shutil.copytree(built, tmp_path / "copied"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real corpora, which are not part of the project."""
    named = os.environ.get("PAPERCHAT_TEST_DATA")
    if not named:
        pytest.skip("PAPERCHAT_TEST_DATA names no folder of real corpora")
    return Path(named)


class RunPython:
    """Runs a script in a process of its own, with this source tree and without the hub."""

    def environment(self, **changes: str) -> dict[str, str]:
        paths = (ROOT / "src", ROOT / "ui", ROOT / "tests")
        source = {"PYTHONPATH": os.pathsep.join(map(str, paths)), "HF_HUB_OFFLINE": "1"}
        return {**os.environ, **source, **changes}

    def __call__(
        self, script: str, *arguments: object, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", script, *map(str, arguments)],
            env=self.environment(**environment),
            capture_output=True,
            text=True,
            timeout=120,
        )


@pytest.fixture(scope="session")
def run_python() -> RunPython:
    return RunPython()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where every test can run, as in continuous integration, none is skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if os.environ.get("PAPERCHAT_NO_SKIPS") and skipped:
        reporter.write_line(f"{len(skipped)} tests were skipped, and PAPERCHAT_NO_SKIPS is set")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
