#!/usr/bin/env python3
# hookc: event=beforeReadFile
import json
import sys

MAX = 2 * 1024 * 1024

try:
    event = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    if (size := len(event["content"].encode("utf-8", "surrogatepass"))) > MAX:
        answer = {"permission": "deny", "user_message": f"{size} bytes are too much to read at once."}
    elif (folder := event["file_path"].rpartition("/")[0]).endswith("customers"):
        answer = {"permission": "deny", "user_message": f"Customer data: {folder}"}
    else:
        answer = {"permission": "allow"}
except (ValueError, KeyError, AttributeError) as problem:
    answer = {"permission": "deny", "user_message": f"Read gate: {problem!r}"}

print(json.dumps(answer))
