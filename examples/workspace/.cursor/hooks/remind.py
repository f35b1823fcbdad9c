#!/usr/bin/env python3
"""Asks once, at the end of a finished turn, whether the checks were run."""

import json
import sys

payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
if payload.get("status") == "completed" and payload.get("loop_count", 0) == 0:
    print(json.dumps({"followup_message": "If you changed code, run `make check` and fix what it reports."}))
else:
    print(json.dumps({}))
