#!/usr/bin/env python3
# hookc: event=stop
import json
import subprocess
import sys


def changed_files():
    result = subprocess.run(["git", "diff", "--name-only", "HEAD"], capture_output=True, text=True)
    return result.stdout.split() if result.returncode == 0 else []


def main():
    try:
        event = json.loads(sys.stdin.read())
    except json.JSONDecodeError:
        print("{}")
        return 0

    if event["loop_count"] >= 1 or event["status"] != "completed":
        print("{}")
        return 0

    files = changed_files()
    code = [f for f in files if f.endswith(".py") and not f.startswith("test")]
    tests = [f for f in files if f.startswith("test")]
    if code and not tests:
        print(json.dumps({"followup_message": "You changed code and no test. Add one for: " + ", ".join(code)}))
        return 0

    print("{}")
    return 0


sys.exit(main())
