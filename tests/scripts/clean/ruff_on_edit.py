#!/usr/bin/env python3
# hookc: event=afterFileEdit
import json
import shutil
import subprocess
import sys


def main() -> None:
    event = json.load(sys.stdin)
    path = event.get("file_path", "")
    ruff = shutil.which("ruff")
    if ruff and path.endswith(".py"):
        for arguments in (["check", "--fix", "--quiet"], ["format", "--quiet"]):
            subprocess.run([ruff, *arguments, path], check=False, stdout=sys.stderr)
    print("{}")


if __name__ == "__main__":
    main()
