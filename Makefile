# make chat: install, index data/, serve the page.   make test: install and test.
# make check: what continuous integration runs.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 7860
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# llama.cpp, which the tests run, is built for any processor, not for the one of this machine.
export CMAKE_ARGS ?= -DGGML_NATIVE=OFF

.PHONY: chat test check clean

chat: .venv/installed
	$(BIN)/paperchat add data
	$(BIN)/paperchat serve --host $(HOST) --port $(PORT)

test: .venv/installed-test
	$(BIN)/python -m pytest

check: .venv/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --cov --cov-report=term-missing:skip-covered --cov-fail-under=95

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("paperchat needs Python 3.11 or newer: make chat PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing into .venv (some minutes the first time) ..."
	$(PIP) --editable '.[offline]'
	touch $@

.venv/installed-test: .venv/installed
	$(PIP) --editable '.[offline,test,dev]'
	touch $@

clean:
	rm -rf .venv
