#!/usr/bin/env bash
# Installs what the tests need where it is missing and possible, then runs all of them.
set -euo pipefail
cd "$(dirname "$0")"

# Installs a Debian package that provides a program, or says which tests are skipped without it.
need() {
    local program=$1 package=$2 tests=$3
    command -v "$program" >/dev/null && return
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package"; } >&2 || true
    fi
    command -v "$program" >/dev/null || echo "NOTE: $program is not installed; $tests are SKIPPED" >&2
}

if [ "$(uname -s)" = Linux ]; then
    need bwrap bubblewrap "tests of the sandbox tier 'strict'"
    need chromium chromium "tests in a browser"
    need node nodejs "tests of the engine on wasm32 and of programs in JavaScript"
    need g++ g++ "tests of programs with OpenMP"
    need nats-server nats-server "tests of tournaments on many machines"
    # Larger ones are not installed for one test.
    for program in python3 javac go; do
        command -v "$program" >/dev/null || echo "NOTE: $program is not installed; tests of programs that need it are SKIPPED" >&2
    done
fi
if ! [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ]; then
    timeout 120 rustup target add wasm32-unknown-unknown >&2 \
        || echo "NOTE: the target wasm32-unknown-unknown cannot be installed; tests of the engine on wasm32 are SKIPPED" >&2
fi

# axe-core looks for faults of accessibility. It is fetched for the tests only, and no part of the project.
axe=target/npm/node_modules/axe-core/axe.min.js
if ! [ -f "$axe" ] && command -v npm >/dev/null; then
    timeout 120 npm install --no-save --no-audit --no-fund --prefix target/npm axe-core@4 >&2 || true
fi
[ -f "$axe" ] || echo "NOTE: axe-core cannot be installed; tests of accessibility are SKIPPED" >&2

cargo test --workspace "$@"
# The contest program with a person at the keys is another build of the same package.
cargo test -p floe --features interactive --test it "$@" -- interactive
