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
    need chromium chromium "tests of the report page in a browser"
    need node nodejs "tests of the engine on wasm32"
fi
if ! [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ]; then
    timeout 120 rustup target add wasm32-unknown-unknown >&2 \
        || echo "NOTE: the target wasm32-unknown-unknown cannot be installed; tests of the engine on wasm32 are SKIPPED" >&2
fi

cargo test --workspace "$@"
# The contest program with a person at the keys is another build of the same package.
cargo test -p floe --features interactive --test it "$@" -- interactive
