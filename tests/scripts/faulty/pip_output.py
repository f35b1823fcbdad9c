#!/usr/bin/env python3
# hookc: event=sessionStart
import json
import subprocess
import sys

json.load(sys.stdin)
subprocess.run([sys.executable, "-m", "pip", "install", "-r", "requirements.txt"], check=False)  # fault: stdout-polluted
print(json.dumps({"additional_context": "The virtual environment is fresh."}))
