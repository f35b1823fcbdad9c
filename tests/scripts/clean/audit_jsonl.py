#!/usr/bin/env python3
# hookc: event=afterShellExecution,afterMCPExecution,afterFileEdit
"""One line per action into a private log of this user."""
import json
import os
import sys
import time
from pathlib import Path


def main() -> None:
    event = json.load(sys.stdin)
    folder = Path.home() / ".cursor" / "audit"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    entry = {"at": time.time(), "event": event["hook_event_name"], "conversation": event["conversation_id"]}
    descriptor = os.open(folder / "actions.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "a", encoding="utf-8") as log:
        log.write(json.dumps(entry) + "\n")
    print(json.dumps({}))


main()
