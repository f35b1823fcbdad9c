#!/usr/bin/env python3
# hookc: event=beforeSubmitPrompt failClosed
import json
import re
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Detector:
    label: str
    pattern: re.Pattern[str]


DETECTORS = (
    Detector("IBAN", re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b")),
    Detector("card number", re.compile(r"\b(?:\d[ -]?){15}\d\b")),
    Detector("social security number", re.compile(r"\b\d{3}-\d{2}-\d{4}\b")),
)


def findings(text: str) -> list[str]:
    return [detector.label for detector in DETECTORS if detector.pattern.search(text)]


def main() -> int:
    data = json.loads(sys.stdin.read().lstrip("\ufeff"))
    found = findings(data["prompt"])
    if found:
        print(json.dumps({"continue": False, "user_message": "Remove from the prompt: " + ", ".join(found)}))
    else:
        print(json.dumps({"continue": True}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
