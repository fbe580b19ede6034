# `make serve` and `make test` are all a newcomer needs; each does its own set-up.
# Every step leaves a stamp, so that a second run only does what has changed.

SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

BIN := .venv/bin
PORT ?= 8000
# Of a page test's time the browser takes most: two at once, on two cores
WORKERS ?= 2
TESTS ?= tests
TAG ?=

PYTHON_READY := .venv/.ready
PYODIDE_READY := .venv/pyodide/.ready
BENCH_READY := .venv/bench/.ready
NODE_READY := node_modules/.ready
VENDOR_READY := static/vendor/.ready
CATALOGS_READY := pyroll/locale/en/LC_MESSAGES/pyroll.mo

.PHONY: help
help: ## say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 22

# --- set-up

$(PYTHON_READY): requirements-dev.txt tools/setup.sh
	@tools/setup.sh python
	@touch $@

$(PYODIDE_READY): $(PYTHON_READY)
	@tools/setup.sh pyodide
	@touch $@

$(NODE_READY): package-lock.json package.json tools/setup.sh
	@tools/setup.sh node
	@touch $@

.PHONY: setup
setup: $(PYTHON_READY) $(PYODIDE_READY) $(NODE_READY) $(CATALOGS_READY) ## install the pinned tools, and Chromium where it is missing
	@tools/setup.sh chromium

$(VENDOR_READY): $(PYTHON_READY) $(NODE_READY) tools/vendor.py tools/vendor.lock.json tools/build_stdlib.mjs tools/stdlib.txt $(wildcard tools/library/*.py tools/licenses/*)
	@$(BIN)/python -m tools.vendor
	@touch $@

.PHONY: vendor
vendor: $(VENDOR_READY) ## fill static/vendor/ from the pinned packages

.PHONY: vendor-update
vendor-update: $(PYTHON_READY) $(NODE_READY) ## after a version was raised: rebuild and rewrite tools/vendor.lock.json
	@$(BIN)/python -m tools.vendor --update
	@touch $(VENDOR_READY)

.PHONY: lock
lock: $(PYTHON_READY) ## pin requirements-dev.in and package.json anew
	@$(BIN)/python -m pip install --quiet uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --no-emit-index-url --output-file requirements-dev.txt requirements-dev.in
	@npm install --package-lock-only --ignore-scripts

# --- the translations

$(CATALOGS_READY): pyroll/locale/en/LC_MESSAGES/pyroll.po $(PYTHON_READY) tools/catalogs.py
	@$(BIN)/python -m tools.catalogs --compile
	@touch $@

.PHONY: catalogs
catalogs: $(PYTHON_READY) ## after a sentence was added or changed: gather, update the translations, compile
	@$(BIN)/python -m tools.catalogs

# --- the site

.PHONY: build
build: vendor ## write the generated files and dist/, ready for any static host
	@$(BIN)/python -m tools.build

.PHONY: zip
zip: build ## the built site in one file, build/pyroll-VERSION.zip; TAG=vX.Y.Z makes sure that it is that version
	@$(BIN)/python -m tools.release --tag "$(TAG)"

.PHONY: serve
serve: build ## build the site and serve it
	@$(BIN)/python -m tools.serve dist --port $(PORT)

.PHONY: run
run: vendor $(CATALOGS_READY) ## serve the working tree: edit, then reload the page
	@$(BIN)/python -m tools.serve --port $(PORT)

.PHONY: docs-screenshots
docs-screenshots: setup vendor ## the pictures that the documents show, into docs/
	@$(BIN)/python -m tools.screenshots --docs

.PHONY: screenshots
screenshots: setup vendor ## pictures of the page, three widths, light and dark, into screenshots/
	@$(BIN)/python -m tools.screenshots

# --- the checks

.PHONY: lint
lint: $(PYTHON_READY) ## style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

.PHONY: format
format: $(PYTHON_READY) ## put the sources in shape
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

.PHONY: unit
unit: vendor $(CATALOGS_READY) ## the tests that need no browser
	@$(BIN)/pytest -n $(WORKERS) --ignore=tests/browser --ignore=tests/engines $(TESTS)

.PHONY: bench-page
bench-page: setup vendor ## how fast the page answers, in Chromium; nothing else should run meanwhile
	@$(BIN)/python -m tools.bench_page
	@$(BIN)/python -m tools.bench_journal

.PHONY: core
core: setup vendor ## the core's tests under the browser's Python
	@node tools/check_stdlib.mjs
	@node tools/check_core.mjs

.PHONY: test
test: ## every check: style, types, unit, packaging, browser; the core in CPython and Pyodide
	@$(MAKE) --no-print-directory --jobs $(WORKERS) --output-sync=target setup vendor lint core
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal --ignore=tests/engines $(TESTS)

.PHONY: test-again
test-again: setup vendor ## what failed in the last run, one test at a time; nothing to try is a failure, too
	@$(BIN)/pytest --last-failed --last-failed-no-failures none --ignore=tests/engines $(TESTS)

.PHONY: setup-engines
setup-engines: setup
	@tools/setup.sh engines

.PHONY: test-browsers
test-browsers: setup-engines vendor ## the built site in Chromium, Firefox and WebKitGTK, those that can be had
	@$(BIN)/pytest -rs tests/engines

.PHONY: test-browsers-again
test-browsers-again: setup-engines vendor
	@$(BIN)/pytest -rs --last-failed --last-failed-no-failures none tests/engines

$(BENCH_READY): $(PYTHON_READY) requirements-bench.txt
	@tools/setup.sh bench
	@touch $@

.PHONY: bench
bench: setup vendor $(BENCH_READY) ## time the odds and the start; BENCHMARKS.md says what is measured, and keeps figures
	@PYTHONPATH=$(BENCH_READY:/.ready=) $(BIN)/python -m tools.bench_core
	@node tools/bench_import.mjs
	@$(BIN)/python -m tools.bench_start

.PHONY: clean
clean: ## remove everything that make made
	rm -rf .venv node_modules static/vendor static/vendor.new dist build screenshots test-results \
		.mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f $(CATALOGS_READY)
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
