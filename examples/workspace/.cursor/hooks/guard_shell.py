#!/usr/bin/env python3
"""Refuses commands that delete whole trees or run what the network sends."""

import json
import re
import sys

FORBIDDEN = {
    r"\brm\s+(-\w+\s+)*-\w*[rR]\w*\s+(/|~|\.\.)": "it deletes a tree outside this repository",
    r"\b(curl|wget)\b[^|;&]*\|\s*(sudo\s+)?(ba|da|z)?sh\b": "it runs what the network sends",
}

payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
command = payload.get("command", "")
reason = next((why for pattern, why in FORBIDDEN.items() if re.search(pattern, command)), None)
if reason:
    print(json.dumps({"permission": "deny", "user_message": f"Refused: {reason}.", "agent_message": f"Not run: {reason}."}))
else:
    print(json.dumps({"permission": "allow"}))
