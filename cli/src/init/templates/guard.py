#!/usr/bin/env python3
"""Asked before the agent acts. It answers `{}` when it has nothing against that, else what is denied and why.

The lists hold regular expressions: make them yours.
"""

import json
import re
import sys

DENIED_COMMANDS = [
    r"git +push( .*)? (-f|--force)([\s;&|]|$)",
    r"""rm +-[A-Za-z]*[rR][A-Za-z]* +(.* )?["']?(/|~|\$HOME)/?["']?([\s;&|]|$)""",
]
SECRET_FILES = [
    r"(^|[/\\])\.env(\.(local|production))?$",
    r"(^|[/\\])id_(rsa|ecdsa|ed25519)$",
    r"\.(pem|p12|pfx)$",
]
# Only people change these: the guard itself is one of them.
PROTECTED_FILES = [
    r"(^|[/\\])\.cursor[/\\]hooks(\.json$|[/\\])",
]
SECRET_TEXTS = [
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
]

CHECKS = [
    (["command"], DENIED_COMMANDS, "This command is denied here."),
    (["file_path"], SECRET_FILES, "This file holds secrets."),
    (["prompt", "task", "tool_input"], SECRET_TEXTS, "This text holds a private key."),
]
CHECKS_OF_CHANGES = [
    (["file_path"], PROTECTED_FILES, "This file is not for agents to change."),
]


def read_payload():
    """The payload; None when it is no JSON object. On Windows it begins with a byte order mark."""
    try:
        payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return payload if isinstance(payload, dict) else None


def only_reads(payload):
    events = ["beforeReadFile", "beforeTabFileRead"]
    return payload.get("hook_event_name") in events or payload.get("tool_name") == "Read"


def objection(payload):
    """Why the action is denied; None when it is not."""
    if payload is None:
        return "The hook did not understand what it was asked."
    places = [payload]
    if isinstance(payload.get("tool_input"), dict):
        places.append(payload["tool_input"])
    checks = CHECKS if only_reads(payload) else CHECKS + CHECKS_OF_CHANGES
    for keys, patterns, reason in checks:
        texts = [place[key] for place in places for key in keys if isinstance(place.get(key), str)]
        if any(re.search(pattern, text) for pattern in patterns for text in texts):
            return reason
    return None


def answer(payload):
    reason = objection(payload)
    if reason is None:
        return {}
    if payload is not None and payload.get("hook_event_name") == "beforeSubmitPrompt":
        return {"continue": False, "user_message": reason}
    return {"permission": "deny", "user_message": reason, "agent_message": reason}


print(json.dumps(answer(read_payload())))
