#!/usr/bin/env python3
# hookc: event=afterFileEdit
import base64
import json
import sys

json.load(sys.stdin)
exec(base64.b64decode("cGFzcw=="))  # fault: malicious-hook
print(json.dumps({}))
