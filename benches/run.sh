#!/usr/bin/env bash
# Measures `hookc-run`: an event that spawns nothing beside an empty process, and one spawned hook beside `sh -c` of the same script.
# Needs python3 and hyperfine.
. "$(dirname "$0")/lib.sh"
build_hookc
build_run
build_empty
table
mkdir -p "$work/.cursor"
printf '#!/bin/sh\ncat >/dev/null\necho "{}"\n' > "$work/guard.sh"
chmod +x "$work/guard.sh"
cat > "$work/.cursor/hooks.json" <<'HOOKS'
{ "version": 1, "hooks": { "beforeShellExecution": [{ "command": "./guard.sh", "matcher": "git push" }] } }
HOOKS
"$hookc" compile --workspace "$work" -o "$work/plan.json"
"$hookc" sample beforeShellExecution --set command=ls > "$work/other.json"
"$hookc" sample beforeShellExecution --set 'command=git push' > "$work/payload.json"
arguments="beforeShellExecution --plan $work/plan.json --root project=$work"

# Through a shell for the redirection; hyperfine takes the shell's own time off.
times --warmup 50 --runs 500 -- "$empty < $work/other.json" "$run $arguments < $work/other.json"
row '`hookc-run`, nothing to spawn' 'at most 1 ms more' "$(of "${medians[1]} - ${medians[0]}") ms more than an empty process" \
  "$(of "${medians[1]} / ${medians[0]}")× an empty process (${medians[0]} ms)" 'hyperfine, 500 runs, medians'
times --warmup 50 --runs 300 -- "sh -c $work/guard.sh < $work/payload.json" "$run $arguments < $work/payload.json"
row '`hookc-run`, one hook' '' "$(of "${medians[1]} - ${medians[0]}") ms more than \`sh -c\` of the script" \
  "$(of "${medians[1]} / ${medians[0]}")× \`sh -c\` (${medians[0]} ms)" 'hyperfine, 300 runs, medians'
row '`hookc-run`, nothing to spawn' '' "$(peak "$run" $arguments < "$work/other.json") KiB" '' 'GNU time, peak memory'
row 'binary `hookc-run`' 'at most 1 MB' "$(stat -c %s "$run") bytes" '' 'stat'
