#!/usr/bin/env python3
# hookc: event=beforeReadFile,beforeTabFileRead failClosed
import json
import sys
from pathlib import PurePath

SECRET_NAMES = {".env", ".npmrc", ".pypirc", ".netrc", "id_rsa", "id_ed25519"}
SECRET_SUFFIXES = {".pem", ".key", ".p12", ".pfx"}


def is_secret(file_path: str) -> bool:
    path = PurePath(file_path.replace("\\", "/"))
    return path.name in SECRET_NAMES or path.suffix.lower() in SECRET_SUFFIXES


payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
if is_secret(payload["file_path"]):
    json.dump({"permission": "deny", "user_message": "Secret files are not shared with the model."}, sys.stdout)
else:
    json.dump({"permission": "allow"}, sys.stdout)
