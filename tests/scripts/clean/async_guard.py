#!/usr/bin/env python3
# hookc: event=beforeShellExecution failClosed
import asyncio
import json
import sys


async def git(*arguments: str) -> str:
    process = await asyncio.create_subprocess_exec(
        "git", *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    out, _ = await process.communicate()
    return out.decode().strip()


async def main() -> dict:
    payload = json.loads(await asyncio.to_thread(sys.stdin.buffer.read))
    if not payload["command"].startswith("git rebase"):
        return {"permission": "allow"}
    branch, dirty = await asyncio.gather(git("branch", "--show-current"), git("status", "--porcelain"))
    if dirty:
        return {"permission": "deny", "agent_message": "Commit or stash before a rebase."}
    if branch == "main":
        return {"permission": "ask", "user_message": "Rebase main?"}
    return {"permission": "allow"}


print(json.dumps(asyncio.run(main())))
