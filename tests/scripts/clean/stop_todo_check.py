#!/usr/bin/env python3
# hookc: event=stop
import json
import os
import subprocess
import sys

MAX_LOOPS = 3


def new_todos(root: str) -> list[str]:
    diff = subprocess.run(
        ["git", "diff", "--unified=0"], cwd=root, capture_output=True, text=True, check=False
    ).stdout
    return [line[1:].strip() for line in diff.splitlines() if line.startswith("+") and "TODO" in line]


def main() -> None:
    event = json.load(sys.stdin)
    if event.get("status") != "completed" or event.get("loop_count", 0) >= MAX_LOOPS:
        print("{}")
        return
    todos = new_todos(os.environ.get("CURSOR_PROJECT_DIR") or ".")
    if not todos:
        print("{}")
        return
    listing = "\n".join(f"- {todo}" for todo in todos[:10])
    print(json.dumps({"followup_message": f"You left these notes behind; finish or remove them:\n{listing}"}))


main()
