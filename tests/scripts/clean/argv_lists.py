#!/usr/bin/env python3
# hookc: event=beforeReadFile failClosed
"""Files that git ignores are not read, except for build output."""
import json
import os
import subprocess
import sys

event = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
path = event["file_path"]
root = os.environ.get("CURSOR_PROJECT_DIR") or "."

ignored = subprocess.run(["git", "check-ignore", "--quiet", "--", path], cwd=root, capture_output=True).returncode == 0
build = any(part in ("dist", "target", "build") for part in path.split("/"))

print(json.dumps({"permission": "deny" if ignored and not build else "allow"}))
