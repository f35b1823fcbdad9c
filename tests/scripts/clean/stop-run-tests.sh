#!/usr/bin/env bash
# hookc: event=stop
set -uo pipefail

read -r status loops < <(jq -r '[.status, .loop_count] | @tsv')

if [[ $status != completed ]] || (( loops >= 2 )); then
  echo '{}'
  exit 0
fi

cd "${CURSOR_PROJECT_DIR:-.}" || { echo '{}'; exit 0; }

if [[ -f Makefile ]] && ! output=$(make test 2>&1); then
  jq -n --arg out "$(tail -n 20 <<<"$output")" \
    '{followup_message: "The tests fail. Fix them, do not skip them:\n\n\($out)"}'
else
  echo '{}'
fi
