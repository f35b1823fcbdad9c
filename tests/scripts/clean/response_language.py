#!/usr/bin/env python3
# hookc: event=afterAgentResponse
import json
import sys
from collections import Counter

FENCE = "```"


def languages(text: str) -> Counter:
    found = Counter()
    for number, block in enumerate(text.split(FENCE)):
        if number % 2:
            first = block.split("\n", 1)[0].strip()
            found[first or "plain"] += 1
    return found


event = json.load(sys.stdin)
for language, count in languages(event["text"]).most_common():
    print(f"{language}: {count}", file=sys.stderr)
print("{}")
