#!/usr/bin/env python3
# hookc: event=preToolUse failClosed
from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from typing import Any


@dataclass
class PreToolUse:
    tool_name: str
    tool_input: dict[str, Any] = field(default_factory=dict)
    cwd: str = ""

    @classmethod
    def read(cls, stream) -> "PreToolUse":
        body = json.loads(stream.read().lstrip("\ufeff"))
        return cls(body["tool_name"], body.get("tool_input", {}), body.get("cwd", ""))


@dataclass
class Verdict:
    permission: str
    user_message: str | None = None

    def dump(self) -> str:
        return json.dumps({name: value for name, value in vars(self).items() if value is not None})


def judge(call: PreToolUse) -> Verdict:
    url = str(call.tool_input.get("url", ""))
    if call.tool_name == "WebFetch" and not url.startswith("https://"):
        return Verdict("deny", "Only https addresses are fetched.")
    if call.tool_name == "Grep" and call.tool_input.get("file_path") == "/":
        return Verdict("deny", "Do not search the whole disk.")
    return Verdict("allow")


print(judge(PreToolUse.read(sys.stdin)).dump())
