# What the scripts of this folder share. Sourced, never run.
# shellcheck shell=bash
#
# HOOKC and HOOKC_RUN name programs to measure instead of those that are built here. ROWS names a file that the rows of the table are added to.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=$(cargo metadata --format-version 1 --no-deps --locked | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')

build_hookc() {
  if [ -z "${HOOKC:-}" ]; then
    cargo build --release --quiet --locked -p hookc
    HOOKC=$target/release/hookc
  fi
  hookc=$(realpath "$HOOKC")
}

build_run() {
  if [ -z "${HOOKC_RUN:-}" ]; then
    cargo build --profile tiny --quiet --locked -p hookc-runtime
    HOOKC_RUN=$target/tiny/hookc-run
  fi
  run=$(realpath "$HOOKC_RUN")
}

build_empty() {
  printf 'fn main() {}\n' > "$work/empty.rs"
  rustc -O -o "$work/empty" "$work/empty.rs"
  empty=$work/empty
}

# row WHAT BAR FIGURE RATIO HOW: a row of the table.
row() {
  printf '| %s | %s | %s | %s | %s |\n' "$@"
  if [ -n "${ROWS:-}" ]; then printf '| %s | %s | %s | %s | %s |\n' "$@" >> "$ROWS"; fi
}

# table: the head of a table whose rows follow; nothing where `benches/all` makes one of them all.
table() {
  [ -n "${ROWS:-}" ] || printf '| what | bar | figure | ratio | how measured |\n|---|---|---|---|---|\n'
}

# times OPTIONS… -- COMMAND…: the medians of the commands in milliseconds, in one run, into the list `medians`.
times() {
  local options=()
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  shift
  hyperfine "${options[@]}" --style none --ignore-failure --export-json "$work/times.json" "$@" >/dev/null 2>&1
  mapfile -t medians < <(python3 -c '
import json, sys
for result in json.load(open(sys.argv[1]))["results"]:
    print("%.3f" % (result["median"] * 1000))' "$work/times.json")
}

# of EXPRESSION: a number with two digits behind the point.
of() { python3 -c "print('%.2f' % ($1))"; }

# instructions COMMAND…: how many the command executes, in all threads; nothing without valgrind.
instructions() {
  command -v valgrind >/dev/null || { echo 0; return; }
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'
}

# peak COMMAND…: its largest resident memory in KiB; nothing without GNU time.
peak() {
  [ -x /usr/bin/time ] || { echo 0; return; }
  { /usr/bin/time -q -f '%M' "$@" >/dev/null; } 2>&1 | tail -1
}

# forget: a command that makes the kernel forget the disk; nothing where that is not allowed.
forget() {
  if [ -w /proc/sys/vm/drop_caches ]; then echo 'sync; echo 3 > /proc/sys/vm/drop_caches'; fi
}
