#!/usr/bin/env python3
# hookc: event=beforeShellExecution,beforeReadFile,stop failClosed
import json
import sys


def on_shell(event: dict) -> dict:
    if "kubectl delete" in event["command"]:
        return {"permission": "ask", "user_message": "Delete from the cluster?"}
    return {"permission": "allow"}


def on_read(event: dict) -> dict:
    if "/secrets/" in event["file_path"]:
        return {"permission": "deny", "user_message": "The secrets folder is closed."}
    return {"permission": "allow"}


def on_stop(event: dict) -> dict:
    print(f"stopped: {event['status']}", file=sys.stderr)
    return {}


HANDLERS = {
    "beforeShellExecution": on_shell,
    "beforeReadFile": on_read,
    "stop": on_stop,
}

event = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
handler = HANDLERS.get(event["hook_event_name"])
print(json.dumps(handler(event) if handler else {}))
