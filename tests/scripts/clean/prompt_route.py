#!/usr/bin/env python3
# hookc: event=beforeSubmitPrompt
import json
import sys

CODE_WORDS = {"nightjar", "bluefin"}


def main() -> int:
    try:
        prompt = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))["prompt"]
    except (ValueError, KeyError):
        print("prompt gate: cannot read the payload", file=sys.stderr)
        return 2

    words = {word.strip(".,;:!?").lower() for word in prompt.split()}
    if leaked := sorted(words & CODE_WORDS):
        print(json.dumps({"continue": False, "user_message": f"Code names stay inside: {', '.join(leaked)}"}))
        return 0

    print(json.dumps({"continue": True}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
