#!/usr/bin/env python3
# hookc: event=preToolUse failClosed
import json
import sys

event = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))

match (event["tool_name"], event["tool_input"]):
    case ("Write", {"file_path": str(path)}) if path.endswith((".lock", "package-lock.json")):
        verdict = {"permission": "deny", "user_message": f"{path} is generated."}
    case ("Delete", {"file_path": str(path)}) if "/migrations/" in path:
        verdict = {
            "permission": "deny",
            "user_message": "Migrations are never deleted.",
            "agent_message": "Write a new migration that reverts the old one.",
        }
    case ("Shell", {"command": str(command)}) if "alembic downgrade" in command:
        verdict = {"permission": "deny", "agent_message": "Downgrades are done by hand."}
    case _:
        verdict = {}

json.dump(verdict, sys.stdout)
