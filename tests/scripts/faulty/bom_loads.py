#!/usr/bin/env python3
# hookc: event=beforeReadFile failClosed
import json
import sys

text = sys.stdin.read()
event = json.loads(text)  # fault: stdin-bom
if event["file_path"].endswith(".kdbx"):
    print('{"permission": "deny", "user_message": "Password stores are closed."}')
else:
    print('{"permission": "allow"}')
