#!/bin/sh
# Adds to the conversation what everybody should know.
cat > /dev/null
echo '{ "additional_context": "Run the tests before you end." }'
