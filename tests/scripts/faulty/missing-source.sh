#!/usr/bin/env bash
# hookc: event=beforeReadFile failClosed
set -euo pipefail
source "$(dirname "$0")/lib/answers.sh" # fault: missing-module

path=$(jq -r '.file_path')
if [[ "$path" == *.key ]]; then
  deny "keys are private"
else
  allow
fi
