#!/usr/bin/env python3
# hookc: event=subagentStart failClosed
import json
import sys

EXPENSIVE = ("opus", "max", "thinking")

request = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
model = request["subagent_model"].lower()

if request["is_parallel_worker"] and any(word in model for word in EXPENSIVE):
    verdict = {"permission": "deny", "user_message": f"{model} is too dear for a parallel worker."}
elif not request["task"].strip():
    verdict = {"permission": "deny", "user_message": "A subagent needs a task."}
else:
    verdict = {"permission": "allow"}

print(json.dumps(verdict))
