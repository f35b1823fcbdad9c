#!/usr/bin/env bash
# hookc: event=beforeShellExecution
command=$(jq -r '.command // empty') # fault: missing-dependency
if [[ "$command" == *"terraform destroy"* ]]; then
  echo "terraform destroy is for people" >&2
  exit 2
fi
echo '{"permission":"allow"}'
