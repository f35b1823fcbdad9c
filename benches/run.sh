#!/usr/bin/env bash
# Measures `hookc-run`: an event that spawns nothing beside an empty process, and one spawned hook beside `sh -c` of the same script.
# Needs hyperfine.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --profile tiny -p hookc-runtime --quiet --locked
cargo build --release --quiet --locked
run=$PWD/target/tiny/hookc-run
hookc=$PWD/target/release/hookc
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'fn main() {}\n' > "$work/empty.rs"
rustc -O -o "$work/empty" "$work/empty.rs"
mkdir -p "$work/.cursor"
printf '#!/bin/sh\ncat >/dev/null\necho "{}"\n' > "$work/guard.sh"
chmod +x "$work/guard.sh"
cat > "$work/.cursor/hooks.json" <<'HOOKS'
{ "version": 1, "hooks": { "beforeShellExecution": [{ "command": "./guard.sh", "matcher": "git push" }] } }
HOOKS
"$hookc" compile --workspace "$work" -o "$work/plan.json"
"$hookc" sample beforeShellExecution --set command=ls > "$work/other.json"
"$hookc" sample beforeShellExecution --set 'command=git push' > "$work/payload.json"
arguments="beforeShellExecution --plan $work/plan.json --root project=$work"

echo "binary: $(stat -c %s "$run") bytes"
# Through a shell for the redirection; hyperfine takes the shell's own time off.
hyperfine --warmup 50 --runs 500 \
  -n empty "$work/empty < $work/other.json" -n 'hookc-run, nothing to spawn' "$run $arguments < $work/other.json"
hyperfine --warmup 50 --runs 300 \
  -n 'sh -c of the script' "sh -c $work/guard.sh < $work/payload.json" -n 'hookc-run, one hook' "$run $arguments < $work/payload.json"
