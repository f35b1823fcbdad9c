#!/usr/bin/env bash
# Measures `hookc check` on one small repository and on 1,000 of them, beside an empty process, in one run on one machine.
# Needs python3 and hyperfine; counts instructions where valgrind is there, and memory where GNU time is there.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet --locked
hookc=$PWD/target/release/hookc
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'fn main() {}\n' > "$work/empty.rs"
rustc -O -o "$work/empty" "$work/empty.rs"
python3 benches/repositories.py 1 "$work/one"
python3 benches/repositories.py 1000 "$work/many"
one="$work/one/repository-00000"

echo "binary: $(stat -c %s "$hookc") bytes"
echo "dependencies: $(cargo tree -p hookc -e normal,no-proc-macro --prefix none --locked | sort -u | wc -l) crates, this one included"
if command -v valgrind >/dev/null; then
  for what in "$work/empty" "$hookc check $one" "$hookc check $work/many"; do
    # shellcheck disable=SC2086
    count=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null $what 2>&1 | sed -n 's/.*Collected : //p')
    echo "instructions: $count  ${what//$work\//}" | sed "s#$hookc#hookc#"
  done
fi
if [ -x /usr/bin/time ]; then
  for what in "$one" "$work/many"; do
    peak=$(/usr/bin/time -f '%M' "$hookc" check "$what" 2>&1 >/dev/null | tail -1)
    echo "peak memory: $peak KiB  hookc check ${what//$work\//}"
  done
fi
hyperfine -N --warmup 50 --runs 500 -n empty "$work/empty" -n 'hookc check (1 repository)' "$hookc check $one"
hyperfine -N --warmup 3 --runs 30 -n 'hookc check (1,000 repositories)' "$hookc check $work/many"
