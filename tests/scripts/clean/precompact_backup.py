#!/usr/bin/env python3
# hookc: event=preCompact
"""Keep a private copy of the transcript before it is compacted."""
import json
import shutil
import sys
from datetime import datetime
from pathlib import Path


def main() -> int:
    event = json.load(sys.stdin)
    transcript = event.get("transcript_path")
    if not transcript or not Path(transcript).is_file():
        print("{}")
        return 0
    folder = Path.home() / ".cursor" / "transcripts"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder / f"{event['conversation_id']}-{datetime.now():%Y%m%d%H%M%S}.jsonl"
    try:
        shutil.copyfile(transcript, target)
        target.chmod(0o600)
    except OSError as error:
        print(f"backup failed: {error}", file=sys.stderr)
        print("{}")
        return 0
    print(json.dumps({"user_message": f"Transcript saved before compaction: {target.name}"}))
    return 0


sys.exit(main())
