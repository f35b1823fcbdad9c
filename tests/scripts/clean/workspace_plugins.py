#!/usr/bin/env python3
# hookc: event=workspaceOpen
import json
import sys
from pathlib import Path

event = json.load(sys.stdin)
found = [
    str(manifest.parent.parent)
    for root in event["workspace_roots"]
    for manifest in sorted(Path(root).glob("plugins/*/.cursor-plugin/plugin.json"))
]
print(json.dumps({"pluginPaths": found} if found else {}))
