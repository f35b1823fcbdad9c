#!/usr/bin/env bash
# hookc: event=preToolUse
# Rewrites `npm install` to `pnpm install`; everything else goes on untouched.

input=$(cat)
tool=$(jq -r '.tool_name' <<<"$input")
command=$(jq -r '.tool_input.command // ""' <<<"$input")

if [[ "$tool" == "Shell" && "$command" == "npm install"* ]]; then
  jq --arg new "p${command}" '{
    permission: "allow",
    updated_input: (.tool_input + {command: $new}),
    additional_context: "This repository uses pnpm."
  }' <<<"$input"
else
  echo '{}'
fi
