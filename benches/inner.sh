#!/usr/bin/env bash
# Measures the inner loops: the language server, matcher decisions, plans, and each stage and rule of a check.
# Needs python3.
. "$(dirname "$0")/lib.sh"
build_hookc
table
HOOKC_BIN=$hookc cargo bench --quiet --locked -p hookc-tests --bench lsp > "$work/lsp.txt"
cargo bench --quiet --locked -p hookc-tests --bench runtime > "$work/runtime.txt"
cargo bench --quiet --locked -p hookc-tests --bench front_end > "$work/front_end.txt"
python3 benches/inner.py "$work/lsp.txt" "$work/runtime.txt" > "$work/rows"
while IFS=$'\t' read -r what bar figure ratio how; do row "$what" "$bar" "$figure" "$ratio" "$how"; done < "$work/rows"
python3 benches/inner.py --stages "$work/front_end.txt" | tee -a "${STAGES:-/dev/null}"
