"""Writes COUNT small repositories with eight hooks each below FOLDER: the trees that are measured.

usage: repositories.py COUNT FOLDER [alike | different | scriptless]

alike       small shell scripts, most of which are the same in every seventh repository
different   scripts of several languages and realistic lengths (`tests/scripts/clean`); no two of them in the whole tree are the same
scriptless  hooks that run programs, so that there is no script to be judged
"""

import json
import os
import pathlib
import random
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
SCRIPTS = pathlib.Path(__file__).parent.parent / "tests/scripts/clean"
COMMENTS = {".sh": "#", ".py": "#"}


def alike(_, number):
    def script(event, place):
        path = f".cursor/hooks/{event}-{number % 7}.sh"
        return path, "#!/bin/sh\ncat >/dev/null\necho '{}'\n", path if place % 2 else f"bash {path}"

    return script


def different(pool, number):
    chance = random.Random(number)

    def script(event, place):
        source = chance.choice(pool)
        head, _, rest = source.read_text().partition("\n")
        mark = f"{COMMENTS.get(source.suffix, '//')} {event} of service {number}, revision {chance.randrange(10**9)}\n"
        text = f"{head}\n{mark}{rest}" if head.startswith("#!") else f"{mark}{head}\n{rest}"
        path = f".cursor/hooks/{event}-{source.name}"
        starter = {".sh": "bash ", ".py": "python3 ", ".ts": "bun ", ".mts": "bun ", ".cts": "bun "}
        return path, text, starter.get(source.suffix, "node ") + path

    return script


def scriptless(_, number):
    def script(event, place):
        return None, None, f"audit-log --event {event} --service {number} --place {place}"

    return script


def repository(folder, script):
    os.makedirs(f"{folder}/.cursor/hooks", exist_ok=True)
    hooks = {}
    for place, event in enumerate(EVENTS):
        path, text, command = script(event, place)
        hook = {"command": command, "timeout": 10 + place}
        if event in MATCHERS:
            hook["matcher"] = MATCHERS[event]
        if place < 2:
            hook["failClosed"] = True
        hooks[event] = [hook]
        if path:
            with open(f"{folder}/{path}", "w") as file:
                file.write(text)
            os.chmod(f"{folder}/{path}", 0o755)
    with open(f"{folder}/.cursor/hooks.json", "w") as file:
        json.dump({"version": 1, "hooks": hooks}, file, indent=2)


def main():
    count, folder = int(sys.argv[1]), sys.argv[2]
    variant = {"alike": alike, "different": different, "scriptless": scriptless}[(sys.argv[3:] or ["alike"])[0]]
    pool = sorted(SCRIPTS.iterdir())
    for number in range(count):
        repository(f"{folder}/repository-{number:05}", variant(pool, number))


main()
