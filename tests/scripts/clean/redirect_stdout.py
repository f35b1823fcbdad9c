#!/usr/bin/env python3
# hookc: event=afterFileEdit,postToolUse
import contextlib
import json
import sys


def check(path):
    if path.endswith(".json"):
        try:
            with open(path, encoding="utf-8") as file:
                json.load(file)
            print(path, "is valid")
        except (OSError, ValueError) as error:
            print(path, error)
            return f"{path} is not valid JSON: {error}"
    return None


with contextlib.redirect_stdout(sys.stderr):
    event = json.load(sys.stdin)
    if event["hook_event_name"] == "afterFileEdit":
        check(event["file_path"])
        answer = {}
    else:
        problem = check(event["tool_input"].get("file_path", "")) if event["tool_name"] == "Write" else None
        answer = {"additional_context": problem} if problem else {}

print(json.dumps(answer))
