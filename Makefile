# Everything lives in .venv; stamp files in it make a second run quick.
#
#   make play     play in the browser
#   make quick    between two edits: a minute
#   make test     before a commit is offered: lint, types, unit tests, a real browser

PYTHON ?= python3
# Hundreds of processes load the same modules: compiling these again each time takes minutes.
unexport PYTHONDONTWRITEBYTECODE
JOBS ?= auto
# Many tests wait for servers and clocks meanwhile, so two of their processes share a core.
UNIT_JOBS ?= $(shell expr 2 \* `getconf _NPROCESSORS_ONLN`)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PLAY_READY := $(VENV)/.play-ready
TEST_READY := $(VENV)/.test-ready

.DEFAULT_GOAL := help
.PHONY: help setup play quick quick-python test checks-and-browser test-wide lint types unit test-train web web-test browser chromium pictures legibility docs dist budgets house layouts figures mutants protocol generate format constraints clean

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Golden Spike needs Python 3.11 or newer; '$(PYTHON)' is older or missing." \
	       "Name another one with: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "Python's venv module does not work here. On Debian or Ubuntu: apt-get install python3-venv" >&2; \
	  rm -rf $(VENV); exit 1; }

# Pinned and hash-checked first, then the project itself without looking for dependencies:
# pip cannot check the hash of a directory, so the two do not go into one command.
$(PLAY_READY): constraints-play.txt pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes -r constraints-play.txt
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(TEST_READY): constraints.txt pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes -r constraints.txt
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@ $(PLAY_READY)

# Compiled here, the kernel is compiled on all cores; test processes would wait for each other.
setup: $(TEST_READY) ## install and compile everything, to work on the project
	@$(BIN)/goldenspike warm

# Without a log of every table. Ctrl-C is how it ends, so neither shell nor make complains of it.
play: web ## play in the browser
	@trap : INT; GOLDENSPIKE_LOG=$${GOLDENSPIKE_LOG:-warning} $(BIN)/goldenspike serve --open \
	  || [ $$? -eq 130 ]

# What uses one core goes side by side; each one's output stays together where make can do that.
SIDE_BY_SIDE := $(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),-Otarget)

QUICK := quick and not laws and not compiled
quick: $(TEST_READY) ## between two edits: style, the quickest tests of every part, the client's types and unit tests
	@$(BIN)/python web/build.py install
	@$(SIDE_BY_SIDE) quick-python web-test

quick-python:
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	GOLDENSPIKE_KERNEL=plain $(BIN)/pytest -n $(JOBS) --dist worksteal -m "$(QUICK)" $(ARGS)

test: setup web chromium ## before a commit is offered: everything but what takes long
	@$(MAKE) --no-print-directory -j2 unit checks-and-browser

# Beside the Python tests: both wait for servers and clocks, and fill each other's pauses. Both show their progress.
checks-and-browser:
	@$(MAKE) --no-print-directory lint types web-test
	@$(MAKE) --no-print-directory browser ARGS="--grep-invert @wide"

test-wide: $(TEST_READY) ## what takes long: kills, wide fuzzing, matches, cold compiles, mutants; the documentation site
	@$(MAKE) --no-print-directory docs
	$(BIN)/pytest -n $(UNIT_JOBS) --dist worksteal -m "wide or laws" --times 10 $(ARGS)
	@$(MAKE) --no-print-directory mutants ARGS=--by-rule
	@$(MAKE) --no-print-directory mutants ARGS=--quick
	@$(MAKE) --no-print-directory browser ARGS="--grep @wide"

lint: $(TEST_READY) ## ruff, prettier, eslint: style and common mistakes
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python web/build.py lint

types: $(TEST_READY) ## mypy --strict
	$(BIN)/mypy

unit: $(TEST_READY) ## pytest (one folder: make unit ARGS=tests/boards)
	$(BIN)/pytest -n $(UNIT_JOBS) --dist worksteal $(ARGS)

mutants: $(TEST_READY) ## break rules one by one (ARGS=--quick: any part), and see that tests notice
	cd tests && ../$(BIN)/python -m mutation $(or $(ARGS),--by-rule)

# Torch is large and its builds differ by machine, so nothing else installs it. RLlib's own needs are
# named one by one: the extra ray[rllib] would replace the Gymnasium that everything is tested with.
TRAIN := torch==2.13.0 torchrl==0.14.1 sb3-contrib==2.9.2 dm-tree==0.1.10 lz4==4.4.5 pandas fsspec pydantic scipy \
  tensorboardX ormsgpack
test-train: $(TEST_READY) ## what learns with Torch, a few seconds of it
	@$(BIN)/python -c 'import torch, torchrl, sb3_contrib, tree, lz4, pandas, scipy, tensorboardX, ormsgpack' 2> /dev/null \
	  || $(PIP) install --quiet $(TRAIN)
	$(BIN)/pytest examples $(ARGS)

web: $(PLAY_READY) ## build the browser client into the package
	@$(BIN)/python web/build.py build

web-test: $(TEST_READY) ## the client's types and unit tests
	$(BIN)/python web/build.py check
	$(BIN)/python web/build.py unit

chromium: $(PLAY_READY)
	@$(BIN)/python web/build.py chromium

browser: web chromium ## the client in a real browser against the real server
	$(BIN)/python web/build.py browser $(ARGS)

pictures: web chromium ## docs/images, made anew by playing
	$(BIN)/python web/build.py pictures

docs: $(TEST_READY) ## the documentation site, into build/docs; a warning is an error
	$(BIN)/python -m sphinx --fresh-env --fail-on-warning --keep-going --quiet docs build/docs

# The client is built into both. Whoever installs from either needs no Node.
dist: $(PLAY_READY) ## the source archive and the wheel, into dist/
	$(BIN)/python -m hatchling build -d dist

house: $(TEST_READY) ## docs/images/house.svg: the rooms and the imports between them
	$(BIN)/python tools/house/picture.py

layouts: $(TEST_READY) ## the layouts of our boards that come with the package
	$(BIN)/python -m goldenspike.boards.drawing.layout_files

budgets: web chromium ## size and speed of the browser client
	$(BIN)/python web/build.py budgets

# The classifier sees only pixels; before.json has the figures of the drawing that this one replaced.
legibility: web chromium $(TEST_READY) ## how well free spaces and trains are told apart, on screenshots (one board: BOARD=nordic)
	rm -rf build/legibility
	$(BIN)/python web/build.py legibility $(if $(BOARD),--grep $(BOARD))
	$(BIN)/python tools/legibility/measure.py build/legibility --before web/legibility/before.json

protocol: $(TEST_READY) ## write docs/protocol.md and the client's types from the message types
	$(BIN)/python -m goldenspike.server.protocol.reference docs/protocol.md
	$(BIN)/python -m goldenspike.server.protocol.typescript web/src/server/types.ts

figures: $(TEST_READY) ## the figures of the rules pages, from the boards
	$(BIN)/python tools/make_rules_figures.py

generate: protocol house layouts figures ## all that is written from code and committed: protocol page, types, picture, layouts, figures

format: $(TEST_READY) ## let ruff and prettier put the style right
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python web/build.py format

# Versions already pinned stay as they are; take newer ones with: make constraints UPGRADE=--upgrade
ALL_EXTRAS := arena data envs pictures plots ray redis server build docs dev
PLAY_EXTRAS := server build
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-annotate --no-header $(UPGRADE) pyproject.toml
define NOTE
# Every package with its version and the hashes of all its files (so one list serves Linux and
# macOS, Python 3.11 to 3.13), and no addresses: pip asks whatever registry this machine uses.
# Written by `make constraints` from pyproject.toml: add a package there, in the right extra, then
# run that. constraints.txt is what working on the project needs, constraints-play.txt the part of
# it that playing needs. Installed by `make setup` and `make play` with pip's --require-hashes.
endef
export NOTE
constraints: | $(BIN)/python ## pin what pyproject.toml asks for, with hashes
	@$(PIP) install --quiet uv
	$(COMPILE) $(ALL_EXTRAS:%=--extra %) -o constraints.txt > /dev/null
	$(COMPILE) $(PLAY_EXTRAS:%=--extra %) -c constraints.txt -o constraints-play.txt > /dev/null
	@for f in constraints.txt constraints-play.txt; do \
	  { echo "$$NOTE"; cat $$f; } > $$f.new && mv $$f.new $$f; done

clean: ## remove .venv and everything made
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
