#!/usr/bin/env bash
# hookc: event=stop
cat >/dev/null
echo '{"followup_message":"Run the tests and fix what fails."}' # fault: stop-loop
