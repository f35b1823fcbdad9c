#!/usr/bin/env python3
# hookc: event=afterFileEdit
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

FORMATTERS: dict[str, list[str]] = {
    ".py": ["black", "--quiet"],
    ".tf": ["terraform", "fmt"],
    ".sh": ["shfmt", "-w"],
}


def formatter_for(path: Path) -> list[str] | None:
    return FORMATTERS.get(path.suffix)


def main() -> None:
    path = Path(json.load(sys.stdin)["file_path"])
    command = formatter_for(path)
    if command and path.is_file():
        try:
            subprocess.run([*command, str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20)
        except (FileNotFoundError, subprocess.TimeoutExpired) as error:
            print(f"formatter: {error}", file=sys.stderr)
    print("{}")


main()
