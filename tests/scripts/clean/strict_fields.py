#!/usr/bin/env python3
# hookc: event=beforeMCPExecution
"""Checks that every field is what it should be before it judges; anything else is refused."""
import json
import sys
from urllib.parse import urlsplit

TRUSTED_HOSTS = {"mcp.linear.app", "mcp.notion.com"}


class BadPayload(Exception):
    pass


def text(payload, name):
    value = payload.get(name)
    if not isinstance(value, str):
        raise BadPayload(f"{name} is {type(value).__name__}")
    return value


def refuse(reason):
    print(reason, file=sys.stderr)
    raise SystemExit(2)


def main():
    try:
        payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
        text(payload, "tool_name")
        if "url" in payload:
            host = urlsplit(text(payload, "url")).hostname
            if host not in TRUSTED_HOSTS:
                refuse(f"{host} is not a trusted MCP host")
        else:
            text(payload, "command")
    except (BadPayload, ValueError) as error:
        refuse(f"bad payload: {error}")
    print('{"permission": "allow"}')


main()
