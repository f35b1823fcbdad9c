#!/usr/bin/env bash
# hookc: event=postToolUse

jq 'if .tool_name == "Shell" and .duration > 30000
    then {additional_context: "That command took \(.duration / 1000 | floor) seconds; narrow it down next time."}
    else {} end'
