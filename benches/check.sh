#!/usr/bin/env bash
# Measures `hookc check` beside an empty process: one file, one repository, 1,000 and 6,000 generated repositories, warm and cold.
# Needs python3 and hyperfine; counts instructions where valgrind is there, and memory where GNU time is there.
. "$(dirname "$0")/lib.sh"
build_hookc
build_empty
table

for variant in alike different scriptless; do python3 benches/repositories.py 1000 "$work/$variant" "$variant"; done
python3 benches/repositories.py 6000 "$work/six" alike
python3 benches/repositories.py 1 "$work/one" alike
one=$work/one/repository-00000
file=$one/.cursor/hooks.json
forget=$(forget)

against_empty() { # WHAT BAR COMMAND…
  local what=$1 bar=$2
  shift 2
  times -N --warmup 50 --runs 500 -- "$empty" "$*"
  row "$what" "$bar" "$(of "${medians[1]} - ${medians[0]}") ms more than an empty process" \
    "$(of "${medians[1]} / ${medians[0]}")× an empty process (${medians[0]} ms)" "hyperfine, 500 runs, medians"
}

against_empty 'start: `hookc --version`' '' "$hookc" --version
against_empty '`hookc check`, one file' 'at most 2 ms more' "$hookc" check "$file"
against_empty '`hookc check`, one repository' 'at most 2 ms more' "$hookc" check "$one"
row '`hookc check`, one repository' 'at most 8 MiB' "$(peak "$hookc" check "$one") KiB" \
  "$(of "$(peak "$hookc" check "$one") / $(peak "$empty")")× an empty process" 'GNU time, peak memory'
nothing=$(instructions "$empty")
count=$(instructions "$hookc" check "$one")
row '`hookc check`, one repository' 'below 3,000,000' "$count instructions" "$(of "$count / max(1, $nothing)")× an empty process" 'callgrind'

many() { # WHAT BAR COUNT FOLDER
  local what=$1 bar=$2 count=$3 folder=$4
  times -N --warmup 3 --runs 30 -- "$hookc check $folder"
  row "$what, warm" "$bar" "${medians[0]} ms" "$(of "${medians[0]} * 1000 / $count") µs each" 'hyperfine, 30 runs, median'
  if [ -n "$forget" ]; then
    times -N --runs 10 --prepare "sh -c '$forget'" -- "$hookc check $folder"
    row "$what, cold" '' "${medians[0]} ms" "$(of "${medians[0]} * 1000 / $count") µs each" 'hyperfine, 10 runs, page cache dropped before each'
  else
    row "$what, cold" '' 'not measured' '' 'the page cache may not be dropped here'
  fi
}

many '`hookc check`, 1,000 repositories' 'at most 40 ms' 1000 "$work/alike"
many '… without scripts' '' 1000 "$work/scriptless"
many '… whose scripts all differ, of several languages' '' 1000 "$work/different"
many '`hookc check`, 6,000 repositories' '' 6000 "$work/six"
for variant in alike scriptless different; do
  row "\`hookc check\`, 1,000 repositories, $variant" '' "$(instructions "$hookc" check "$work/$variant") instructions" \
    "$(du -s --apparent-size -B1 "$work/$variant" | cut -f1) bytes of files" 'callgrind, all threads'
  row "\`hookc check\`, 1,000 repositories, $variant" '' "$(peak "$hookc" check "$work/$variant") KiB" '' 'GNU time, peak memory'
done

# The largest files: ten megabytes of hooks, without a fault and with one in each.
python3 - "$work" <<'PYTHON'
import pathlib, sys
work = pathlib.Path(sys.argv[1])
for name, key in [("large", "timeout"), ("faulty", "timeoutSec")]:
    hooks = ",\n".join(f'{{ "command": "audit-log --number {n}", "{key}": 30 }}' for n in range(190_000))
    (work / name / ".cursor").mkdir(parents=True)
    (work / name / ".cursor/hooks.json").write_text(f'{{ "version": 1, "hooks": {{ "stop": [{hooks}] }} }}')
PYTHON
for name in large faulty; do
  size=$(stat -c %s "$work/$name/.cursor/hooks.json")
  kib=$(peak "$hookc" check "$work/$name")
  row "\`hookc check\`, a file of 10 MB, $name" '' "$kib KiB" "$(of "$kib * 1024 / $size")× the file" 'GNU time, peak memory'
done

row 'binary `hookc`' 'at most 12 MB' "$(stat -c %s "$hookc") bytes" '' 'stat'
row 'dependencies of `hookc`' '' "$(cargo tree -p hookc -e normal,no-proc-macro --prefix none --locked | sort -u | wc -l) crates" '' 'cargo tree, this one included'
