#!/usr/bin/env python3
# hookc: event=beforeShellExecution failClosed
"""Refuse git commands that throw work away."""
import json
import re
import sys

DESTRUCTIVE = re.compile(r"\bgit\s+(reset\s+--hard|clean\s+-[a-z]*f|checkout\s+--\s)")


def main() -> int:
    payload = json.load(sys.stdin.buffer)  # bytes: a byte order mark is fine
    command = payload.get("command", "")
    if DESTRUCTIVE.search(command):
        print(json.dumps({
            "permission": "deny",
            "user_message": "This would throw uncommitted work away.",
            "agent_message": "Stash the changes instead of dropping them.",
        }))
        return 0
    print(json.dumps({"permission": "allow"}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
