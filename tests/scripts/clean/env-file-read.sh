#!/usr/bin/env bash
# hookc: event=beforeReadFile failClosed
set -eu

file=$(jq -r '.file_path')
name=${file##*/}

case "$name" in
  .env.example | .env.sample | .env.template) ;;
  .env | .env.* | *.pem | *.key | id_rsa | id_ed25519 | credentials.json)
    jq -n --arg f "$name" '{permission: "deny", user_message: ("\($f) holds secrets and stays on this machine.")}'
    exit 0
    ;;
esac

echo '{"permission": "allow"}'
