"""Writes COUNT small repositories with eight hooks each below FOLDER: the trees that `benches/check.sh` measures."""

import json
import os
import sys

EVENTS = [
    "preToolUse", "beforeShellExecution", "afterFileEdit", "stop",
    "sessionStart", "postToolUse", "beforeReadFile", "sessionEnd",
]
MATCHERS = {
    "preToolUse": "Shell|Write",
    "beforeShellExecution": "curl|wget|nc ",
    "postToolUse": "^MCP:.*",
    "beforeReadFile": "Read",
}


def repository(folder, number):
    os.makedirs(f"{folder}/.cursor/hooks", exist_ok=True)
    hooks = {}
    for place, event in enumerate(EVENTS):
        script = f".cursor/hooks/{event}-{number % 7}.sh"
        hook = {"command": script if place % 2 else f"bash {script}", "timeout": 10 + place}
        if event in MATCHERS:
            hook["matcher"] = MATCHERS[event]
        if place < 2:
            hook["failClosed"] = True
        hooks[event] = [hook]
        with open(f"{folder}/{script}", "w") as file:
            file.write("#!/bin/sh\ncat >/dev/null\necho '{}'\n")
        os.chmod(f"{folder}/{script}", 0o755)
    with open(f"{folder}/.cursor/hooks.json", "w") as file:
        json.dump({"version": 1, "hooks": hooks}, file, indent=2)


def main():
    count, folder = int(sys.argv[1]), sys.argv[2]
    for number in range(count):
        repository(f"{folder}/repository-{number:05}", number)


main()
