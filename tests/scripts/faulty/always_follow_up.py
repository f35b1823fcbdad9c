#!/usr/bin/env python3
# hookc: event=stop
import json
import sys

event = json.load(sys.stdin)
print(json.dumps({"followup_message": f"Status {event['status']}: review the diff once more."}))  # fault: stop-loop
