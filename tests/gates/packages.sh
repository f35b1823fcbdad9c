#!/usr/bin/env bash
# Builds the wheel and the npm packages from this tree, installs each into an empty environment, and checks the example workspace with it.
# usage: packages.sh PYTHON OUT    PYTHON has maturin; OUT gets the wheel and the tarballs
set -euo pipefail
python=${1:?usage: packages.sh PYTHON OUT} out=$(mkdir -p "${2:?usage: packages.sh PYTHON OUT}" && cd "$2" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
python=$(cd "$(dirname "$python")" && pwd)/$(basename "$python")
example=$root/examples/workspace

shows_the_fault() {
  local status=0 report
  report=$("$@" check "$example") || status=$?
  [ "$status" = 1 ] && grep -q 'error\[unknown-event\]' <<<"$report" || {
    echo "$* must show the fault of the example workspace; it ended with $status and said: $report" >&2
    exit 1
  }
}

(cd "$root/packages/python" && "$python" -m maturin build --quiet --locked --out "$out")
"$python" -m venv "$out/python"
"$out/python/bin/pip" install --quiet --disable-pip-version-check --no-index --find-links "$out" hookc
shows_the_fault "$out/python/bin/hookc"
echo "the wheel works: $(ls "$out"/*.whl)"

platform=$(node -p '`${process.platform}-${process.arch}`')
node "$root/packages/npm/pack.mjs" "$out/python/bin/hookc" "$platform" "$out/npm" >/dev/null
mkdir -p "$out/empty" && cd "$out/empty" && echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund "$out"/npm/*.tgz
shows_the_fault node_modules/.bin/hookc
echo "the npm packages work: $(ls "$out"/npm/*.tgz | tr '\n' ' ')"
