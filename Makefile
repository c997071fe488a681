# Two commands do everything: `make serve` and `make test`. They need Python 3.11 or newer and nothing else.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PINS   := deploy/pins.txt
WORKERS ?= 2
# So that the first command does not spend its time on it.
COMPILE := $(BIN)/python -m compileall -q engine ledger displays

.PHONY: install install-test install-peers install-bench serve demo test test-all lint bench clean

install: $(VENV)/installed          ## the server and the command `roundlog` in .venv
install-test: $(VENV)/installed-test
install-peers: $(VENV)/installed-peers
install-bench: $(VENV)/installed-bench

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Roundlog needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Say which with: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml $(PINS) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) -e .
	$(COMPILE)
	@touch $@

$(VENV)/installed-test: pyproject.toml $(PINS) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) -e '.[test]'
	$(COMPILE)
	@touch $@ $(VENV)/installed

$(VENV)/installed-peers: pyproject.toml $(PINS) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) -e '.[test,peers]'
	@touch $@ $(VENV)/installed $(VENV)/installed-test

$(VENV)/installed-bench: pyproject.toml $(PINS) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) -e '.[test,bench,peers]'
	@touch $@ $(VENV)/installed

serve: install                      ## the server on 127.0.0.1:8000, log in roundlog.db
	$(BIN)/roundlog serve

demo: install                       ## a small tournament from the first registration to its audit trail
	$(BIN)/roundlog demo

lint: install-test                  ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint                          ## what CI runs
	$(BIN)/pytest -n $(WORKERS) -m 'not exhaustive'

test-all: lint install-peers        ## everything, the long sets and the comparison with other programs too
	ROUNDLOG_PEERS=required $(BIN)/pytest -n $(WORKERS)

bench: install-bench                ## ratios against peers and limits, as a table and in bench.json
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
