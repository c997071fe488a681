# Two commands do everything: `make serve` and `make test`. They need Python 3.11 or newer and nothing else.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PINS   := deploy/pins.txt
HASHES := deploy/hashes.txt deploy/hashes-cluster.txt deploy/hashes-test.txt
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
WORKERS ?= 3
PACE   ?= 2
# So that the tests, rewritten for their assertions, are kept until they change, and not only in memory.
unexport PYTHONDONTWRITEBYTECODE
# So that the first command does not spend its time on it.
COMPILE := $(BIN)/python -m compileall -q engine ledger displays

.PHONY: install install-cluster install-test install-browser install-node install-peers install-bench pins pictures single-file serve demo test test-all lint check-python check-js bench cross-test clean

install: $(VENV)/installed          ## the server and the command `roundlog` in .venv
install-cluster: $(VENV)/installed-cluster  ## with what `roundlog serve --cluster` needs
install-test: $(VENV)/installed-test
install-peers: $(VENV)/installed-peers
install-bench: $(VENV)/installed-bench

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Roundlog needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Say which with: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# (setuptools would warn of every project that is installed to be edited.)
# What is downloaded must have the hashes that are written down here; the project itself has none, and comes after it.
$(VENV)/installed: pyproject.toml $(HASHES) | $(BIN)/python
	$(PIP) --require-hashes -r deploy/hashes.txt
	PYTHONWARNINGS=ignore $(PIP) --no-deps --no-build-isolation -e .
	$(COMPILE)
	@touch $@

$(VENV)/installed-cluster: pyproject.toml $(HASHES) | $(BIN)/python
	$(PIP) --require-hashes -r deploy/hashes-cluster.txt
	PYTHONWARNINGS=ignore $(PIP) --no-deps --no-build-isolation -e .
	$(COMPILE)
	@touch $@ $(VENV)/installed

$(VENV)/installed-test: pyproject.toml $(HASHES) | $(BIN)/python
	$(PIP) --require-hashes -r deploy/hashes-test.txt
	PYTHONWARNINGS=ignore $(PIP) --no-deps --no-build-isolation -e .
	$(COMPILE)
	@touch $@ $(VENV)/installed $(VENV)/installed-cluster

$(VENV)/installed-peers: $(VENV)/installed-test
	PYTHONWARNINGS=ignore $(PIP) -c $(PINS) -e '.[test,peers]'
	@touch $@

$(VENV)/installed-bench: $(VENV)/installed-test
	PYTHONWARNINGS=ignore $(PIP) -c $(PINS) -e '.[test,bench,peers]'
	@touch $@

# The files of a release have hashes of their own for every machine: uv asks for all of them. It is needed for this only.
pins:                               ## the hashes of what deploy/pins.txt names
	$(PYTHON) -m venv .venv-pins
	.venv-pins/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.13'
	@for extra in "" cluster "cluster test" single-file; do \
	  echo 'setuptools>=77' | .venv-pins/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --no-annotate --custom-compile-command "make pins" -c $(PINS) $${extra:+--extra $${extra% *}} $${extra:+--extra $${extra#* }} \
	    -o deploy/hashes$${extra:+-$${extra#* }}.txt pyproject.toml - || exit 1; done

single-file:                        ## one file to double-click, for the system on which this runs
	$(PYTHON) deploy/single-file/build.py build/single-file

serve: install                      ## the server on 127.0.0.1:8000, log in roundlog.db; PORT=8123 is another port
	$(BIN)/roundlog serve$(if $(PORT), --port $(PORT))

demo: install                       ## a server with a tournament of each kind that plays itself; PACE=0.5 is faster
	$(BIN)/roundlog demo --pace $(PACE)

# Side by side; each prints what it has to say when it is done.
lint: install-test install-node     ## ruff and mypy, and the checks of the JavaScript
	@$(MAKE) --no-print-directory -j2 --output-sync=target check-python check-js

check-python: install-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The product's JavaScript needs no node: only its checks do (types, linter, layout, unit tests; tests/js/package.json).
# Where node cannot be had they are skipped, and that is said; in CI they fail then.
NODE_IS_THERE := command -v npm >/dev/null && \
  node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null

install-node:                       ## Debian's node 20.19 or newer, as root or with a sudo that asks nothing
	@{ $(NODE_IS_THERE); } || { \
	  as_root=; [ "$$(id -u)" = 0 ] || as_root="sudo -n"; \
	  { $$as_root apt-get update -qq && $$as_root env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends nodejs npm; } >/dev/null || true; }

tests/js/node_modules/installed: tests/js/package.json tests/js/package-lock.json
	cd tests/js && npm ci --silent
	@touch $@

check-js: install-node              ## TypeScript, ESLint, Prettier and node's test runner over static/js
	@if $(NODE_IS_THERE); then \
	  $(MAKE) --no-print-directory tests/js/node_modules/installed && cd tests/js && npm run --silent check; \
	elif [ "$$CI" = true ]; then echo "The JavaScript is not checked: node 20.19 or newer is missing" && exit 1; \
	else echo "The JavaScript is not checked: node 20.19 or newer is missing"; fi

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
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m 'not exhaustive'

test-all: lint install-browser install-peers  ## everything, the long sets and the comparison with other programs too
	ROUNDLOG_PEERS=required $(BIN)/pytest -n $(WORKERS) --dist worksteal --hypothesis-profile=whole

bench: install-bench                ## ratios against peers and limits, as a table and in bench.json
	$(BIN)/python -m tests.bench

# They are of the product as it is now; a file is written only where its picture looks otherwise than before.
pictures: install-test install-browser  ## the pictures of the handbook, in every language, in three minutes
	$(BIN)/python -m tests.pictures

# $ROUNDLOG_BBP names an engine with the command line of bbpPairings, which is then asked too.
cross-test: install-peers           ## thousands of tournaments against other engines; CROSS="--tournaments N --jobs N --again"
	$(BIN)/python -m tests.cross $(CROSS)

clean:
	rm -rf $(VENV) .venv-pins tests/js/node_modules build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
