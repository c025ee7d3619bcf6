# Everything a developer does here, one word each. `make` lists it.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
# Two processes: the least a machine has that this is developed on. `make test JOBS=8` for more.
JOBS   ?= 2
# Narrows a run: make test ARGS="tests/markdown -k links"
ARGS   ?=
# Where `make test` writes its wikis: in memory, where there is room and programs may be run from there, since
# wikic waits for the disk at every write. `make check-deep` stays on the disk, as does make test TMPDIR=/tmp.
MEMORY := $(shell grep -qs ' /dev/shm .*noexec' /proc/mounts || \
  df -Pk /dev/shm 2>/dev/null | awk '$$6 == "/dev/shm" && $$4 > 4000000 {print $$6}')
TMPDIR ?= $(or $(MEMORY),/tmp)
# Without byte code every command that a test starts would compile all of wikic again.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help demo test lint check check-deep fmt docs docs-update bench clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(STAMP) ## Compile a small invented town into a wiki and look around in it
	@BIN="$(BIN)" sh fixtures/demo.sh

test: $(STAMP) ## Run the tests
	TMPDIR=$(TMPDIR) $(BIN)/python -m pytest -q -n $(JOBS) $(ARGS)

lint: $(STAMP) ## Look at the code without running it: ruff, mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: test lint ## Everything a change must pass, and what CI runs: test and lint

check-deep: $(STAMP) ## The tests with everything that a sample stands for in `make test`: an hour or more
	$(BIN)/python -m pytest -q -n $(JOBS) --hypothesis-profile=deep -m "deep or not deep" --timeout=7200 $(ARGS)

fmt: $(STAMP) ## Format the code and apply certain fixes
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

docs: $(STAMP) ## Run every command of the README and check what it prints
	$(BIN)/python -m pytest -q tests/test_readme.py

docs-update: $(STAMP) ## Show anew in the README what its commands print
	PYTHONPATH=tests $(BIN)/python -m support.shown_commands README.md

bench: $(STAMP) ## Measure what takes less than a minute; DATA=DIR compiles some of a corpus too
	$(BIN)/python benchmarks/quick.py $(if $(DATA),--data "$(DATA)")

clean: ## Remove what was built: .venv, demo/, caches
	rm -rf $(VENV) demo build dist benchmarks/out .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "wikic needs Python 3.11 or newer; this is $$($(PYTHON) --version 2>&1). Name another: make PYTHON=python3.12 …" >&2; exit 2; }
	@test -x $(BIN)/python || { $(PYTHON) -c 'import venv, ensurepip' 2>/dev/null && $(PYTHON) -m venv $(VENV); } || \
	  { rm -rf $(VENV); echo "$(PYTHON) cannot make a virtual environment here. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 2; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,all]'
	@touch $@
