#!/bin/sh
# hookc: event=beforeTabFileRead failClosed
set -eu
file=$(jq -r '.file_path')
case "$file" in # fault: gate-empty-stdout
  *.env) echo '{"permission":"deny"}' ;;
  *.ts | *.py) echo '{"permission":"allow"}' ;;
esac
