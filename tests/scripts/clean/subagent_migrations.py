#!/usr/bin/env python3
# hookc: event=subagentStop
import json
import sys


def main():
    event = json.load(sys.stdin)
    touched = [name for name in event.get("modified_files", []) if "migrations/" in name]
    if event["status"] == "completed" and event["loop_count"] < 1 and touched:
        message = "Explain how to roll back: " + ", ".join(touched)
        print(json.dumps({"followup_message": message}))
    else:
        print("{}")


if __name__ == "__main__":
    main()
