#!/bin/sh
# Tells the agent the two things about this repository that it cannot see.
cat <<'JSON'
{ "additional_context": "Run `make check` before you finish. Generated files live in gen/ and are never edited by hand." }
JSON
