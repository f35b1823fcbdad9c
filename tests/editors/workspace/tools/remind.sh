#!/bin/sh
# Asks for one more look at the tests before the turn ends.
cat > /dev/null
echo '{ "followup_message": "Are the tests green?" }'
