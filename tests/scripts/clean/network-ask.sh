#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail

jq -c '
  def hosts: [scan("https?://([^/ :\"]+)") | .[0]];
  def known: ["code.example", "docs.example", "mirror.example", "status.example"];
  (.command | hosts) as $h
  | ($h - known) as $unknown
  | if ($unknown | length) == 0
    then {permission: "allow"}
    else {permission: "ask", user_message: "Contact \($unknown | join(", "))?"}
    end
'
