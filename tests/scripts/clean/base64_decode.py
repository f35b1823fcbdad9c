#!/usr/bin/env python3
# hookc: event=beforeShellExecution failClosed
"""Looks into base64 words of a command; decodes, never runs."""
import base64
import binascii
import json
import re
import sys

WORD = re.compile(r"[A-Za-z0-9+/]{16,}={0,2}")


def decoded(word: str) -> str:
    try:
        return base64.b64decode(word, validate=True).decode("utf-8", "replace")
    except binascii.Error:
        return ""


def main() -> int:
    command = json.loads(sys.stdin.buffer.read())["command"]
    hidden = [text for word in WORD.findall(command) if "curl" in (text := decoded(word))]
    if hidden:
        print("a download hides in base64", file=sys.stderr)
        return 2
    print(json.dumps({"permission": "allow"}))
    return 0


sys.exit(main())
