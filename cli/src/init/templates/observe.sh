#!/usr/bin/env bash
# Told about what the agent does. It answers `{}`, which changes nothing.

set -u
export LC_ALL=C

payload=$(cat)
# On Windows the payload begins with a byte order mark.
if [[ ${payload:0:3} == $'\xef\xbb\xbf' ]]; then payload=${payload:3}; fi

# Your code here: `$payload` is the JSON document. What you print goes to standard error (`>&2`), since the answer is all that
# standard output may hold.
: "$payload"

printf '{}\n'
