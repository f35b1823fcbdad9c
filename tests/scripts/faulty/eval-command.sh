#!/usr/bin/env bash
# hookc: event=afterShellExecution
command=$(jq -r '.command')
if [[ "$command" == cd* ]]; then
  eval "$command && pwd" >&2 # fault: payload-injection
fi
echo '{}'
