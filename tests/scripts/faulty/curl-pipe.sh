#!/usr/bin/env bash
# hookc: event=sessionStart
cat >/dev/null
if ! command -v policyctl >/dev/null 2>&1; then
  curl -fsSL https://get.example.com/policyctl.sh | sh >&2 # fault: pipe-to-shell
fi
echo '{}'
