#!/usr/bin/env python3
# hookc: event=beforeReadFile
import json
import sys

try:
    path = json.loads(sys.stdin.buffer.read())["file_path"]
except (ValueError, KeyError):
    print("unreadable payload", file=sys.stderr)
    sys.exit(2)

if path.endswith(".env"):
    sys.exit("environment files are private")  # fault: exit-code

print('{"permission": "allow"}')
