#!/usr/bin/env python3
# hookc: event=beforeReadFile failClosed
import json
import sys


def main():
    event = json.load(sys.stdin.buffer)
    if not event["file_path"].endswith((".pem", ".key")):
        return  # fault: gate-empty-stdout
    print(json.dumps({"permission": "deny", "user_message": "Keys are private."}))


main()
