#!/bin/sh
# Adds to the conversation which branch is checked out.
cat > /dev/null
printf '{ "additional_context": "The branch is %s." }\n' "$(git branch --show-current)"
