#!/usr/bin/env python3
# hookc: event=afterFileEdit
import json
import os
import sys

event = json.load(sys.stdin)
path = event["file_path"]
if path.endswith(".py"):
    os.system(f"isort {path} 1>&2")  # fault: payload-injection
print("{}")
