#!/usr/bin/env python3
# hookc: event=beforeShellExecution
"""Without failClosed in hooks.json, so every error must refuse by itself."""
import json
import shlex
import sys

FORBIDDEN = {"shutdown", "reboot", "halt", "poweroff"}


def words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def answer(permission: str, message: str | None = None) -> None:
    body = {"permission": permission}
    if message is not None:
        body["user_message"] = message
        body["agent_message"] = message
    sys.stdout.write(json.dumps(body) + "\n")


def main() -> None:
    try:
        raw = sys.stdin.buffer.read().decode("utf-8-sig")
        command = json.loads(raw)["command"]
    except Exception as error:  # anything odd is a refusal
        print(f"guard: unreadable payload: {error}", file=sys.stderr)
        answer("deny", "The shell guard could not read its input.")
        return
    if FORBIDDEN.intersection(words(command)):
        answer("deny", "Power commands are not for agents.")
    else:
        answer("allow")


main()
