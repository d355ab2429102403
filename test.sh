#!/usr/bin/env bash
# Installs what the tests need where it is missing and possible, then runs all of them.
set -euo pipefail
cd "$(dirname "$0")"
# Bubblewrap is what the strictest sandbox is made of. Without it, its tests are skipped, and say so.
if [ "$(uname -s)" = Linux ] && ! command -v bwrap >/dev/null; then
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq bubblewrap; } >&2 || true
    fi
    command -v bwrap >/dev/null || echo "NOTE: bubblewrap is not installed; tests of tier 'strict' are SKIPPED" >&2
fi
cargo test --workspace "$@"
# The contest program with a person at the keys is another build of the same package.
cargo test -p floe --features interactive --test it "$@" -- interactive
