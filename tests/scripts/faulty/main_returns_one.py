#!/usr/bin/env python3
# hookc: event=beforeMCPExecution
import json
import sys


def main() -> int:
    try:
        event = json.load(sys.stdin.buffer)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if event.get("mcp_server_name") != "github":
        print("only GitHub is allowed", file=sys.stderr)
        return 1  # fault: exit-code
    print(json.dumps({"permission": "allow"}))
    return 0


sys.exit(main())
