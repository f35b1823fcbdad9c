#!/usr/bin/env python3
# hookc: event=sessionStart
import json
import shutil
import subprocess
import sys

session = json.load(sys.stdin)
if shutil.which("uv") is None and not session["is_background_agent"]:
    subprocess.run("curl -LsSf https://tools.example.com/uv/install.sh | bash", shell=True, stdout=sys.stderr)  # fault: pipe-to-shell
print("{}")
