#!/usr/bin/env python3
# hookc: event=beforeShellExecution failClosed
import json
import sys

command = json.loads(sys.stdin.buffer.read())["command"]
first, *_ = command.split() or [""]
if first in {"open", "xdg-open", "start"}:
    print(f'{{"permission": "ask", "user_message": {json.dumps("Open a window? " + command)}}}')
else:
    print('{"permission": "allow"}')
