#!/usr/bin/env python3
# hookc: event=postToolUseFailure
"""After the third failure of one tool in a conversation, tells the agent to stop trying."""
import json
import re
import sys
from pathlib import Path

LIMIT = 3


def state_file(conversation: str) -> Path:
    folder = Path.home() / ".cache" / "cursor-hooks"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / (re.sub(r"[^\w-]", "_", conversation) + ".json")


def bump(path: Path, tool: str) -> int:
    counts = json.loads(path.read_text()) if path.exists() else {}
    counts[tool] = counts.get(tool, 0) + 1
    path.write_text(json.dumps(counts))
    return counts[tool]


def main() -> None:
    event = json.load(sys.stdin)
    if event["is_interrupt"] or event["failure_type"] == "permission_denied":
        print("{}")
        return
    count = bump(state_file(event["conversation_id"]), event["tool_name"])
    if count >= LIMIT:
        print(json.dumps({"additional_context": f"{event['tool_name']} failed {count} times. Stop and ask the user."}))
    else:
        print("{}")


main()
