#!/usr/bin/env python3
"""Keeps files that hold secrets from the model."""

import json
import pathlib
import sys

payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
name = pathlib.PurePath(payload.get("file_path", "")).name
if name == ".env" or name.startswith(".env.") or name.endswith((".pem", ".key")):
    print(json.dumps({"permission": "deny", "user_message": f"{name} holds secrets."}))
else:
    print(json.dumps({"permission": "allow"}))
