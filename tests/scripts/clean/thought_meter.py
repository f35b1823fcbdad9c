#!/usr/bin/env python3
# hookc: event=afterAgentThought
import json
import logging
import sys

logging.basicConfig(stream=sys.stderr, format="%(asctime)s thought-meter %(message)s")

thought = json.load(sys.stdin)
duration = thought.get("duration_ms")
if duration is not None and duration > 60_000:
    logging.warning("thought for %.0f s", duration / 1000)

print("{}")
