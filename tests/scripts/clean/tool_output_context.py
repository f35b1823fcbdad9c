#!/usr/bin/env python3
# hookc: event=postToolUse
"""Points the agent at warnings that it tends to overlook."""
import json
import sys


def output_of(event):
    # tool_output is JSON text; its shape depends on the tool.
    try:
        result = json.loads(event["tool_output"])
    except json.JSONDecodeError:
        return event["tool_output"]
    return result.get("output", "") if isinstance(result, dict) else str(result)


event = json.load(sys.stdin)
answer = {}
if event["tool_name"] == "Shell":
    warnings = [line for line in output_of(event).splitlines() if line.lower().startswith("warning")]
    if warnings:
        answer["additional_context"] = f"{len(warnings)} warnings, the first: {warnings[0]}"
print(json.dumps(answer))
