#!/bin/sh
# hookc: event=beforeShellExecution
# No jq here: the raw payload is enough to see the words.
payload=$(cat)

case $payload in
  *'terraform destroy'* | *'terraform apply'*)
    echo 'terraform changes are made by the pipeline, not by the agent' >&2
    exit 2
    ;;
esac

printf '%s\n' '{"permission": "allow"}'
