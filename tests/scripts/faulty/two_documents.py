#!/usr/bin/env python3
# hookc: event=beforeShellExecution failClosed
import json
import sys


def reply(permission, message=""):
    print(json.dumps({"permission": permission, "user_message": message}))  # fault: stdout-not-json


event = json.load(sys.stdin.buffer)
if "shutdown" in event["command"]:
    reply("deny", "The machine stays on.")
reply("allow")
