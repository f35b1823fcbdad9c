#!/usr/bin/env python3
# hookc: event=sessionStart
import json
import os
import platform
import sys
from pathlib import Path


def notes(root: Path) -> str:
    parts = []
    for name in ("AGENTS.md", "docs/ARCHITECTURE.md"):
        file = root / name
        if file.is_file():
            parts.append(f"# {name}\n\n{file.read_text(encoding='utf-8')[:3000]}")
    return "\n\n".join(parts)


session = json.load(sys.stdin)
roots = session.get("workspace_roots") or [os.getcwd()]
context = notes(Path(roots[0]))

out = {"env": {"HOOK_PLATFORM": platform.system().lower()}}
if context:
    out["additional_context"] = context
json.dump(out, sys.stdout)
