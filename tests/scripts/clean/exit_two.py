#!/usr/bin/env python3
# hookc: event=beforeShellExecution failClosed
"""Says no by exit code 2, the message on stderr."""
import json
import sys

BLOCKED = ("gcloud projects delete", "az group delete", "aws ec2 terminate-instances")

command = json.load(sys.stdin.buffer)["command"]
for phrase in BLOCKED:
    if phrase in command:
        sys.stderr.write(f"blocked: {phrase}\n")
        sys.exit(2)

sys.stdout.write("{}")
