#!/usr/bin/env python3
"""Refuses changes to the hooks themselves."""

import json
import pathlib
import sys

payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
path = pathlib.PurePath(payload.get("tool_input", {}).get("file_path", ""))
if ".cursor" in path.parts:
    message = "The agent's hooks are changed by people only."
    print(json.dumps({"permission": "deny", "user_message": message, "agent_message": message}))
else:
    print(json.dumps({"permission": "allow"}))
