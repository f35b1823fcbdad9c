#!/usr/bin/env python3
# hookc: event=sessionStart
import json
import sys

session = json.load(sys.stdin)
if session.get("source") == "resume":  # fault: payload-field
    print(json.dumps({"additional_context": "Read the notes of the last session first."}))
else:
    print("{}")
