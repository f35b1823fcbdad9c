#!/usr/bin/env python3
# hookc: event=beforeShellExecution failClosed
"""Refuse commands that match a pattern of the command line.

    argparse_policy.py --deny 'docker push' --ask 'docker run'
"""
import argparse
import json
import re
import sys


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deny", action="append", default=[r"\bdocker\s+push\b"])
    parser.add_argument("--ask", action="append", default=[r"--privileged\b"])
    return parser.parse_args()


def verdict(command: str, options: argparse.Namespace) -> str:
    if any(re.search(pattern, command) for pattern in options.deny):
        return "deny"
    if any(re.search(pattern, command) for pattern in options.ask):
        return "ask"
    return "allow"


def main() -> int:
    options = parse_arguments()
    sys.stdin.reconfigure(encoding="utf-8-sig")
    payload = json.load(sys.stdin)
    print(json.dumps({"permission": verdict(payload["command"], options)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
