#!/usr/bin/env python3
# hookc: event=preToolUse
"""`pip install` becomes `uv pip install`, `python` becomes `uv run python`."""
import json
import re
import sys

event = json.load(sys.stdin.buffer)
answer = {}

if event["tool_name"] == "Shell":
    before = event["tool_input"]["command"]
    after = re.sub(r"^(python3? -m )?pip install\b", "uv pip install", before)
    after = re.sub(r"^python3?\b(?! -m pip)", "uv run python", after)
    if after != before:
        answer["updated_input"] = {**event["tool_input"], "command": after}
        answer["additional_context"] = f"The command was run as: {after}"

print(json.dumps(answer))
