#!/usr/bin/env bash
# hookc: event=sessionStart
# fault-at-line 9: json-by-hand
cat >/dev/null
branch=$(git branch --show-current 2>/dev/null)
subject=$(git log -1 --format=%s 2>/dev/null)
cat <<EOF
{
  "additional_context": "On ${branch}, last commit: ${subject}"
}
EOF
