#!/usr/bin/env bash
# Installs what the tests need where it is missing (nothing yet), then runs all of them.
set -euo pipefail
cd "$(dirname "$0")"
cargo test --workspace "$@"
# The contest program with a person at the keys is another build of the same package.
cargo test -p floe --features interactive --test it "$@" -- interactive
