#!/usr/bin/env bash
# Measures the peers on the same files, side by side in one run: `agnix` and `check-jsonschema`, from PyPI, in a temporary environment.
# Needs python3 with venv, hyperfine and the network; PEERS names an environment that has them already.
#
# What each does with a hooks file:
#   hookc             its structure, every matcher, every command line, the scripts that it runs, and what they read and answer
#   agnix             its structure and a few fields (`--target cursor`); no matcher, no command line and no script is read. As it comes it also looks
#                     for the files of other agents, so that it is measured both ways
#   check-jsonschema  its structure against our generated schema, and nothing else; it is given the names of the files, since it does not look for them
. "$(dirname "$0")/lib.sh"
build_hookc
table
peers=${PEERS:-$work/peers}
if [ ! -x "$peers/bin/agnix" ] || [ ! -x "$peers/bin/check-jsonschema" ]; then
  python3 -m venv "$peers"
  "$peers/bin/pip" install --quiet --disable-pip-version-check agnix check-jsonschema
fi
agnix=$peers/bin/agnix
schema=$work/schema.json
"$hookc" schema hooks > "$schema"
jsonschema="$peers/bin/check-jsonschema --schemafile $schema"
for variant in alike different; do python3 benches/repositories.py 1000 "$work/$variant" "$variant"; done
python3 benches/repositories.py 1 "$work/one" alike
one=$work/one/repository-00000
versions="$("$agnix" --version), $("$peers/bin/check-jsonschema" --version | tr -d ,)"

beside() { # WHAT BAR RUNS FOLDER FILES…
  local what=$1 bar=$2 runs=$3 folder=$4 place
  shift 4
  local commands=("$hookc check $folder" "$agnix $folder" "$agnix --target cursor $folder" "$jsonschema $*")
  local names=(hookc '`agnix`' '`agnix --target cursor`' '`check-jsonschema`') peaks=()
  times -N --warmup 3 --runs "$runs" -- "${commands[@]}"
  for place in 0 1 2 3; do
    # shellcheck disable=SC2086
    peaks+=("$(peak ${commands[place]})")
  done
  row "$what: \`hookc check\`" "$bar" "${medians[0]} ms, ${peaks[0]} KiB" '' "hyperfine, $runs runs, medians; GNU time, peak memory"
  for place in 1 2 3; do
    row "$what: ${names[place]}" '' "${medians[place]} ms, ${peaks[place]} KiB" \
      "hookc takes $(of "${medians[0]} / ${medians[place]}") of its time and $(of "${peaks[0]} / ${peaks[place]}") of its memory" "in the same run; $versions"
  done
}

beside 'one file' '' 30 "$one/.cursor/hooks.json" "$one/.cursor/hooks.json"
beside 'one repository' '' 30 "$one" "$one/.cursor/hooks.json"
beside '1,000 repositories' "at most a third of the fastest peer" 10 "$work/alike" "$work"/alike/*/.cursor/hooks.json
beside '1,000 repositories whose scripts differ' '' 10 "$work/different" "$work"/different/*/.cursor/hooks.json
row 'binary' 'less than the fastest peer' "\`hookc\` $(stat -c %s "$hookc") bytes" "\`agnix\` $(stat -L -c %s "$agnix") bytes" stat
