#!/usr/bin/env bash
# One step of the set-up per argument: python, pyodide, node, chromium, engines, bench. Each is safe to run twice.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf 'setup: %s\n' "$*"; }
stop() { printf 'setup: %s\n' "$*" >&2; exit 1; }

# Debian's packages, only where we may install them; otherwise say what is missing.
debian() {
    local why=$1
    shift
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        stop "$why Please install: $* (on Debian: sudo apt-get install $*)"
    fi
    say "$why Installing $* with apt-get."
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

setup_python() {
    local python=${PYTHON:-python3}
    command -v "$python" >/dev/null || debian "No $python found." python3
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        stop "Python 3.11 or newer is needed; $python is $("$python" --version 2>&1). Set PYTHON=…"
    "$python" -c 'import ensurepip, venv' 2>/dev/null || debian "Python's venv module is missing." python3-venv
    say "Python tools from requirements-dev.txt into .venv"
    [ -x .venv/bin/python ] || "$python" -m venv .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
        --only-binary :all: -r requirements-dev.txt
}

# The same pinned test tools once more, for the browser's Python (check_core.mjs). hypothesis has a
# compiled part, and its WebAssembly wheel is among the hashes of the same lock.
setup_pyodide() {
    local tools='hypothesis|icepool|iniconfig|packaging|pluggy|pygments|pytest|sortedcontainers'
    say "test tools for Pyodide into .venv/pyodide"
    rm -rf .venv/pyodide
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
        --only-binary :all: --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp \
        --abi cp314 --target .venv/pyodide \
        -r <(awk -v wanted="^($tools)==" '/^[a-z]/ { taken = $1 ~ wanted } taken' requirements-dev.txt)
}

setup_node() {
    command -v node >/dev/null && command -v npm >/dev/null || stop "Node 20 or newer, with npm, is needed."
    [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || stop "Node 20 or newer is needed; this is $(node --version)."
    say "browser runtime from package-lock.json into node_modules"
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
}

setup_chromium() {
    if [ -n "${CHROMIUM:-}" ]; then
        [ -x "$CHROMIUM" ] || stop "CHROMIUM=$CHROMIUM cannot be run."
    elif ! command -v chromium-headless-shell >/dev/null; then
        # Not every distribution has this one; the whole Chromium does as well, a third slower
        (debian "The browser tests need Chromium." chromium-headless-shell fonts-liberation) ||
            command -v chromium >/dev/null ||
            debian "The browser tests need Chromium." chromium fonts-liberation
    fi
}

# Whatever is missing then is skipped by the tests, which say so: a machine need not have every engine.
setup_engines() {
    command -v firefox-esr >/dev/null && command -v WebKitWebDriver >/dev/null && command -v xvfb-run >/dev/null ||
        (debian "Other engines for make test-browsers." firefox-esr webkit2gtk-driver xvfb xauth) ||
        say "going on without the engines that are missing"
}

setup_bench() {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
        --upgrade --target .venv/bench -r requirements-bench.txt
}

for step in "$@"; do
    "setup_$step"
done
