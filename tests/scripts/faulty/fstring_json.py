#!/usr/bin/env python3
# hookc: event=beforeSubmitPrompt failClosed
import json
import re
import sys

prompt = json.load(sys.stdin.buffer)["prompt"]
match = re.search(r"(password|token)\s*=\s*\S+", prompt)
if match:
    print(f'{{"continue": false, "user_message": "Remove {match.group(0)}"}}')  # fault: json-by-hand
else:
    print('{"continue": true}')
