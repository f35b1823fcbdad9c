#!/usr/bin/env python3
"""Told about what the agent does. It answers `{}`, which changes nothing."""

import json
import sys


def read_payload():
    """The payload; None when it is no JSON object. On Windows it begins with a byte order mark."""
    try:
        payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return payload if isinstance(payload, dict) else None


def observe(payload):
    """Your code here. What you print goes to `sys.stderr`, since the answer is all that standard output may hold."""


observe(read_payload())
print(json.dumps({}))
