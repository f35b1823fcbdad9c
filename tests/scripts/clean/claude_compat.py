#!/usr/bin/env python3
# hookc: event=preToolUse failClosed
"""One guard for two hosts. The payload tells which of them is asking."""
import json
import sys

REASON = "Lock files are written by the package manager."


def refusal(payload: dict) -> dict:
    if "cursor_version" in payload:
        return {"permission": "deny", "user_message": REASON, "agent_message": REASON}
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": REASON,
        }
    }


payload = json.loads(sys.stdin.read().lstrip("\ufeff"))
path = payload.get("tool_input", {}).get("file_path", "")
locked = path.endswith(("yarn.lock", "Cargo.lock", "poetry.lock"))
print(json.dumps(refusal(payload) if locked and payload["tool_name"] in ("Write", "Edit") else {}))
