#!/usr/bin/env bash
# hookc: event=afterFileEdit
# Prettier on whatever the agent just wrote. Never in the way: failures go to stderr.

file_path=$(jq -r '.file_path // ""')

case "$file_path" in
  *.ts | *.tsx | *.js | *.jsx | *.css | *.md)
    if [ -f "$file_path" ] && command -v npx >/dev/null 2>&1; then
      npx --no-install prettier --write --log-level warn "$file_path" >&2 || true
    fi
    ;;
esac

echo '{}'
