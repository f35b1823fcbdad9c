#!/usr/bin/env python3
# hookc: event=beforeSubmitPrompt
import json
import sys
import tempfile
from pathlib import Path

event = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
with open(Path(tempfile.gettempdir()) / "prompts.log", "a") as log:  # fault: secret-logging
    log.write(event["prompt"] + "\n")
print(json.dumps({"continue": True}))
