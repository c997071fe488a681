# Two commands do everything: `make serve` and `make test`. They need Python 3.11 or newer and nothing else.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PINS   := deploy/pins.txt
WORKERS ?= 2
PACE   ?= 2
# So that the first command does not spend its time on it.
COMPILE := $(BIN)/python -m compileall -q engine ledger displays

.PHONY: install install-test install-browser install-peers install-bench serve demo test test-all lint bench clean

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
	$(COMPILE)
	@touch $@ $(VENV)/installed $(VENV)/installed-test

$(VENV)/installed-bench: pyproject.toml $(PINS) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS) -e '.[test,bench,peers]'
	@touch $@ $(VENV)/installed

serve: install                      ## the server on 127.0.0.1:8000, log in roundlog.db
	$(BIN)/roundlog serve

demo: install                       ## a server with a tournament of each kind that plays itself; PACE=0.5 is faster
	$(BIN)/roundlog demo --pace $(PACE)

lint: install-test                  ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Playwright brings no browser along: the tests drive Debian's. Where it cannot be installed they say so and are
# skipped; in CI they fail then.
install-browser:                    ## Chromium, as root or with a sudo that asks nothing
	@command -v chromium-headless-shell >/dev/null || { \
	  as_root=; [ "$$(id -u)" = 0 ] || as_root="sudo -n"; \
	  { $$as_root apt-get update -qq && $$as_root env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-dejavu-core; } >/dev/null || \
	  command -v chromium >/dev/null || \
	  echo "Chromium could not be installed: the browser tests will be skipped (or fail, with CI=true)"; }

test: lint install-browser          ## what CI runs
	$(BIN)/pytest -n $(WORKERS) -m 'not exhaustive'

test-all: lint install-browser install-peers  ## everything, the long sets and the comparison with other programs too
	ROUNDLOG_PEERS=required $(BIN)/pytest -n $(WORKERS)

bench: install-bench                ## ratios against peers and limits, as a table and in bench.json
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
