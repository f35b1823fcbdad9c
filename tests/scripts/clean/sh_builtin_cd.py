#!/usr/bin/env python3
# hookc: event=beforeShellExecution failClosed
import json
import os
import sys


def outside(cwd: str, roots: list[str]) -> bool:
    if not cwd:
        return False
    real = os.path.realpath(cwd)
    return all(os.path.commonpath([real, os.path.realpath(root)]) != os.path.realpath(root) for root in roots)


with sys.stdin as stream:
    event = json.loads(stream.read().removeprefix("\ufeff"))

if event["workspace_roots"] and outside(event["cwd"], event["workspace_roots"]):
    response = dict(permission="ask", user_message=f"Run outside of the workspace, in {event['cwd']}?")
else:
    response = dict(permission="allow")

print(json.dumps(response, ensure_ascii=False))
